import dev.cleave.Future;

/**
 * How many points of a grid belong to the Mandelbrot set. A square whose border is all inside is
 * inside, as the set has no holes; any other is quartered, and three of the quarters may be counted
 * in parallel with the fourth.
 *
 * <pre>./cleave run examples/Mandelbrot.java -- [points a side, a power of 2]</pre>
 */
public class Mandelbrot {
    private static final int STEPS = 2_000;
    private static final int SMALLEST = 4;

    private final double scale;

    Mandelbrot(int points) {
        scale = 4.0 / points;
    }

    /** Points inside a square with the given corner. */
    private int count(int column, int row, int size) {
        if (size <= SMALLEST) {
            return countEach(column, row, size);
        }
        if (isBorderInside(column, row, size)) {
            return size * size;
        }
        int half = size / 2;
        @Future int upperLeft = count(column, row, half);
        @Future int upperRight = count(column + half, row, half);
        @Future int lowerLeft = count(column, row + half, half);
        int lowerRight = count(column + half, row + half, half);
        return upperLeft + upperRight + lowerLeft + lowerRight;
    }

    private int countEach(int column, int row, int size) {
        int inside = 0;
        for (int y = row; y < row + size; y++) {
            for (int x = column; x < column + size; x++) {
                inside += isInside(x, y) ? 1 : 0;
            }
        }
        return inside;
    }

    private boolean isBorderInside(int column, int row, int size) {
        int end = size - 1;
        for (int i = 0; i < size; i++) {
            if (!isInside(column + i, row)
                    || !isInside(column + i, row + end)
                    || !isInside(column, row + i)
                    || !isInside(column + end, row + i)) {
                return false;
            }
        }
        return true;
    }

    private boolean isInside(int column, int row) {
        double cx = column * scale - 2.5;
        double cy = row * scale - 2;
        double x = 0;
        double y = 0;
        for (int step = 0; step < STEPS; step++) {
            double next = x * x - y * y + cx;
            y = 2 * x * y + cy;
            x = next;
            if (x * x + y * y > 4) {
                return false;
            }
        }
        return true;
    }

    public static void main(String[] args) {
        int points = args.length > 0 ? Integer.parseInt(args[0]) : 4096;
        if (points < 1 || Integer.bitCount(points) != 1 || points > 1 << 15) {
            throw new IllegalArgumentException(
                    points + " points a side: give a power of 2 up to 32768");
        }
        long started = System.nanoTime();
        int inside = new Mandelbrot(points).count(0, 0, points);
        double seconds = (System.nanoTime() - started) / 1e9;
        double area = 16.0 * inside / points / points;
        System.out.printf("%,d of %,d points, area %.4f%n", inside, (long) points * points, area);
        System.out.printf("%.2f s%n", seconds);
    }
}
