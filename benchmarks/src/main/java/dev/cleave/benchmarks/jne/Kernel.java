package dev.cleave.benchmarks.jne;

import dev.cleave.benchmarks.programs.Crypt;
import dev.cleave.benchmarks.programs.Linpack;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.Series;
import dev.cleave.benchmarks.programs.Sor;
import java.util.function.IntFunction;

/** The programs of the paper: Java Grande kernels (section 6). */
enum Kernel {
    SOR("SOR", 1_500, 300, 500, 10, size -> new Sor(size, 100, Math.max(19, size / 24))),
    LUFACT("LUFact", 1_000, 200, 400, 50, Linpack::new),
    CRYPT("Crypt", 20_000_000, 1_000_000, 1_000_000, 1, Crypt::new),
    SERIES("Series", 10_000, 200, 200, 1, Series::new);

    /** How large it is. */
    enum Size {
        /** As in the paper: size B of Java Grande. */
        PAPER,
        /** So small that a step takes little longer than bringing threads together. */
        FINE,
        /** For a look at everything within two minutes. */
        QUICK
    }

    private final String label;
    private final int paper;
    private final int fine;
    private final int quick;
    private final int fineRepeats;
    private final IntFunction<Problem> make;

    Kernel(
            String label,
            int paper,
            int fine,
            int quick,
            int fineRepeats,
            IntFunction<Problem> make) {
        this.label = label;
        this.paper = paper;
        this.fine = fine;
        this.quick = quick;
        this.fineRepeats = fineRepeats;
        this.make = make;
    }

    /** The paper's name for it. */
    String label() {
        return label;
    }

    Problem problem(Size size) {
        return make.apply(
                switch (size) {
                    case PAPER -> paper;
                    case FINE -> fine;
                    case QUICK -> quick;
                });
    }

    /** How many times over it is computed in what counts as one run: a tenth of a second or so. */
    int repeats(Size size) {
        return size == Size.FINE ? fineRepeats : 1;
    }
}
