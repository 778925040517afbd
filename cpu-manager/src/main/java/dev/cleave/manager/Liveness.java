package dev.cleave.manager;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

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

    private static final Liveness DEAD = new Liveness(State.GONE, 0);

    /**
     * Fields of {@code /proc/PID/stat} behind the name: the state, and the start in clock ticks.
     */
    private static final int STATE_FIELD = 0;

    private static final int START_FIELD = 19;

    /** Looks at a process. Any thread; reads one small file. */
    static Liveness of(long process) {
        try {
            return parse(Files.readString(Path.of("/proc", Long.toString(process), "stat")));
        } catch (IOException gone) {
            return Files.exists(Path.of("/proc/self/stat")) ? DEAD : withoutProc(process);
        }
    }

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

    private static Liveness withoutProc(long process) {
        return ProcessHandle.of(process)
                .filter(ProcessHandle::isAlive)
                .map(
                        it ->
                                new Liveness(
                                        State.RUNNING,
                                        it.info()
                                                .startInstant()
                                                .map(Instant::toEpochMilli)
                                                .orElse(0L)))
                .orElse(DEAD);
    }
}
