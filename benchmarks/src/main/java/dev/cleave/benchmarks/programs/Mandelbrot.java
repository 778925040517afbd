package dev.cleave.benchmarks.programs;

import java.awt.image.BufferedImage;

/**
 * A picture of the Mandelbrot set, painted by rows: after figure 9 of Pinto et al., whose tasks
 * hold a monitor of their own around each point that they paint, which is synchronized anyway.
 */
public final class Mandelbrot implements Problem {
    private static final int MOST_STEPS = 100;
    private static final double LEFT = -2;
    private static final double TOP = -1.25;
    private static final double SIDE = 2.5;

    private final int threshold;
    private BufferedImage picture;

    /** A picture of so many points, with tasks for up to {@code threshold} rows. */
    public Mandelbrot(int width, int height, int threshold) {
        this.threshold = threshold;
        picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    }

    /** How many rows there are. */
    public int height() {
        return picture.getHeight();
    }

    /** How many points are in a row. */
    public int width() {
        return picture.getWidth();
    }

    /** So many rows are not divided. */
    public int threshold() {
        return threshold;
    }

    /** What to paint on, by any thread. */
    public BufferedImage picture() {
        return picture;
    }

    @Override
    public void prepare() {
        picture = new BufferedImage(width(), height(), BufferedImage.TYPE_INT_RGB);
    }

    @Override
    public void serial() {
        for (int row = 0; row < height(); row++) {
            paint(row);
        }
    }

    /** Paints one row. */
    public void paint(int row) {
        for (int column = 0; column < width(); column++) {
            picture.setRGB(column, row, colour(column, row));
        }
    }

    /** The colour of a point: how soon it leaves the circle of radius 2. */
    public int colour(int column, int row) {
        double real = LEFT + SIDE * column / width();
        double imaginary = TOP + SIDE * row / height();
        double x = 0;
        double y = 0;
        int steps = 0;
        while (steps < MOST_STEPS && x * x + y * y <= 4) {
            double next = x * x - y * y + real;
            y = 2 * x * y + imaginary;
            x = next;
            steps++;
        }
        return steps * 0x01_03_07;
    }

    @Override
    public String answer() {
        return Digest.of(
                width() * height(), i -> picture.getRGB(i % width(), i / width()) & 0xFF_FF_FF);
    }

    @Override
    public long forks() {
        return Halving.divisions(height(), threshold);
    }
}
