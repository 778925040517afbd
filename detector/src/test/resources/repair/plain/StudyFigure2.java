// repairs: FJ2
import static java.util.Arrays.*;

import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.atomic.LongAdder;

class StudyFigure2 {
    static final int N = 10;

    static class User {
        int seen;
    }

    static class Task extends RecursiveAction {
        User[] u;
        LongAdder visits;

        public Task (User[] u, LongAdder visits) { this.u = u; this.visits = visits; }

        protected void compute() {
            if (u.length < N) { local(u); }
            else {
                int split = u.length / 2;
                User[] u1 = copyOfRange(u, 0, split);
                User[] u2 = copyOfRange(u, split, u.length);
                invokeAll(new Task(u1, visits), new Task(u2, visits));
            }
        }

        private void local(User[] users) {
            for (User user : users) {
                user.seen++;
                visits.increment();
            }
        }
    }

    /** Each user was seen exactly once. */
    static Object run(Random random, int size) {
        User[] users = new User[size];
        setAll(users, i -> new User());
        LongAdder visits = new LongAdder();
        new ForkJoinPool(3).invoke(new Task(users, visits));
        return visits.sum() + " " + stream(users).allMatch(it -> it.seen == 1);
    }

    static Object expected(Random random, int size) {
        return size + " true";
    }
}
