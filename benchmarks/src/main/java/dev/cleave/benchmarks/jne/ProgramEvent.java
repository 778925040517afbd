package dev.cleave.benchmarks.jne;

import com.google.gson.Gson;
import com.google.gson.JsonSyntaxException;
import java.util.Optional;

/**
 * What a {@link ProgramJvm} has just done, as one line. Fields that do not belong to the kind are
 * null.
 *
 * @param nanos with {@link Kind#RUN}: how long it took; with {@link Kind#CPUS_CURRENT}: a call
 * @param answer with {@link Kind#RUN}: what the program found
 * @param workers with {@link Kind#WORKERS}: how many the pool may have now
 */
record ProgramEvent(Kind kind, Double nanos, String answer, Integer workers) {
    /** What has been done. */
    enum Kind {
        /** The machine runs. */
        STARTED,
        /** The pool is made, and its manager knows of it. */
        OPENED,
        /** The program is warm. */
        READY,
        /** It has run once. */
        RUN,
        /** It has run for the last time. */
        STOPPED,
        /** The pool has another number of workers. */
        WORKERS,
        /** Asking for the number of processors is measured. */
        CPUS_CURRENT
    }

    private static final Gson GSON = new Gson();

    static ProgramEvent of(Kind kind) {
        return new ProgramEvent(kind, null, null, null);
    }

    static ProgramEvent run(long nanos, String answer) {
        return new ProgramEvent(Kind.RUN, (double) nanos, answer, null);
    }

    static ProgramEvent workers(int workers) {
        return new ProgramEvent(Kind.WORKERS, null, null, workers);
    }

    static ProgramEvent cpusCurrent(double nanos) {
        return new ProgramEvent(Kind.CPUS_CURRENT, nanos, null, null);
    }

    String line() {
        return GSON.toJson(this);
    }

    /** The event that a line says, if it says one. */
    static Optional<ProgramEvent> parse(String line) {
        try {
            return Optional.ofNullable(GSON.fromJson(line, ProgramEvent.class))
                    .filter(event -> event.kind != null);
        } catch (JsonSyntaxException notAnEvent) {
            return Optional.empty();
        }
    }
}
