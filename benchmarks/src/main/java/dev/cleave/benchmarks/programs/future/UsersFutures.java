package dev.cleave.benchmarks.programs.future;

import dev.cleave.Parallel;
import dev.cleave.benchmarks.programs.Users;

/** {@link Users}: a parallel loop. */
final class UsersFutures {
    private UsersFutures() {}

    static void run(Users problem) {
        for (@Parallel int i = 0; i < problem.users().length; i++) {
            problem.users()[i].rate();
        }
    }
}
