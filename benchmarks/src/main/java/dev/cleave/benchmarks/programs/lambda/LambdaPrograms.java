package dev.cleave.benchmarks.programs.lambda;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.benchmarks.programs.FewLarge;
import dev.cleave.benchmarks.programs.Fib;
import dev.cleave.benchmarks.programs.Integrate;
import dev.cleave.benchmarks.programs.NQueens;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.Sor;
import dev.cleave.benchmarks.programs.Tree;
import dev.cleave.benchmarks.programs.TreeSearch;
import java.util.Optional;
import java.util.concurrent.Callable;

/** The programs written with {@link Cleave#join} and its like, as a newcomer would write them. */
public final class LambdaPrograms {
    private LambdaPrograms() {}

    /** The version of a problem with lambdas, if there is one; each call of it is one run. */
    public static Optional<Runnable> in(ForkJoinPool pool, Problem problem) {
        if (problem instanceof Fib fib && fib.form() == Fib.Form.BOXED) {
            return Optional.of(() -> fib.result(call(pool, () -> fib(fib.number()))));
        }
        if (problem instanceof Tree tree) {
            return Optional.of(() -> tree.sum(sums(pool, tree)));
        }
        if (problem instanceof NQueens queens) {
            return Optional.of(
                    () -> queens.solutions(call(pool, () -> place(queens.allColumns(), 0, 0, 0))));
        }
        if (problem instanceof Integrate integral) {
            return Optional.of(() -> integral.area(call(pool, () -> integrate(integral))));
        }
        if (problem instanceof FewLarge large) {
            return Optional.of(
                    () -> run(pool, () -> Cleave.forEach(0, large.tasks(), large::chain)));
        }
        if (problem instanceof TreeSearch tree) {
            return Optional.of(() -> tree.counts(call(pool, () -> search(tree, tree.root()))));
        }
        if (problem instanceof Sor sor) {
            return Optional.of(() -> run(pool, () -> relax(sor)));
        }
        return Optional.empty();
    }

    private static <T> T call(ForkJoinPool pool, Callable<T> body) {
        return pool.invoke(ForkJoinTask.adapt(body));
    }

    private static void run(ForkJoinPool pool, Runnable body) {
        pool.invoke(ForkJoinTask.adapt(body));
    }

    private static long fib(int n) {
        if (n <= 1) {
            return n;
        }
        Cleave.Pair<Long, Long> both = Cleave.join(() -> fib(n - 1), () -> fib(n - 2));
        return both.first() + both.second();
    }

    private static long sums(ForkJoinPool pool, Tree tree) {
        long sum = 0;
        for (int i = 0; i < tree.times(); i++) {
            sum += call(pool, () -> sum(tree.root()));
        }
        return sum;
    }

    private static long sum(Tree.Node node) {
        if (node.left() == null) {
            return node.value();
        }
        Cleave.Pair<Long, Long> both = Cleave.join(() -> sum(node.left()), () -> sum(node.right()));
        return node.value() + both.first() + both.second();
    }

    private static int place(int all, int columns, int leftward, int rightward) {
        if (columns == all) {
            return 1;
        }
        int free = NQueens.safe(all, columns, leftward, rightward);
        return Cleave.reduce(
                0,
                Integer.bitCount(free),
                0,
                i -> {
                    int queen = bit(free, i);
                    return place(
                            all,
                            columns | queen,
                            (leftward | queen) << 1,
                            (rightward | queen) >>> 1);
                },
                Integer::sum);
    }

    /** The i-th lowest bit that is set. */
    private static int bit(int bits, int i) {
        int rest = bits;
        for (int skipped = 0; skipped < i; skipped++) {
            rest &= rest - 1;
        }
        return rest & -rest;
    }

    private static double integrate(Integrate problem) {
        double whole = Integrate.rectangle(problem.integrand(), problem.from(), problem.to());
        return refine(problem, problem.from(), problem.to(), whole);
    }

    private static double refine(Integrate problem, double left, double right, double whole) {
        double middle = (left + right) * 0.5;
        double leftArea = Integrate.rectangle(problem.integrand(), left, middle);
        double rightArea = Integrate.rectangle(problem.integrand(), middle, right);
        double both = leftArea + rightArea;
        if (Math.abs(both - whole) <= problem.tolerance()) {
            return both;
        }
        Cleave.Pair<Double, Double> halves =
                Cleave.join(
                        () -> refine(problem, left, middle, leftArea),
                        () -> refine(problem, middle, right, rightArea));
        return halves.first() + halves.second();
    }

    private static long search(TreeSearch tree, TreeSearch.Node node) {
        int children = tree.children(node);
        return children == 0
                ? TreeSearch.leaf()
                : TreeSearch.inner()
                        + Cleave.reduce(
                                0, children, 0L, i -> search(tree, node.child(i)), Long::sum);
    }

    private static void relax(Sor sor) {
        int bands = (sor.endRow() - 1 + sor.leafRows() - 1) / sor.leafRows();
        for (int i = 0; i < sor.iterations(); i++) {
            for (int colour = 0; colour < 2; colour++) {
                int swept = colour;
                Cleave.forEach(
                        0,
                        bands,
                        band -> {
                            int top = 1 + band * sor.leafRows();
                            int end = Math.min(top + sor.leafRows(), sor.endRow());
                            for (int row = top; row < end; row++) {
                                sor.relax(swept, row);
                            }
                        });
            }
        }
    }
}
