package dev.cleave.profiler.graph;

/**
 * A series-parallel graph of tasks, kept as what its tasks do: a <em>body</em> is a sequence of
 * strands, forks, calls and joins, and forks and calls name the body that is forked or called. A
 * body may be named any number of times, so that the graph of {@code fib(47)}, ten thousand million
 * calls, has 48 bodies.
 *
 * <p>A body names only bodies with lower numbers, so that every graph is finite. A join waits for
 * the newest fork of its own body that has not been joined, and a body ends with none left: a task
 * never outlives the block that forked it. The last body is the root.
 *
 * <p>Immutable; for any thread. Four bytes an instruction, eight a strand of new length, four a
 * body.
 */
public final class TaskGraph {
    /** A kind of instruction: a strand, which computes for {@link #picoseconds}. */
    public static final int WORK = 0;

    /** A kind of instruction: its {@link #operand} becomes a task. */
    public static final int FORK = 1;

    /** A kind of instruction: its {@link #operand} runs within the same task. */
    public static final int CALL = 2;

    /** A kind of instruction: waits for the newest fork, whose body is its {@link #operand}. */
    public static final int JOIN = 3;

    /** Bits of an instruction that hold its kind. */
    static final int KIND_BITS = 2;

    /** Picoseconds that one run of the whole graph may take serially: 53 days. */
    public static final long LONGEST = 1L << 62;

    private final int[] starts;
    private final int[] code;
    private final long[] costs;

    /**
     * A graph that is sound.
     *
     * @param starts where in {@code code} each body begins, and where the last one ends
     * @param code kinds and operands
     * @param costs the strands' picoseconds, which their operands index
     */
    TaskGraph(int[] starts, int[] code, long[] costs) {
        this.starts = starts;
        this.code = code;
        this.costs = costs;
    }

    /**
     * How many different bodies there are.
     *
     * @return the number, at least 1
     */
    public int bodies() {
        return starts.length - 1;
    }

    /**
     * The body of the first task.
     *
     * @return its number
     */
    public int root() {
        return bodies() - 1;
    }

    /**
     * Where a body begins.
     *
     * @param body its number
     * @return the place of its first instruction
     */
    public int begin(int body) {
        return starts[body];
    }

    /**
     * Where a body ends.
     *
     * @param body its number
     * @return the place after its last instruction
     */
    public int end(int body) {
        return starts[body + 1];
    }

    /**
     * What an instruction does.
     *
     * @param at its place
     * @return {@link #WORK}, {@link #FORK}, {@link #CALL} or {@link #JOIN}
     */
    public int kind(int at) {
        return code[at] & JOIN;
    }

    /**
     * What a fork forks, a call calls or a join awaits.
     *
     * @param at the instruction's place
     * @return a body's number
     */
    public int operand(int at) {
        return code[at] >>> KIND_BITS;
    }

    /**
     * How long a strand computes.
     *
     * @param at the instruction's place
     * @return picoseconds, at least 0
     */
    public long picoseconds(int at) {
        return costs[code[at] >>> KIND_BITS];
    }
}
