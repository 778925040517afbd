package dev.cleave.benchmarks.programs;

import java.util.ArrayList;
import java.util.List;

/**
 * A picture of mirroring balls on a plane, three lights, with shadows. Each ball has nine smaller
 * ones on it, as in the scene {@code balls} of the Standard Procedural Databases. The picture is
 * divided into quarters down to single points.
 */
public final class RayTracer implements Problem {
    private static final double NEAREST = 1e-6;
    private static final double RADIUS = 0.5;
    private static final double SHRINK = 1.0 / 3;
    private static final double PLANE_HEIGHT = -0.5;
    private static final double MIRRORED = 0.5;
    private static final double AMBIENT = 0.1;
    private static final double VIEW = 0.55;
    private static final int REFLECTIONS = 4;
    private static final int RIM = 6;
    private static final int TOP = 3;
    private static final int BRIGHTEST = 255;
    private static final int GRID = 4;
    private static final double GRID_STEP = 0.25;
    private static final double GRID_RADIUS = 0.1;

    private static final Vector EYE = new Vector(2.1, 1.3, 1.7);
    private static final Vector[] LIGHTS = {
        new Vector(4, 3, 2), new Vector(1, -4, 4), new Vector(-3, 1, 5)
    };
    private static final Vector BALL_COLOUR = new Vector(1, 0.9, 0.7);
    private static final Vector PLANE_COLOUR = new Vector(1, 0.75, 0.33);
    private static final Vector SKY = new Vector(0.078, 0.361, 0.753);
    private static final Vector UP = new Vector(0, 0, 1);

    /** Three numbers: a place, a direction or a colour. */
    private record Vector(double x, double y, double z) {
        Vector plus(Vector o) {
            return new Vector(x + o.x, y + o.y, z + o.z);
        }

        Vector minus(Vector o) {
            return new Vector(x - o.x, y - o.y, z - o.z);
        }

        Vector times(double factor) {
            return new Vector(x * factor, y * factor, z * factor);
        }

        Vector times(Vector o) {
            return new Vector(x * o.x, y * o.y, z * o.z);
        }

        double dot(Vector o) {
            return x * o.x + y * o.y + z * o.z;
        }

        Vector cross(Vector o) {
            return new Vector(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x);
        }

        Vector unit() {
            return times(1 / Math.sqrt(dot(this)));
        }
    }

    /**
     * A ball, followed in the list by all that stand on it.
     *
     * @param reach the radius of a sphere that has them all in it
     * @param next the index behind them
     */
    private record Ball(Vector centre, double radius, double reach, int next) {}

    private final int side;
    private final Ball[] balls;
    private final int[] picture;
    private final Vector forward;
    private final Vector right;
    private final Vector upward;

    /**
     * A picture to make.
     *
     * @param side points in a row, a power of two, and rows
     * @param levels how often balls stand on balls
     */
    public RayTracer(int side, int levels) {
        this(side, tower(levels));
    }

    private RayTracer(int side, List<Ball> scene) {
        this.side = side;
        picture = new int[side * side];
        balls = scene.toArray(Ball[]::new);
        forward = new Vector(0, 0, 0).minus(EYE).unit();
        right = forward.cross(UP).unit();
        upward = right.cross(forward);
    }

    /** A picture of 64 balls, as near to the plane as the tower. */
    static RayTracer grid(int side) {
        List<Ball> all = new ArrayList<>();
        for (int i = 0; i < GRID * GRID * GRID; i++) {
            Vector place = new Vector(i / (GRID * GRID), i / GRID % GRID, i % GRID);
            double middle = (GRID - 1) / 2.0;
            Vector centre = place.minus(new Vector(middle, middle, middle)).times(GRID_STEP);
            all.add(new Ball(centre, GRID_RADIUS, GRID_RADIUS, i + 1));
        }
        return new RayTracer(side, all);
    }

    private static List<Ball> tower(int levels) {
        List<Ball> all = new ArrayList<>();
        grow(all, new Vector(0, 0, 0), RADIUS, UP, levels);
        return all;
    }

    private static void grow(
            List<Ball> balls, Vector centre, double radius, Vector axis, int levels) {
        int index = balls.size();
        balls.add(null);
        if (levels > 0) {
            Vector across =
                    axis.cross(Math.abs(axis.x) < 0.5 ? new Vector(1, 0, 0) : new Vector(0, 1, 0))
                            .unit();
            Vector along = axis.cross(across);
            for (int child = 0; child < RIM + TOP; child++) {
                boolean rim = child < RIM;
                double turn = 2 * Math.PI * child / (rim ? RIM : TOP);
                double height = rim ? 0.1 : 0.8;
                Vector outward =
                        across.times(StrictMath.cos(turn))
                                .plus(along.times(StrictMath.sin(turn)))
                                .times(Math.sqrt(1 - height * height))
                                .plus(axis.times(height));
                grow(
                        balls,
                        centre.plus(outward.times(radius * (1 + SHRINK))),
                        radius * SHRINK,
                        outward,
                        levels - 1);
            }
        }
        // 1 + 2/3 + 2/9 + ... = 2
        balls.set(index, new Ball(centre, radius, 2 * radius, balls.size()));
    }

