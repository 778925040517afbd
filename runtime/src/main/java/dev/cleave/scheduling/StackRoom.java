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

    /** Beyond what initialising a few classes of the JDK's takes: 64 KiB at least. */
    private static final int FRAMES_TO_INITIALIZE = 4096;

    /** A mebibyte at least: a compiled frame of {@link #descendFar} has over 53 bytes. */
    private static final int FRAMES_OF_PLENTY = 24_000;

    private StackRoom() {}

    /**
     * Returns if there is room.
     *
     * @throws StackOverflowError if not
     */
    public static void require() {
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

    /**
     * Whether there is room for what may be the first use of a part of the JDK: a class whose
     * initialiser overflows can never be used again. Costs some microseconds.
     *
     * @return whether there is
     */
    public static boolean isLeftToInitialize() {
        return isLeft(FRAMES_TO_INITIALIZE);
    }

    /**
     * Whether there is as much room as the whole stack of most threads has, 1 MiB: 1.2 MiB, or 4
     * MiB while this is interpreted. Costs 50 µs, and may touch so much memory for the first time.
     *
     * @return whether there is
     */
    public static boolean isPlentyLeft() {
        try {
            return descendFar(FRAMES_OF_PLENTY, 1, 2, 3, 4) != 0;
        } catch (StackOverflowError full) {
            return false;
        }
    }

    /** What is used after the call has a place in the frame. The sum is not 0. */
    private static long descendFar(int frames, long a, long b, long c, long d) {
        return frames == 0 ? 1 : descendFar(frames - 1, b, c, d, a) | a | b << 1 | c << 2 | d << 3;
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
