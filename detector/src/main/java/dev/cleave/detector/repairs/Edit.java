package dev.cleave.detector.repairs;

/**
 * A change of a file's text.
 *
 * @param start offset of the first character replaced
 * @param end offset behind the last one; the same as {@code start} for an insertion
 * @param text what stands there instead
 */
record Edit(int start, int end, String text) implements Comparable<Edit> {
    /** Whether two changes touch the same text, or begin or end where the other one does. */
    boolean meets(Edit other) {
        return start <= other.end && other.start <= end;
    }

    /** Whether two changes replace some of the same text. */
    boolean overlaps(Edit other) {
        return start < other.end && other.start < end;
    }

    @Override
    public int compareTo(Edit other) {
        return start != other.start
                ? Integer.compare(start, other.start)
                : Integer.compare(end, other.end);
    }
}