    /** Points in a row, and rows. */
    public int side() {
        return side;
    }

    /** How many balls there are. */
    int balls() {
        return balls.length;
    }

    /** The colour of a point in the last picture: eight bits each of red, green and blue. */
    int colour(int column, int row) {
        return picture[row * side + column];
    }

    @Override
    public void prepare() {
        java.util.Arrays.fill(picture, -1);
    }

    @Override
    public void serial() {
        trace(0, 0, side);
    }

    private void trace(int column, int row, int count) {
        if (count == 1) {
            point(column, row);
            return;
        }
        int half = count / 2;
        trace(column, row, half);
        trace(column + half, row, half);
        trace(column, row + half, half);
        trace(column + half, row + half, half);
    }

    /** Finds the colour of one point. */
    public void point(int column, int row) {
        double x = VIEW * (2.0 * column / side - 1);
        double y = VIEW * (1 - 2.0 * row / side);
        Vector direction = forward.plus(right.times(x)).plus(upward.times(y)).unit();
        Vector colour = look(EYE, direction, REFLECTIONS);
        picture[row * side + column] =
                level(colour.x) << 16 | level(colour.y) << 8 | level(colour.z);
    }

    private static int level(double intensity) {
        return (int) (BRIGHTEST * Math.min(1, Math.max(0, intensity)));
    }

    private Vector look(Vector from, Vector direction, int reflections) {
        int ball = nearest(from, direction);
        double distance = ball < 0 ? Double.POSITIVE_INFINITY : distance(ball, from, direction);
        double toPlane = (PLANE_HEIGHT - from.z) / direction.z;
        boolean plane = toPlane > NEAREST && toPlane < distance;
        if (ball < 0 && !plane) {
            return SKY;
        }
        Vector place = from.plus(direction.times(plane ? toPlane : distance));
        Vector normal = plane ? UP : place.minus(balls[ball].centre).unit();
        Vector own = (plane ? PLANE_COLOUR : BALL_COLOUR).times(light(place, normal));
        if (plane || reflections == 0) {
            return own;
        }
        Vector mirrored = direction.minus(normal.times(2 * normal.dot(direction)));
        return own.times(1 - MIRRORED)
                .plus(look(place, mirrored, reflections - 1).times(BALL_COLOUR).times(MIRRORED));
    }

    private double light(Vector place, Vector normal) {
        double sum = AMBIENT;
        for (Vector lamp : LIGHTS) {
            Vector way = lamp.minus(place);
            double cosine = normal.dot(way.unit());
            if (cosine > 0 && !isShaded(place, way)) {
                sum += cosine * (1 - AMBIENT) / LIGHTS.length;
            }
        }
        return sum;
    }

    /** The first ball on the way; -1 if there is none. */
    private int nearest(Vector from, Vector direction) {
        int found = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < balls.length; ) {
            if (isPassed(balls[i], from, direction)) {
                i = balls[i].next;
                continue;
            }
            double distance = distance(i, from, direction);
            if (distance < least) {
                least = distance;
                found = i;
            }
            i++;
        }
        return found;
    }

    /** Whether a ball is between a place and the end of a way from there. */
    private boolean isShaded(Vector from, Vector way) {
        double length = Math.sqrt(way.dot(way));
        Vector direction = way.times(1 / length);
        for (int i = 0; i < balls.length; ) {
            if (isPassed(balls[i], from, direction)) {
                i = balls[i].next;
            } else if (distance(i, from, direction) < length) {
                return true;
            } else {
                i++;
            }
        }
        return false;
    }

    /** Whether a way meets neither a ball nor any that stands on it. */
    private static boolean isPassed(Ball ball, Vector from, Vector direction) {
        Vector to = ball.centre.minus(from);
        double along = to.dot(direction);
        double square = to.dot(to);
        double reach = ball.reach * ball.reach;
        return square > reach && (along < 0 || square - along * along > reach);
    }

    /** How far away a ball is; infinite if the way does not meet it. */
    private double distance(int index, Vector from, Vector direction) {
        Ball ball = balls[index];
        Vector to = ball.centre.minus(from);
        double along = to.dot(direction);
        double square = ball.radius * ball.radius - to.dot(to) + along * along;
        if (square < 0) {
            return Double.POSITIVE_INFINITY;
        }
        double half = Math.sqrt(square);
        double near = along - half;
        double distance = near > NEAREST ? near : along + half;
        return distance > NEAREST ? distance : Double.POSITIVE_INFINITY;
    }

    @Override
    public String answer() {
        return Digest.of(picture.length, i -> picture[i]);
    }

    @Override
    public long forks() {
        return (long) side * side - 1;
    }
}
