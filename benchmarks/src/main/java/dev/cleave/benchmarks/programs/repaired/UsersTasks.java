package dev.cleave.benchmarks.programs.repaired;

import dev.cleave.benchmarks.programs.Users;
import dev.cleave.benchmarks.programs.Users.User;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** {@link Users}: each task gets a copy of its part of the array. */
final class UsersTasks {
    private UsersTasks() {}

    static Runnable in(ForkJoinPool pool, Users problem) {
        return () -> pool.invoke(new Rating(problem.users(), problem.threshold()));
    }

    private static final class Rating extends RecursiveAction {
        private final User[] users;
        private final int from;
        private final int to;
        private final int threshold;

        private Rating(User[] users, int threshold) {
            this(users, threshold, 0, users.length);
        }

        private Rating(User[] users, int threshold, int from, int to) {
            this.users = users;
            this.threshold = threshold;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from < threshold) {
                for (int i = from; i < to; i++) {
                    User user = users[i];
                    user.rate();
                }
                return;
            }
            int middle = from + (to - from) / 2;
            Rating first = new Rating(users, threshold, from, middle);
            Rating second = new Rating(users, threshold, middle, to);
            invokeAll(first, second);
        }
    }
}
