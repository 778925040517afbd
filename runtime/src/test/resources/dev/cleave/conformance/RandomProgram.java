import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/**
 * A few tasks of all kinds, whose bodies do random things to each other in the one worker of a
 * pool, and tell what they see. What moving.md says to differ is left out: to complete a queued
 * task, and a completer again. So is what would wait forever.
 */
public final class RandomProgram implements LongFunction<String> {
    private static final int MOST_STEPS = 200;

    private final StringBuilder log = new StringBuilder();
    private Random random;
    private Body[] bodies;
    private int steps;
    private boolean queueKnown = true;

    /** What is still queued runs after the program, in whatever order. */
    private boolean over;

    private final class Body {
        final int id;
        final int kind = random.nextInt(7);
        final int end = random.nextInt(9);
        final int[][] script = script(random.nextInt(3) * random.nextInt(3));
        ForkJoinTask<Object> task;
        boolean queued;
        boolean running;

        /** Somebody is going to join it: it has to be queued, or complete. */
        boolean pinned;

        Body(int id) {
            this.id = id;
        }

        Object run() throws Exception {
            queued = false;
            running = true;
            tell("begin " + id);
            perform(script);
            tell("end " + id);
            running = false;
            switch (end) {
                case 0:
                    throw new IllegalStateException("state" + id);
                case 1:
                    throw new AssertionError("error" + id);
                case 2:
                    if (kind == 4) throw new Exception("checked" + id);
                    return null;
                default:
                    return "value" + id;
            }
        }

