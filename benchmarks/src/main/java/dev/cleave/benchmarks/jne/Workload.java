package dev.cleave.benchmarks.jne;

import java.util.ArrayList;
import java.util.List;

/** Programs that run at the same time (section 6.2). */
enum Workload {
    ONE("workload-1", Kernel.LUFACT, Kernel.SOR, Kernel.Size.PAPER, false),
    TWO("workload-2", Kernel.LUFACT, Kernel.SOR, Kernel.Size.PAPER, true),
    /** The second one of small kernels; not in the paper. */
    TWO_FINE("workload-2-fine", Kernel.LUFACT, Kernel.SOR, Kernel.Size.FINE, true),
    THREE("workload-3", Kernel.SERIES, Kernel.CRYPT, Kernel.Size.PAPER, false),
    FOUR("workload-4", Kernel.SERIES, Kernel.CRYPT, Kernel.Size.PAPER, true);

    /** The processors of the paper's set. */
    private static final int PAPER_PROCESSORS = 16;

    /** What the programs of the workloads want there that do not overload it. */
    private static final int[] PAPER_WANTED = {2, 4, 4, 6};

    private final String label;
    private final List<Kernel> kernels;
    private final Kernel.Size size;
    private final boolean overloaded;

    Workload(String label, Kernel first, Kernel second, Kernel.Size size, boolean overloaded) {
        this.label = label;
        this.kernels = List.of(first, second, first, second);
        this.size = size;
        this.overloaded = overloaded;
    }

    String label() {
        return label;
    }

    /** The kernels of its four programs. */
    List<Kernel> kernels() {
        return kernels;
    }

    Kernel.Size size(boolean quick) {
        return quick && size == Kernel.Size.PAPER ? Kernel.Size.QUICK : size;
    }

    boolean isOverloaded() {
        return overloaded;
    }

    /** Whether the same virtual machines can run it. */
    boolean sharesProgramsWith(Workload other) {
        return kernels.equals(other.kernels) && size == other.size;
    }

    /**
     * How many processors each program wants; fewer programs than four where that many would
     * overload a machine that is not to be.
     *
     * <p>Overloaded, each wants all. Else it is the paper's part of the machine, and one at least.
     */
    List<Integer> wanted(int processors) {
        List<Integer> wanted = new ArrayList<>();
        int left = processors;
        for (int paper : PAPER_WANTED) {
            int part = Math.max(1, paper * processors / PAPER_PROCESSORS);
            if (overloaded) {
                wanted.add(processors);
            } else if (part <= left) {
                wanted.add(part);
                left -= part;
            }
        }
        return wanted;
    }
}
