package dev.cleave.profiler;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Reads a recording from its first event to its last. What is kept does not grow with the
 * recording: times are in a fixed number of bins, names in tables of fixed size. One with more
 * pools than there is room for is read twice: for which are the largest, and for those. Not for
 * concurrent use.
 */
public final class RecordingReader {
    private RecordingReader() {}

    /**
     * Reads a recording and draws the conclusions. Blocks until it has been read; a gibibyte takes
     * about a minute.
     *
     * @param files the recording
     * @param sources the file that a class was compiled from, by the class's binary name; null of
     *     classes for which it is not known
     * @return what it says; {@link Profile#missing} names what could not be read
     * @throws RecordingException if there is nothing of Cleave in it
     * @throws IOException if a temporary copy of a damaged recording cannot be written
     */
    public static Profile read(RecordingFiles files, UnaryOperator<String> sources)
            throws IOException {
        List<String> missing = new ArrayList<>(files.missing());
        Bins bins = Bins.between(files.began(), files.ended());
        Collector collector = new Collector(bins, sources, any -> true);
        long events = read(files, collector, missing);
        if (collector.hasLeftOut()) {
            Set<String> largest = collector.largestPools();
            collector = new Collector(bins, sources, largest::contains);
            missing = new ArrayList<>(files.missing());
            read(files, collector, missing);
        }
        if (!collector.hasPools()) {
            throw new RecordingException(
                    nothingOfCleave(files, events, collector.isByRun(), missing));
        }
        return collector.profile(files, missing);
    }

    /**
     * The same, with each class taken to be in the file of its outermost one.
     *
     * @param files the recording
     * @return what it says
     * @throws RecordingException if there is nothing of Cleave in it
     * @throws IOException if a temporary copy of a damaged recording cannot be written
     */
    public static Profile read(RecordingFiles files) throws IOException {
        return read(files, unknown -> null);
    }

    /** Returns how many events could be read. */
    private static long read(RecordingFiles files, Collector collector, List<String> missing)
            throws IOException {
        long[] events = {0};
        try {
            Events.read(
                    files,
                    event -> {
                        events[0]++;
                        collector.accept(event);
                    });
        } catch (Events.DamageException damaged) {
            missing.add(damaged.getMessage());
        }
        return events[0];
    }

    private static String nothingOfCleave(
            RecordingFiles files, long events, boolean byRun, List<String> missing) {
        if (!missing.isEmpty()) {
            return String.format(
                    Locale.ROOT,
                    "the %,d events that can be read of %s have no statistics of a Cleave pool: %s;"
                            + " record again",
                    events,
                    files.name(),
                    String.join("; ", missing));
        }
        return String.format(
                Locale.ROOT,
                "%s has %,d events and no statistics of a Cleave pool: while it was recorded, the"
                        + " program used none, or was over before there was one. %s",
                files.name(),
                events,
                byRun
                        ? "Task classes of java.util.concurrent would have been counted, too: there"
                                + " were none. Tasks made of lambdas are only counted with"
                                + " --retarget, and parallel streams are not"
                        : "Record it with: ./cleave run --profile PROGRAM, which counts tasks of"
                                + " java.util.concurrent, too");
    }

    /** Nanoseconds since 1970. */
    static long nanos(Instant moment) {
        return moment.getEpochSecond() * 1_000_000_000L + moment.getNano();
    }
}
