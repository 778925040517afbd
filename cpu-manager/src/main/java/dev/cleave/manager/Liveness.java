package dev.cleave.manager;

/** Whether a process lives, as far as the system knows. */
enum Liveness {
    RUNNING,
    /** By a signal or a debugger, until it is continued; or frozen, with its control group. */
    STOPPED,
    GONE;

    /**
     * What the beginning of a process's {@code stat} file says: the state stands behind the name,
     * which is in parentheses and may contain anything. What breaks off before is of no process.
     */
    static Liveness of(String stat) {
        int name = stat.lastIndexOf(')');
        int state = name + 2;
        if (name < 0 || state >= stat.length()) {
            return GONE;
        }
        return switch (stat.charAt(state)) {
            case 'Z', 'X', 'x' -> GONE; // dead, and only its parent has not looked
            case 'T', 't' -> STOPPED;
            default -> RUNNING;
        };
    }
}
