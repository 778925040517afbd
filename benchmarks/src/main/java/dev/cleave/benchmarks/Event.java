package dev.cleave.benchmarks;

import com.google.gson.Gson;
import com.google.gson.JsonSyntaxException;
import dev.cleave.benchmarks.peers.WorkerTime;
import java.util.List;
import java.util.Optional;

/**
 * One line that a measuring virtual machine says: what it has just done. Fields that do not belong
 * to the kind are null.
 *
 * @param jdk with {@link Kind#START}: the version of Java
 * @param scheduling with {@link Kind#START}: the discipline in use
 * @param workers with {@link Kind#WARM} and {@link Kind#RUN}: of how many workers
 * @param nanos with {@link Kind#RUN}: how long it took
 * @param bytes with {@link Kind#RUN}: what all threads together have allocated, but for handing the
 *     run over
 * @param tasks with {@link Kind#RUN}: tasks run; null where the pool does not count them
 * @param steals with {@link Kind#RUN}: tasks that a worker took from another
 * @param times with {@link Kind#RUN}: where each worker's time went, as far as the pool tells
 * @param answer with {@link Kind#RUN}: what the program found
 * @param facts with {@link Kind#END}: what is known of the program now that it has run
 */
record Event(
        Kind kind,
        String jdk,
        String scheduling,
        Integer workers,
        Long nanos,
        Long bytes,
        Long tasks,
        Long steals,
        List<WorkerTime> times,
        String answer,
        Facts facts) {

    /** What has been done. */
    enum Kind {
        /** The machine runs, and begins. */
        START,
        /** A run was made that does not count. */
        WARM,
        /** A run was made that counts. */
        RUN,
        /** All is done. */
        END
    }

    /** What a program does in every run, whoever runs it. */
    record Facts(long forks, long invocations, long barriers) {}

    private static final Gson GSON = new Gson();

    static Event start(String jdk, String scheduling) {
        return new Event(
                Kind.START, jdk, scheduling, null, null, null, null, null, null, null, null);
    }

    static Event warm(int workers) {
        return new Event(Kind.WARM, null, null, workers, null, null, null, null, null, null, null);
    }

    static Event run(
            int workers,
            long nanos,
            long bytes,
            Long tasks,
            long steals,
            List<WorkerTime> times,
            String answer) {
        return new Event(
                Kind.RUN, null, null, workers, nanos, bytes, tasks, steals, times, answer, null);
    }

    static Event end(Facts facts) {
        return new Event(Kind.END, null, null, null, null, null, null, null, null, null, facts);
    }

    /** This event as one line. */
    String line() {
        return GSON.toJson(this);
    }

    /** The event that a line says, if it says one. */
    static Optional<Event> parse(String line) {
        try {
            return Optional.ofNullable(GSON.fromJson(line, Event.class))
                    .filter(event -> event.kind != null);
        } catch (JsonSyntaxException notAnEvent) {
            return Optional.empty();
        }
    }
}
