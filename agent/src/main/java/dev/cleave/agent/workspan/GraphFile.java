package dev.cleave.agent.workspan;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The program's task graph, written while it runs, as {@code docs/simulator.md} describes the file.
 * A body that does the same as one of the latest is written once, so the program's heap holds as
 * many whatever its size; its reader keeps all of them once. So that many do the same, strands are
 * rounded to an eighth of an octave, and what that adds or takes is made good at the next. Any
 * thread.
 */
final class GraphFile {
    /** So many bodies, twice those of ten million tasks: more do not fit into the simulator. */
    static final int MOST = 40_000_000;

    /**
     * The latest different bodies that are remembered are from so many to twice as many, some 200
     * bytes each.
     */
    static final int REMEMBERED = 1 << 18;

    /** Bits of a strand's nanoseconds that are kept. */
    private static final int DIGITS = 4;

    private final java.nio.file.Path path;
    private final Writer out;
    private final int most;
    private final int remembered;
    private Map<String, Integer> recent = new HashMap<>();

    /** Those before: what is asked for again becomes recent. */
    private Map<String, Integer> older = Map.of();

    private int bodies;
    private long carried;

    /** Why there is no graph; null if there is one. */
    private String failure;

    private long joinsLeftOut;

    /** What begins with the program. */
    private final List<Body> first = new ArrayList<>();

    GraphFile(java.nio.file.Path path) throws IOException {
        this(path, MOST, REMEMBERED);
    }

    /**
     * The same within other limits.
     *
     * @param most how many bodies are written
     * @param remembered how many of the latest different ones are remembered at least
     */
    GraphFile(java.nio.file.Path path, int most, int remembered) throws IOException {
        this.path = path;
        this.most = most;
        this.remembered = remembered;
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

    /** A task that another has forked is joined, which the file cannot say. */
    synchronized void joinIsLeftOut() {
        joinsLeftOut++;
    }

    synchronized long joinsLeftOut() {
        return joinsLeftOut;
    }

    /** A body that nobody is known to have forked. */
    synchronized void atStart(Body body) {
        first.add(body);
    }

    /** The number of a body with that text. */
    synchronized int number(String text) {
        if (failure != null) {
            return 0;
        }
        Integer number = recent.get(text);
        if (number == null) {
            number = older.get(text);
            number = number == null ? write(text) : number;
            remember(text, number);
        }
        return number;
    }

    private int write(String text) {
        if (bodies == most) {
            fail(
                    String.format(
                            Locale.ROOT,
                            "the program's graph has more than %,d bodies: run it with a smaller"
                                    + " input",
                            most));
            return 0;
        }
        try {
            out.write(text);
            out.write('\n');
        } catch (IOException e) {
            fail(unwritten(e));
        }
        return bodies++;
    }

    private String unwritten(IOException why) {
        return "the graph cannot be written to "
                + path
                + ": "
                + why.getMessage()
                + "; make room, or name another place";
    }

    private void remember(String text, int number) {
        if (recent.size() == remembered) {
            older = recent;
            recent = new HashMap<>();
        }
        recent.put(text, number);
    }

    private void fail(String why) {
        failure = why;
        recent = new HashMap<>();
        older = Map.of();
    }

    /**
     * Ends the file; what is incomplete is removed.
     *
     * @param root the program
     * @return why there is no graph, or null
     */
    synchronized String close(Body root) {
        int number = root.endAll(first, this);
        try (out) {
            // As a body of its own: the last is the root, and it may be one that was there before.
            out.write("c" + number + "\nend " + (bodies + 1) + "\n");
        } catch (IOException e) {
            failure = unwritten(e);
        }
        if (failure != null && path.toFile().isFile()) { // and no device
            path.toFile().delete();
        }
        return failure;
    }
}
