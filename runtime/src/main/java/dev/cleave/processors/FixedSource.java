package dev.cleave.processors;

/**
 * Always the same number.
 *
 * @param processors the number, at least 1
 */
public record FixedSource(int processors) implements ProcessorSource {
    /**
     * Creates a source.
     *
     * @param processors the number
     * @throws IllegalArgumentException if the number is less than 1
     */
    public FixedSource {
        checkAtLeastOne(processors);
    }

    static void checkAtLeastOne(int processors) {
        if (processors < 1) {
            throw new IllegalArgumentException(
                    processors + " processors: at least 1 is needed; a program always has one");
        }
    }

    @Override
    public int current() {
        return processors;
    }
}
