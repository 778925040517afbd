package dev.cleave.manager;

/**
 * What the system knows of a process.
 *
 * @param state whether it lives
 * @param start when it started, in units of the system's own; 0 if it is gone
 */
record Liveness(State state, long start) {
    enum State {
        RUNNING,
        /** by a signal or a debugger, until it is continued */
        STOPPED,
        GONE
    }

    static final Liveness DEAD = new Liveness(State.GONE, 0);

    /**
     * Fields of {@code /proc/PID/stat} behind the name: the state, and the start in clock ticks.
     */
    private static final int STATE_FIELD = 0;

    private static final int START_FIELD = 19;

    /** Reads the line; the name in it, in parentheses, may contain anything. */
    static Liveness parse(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (fields.length <= START_FIELD) {
            return DEAD;
        }
        State state =
                switch (fields[STATE_FIELD].charAt(0)) {
                    case 'Z', 'X', 'x' -> State.GONE; // dead, and only its parent has not looked
                    case 'T', 't' -> State.STOPPED;
                    default -> State.RUNNING;
                };
        return state == State.GONE
                ? DEAD
                : new Liveness(state, Long.parseLong(fields[START_FIELD]));
    }
}