        Object runUnchecked() {
            try {
                return run();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        boolean isCompleter() {
            return kind > 4;
        }

        /** Whether whoever runs or joins it comes back. */
        boolean ends() {
            return !running && (task.isDone() || !isCompleter() && kind != 3);
        }
    }

    private final class Value extends RecursiveTask<Object> {
        final Body body;

        Value(Body body) {
            this.body = body;
        }

        @Override
        protected Object compute() {
            return body.runUnchecked();
        }
    }

    private final class Step extends CountedCompleter<Object> {
        final Body body;

        Step(Body body, CountedCompleter<?> completer) {
            super(completer, body.end % 2);
            this.body = body;
        }

        @Override
        public void compute() {
            body.runUnchecked();
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            tell("completion of " + body.id + " by " + ((Step) caller).body.id);
        }

        @Override
        public boolean onExceptionalCompletion(Throwable e, CountedCompleter<?> caller) {
            queueKnown &= !body.queued;
            tell("failure of " + body.id + " by " + ((Step) caller).body.id + ": " + e);
            return body.end != 3;
        }
    }

    /** Completes when the program says so. */
    private final class Open extends ForkJoinTask<Object> {
        final Body body;
        Object result;

        Open(Body body) {
            this.body = body;
        }

        @Override
        public Object getRawResult() {
            return result;
        }

        @Override
        protected void setRawResult(Object value) {
            result = value;
        }

        @Override
        protected boolean exec() {
            body.runUnchecked();
            return false;
        }
    }

    /** The protected view of the worker's queue. */
    private abstract static class Queue extends RecursiveAction {
        static ForkJoinTask<?> peek() {
            return peekNextLocalTask();
        }

        static ForkJoinTask<?> poll() {
            return pollNextLocalTask();
        }
    }

    private int[][] script(int length) {
        int[][] script = new int[length][];
        for (int i = 0; i < length; i++) {
            script[i] = random.ints(3, 0, 1 << 20).toArray();
        }
        return script;
    }

    private ForkJoinTask<Object> make(Body b) {
        switch (b.kind) {
            case 0:
            case 1:
                return new Value(b);
            case 2:
                return ForkJoinTask.adapt((Runnable) b::runUnchecked, (Object) "given");
            case 3:
                return new Open(b);
            case 4:
                return ForkJoinTask.adapt((Callable<Object>) b::run);
            default:
                ForkJoinTask<?> before = b.id == 0 ? null : bodies[b.id - 1].task;
                return new Step(b, before instanceof Step ? (Step) before : null);
        }
    }

    private void tell(String what) {
        if (!over) log.append(what).append('\n');
    }

    private void perform(int[][] script) {
        for (int[] step : script) {
            if (over || steps++ >= MOST_STEPS) return;
            Body b = bodies[step[1] % bodies.length];
            String what;
            try {
                what = perform(step[0] % 18, b, step[2]);
            } catch (Throwable e) {
                what = e + ", cause " + e.getCause();
            }
            if (what != null) tell(step[0] % 18 + " to " + b.id + ": " + what + outcome(b.task));
        }
    }

    private static String outcome(ForkJoinTask<?> t) {
        return " " + t.isDone() + t.isCancelled() + t.isCompletedNormally() + t.getException() + t.getRawResult();
    }

    /** Null if it is not to be done now. */
    private String perform(int what, Body b, int n) throws Throwable {
        ForkJoinTask<Object> task = b.task;
        boolean free = !b.queued && !b.running && !b.pinned;
        switch (what) {
            case 0:
            case 1:
            case 2:
            case 3:
                if (!free || task.isDone()) return null;
                b.queued = true;
                return "" + (task.fork() == task);
            case 4:
            case 5:
                return b.ends() && (b.queued || task.isDone()) ? "" + task.join() : null;
            case 6:
                return b.ends() && (b.queued || task.isDone()) ? "" + task.get() : null;
            case 7:
                return b.ends() && free ? "" + task.invoke() : null;
            case 8:
                return b.running ? null : "" + task.get(0, TimeUnit.SECONDS);
            case 9:
                return free ? "" + task.cancel(n % 2 == 0) : null;
            case 10:
                if (!free || b.isCompleter() && task.isDone()) return null;
                task.completeExceptionally(
                        n % 3 == 0 ? null : n % 3 == 1 ? new Exception("n" + n) : new Error("n" + n));
                return "";
            case 11:
                if (!free) return null;
                if (n % 2 == 0) task.quietlyComplete();
                else task.complete("n" + n);
                return "";
            case 12:
                if (!queueKnown || b.pinned) return null;
                if (!task.tryUnfork()) return "false";
                b.queued = false;
                return "true";
            case 13:
                if (!free) return null;
                task.reinitialize();
                return "";
            case 14:
                return task.setForkJoinTaskTag((short) n)
                        + " "
                        + task.compareAndSetForkJoinTaskTag((short) (n | 1), (short) ~n)
                        + task.getForkJoinTaskTag();
            case 15:
                if (!queueKnown) return null;
                int next = idOf(Queue.peek());
                if (n % 2 == 0 && next >= 0 && !bodies[next].pinned) {
                    bodies[idOf(Queue.poll())].queued = false;
                }
                return "next " + next + ", then " + ForkJoinTask.getQueuedTaskCount();
            case 16:
                Body other = bodies[n % bodies.length];
                if (other == b || !free || other.queued || other.pinned || !b.ends() || !other.ends()) return null;
                if (task.isDone() || other.task.isDone()) return null;
                other.queued = true;
                other.pinned = true;
                try {
                    ForkJoinTask.invokeAll(task, other.task);
                } finally {
                    other.pinned = false;
                    if (!task.isCompletedAbnormally()) other.queued = false;
                    else queueKnown = false; // it has been cancelled there, perhaps
                }
                return "";
            default:
                if (!(task instanceof Step) || !free || task.isDone()) return null;
                Step step = (Step) task;
                if (n % 3 == 0) step.addToPendingCount(1);
                else if (n % 3 == 1) step.tryComplete();
                else step.propagateCompletion();
                return "" + step.getPendingCount();
        }
    }

    private int idOf(ForkJoinTask<?> task) {
        for (Body b : bodies) {
            if (b.task == task) return b.id;
        }
        return task == null ? -1 : -2;
    }

    @Override
    public String apply(long seed) {
        random = new Random(seed);
        bodies = new Body[3 + random.nextInt(4)];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = new Body(i);
            bodies[i].task = make(bodies[i]);
        }
        int[][] script = script(12);
        ForkJoinPool pool =
                new ForkJoinPool(
                        1,
                        ForkJoinPool.defaultForkJoinWorkerThreadFactory,
                        null,
                        false,
                        1,
                        1,
                        0,
                        saturated -> true,
                        1,
                        TimeUnit.MINUTES);
        pool.invoke(
                new RecursiveAction() {
                    @Override
                    protected void compute() {
                        perform(script);
                        for (Body b : bodies) {
                            tell("at last " + b.id + outcome(b.task));
                        }
                        over = true;
                    }
                });
        pool.shutdown();
        return log.toString();
    }
}
