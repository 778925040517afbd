package dev.cleave.lazy;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.cleave.scheduling.RacedPromotion;
import dev.cleave.scheduling.Task;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A pending call is made once: by its owner at the touch, or by whoever asked for it. Rows P1 to
 * P3, P6 and P7 of PROTOCOL.md.
 */
public class PendingCallStress {
    private static final long ARGUMENT = 42;
    private static final int MOST_LATER_NANOS = 2 * RacedPromotion.GRACE_NANOS;
    private static final Site SITE = site();

    private static Site site() {
        try {
            return (Site)
                    Bootstrap.site(
                                    MethodHandles.lookup(),
                                    "site:0:1:0:1",
                                    MethodType.methodType(Site.class),
                                    "site:1")
                            .getTarget()
                            .invokeExact();
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** See {@link Bootstrap#DISPATCHER}; never called, as nobody runs what is stolen. */
    @SuppressWarnings("unused")
    private static void cleave$call(int ordinal, PromotedCall call, FutureStack stack, int top) {}

    /** An owner's stack; the owner is whoever runs the actor of that name. */
    @State
    public static class Stack {
        final FutureStack stack;

        /** Empty. */
        public Stack() {
            this(4);
        }

        Stack(int capacity) {
            stack = new FutureStack(RacedPromotion.scheduler(), capacity);
            stack.guest = Thread.currentThread(); // which is in no class initialiser
        }

        void fork() {
            stack.argument(0, ARGUMENT);
            stack.fork(0, SITE);
        }

        int touch() {
            return stack.touch(0) == null ? 1 : 0;
        }

        static int claim(Task task) {
            if (!(task instanceof PromotedCall call) || !call.claim()) {
                return 0;
            }
            return call.primitive(0) == ARGUMENT ? 1 : -1;
        }
    }

    /** Whether the owner made the call, whether the thief did. */
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "touch -> thief, or the owner took it back")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "thief -> touch")
    @Outcome(expect = FORBIDDEN, desc = "made twice, not at all, or with an old argument")
    public static class Once {}

    /** The owner touches a call while an asker takes over. */
    @JCStressTest
    @JCStressMeta(Once.class)
    public static class TouchAgainstForce {
        /** Forks and touches. */
        @Actor
        public void owner(Stack s, II_Result r) {
            s.fork();
            r.r1 = s.touch();
        }

        /** Takes over. */
        @Actor
        public void asker(Stack s, II_Result r) {
            r.r2 = Stack.claim(RacedPromotion.force(s.stack));
        }
    }

    /**
     * An owner that has found out that it is in no class initialiser, and an asker that takes over
     * after its fork: the two would else meet in one of 300 states.
     */
    @State
    public static class Judged extends Stack {
        private volatile boolean asks;
        private volatile boolean forked;

        /** Empty. */
        public Judged() {
            this(4);
        }

        Judged(int capacity) {
            super(capacity);
            stack.beginStolen(0);
        }

        /** Returns some time after the asker has begun. */
        void forkAndWait() {
            fork();
            forked = true;
            while (!asks) {
                Thread.onSpinWait();
            }
            long end = System.nanoTime() + ThreadLocalRandom.current().nextInt(MOST_LATER_NANOS);
            while (System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
        }

        int takeOver() {
            asks = true;
            while (!forked) {
                Thread.onSpinWait();
            }
            return claim(RacedPromotion.force(stack));
        }
    }

    /** The owner touches a call about when an asker, which need not look who it is, promotes it. */
    @JCStressTest
    @JCStressMeta(Once.class)
    public static class TouchWhileForcing {
        /** Forks, and touches a little later. */
        @Actor
        public void owner(Judged s, II_Result r) {
            s.forkAndWait();
            r.r1 = s.touch();
        }

        /** Takes over. */
        @Actor
        public void asker(Judged s, II_Result r) {
            r.r2 = s.takeOver();
        }
    }

    /** One that takes a while to copy. */
    @State
    public static class Large extends Judged {
        /** Empty. */
        public Large() {
            super(512);
        }
    }

    /** The stack grows between fork and touch, while an asker takes over. */
    @JCStressTest
    @JCStressMeta(Once.class)
    public static class GrowAgainstForce {
        /** Forks, and a little later grows and touches. */
        @Actor
        public void owner(Large s, II_Result r) {
            s.forkAndWait();
            s.stack.grow(4);
            r.r1 = s.touch();
        }

        /** Takes over. */
        @Actor
        public void asker(Large s, II_Result r) {
            r.r2 = s.takeOver();
        }
    }

    /** The owner answers a request at its fork, and touches while the thief steals. */
    @JCStressTest
    @JCStressMeta(Once.class)
    public static class TouchAgainstSteal {
        /** Forks twice, as the first fork may come before the request, and touches the older. */
        @Actor
        public void owner(Stack s, II_Result r) {
            s.fork();
            s.stack.argument(1, ARGUMENT);
            s.stack.fork(1, SITE);
            PromotedCall newer = s.stack.touch(1);
            r.r1 = s.touch();
            if (newer != null) {
                r.r1 = 2; // somebody took the newer one: the older must have gone before
            }
        }

        /** Asks and steals. */
        @Actor
        public void thief(Stack s, II_Result r) {
            r.r2 = Stack.claim(RacedPromotion.ask(s.stack));
        }
    }
}
