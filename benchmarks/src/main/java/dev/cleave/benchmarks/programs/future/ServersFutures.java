package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.benchmarks.programs.Servers;
import dev.cleave.benchmarks.programs.Servers.State;
import java.util.List;

/** {@link Servers}: a parallel loop that writes into an array. */
final class ServersFutures {
    private ServersFutures() {}

    static void run(Servers problem) {
        State[] all = new State[problem.servers().size()];
        for (@Parallel int i = 0; i < problem.servers().size(); i++) {
            all[i] = problem.servers().get(i).ask();
        }
        problem.states(List.of(all));
    }
}
