package dev.cleave.profiler.graph;

import java.util.Arrays;

/**
 * Makes a {@link TaskGraph}, body by body, those that are named before those that name them. Bodies
 * that do the same are kept once: a program that divides evenly needs as many as it has levels. Not
 * for concurrent use.
 */
public final class TaskGraphBuilder {
    private static final int MOST = 1 << (Integer.SIZE - TaskGraph.KIND_BITS);
    private static final int FIRST_ROOM = 16;

    private int[] starts = new int[FIRST_ROOM];
    private long[] work = new long[FIRST_ROOM];
    private int bodies;

    private int[] code = new int[FIRST_ROOM];
    private int size;

    private long[] costs = new long[FIRST_ROOM];
    private int costCount;

    /** One more than the number of a body, or of a cost, at a place that follows from its hash. */
    private int[] bodyTable = new int[2 * FIRST_ROOM];

    private int[] costTable = new int[2 * FIRST_ROOM];

    /** The current body's forks that are not joined. */
    private int[] open = new int[FIRST_ROOM];

    private int opened;

    /** The current body's serial picoseconds. */
    private long current;

    /** Begins a graph without bodies. */
    public TaskGraphBuilder() {}

    /**
     * The current body computes. Two such strands in a row are one.
     *
     * @param picoseconds how long
     * @return this
     * @throws IllegalArgumentException if it is negative, or the whole becomes too long
     */
    public TaskGraphBuilder work(long picoseconds) {
        if (picoseconds < 0) {
            throw new IllegalArgumentException(
                    "a strand of " + picoseconds + " ps: it lasts 0 or more");
        }
        lengthen(picoseconds);
        long strand = picoseconds;
        if (size > starts[bodies] && (code[size - 1] & TaskGraph.JOIN) == TaskGraph.WORK) {
            strand += costs[code[--size] >>> TaskGraph.KIND_BITS];
        }
        add(TaskGraph.WORK, costNumber(strand));
        return this;
    }

    /**
     * The current body forks a task.
     *
     * @param body what the task does, as {@link #end} numbered it
     * @return this
     * @throws IllegalArgumentException if there is no such body yet
     */
    public TaskGraphBuilder fork(int body) {
        check(body);
        if (opened == open.length) {
            open = Arrays.copyOf(open, 2 * opened);
        }
        open[opened++] = body;
        add(TaskGraph.FORK, body);
        return this;
    }

    /**
     * The current body calls another, within its own task.
     *
     * @param body the other, as {@link #end} numbered it
     * @return this
     * @throws IllegalArgumentException if there is no such body yet
     */
    public TaskGraphBuilder call(int body) {
        check(body);
        add(TaskGraph.CALL, body);
        return this;
    }

    /**
     * The current body waits for the newest of its forks that it has not joined.
     *
     * @return this
     * @throws IllegalArgumentException if there is none
     */
    public TaskGraphBuilder join() {
        if (opened == 0) {
            throw new IllegalArgumentException("a join without a fork: fork a task before it");
        }
        add(TaskGraph.JOIN, open[--opened]);
        return this;
    }

    /**
     * Ends the current body, after joining what it has forked, and begins the next.
     *
     * @return the body's number: that of an earlier one if it does the same
     * @throws IllegalArgumentException if there are too many bodies or instructions
     */
    public int end() {
        while (opened > 0) {
            join();
        }
        int begin = starts[bodies];
        if (2 * bodies >= bodyTable.length) {
            bodyTable = new int[2 * bodyTable.length];
            for (int i = 0; i < bodies; i++) {
                bodyTable[place(starts[i], starts[i + 1])] = i + 1;
            }
        }
        int place = place(begin, size);
        long duration = current;
        current = 0;
        if (bodyTable[place] != 0) {
            size = begin;
            return bodyTable[place] - 1;
        }
        if (bodies + 2 > starts.length) {
            starts = Arrays.copyOf(starts, 2 * starts.length);
            work = Arrays.copyOf(work, starts.length);
        }
        work[bodies] = duration;
        bodyTable[place] = ++bodies;
        starts[bodies] = size;
        return bodies - 1;
    }

    /**
     * Ends the graph, whose root is the given body.
     *
     * @param root the number of the first task's body
     * @return the graph
     * @throws IllegalArgumentException if there is no such body
     */
    public TaskGraph build(int root) {
        check(root);
        if (root != bodies - 1) {
            // The root is the last: as a body of its own that does nothing but call it.
            call(root);
            starts = Arrays.copyOf(starts, bodies + 2);
            starts[++bodies] = size;
        }
        return new TaskGraph(
                Arrays.copyOf(starts, bodies + 1),
                Arrays.copyOf(code, size),
                Arrays.copyOf(costs, costCount));
    }

    private void check(int body) {
        if (body < 0 || body >= bodies) {
            throw new IllegalArgumentException(
                    "body "
                            + body
                            + " is named before it is there; there are "
                            + bodies
                            + " so far, numbered from 0");
        }
    }

    private void lengthen(long picoseconds) {
        current += picoseconds;
        if (current < 0 || current > TaskGraph.LONGEST) {
            throw new IllegalArgumentException(
                    "the graph's work exceeds 2^62 ps, some 53 days: take a smaller size, or shorter"
                            + " strands");
        }
    }

    private void add(int kind, int operand) {
        if (operand >= MOST || size == Integer.MAX_VALUE - Long.SIZE) {
            throw new IllegalArgumentException(
                    "too large a graph: at most " + MOST + " different bodies and strands");
        }
        if (kind == TaskGraph.CALL || kind == TaskGraph.JOIN) {
            lengthen(work[operand]);
        }
        if (size == code.length) {
            code = Arrays.copyOf(code, larger(size));
        }
        code[size++] = operand << TaskGraph.KIND_BITS | kind;
    }

    private static int larger(int length) {
        return (int) Math.min(2L * length, Integer.MAX_VALUE - Long.SIZE);
    }

    /** Where the body is in the table, or would be. */
    private int place(int begin, int end) {
        int hash = 1;
        for (int i = begin; i < end; i++) {
            hash = 31 * hash + code[i] * 0x9E3779B9;
        }
        int mask = bodyTable.length - 1;
        for (int p = spread(hash) & mask; ; p = (p + 1) & mask) {
            int other = bodyTable[p] - 1;
            if (other < 0
                    || Arrays.equals(code, starts[other], starts[other + 1], code, begin, end)) {
                return p;
            }
        }
    }

    private int costNumber(long cost) {
        if (2 * costCount >= costTable.length) {
            costTable = new int[2 * costTable.length];
            for (int i = 0; i < costCount; i++) {
                costTable[costPlace(costs[i])] = i + 1;
            }
        }
        int place = costPlace(cost);
        if (costTable[place] == 0) {
            if (costCount == costs.length) {
                costs = Arrays.copyOf(costs, larger(costCount));
            }
            costs[costCount] = cost;
            costTable[place] = ++costCount;
        }
        return costTable[place] - 1;
    }

    private int costPlace(long cost) {
        int mask = costTable.length - 1;
        for (int p = spread(Long.hashCode(cost * 0x9E3779B97F4A7C15L)) & mask;
                ;
                p = (p + 1) & mask) {
            if (costTable[p] == 0 || costs[costTable[p] - 1] == cost) {
                return p;
            }
        }
    }

    private static int spread(int hash) {
        return hash ^ hash >>> 15;
    }
}
