package dev.cleave.profiler.graph;

import dev.cleave.profiler.WrittenFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Task graphs as text, for programs and people to write; {@code docs/simulator.md} describes it.
 *
 * <pre>
 * cleave-graph 1
 * w100             body 0 computes for 100 ns
 * w2.5 f0 c0 j w1  body 1 computes, forks body 0, calls body 0, joins what it forked, computes
 * end 2            the last body is the root; so many there are
 * </pre>
 */
public final class TaskGraphFile {
    /** The first word of every such file. */
    public static final String MAGIC = "cleave-graph";

    private static final int VERSION = 1;
    private static final String HEADER = MAGIC + " " + VERSION;
    private static final String NO_GRAPH =
            "it does not begin with \"" + HEADER + "\", so it is no task graph";

    /** Picoseconds in a nanosecond, and decimals that a number of nanoseconds may have. */
    private static final int PICOS = 1_000;

    private static final int DECIMALS = 3;

    /** What some editors put before a text in UTF-8. */
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /** Longer than any token that means something. */
    private static final int LONGEST_TOKEN = 40;

    private final Path path;
    private final InputStream in;
    private final TaskGraphBuilder graph = new TaskGraphBuilder();

    /** The file's number of each body, as the builder keeps equal bodies once. */
    private int[] numbers = new int[LONGEST_TOKEN];

    private int bodies;
    private long line = 1;
    private int next;
    private final StringBuilder token = new StringBuilder();

    private TaskGraphFile(Path path, InputStream in) {
        this.path = path;
        this.in = in;
    }

