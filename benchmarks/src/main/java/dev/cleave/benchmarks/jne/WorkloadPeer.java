package dev.cleave.benchmarks.jne;

import java.util.Arrays;
import java.util.List;

/** Who runs the programs of a workload, all of them alike. */
enum WorkloadPeer {
    /** The plain Java version on one thread; alone only, to compare with. */
    SERIAL("serial"),
    /** {@code java.util.concurrent.ForkJoinPool} with one worker. */
    ONE_WORKER("one-worker"),
    /** {@code java.util.concurrent.ForkJoinPool} with all processors, as it comes. */
    JUC("juc"),
    /** Parallel regions in a pool of as many workers as are wanted, for good. */
    FIXED("fixed"),
    /** The same in a pool that follows affinity and quotas. */
    CONTAINER("container"),
    /** The same in a pool that follows the CPU manager as well; each with one of its policies. */
    FCFS("fcfs"),
    ROUND_ROBIN("round-robin"),
    EQUIPARTITION("equipartition"),
    DYNAMIC("dynamic"),
    PERFORMANCE("performance");

    private final String label;

    WorkloadPeer(String label) {
        this.label = label;
    }

    /** Its name on the command line, and that of the manager's policy. */
    String label() {
        return label;
    }

    /** Those that can be asked for, in the order of measurement. */
    static List<WorkloadPeer> choices() {
        return Arrays.stream(values()).filter(peer -> peer != SERIAL).toList();
    }

    boolean isManaged() {
        return compareTo(FCFS) >= 0;
    }

    /** Whether it is Cleave's; the others' virtual machines run none of Cleave's code. */
    boolean isCleaves() {
        return compareTo(FIXED) >= 0;
    }

    /** How many workers its pool may have at most, where so many processors are wanted. */
    int workers(int wanted, int processors) {
        return switch (this) {
            case SERIAL, ONE_WORKER -> 1;
            case JUC -> processors;
            default -> wanted;
        };
    }
}
