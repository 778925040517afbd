package dev.cleave.stress;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One task of a random tree, whatever class runs it: what it does, and whether what came of it may
 * be so. A node without children stands for a {@link Bulk} tree, or for one task.
 */
final class Node {
    /** What a task throws, as planned. */
    enum Fault {
        NONE,
        EXCEPTION,
        STACK_OVERFLOW,
        OUT_OF_MEMORY
    }

    /** One task in so many has a fault, in a round with faults. */
    private static final int FAULT_RATE = 50;

    /** One task in so many blocks, in a round with blocking. */
    private static final int BLOCKING_RATE = 200;

    /** One task in so many forks one that nobody joins. */
    private static final int FORGET_RATE = 10;

    private static final VarHandle RUNS;

    static {
        try {
            RUNS = MethodHandles.lookup().findVarHandle(Node.class, "runs", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Round round;
    final Fault fault;
    private final long seed;
    private final int size;

    /** Somebody else is about to cancel or complete it: any end is right then. */
    volatile boolean tampered;

    private volatile int runs;

    /** Its work is done, and all its children are accounted for. */
    private volatile boolean finished;

    Node(Round round, long seed, int size) {
        this.round = round;
        this.seed = seed;
        this.size = size;
        this.fault = round.plan.faults() ? faultOf(seed) : Fault.NONE;
    }

    private static Fault faultOf(long seed) {
        SplittableRandom random = new SplittableRandom(~seed);
        if (random.nextInt(FAULT_RATE) != 0) {
            return Fault.NONE;
        }
        return switch (random.nextInt(40)) {
            case 0 -> Fault.STACK_OVERFLOW;
            case 1 -> Fault.OUT_OF_MEMORY;
            default -> Fault.EXCEPTION;
        };
    }

    /** Does the work, and accounts for all children. What it throws is planned. */
    void run() {
        if ((int) RUNS.getAndAdd(this, 1) != 0) {
            round.ledger.fail("ran twice: " + this);
        }
        round.ledger.ran(1);
        SplittableRandom random = new SplittableRandom(seed);
        if (round.plan.blocking() && random.nextInt(BLOCKING_RATE) == 0) {
            block(random);
        }
        if (random.nextInt(FORGET_RATE) == 0) {
            Bulk.forget(round);
        }
        if (size > round.plan.bulk()) {
            Shape.of(random).run(this, children(random), random);
        } else if (size > 1) {
            Bulk.Kind[] kinds = Bulk.Kind.values();
            Bulk.run(kinds[random.nextInt(kinds.length)], size - 1, round.ledger);
        }
        act();
        finished = true;
    }

    private Node[] children(SplittableRandom random) {
        int rest = size - 1;
        int n =
                Math.min(
                        rest,
                        random.nextInt(8) == 0 ? 1 + random.nextInt(200) : 2 + random.nextInt(3));
        Node[] children = new Node[n];
        for (int i = 0; i < n; i++) {
            int left = n - i;
            int share = left == 1 ? rest : Math.max(1, random.nextInt(2 * rest / left + 1));
            share = Math.min(share, rest - left + 1);
            children[i] = new Node(round, random.nextLong(), share);
            rest -= share;
        }
        return children;
    }

    private void act() {
        switch (fault) {
            case NONE -> {}
            case EXCEPTION -> throw new Injected(toString());
            case STACK_OVERFLOW -> descend(0);
            case OUT_OF_MEMORY -> {
                long[][] tooMuch = {new long[Integer.MAX_VALUE], new long[Integer.MAX_VALUE]};
                round.ledger.fail("a heap of " + tooMuch.length + " × 16 GiB");
            }
        }
    }

    private int descend(int depth) {
        return descend(depth + 1) + depth;
    }

    /** Waits in one of the ways to tell the pool, or not to. */
    private void block(SplittableRandom random) {
        if (round.plan.end() != Plan.End.SUDDEN && random.nextInt(4) == 0) {
            awaitSilently();
        } else {
            awaitOutside(random);
        }
    }

    /** Waits for a task of the pool as one waits where only the JDK's pools are told. */
    private static void awaitSilently() {
        CompletableFuture.runAsync(() -> {}, ForkJoinTask.getPool()).join();
    }

    /** Waits for somebody outside. */
    private void awaitOutside(SplittableRandom random) {
        CountDownLatch latch = new CountDownLatch(1);
        round.releaser.schedule(latch::countDown, random.nextInt(300), TimeUnit.MICROSECONDS);
        int way = random.nextInt(3);
        for (; ; ) {
            try {
                switch (way) {
                    case 0 -> ForkJoinPool.managedBlock(new LatchBlocker(latch));
                    case 1 ->
                            Cleave.blocking(
                                    () -> {
                                        latch.await();
                                        return null;
                                    });
                    default -> latch.await();
                }
                return;
            } catch (InterruptedException disturbed) {
                // A random interrupt; the latch opens all the same.
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError("await throws nothing else", e);
            }
        }
    }

    private record LatchBlocker(CountDownLatch latch) implements ForkJoinPool.ManagedBlocker {
        @Override
        public boolean block() throws InterruptedException {
            latch.await();
            return true;
        }

        @Override
        public boolean isReleasable() {
            return latch.getCount() == 0;
        }
    }

    /** Waits for a task that runs this node, and checks how it ended. Never throws. */
    void account(ForkJoinTask<?> task) {
        Throwable thrown = null;
        try {
            task.join();
        } catch (Throwable t) {
            thrown = t;
        }
        if (!task.isDone()) {
            round.ledger.fail("joined and not done: " + this);
        }
        check(thrown);
    }

    /** Checks how the node ended: without an exception, or with this one. */
    void check(Throwable thrown) {
        if (thrown != null ? !mayThrow(thrown) : !mayReturn()) {
            round.ledger.fail("unexpected end of " + this, thrown);
        }
    }

    /** Checks that it ran to its planned end, for those whose exceptions nobody can tell apart. */
    void checkFinished() {
        if (!round.stopping && (runs != 1 || finished != (fault == Fault.NONE))) {
            round.ledger.fail("did not run to its end: " + this);
        }
    }

    private boolean mayReturn() {
        return tampered || runs == 1 && finished && fault == Fault.NONE;
    }

    /** Whether it is no surprise that a task ended so. */
    boolean mayThrow(Throwable thrown) {
        return tampered
                || round.stopping
                || runs == 1
                        && switch (fault) {
                            case NONE -> false;
                            case EXCEPTION -> thrown instanceof Injected;
                            case STACK_OVERFLOW -> thrown instanceof StackOverflowError;
                            case OUT_OF_MEMORY -> thrown instanceof OutOfMemoryError;
                        };
    }

    @Override
    public String toString() {
        return "node of "
                + size
                + " with seed "
                + seed
                + ", fault "
                + fault
                + ", runs "
                + runs
                + (finished ? ", finished" : "")
                + (tampered ? ", tampered" : "");
    }
}