    /**
     * Reads a graph.
     *
     * @param path the file
     * @return the graph
     * @throws GraphFormatException if the file is no graph, of another version, cut off or broken
     * @throws IOException if it cannot be read
     */
    public static TaskGraph read(Path path) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path), 1 << 16)) {
            return new TaskGraphFile(path, in).read();
        }
    }

    private TaskGraph read() throws IOException {
        in.mark(BYTE_ORDER_MARK.length);
        if (!Arrays.equals(in.readNBytes(BYTE_ORDER_MARK.length), BYTE_ORDER_MARK)) {
            in.reset();
        }
        next = in.read();
        String magic = token();
        String version = MAGIC.equals(magic) && next == ' ' ? nextToken() : "";
        if (!MAGIC.equals(magic)) {
            throw broken(NO_GRAPH);
        }
        if (!Integer.toString(VERSION).equals(version)) {
            throw broken("version \"" + version + "\"; this Cleave reads version " + VERSION);
        }
        endOfLine();
        while (true) {
            String first = nextToken();
            if ("end".equals(first)) {
                return end(nextToken());
            }
            if (first.isEmpty() && next < 0) {
                throw broken("it is cut off: the last line is \"end\" and the number of bodies");
            }
            if (!body(first)) {
                continue;
            }
            if (bodies == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * bodies);
            }
            numbers[bodies++] = graph.end();
        }
    }

    private TaskGraph end(String count) throws IOException {
        if (bodies == 0) {
            throw broken("it has no body; a graph has at least its root, as in: w1");
        }
        if (!Integer.toString(bodies).equals(count)) {
            throw broken(
                    "it ends after "
                            + bodies
                            + (bodies == 1 ? " body" : " bodies")
                            + " but announces \""
                            + count
                            + "\"");
        }
        endOfLine();
        if (next >= 0) {
            throw broken("something follows the end");
        }
        return graph.build(numbers[bodies - 1]);
    }

    /** Reads the rest of a line; whether it was a body and no comment. */
    private boolean body(String first) throws IOException {
        if (first.isEmpty() || first.startsWith("#")) {
            while (next >= 0 && next != '\n') {
                next = in.read();
            }
            endOfLine();
            return false;
        }
        try {
            for (String word = first; !word.isEmpty(); word = nextToken()) {
                instruction(word);
            }
        } catch (IllegalArgumentException e) {
            throw broken(e.getMessage());
        }
        endOfLine();
        return true;
    }

    private void instruction(String word) {
        String operand = word.substring(1);
        switch (word.charAt(0)) {
            case 'w':
                graph.work(picoseconds(operand));
                break;
            case 'f':
                graph.fork(number(operand));
                break;
            case 'c':
                graph.call(number(operand));
                break;
            case 'j':
                if (!operand.isEmpty()) {
                    throw unknown(word);
                }
                graph.join();
                break;
            default:
                throw unknown(word);
        }
    }

    private static IllegalArgumentException unknown(String word) {
        return new IllegalArgumentException(
                "\""
                        + word
                        + "\" is no instruction; they are w and nanoseconds, f and a body, c and a body,"
                        + " j");
    }

    private int number(String digits) {
        int body = -1;
        try {
            body = Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            // Reported below, as one out of range.
        }
        if (body < 0 || body >= bodies) {
            throw new IllegalArgumentException(
                    "body \""
                            + digits
                            + "\" is not one of the "
                            + bodies
                            + " before it, numbered from 0");
        }
        return numbers[body];
    }

    /** Nanoseconds with at most three decimals. */
    private static long picoseconds(String text) {
        int point = text.indexOf('.');
        String whole = point < 0 ? text : text.substring(0, point);
        String decimals = point < 0 ? "" : text.substring(point + 1);
        try {
            // The JDK takes signs.
            if (whole.startsWith("-")
                    || text.indexOf('+') >= 0
                    || decimals.length() > DECIMALS
                    || text.endsWith(".")) {
                throw new NumberFormatException();
            }
            long picos = Math.multiplyExact(Long.parseLong(whole), PICOS);
            int digits = decimals.isEmpty() ? 0 : Integer.parseUnsignedInt(decimals);
            for (int i = decimals.length(); i < DECIMALS; i++) {
                digits *= 10;
            }
            return Math.addExact(picos, digits);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "\""
                            + text
                            + "\" is no number of nanoseconds: 0 or more, at most three decimals");
        }
    }

    /** The word that begins here; empty at the end of the line. */
    private String token() throws IOException {
        token.setLength(0);
        while (next > ' ') {
            if (token.length() == LONGEST_TOKEN) {
                throw broken(
                        line == 1
                                ? NO_GRAPH
                                : "a word of more than " + LONGEST_TOKEN + " characters: " + token);
            }
            token.append((char) next);
            next = in.read();
        }
        return token.toString();
    }

    private String nextToken() throws IOException {
        while (next == ' ') {
            next = in.read();
        }
        return token();
    }

    private void endOfLine() throws IOException {
        while (next == ' ' || next == '\r') {
            next = in.read();
        }
        if (next >= 0 && next != '\n') {
            throw broken("unexpected character " + next + " before the end of the line");
        }
        line++;
        next = next < 0 ? next : in.read();
    }

    private GraphFormatException broken(String why) {
        return new GraphFormatException(path + ", line " + line + ": " + why);
    }

    /**
     * Writes a graph.
     *
     * @param graph what to write
     * @param path the file, which is replaced
     * @throws IOException if it cannot be written
     */
    public static void write(TaskGraph graph, Path path) throws IOException {
        WrittenFile.write(path, writer -> write(graph, writer));
    }

    private static void write(TaskGraph graph, Writer writer) throws IOException {
        writer.write(HEADER + "\n");
        StringBuilder text = new StringBuilder();
        for (int body = 0; body < graph.bodies(); body++) {
            text.setLength(0);
            for (int at = graph.begin(body); at < graph.end(body); at++) {
                text.append(at == graph.begin(body) ? "" : " ");
                append(text, graph, at);
            }
            writer.append(text.append(text.length() == 0 ? "w0\n" : "\n"));
        }
        writer.write("end " + graph.bodies() + "\n");
    }

    private static void append(StringBuilder text, TaskGraph graph, int at) {
        switch (graph.kind(at)) {
            case TaskGraph.WORK:
                long picos = graph.picoseconds(at);
                text.append('w').append(picos / PICOS);
                if (picos % PICOS != 0) {
                    text.append('.').append(Long.toString(PICOS + picos % PICOS), 1, DECIMALS + 1);
                }
                break;
            case TaskGraph.JOIN:
                text.append('j');
                break;
            default:
                text.append(graph.kind(at) == TaskGraph.FORK ? 'f' : 'c').append(graph.operand(at));
        }
    }
}
