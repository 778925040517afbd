package dev.cleave.benchmarks.programs;

/**
 * How often each value is in many bytes, counted in parts by one task each: after figure 8 of Pinto
 * et al., whose parent makes and forks its tasks one by one.
 */
public final class Histogram implements Problem {
    private static final int VALUES = 256;

    private final byte[] bytes;
    private final int parts;
    private int[] counts = new int[VALUES];

    /** So many parts of so many bytes. */
    public Histogram(int parts, int size) {
        bytes = new byte[parts * size];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 0x9E37_79B9 >>> 20);
        }
        this.parts = parts;
    }

    /** How many parts there are. */
    public int parts() {
        return parts;
    }

    /** Takes the result of a parallel run. */
    public void counts(int[] value) {
        counts = value;
    }

    @Override
    public void prepare() {
        counts = new int[VALUES];
    }

    @Override
    public void serial() {
        int[] all = count(0);
        for (int part = 1; part < parts; part++) {
            merge(all, count(part));
        }
        counts = all;
    }

    /** Counts one part. */
    public int[] count(int part) {
        int[] found = new int[VALUES];
        int size = bytes.length / parts;
        for (int i = part * size; i < (part + 1) * size; i++) {
            found[bytes[i] & 0xFF]++;
        }
        return found;
    }

    /** Adds the second to the first, and returns that. */
    public static int[] merge(int[] all, int[] more) {
        for (int value = 0; value < VALUES; value++) {
            all[value] += more[value];
        }
        return all;
    }

    @Override
    public String answer() {
        return Digest.of(VALUES, value -> counts[value]);
    }

    @Override
    public long forks() {
        return parts - 1;
    }
}
