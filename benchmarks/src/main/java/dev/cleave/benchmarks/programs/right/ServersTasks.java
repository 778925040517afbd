package dev.cleave.benchmarks.programs.right;

import dev.cleave.benchmarks.programs.Servers;
import dev.cleave.benchmarks.programs.Servers.State;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** {@link Servers}: two tasks for two ranges, which write into one array. */
final class ServersTasks {
    private ServersTasks() {}

    static Runnable in(ForkJoinPool pool, Servers problem) {
        return () -> {
            State[] states = new State[problem.servers().size()];
            pool.invoke(new Asking(problem, states, 0, states.length));
            problem.states(List.of(states));
        };
    }

    private static final class Asking extends RecursiveAction {
        private final Servers problem;
        private final State[] states;
        private final int from;
        private final int to;

        private Asking(Servers problem, State[] states, int from, int to) {
            this.problem = problem;
            this.states = states;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from <= problem.threshold()) {
                for (int i = from; i < to; i++) {
                    states[i] = problem.servers().get(i).ask();
                }
                return;
            }
            int middle = (from + to) >>> 1;
            invokeAll(
                    new Asking(problem, states, from, middle),
                    new Asking(problem, states, middle, to));
        }
    }
}
