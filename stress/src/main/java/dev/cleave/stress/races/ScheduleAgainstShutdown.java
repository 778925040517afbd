package dev.cleave.stress.races;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.cleave.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** A delayed task is handed over while the pool shuts down. Row I4 of PROTOCOL.md. */
public class ScheduleAgainstShutdown {
    /** A pool and a delayed task. */
    @State
    public static class Pool {
        private final ForkJoinPool pool = new ForkJoinPool(1);
        private final AtomicInteger runs = new AtomicInteger();
        private volatile Future<?> task;

        boolean once() {
            return Shutdown.accepts(
                    () ->
                            task =
                                    pool.schedule(
                                            (Runnable) runs::incrementAndGet,
                                            0,
                                            TimeUnit.NANOSECONDS));
        }

        /** So seldom that 256 pools at a time leave the actors a processor. */
        boolean again() {
            return Shutdown.accepts(
                    () ->
                            task =
                                    pool.scheduleAtFixedRate(
                                            runs::incrementAndGet, 0, 10, TimeUnit.MILLISECONDS));
        }

        int end() {
            return Shutdown.end(
                    pool,
                    task,
                    () ->
                            task == null
                                    ? runs.get() != 0
                                    : task.isDone() && !task.isCancelled() && runs.get() == 1);
        }
    }

    /** An orderly end. */
    @JCStressTest
    @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "schedule -> shutdown, which lets it run")
    @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "shutdown -> schedule, which is refused")
    @Outcome(id = "true, 0", expect = FORBIDDEN, desc = "accepted and forgotten")
    @Outcome(id = "true, 2", expect = FORBIDDEN, desc = "accepted and yet cancelled")
    @Outcome(expect = FORBIDDEN, desc = "refused and yet run, or the pool does not end")
    public static class Orderly {
        /** Hands the task over. */
        @Actor
        public void schedule(Pool p, ZI_Result r) {
            r.r1 = p.once();
        }

        /** Shuts down. */
        @Actor
        public void shutdown(Pool p) {
            p.pool.shutdown();
        }

        /** Waits for the end. */
        @Arbiter
        public void end(Pool p, ZI_Result r) {
            r.r2 = p.end();
        }
    }

    /** A task that runs again and again until the orderly end. */
    @JCStressTest
    @Outcome(id = "true, 2", expect = ACCEPTABLE, desc = "schedule -> shutdown, which cancels it")
    @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "shutdown -> schedule, which is refused")
    @Outcome(expect = FORBIDDEN, desc = "forgotten, refused and yet run, or the pool does not end")
    public static class Periodic {
        /** Hands the task over. */
        @Actor
        public void schedule(Pool p, ZI_Result r) {
            r.r1 = p.again();
        }

        /** Shuts down. */
        @Actor
        public void shutdown(Pool p) {
            p.pool.shutdown();
        }

        /** Waits for the end. */
        @Arbiter
        public void end(Pool p, ZI_Result r) {
            r.r2 = p.end();
        }
    }

    /** A sudden end. */
    @JCStressTest
    @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "schedule -> run -> shutdownNow")
    @Outcome(id = "true, 2", expect = ACCEPTABLE, desc = "schedule -> shutdownNow, which cancels")
    @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "shutdownNow -> schedule: refused")
    @Outcome(expect = FORBIDDEN, desc = "forgotten, refused and yet run, or the pool does not end")
    public static class Sudden {
        /** Hands the task over. */
        @Actor
        public void schedule(Pool p, ZI_Result r) {
            r.r1 = p.once();
        }

        /** Shuts down. */
        @Actor
        public void shutdown(Pool p) {
            p.pool.shutdownNow();
        }

        /** Waits for the end. */
        @Arbiter
        public void end(Pool p, ZI_Result r) {
            r.r2 = p.end();
        }
    }
}
