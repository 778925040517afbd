package dev.cleave.stress;

/**
 * How many trials went well, and how many did not.
 *
 * @param passed well
 * @param failed not
 */
record Tally(int passed, int failed) {
    static final Tally NONE = new Tally(0, 0);

    Tally plus(Tally other) {
        return new Tally(passed + other.passed, failed + other.failed);
    }

    @Override
    public String toString() {
        return passed + " passed, " + failed + " failed";
    }
}
