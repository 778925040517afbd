package dev.cleave.stress.futures;

/** What one call writes and nobody reads before the call is complete: shows that it has been. */
public final class Cell {
    /** What was written. */
    public long value;

    /** An empty cell. */
    public Cell() {}
}
