package dev.cleave.benchmarks;

/** Numbers of things, for people. */
public final class Counted {
    private Counted() {}

    /** As {@code 1 worker} or {@code 2 workers}. Any thread. */
    public static String of(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}
