package dev.cleave.agent.workspan;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;

/**
 * The program's task graph, written while it runs, as {@code docs/simulator.md} describes the file.
 * Bodies that do the same are kept once. So that many do, strands are rounded to an eighth of an
 * octave, and what that adds or takes is made good at the next. Any thread.
 */
final class GraphFile {
    /** So many different bodies, some 200 bytes each while the program runs, are enough. */
    static final int MOST = 1_000_000;

    /** Bits of a strand's nanoseconds that are kept. */
    private static final int DIGITS = 4;

    private final java.nio.file.Path path;
    private final Writer out;
    private final Map<String, Integer> numbers = new HashMap<>();
    private long carried;

    /** Why there is no graph; null if there is one. */
    private String failure;

    GraphFile(java.nio.file.Path path) throws IOException {
        this.path = path;
        out = Files.newBufferedWriter(path);
        out.write("cleave-graph 1\n");
    }

    synchronized long rounded(long nanos) {
        long exact = nanos + carried;
        int drop =
                Clock.counts()
                        ? 0
                        : Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(exact) - DIGITS);
        if (exact <= 0) {
            carried = exact;
            return 0;
        }
        long rounded = (exact + (1L << drop >> 1)) >> drop << drop;
        carried = exact - rounded;
        return rounded;
    }

    /** The number of the body with that text. */
    synchronized int number(String text) {
        Integer known = numbers.get(text);
        if (known != null) {
            return known;
        }
        int next = numbers.size();
        if (failure == null && next == MOST) {
            failure =
                    "the program's graph has more than "
                            + MOST
                            + " different bodies: run it with"
                            + " a smaller input";
            numbers.clear();
        }
        if (failure != null) {
            return 0;
        }
        numbers.put(text, next);
        try {
            out.write(text);
            out.write('\n');
        } catch (IOException e) {
            failure = "the graph cannot be written: " + e.getMessage();
            numbers.clear();
        }
        return next;
    }

    /**
     * Ends the file; what is incomplete is removed.
     *
     * @param root the program
     * @return why there is no graph, or null
     */
    synchronized String close(Body root) {
        int number = root.end(this);
        try (out) {
            // As a body of its own: the last is the root, and it may be one that was there before.
            out.write("c" + number + "\nend " + (numbers.size() + 1) + "\n");
        } catch (IOException e) {
            failure = "the graph cannot be written: " + e.getMessage();
        }
        if (failure != null) {
            path.toFile().delete();
        }
        return failure;
    }
}
