package dev.cleave.benchmarks.programs.wrong;

import dev.cleave.benchmarks.programs.Users;
import dev.cleave.benchmarks.programs.Users.User;
import java.util.Arrays;
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
        private final int threshold;

        private Rating(User[] users, int threshold) {
            this.users = users;
            this.threshold = threshold;
        }

        @Override
        protected void compute() {
            if (users.length < threshold) {
                for (User user : users) {
                    user.rate();
                }
                return;
            }
            int middle = users.length / 2;
            User[] left = Arrays.copyOfRange(users, 0, middle);
            User[] right = Arrays.copyOfRange(users, middle, users.length);
            Rating first = new Rating(left, threshold);
            Rating second = new Rating(right, threshold);
            invokeAll(first, second);
        }
    }
}
