package dev.cleave.scheduling;

/**
 * Room on the stack for a few frames. A steal, a wake-up or a start of a worker that overflowed
 * half-way would lose a task or a worker; what overflows here has begun nothing yet.
 */
public final class StackRoom {
    /** Beyond what any of them needs, interpreted or compiled. */
    private static final int FRAMES = 256;

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
     * Whether there is.
     *
     * @return whether there is
     */
    public static boolean isLeft() {
        try {
            require();
            return true;
        } catch (StackOverflowError full) {
            return false;
        }
    }

    private static int descend(int frames) {
        return frames == 0 ? 0 : 1 + descend(frames - 1);
    }
}
