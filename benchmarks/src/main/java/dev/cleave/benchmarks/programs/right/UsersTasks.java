package dev.cleave.benchmarks.programs.right;

import dev.cleave.benchmarks.programs.Users;
import dev.cleave.benchmarks.programs.Users.User;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** {@link Users}: all tasks share the array. */
final class UsersTasks {
    private UsersTasks() {}

    static Runnable in(ForkJoinPool pool, Users problem) {
        return () ->
                pool.invoke(
                        new Rating(
                                problem.users(), 0, problem.users().length, problem.threshold()));
    }

    private static final class Rating extends RecursiveAction {
        private final User[] users;
        private final int from;
        private final int to;
        private final int threshold;

        private Rating(User[] users, int from, int to, int threshold) {
            this.users = users;
            this.from = from;
            this.to = to;
            this.threshold = threshold;
        }

        @Override
        protected void compute() {
            if (to - from < threshold) {
                for (int i = from; i < to; i++) {
                    users[i].rate();
                }
                return;
            }
            int middle = (from + to) >>> 1;
            Rating first = new Rating(users, from, middle, threshold);
            Rating second = new Rating(users, middle, to, threshold);
            invokeAll(first, second);
        }
    }
}
