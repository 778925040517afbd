package dev.cleave.stress.races;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.cleave.CountedCompleter;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.IIZ_Result;

/** Two children of a completer finish at once: the last, and only the last, completes it. */
public class CountedCompleterPending {
    /** A completer with two children, each of which leaves something for it. */
    @State
    public static class Family extends CountedCompleter<Void> {
        private static final long serialVersionUID = 1;

        private final transient AtomicInteger completions = new AtomicInteger();
        private final transient Child first = new Child(this);
        private final transient Child second = new Child(this);
        private int sum;

        /** Waits for one child besides the one that completes it. */
        public Family() {
            super(null, 1);
        }

        @Override
        public void compute() {}

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            completions.incrementAndGet();
            sum = first.left + second.left;
        }
    }

    /** A child. */
    private static final class Child extends CountedCompleter<Void> {
        private static final long serialVersionUID = 1;

        /** Plain: visible to the last child only by the pending count. */
        private int left;

        Child(CountedCompleter<?> parent) {
            super(parent);
        }

        @Override
        public void compute() {
            left = 1;
            tryComplete();
        }
    }

    /** Completion. */
    @JCStressTest
    @Outcome(
            id = "1, 2, 1",
            expect = ACCEPTABLE,
            desc = "in either order, the last child completes the parent and sees both")
    @Outcome(id = "0, .*", expect = FORBIDDEN, desc = "each child took the other for the last")
    @Outcome(id = "2, .*", expect = FORBIDDEN, desc = "each child took itself for the last")
    @Outcome(expect = FORBIDDEN, desc = "completed before both children's work was visible")
    public static class LastChild {
        /** Runs a child. */
        @Actor
        public void first(Family f) {
            f.first.compute();
        }

        /** Runs the other. */
        @Actor
        public void second(Family f) {
            f.second.compute();
        }

        /** Looks at the parent. */
        @Arbiter
        public void parent(Family f, III_Result r) {
            r.r1 = f.completions.get();
            r.r2 = f.sum;
            r.r3 = f.isCompletedNormally() ? 1 : 0;
        }
    }

    /** A child joins while a completion is counted. */
    @JCStressTest
    @Outcome(id = "0, 1, false", expect = ACCEPTABLE, desc = "add -> count, or count -> add")
    @Outcome(
            id = "1, 1, true",
            expect = ACCEPTABLE,
            desc = "count, count -> add: complete before the addition, which came too late")
    @Outcome(expect = FORBIDDEN, desc = "an addition or a completion got lost")
    public static class AddAgainstCount {
        /** Counts both completions. */
        @Actor
        public void count(Family f) {
            f.tryComplete();
            f.tryComplete();
        }

        /** Adds one to wait for. */
        @Actor
        public void add(Family f) {
            f.addToPendingCount(1);
        }

        /** Looks at the parent. */
        @Arbiter
        public void parent(Family f, IIZ_Result r) {
            r.r1 = f.completions.get();
            r.r2 = f.getPendingCount() + (f.completions.get() == 0 ? 1 : 0);
            r.r3 = f.isCompletedNormally();
        }
    }
}
