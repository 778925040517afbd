package dev.cleave.benchmarks.programs;

/**
 * Java Grande's RayTracer: a picture of 64 mirroring balls in four layers of four by four, by rows,
 * whose checksum is the sum of all its colours. Rays, lights and camera are {@link RayTracer}'s.
 */
public final class SphereGrid implements Problem {
    private final RayTracer picture;
    private long checksum;

    /** A picture with so many points in a row, and rows. */
    public SphereGrid(int side) {
        picture = RayTracer.grid(side);
    }

    /** Points in a row, and rows. */
    public int side() {
        return picture.side();
    }

    /** The picture. */
    RayTracer picture() {
        return picture;
    }

    /** Takes the result of a parallel run. */
    public void checksum(long value) {
        checksum = value;
    }

    @Override
    public void prepare() {
        picture.prepare();
    }

    @Override
    public void serial() {
        long sum = 0;
        for (int row = 0; row < side(); row++) {
            sum += trace(row);
        }
        checksum = sum;
    }

    /** Finds the colours of a row, and returns the sum of their red, green and blue. */
    public long trace(int row) {
        long sum = 0;
        for (int column = 0; column < side(); column++) {
            picture.point(column, row);
            int colour = picture.colour(column, row);
            sum += (colour >> 16) + (colour >> 8 & 0xFF) + (colour & 0xFF);
        }
        return sum;
    }

    @Override
    public String answer() {
        return picture.answer() + ", checksum " + checksum;
    }

    /** The task version's tasks trace so many rows without dividing. */
    public int threshold() {
        return 4;
    }

    @Override
    public long forks() {
        return Halving.divisions(side(), threshold());
    }
}
