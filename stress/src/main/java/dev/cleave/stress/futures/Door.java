package dev.cleave.stress.futures;

/** A resource of generated try statements, which may fail to close. */
public final class Door implements AutoCloseable {
    private final long value;
    private final long rarity;

    /**
     * Opens it.
     *
     * @param value what it computes with
     * @param rarity one door in so many, about, fails to close; a power of two
     */
    public Door(long value, long rarity) {
        this.value = value;
        this.rarity = rarity;
    }

    /**
     * What it computes with.
     *
     * @return the value
     */
    public long value() {
        return value;
    }

    @Override
    public void close() {
        if (Values.isChosen(value, rarity, 11)) {
            throw new Failures.Other("close " + value);
        }
    }
}
