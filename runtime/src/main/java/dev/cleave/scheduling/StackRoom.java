package dev.cleave.scheduling;

/**
 * Room on the stack for a few frames. A steal, a wake-up or a start of a worker that overflowed
 * half-way would lose a task or a worker; what overflows here has begun nothing yet.
 */
public final class StackRoom {
    /** Beyond what any of them needs, interpreted or compiled. */
    private static final int FRAMES = 256;

    /** Beyond what it takes to wake a parked worker, interpreted or compiled. */
    private static final int FRAMES_TO_WAKE = 96;

    /** Beyond what a call needs to end that has begun, interpreted or compiled. */
    private static final int FRAMES_TO_RETURN = 32;

    private StackRoom() {}

    /**
     * Returns if there is room.
     *
     * @throws StackOverflowError if not
     */
    static void require() {
        descend(FRAMES);
    }

    /**
     * Returns if there is room to wake a worker that lives. Costs a third of {@link #require},
     * while the one to be woken waits.
     *
     * @throws StackOverflowError if not
     */
    static void requireToWake() {
        descend(FRAMES_TO_WAKE);
    }

    /**
     * Whether there is.
     *
     * @return whether there is
     */
    public static boolean isLeft() {
        return isLeft(FRAMES);
    }

    /**
     * Whether there is room to leave again what is entered here. Costs an eighth of {@link
     * #isLeft}.
     *
     * @return whether there is
     */
    public static boolean isLeftToReturn() {
        return isLeft(FRAMES_TO_RETURN);
    }

    private static boolean isLeft(int frames) {
        try {
            descend(frames);
            return true;
        } catch (StackOverflowError full) {
            return false;
        }
    }

    private static int descend(int frames) {
        return frames == 0 ? 0 : 1 + descend(frames - 1);
    }
}
