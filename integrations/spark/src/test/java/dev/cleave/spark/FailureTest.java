package dev.cleave.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.spark.Numbers.Range;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong on a cluster: nothing is lost, and what fails is named. */
@ExtendWith(Cluster.class)
class FailureTest {
    private static final Range HUNDRED = new Range(0, 100);

    private final SparkSolver solver = new SparkSolver(Cluster.context()).pieces(12);

    @TempDir Path folder;

    private Signals signals() {
        return new Signals(folder.toString());
    }

    private static List<String> expected(Range problem) {
        return LocalSolver.solve(ForkJoinPool.commonPool(), new Numbers(), problem);
    }

    /** From number 40 on, waits to be let go. */
    private static final class Gated extends Numbers {
        private static final long serialVersionUID = 1;
        private final Signals signals;

        Gated(Signals signals) {
            this.signals = signals;
        }

        @Override
        String one(int number) {
            long pid = ProcessHandle.current().pid();
            if (number >= 40) {
                signals.raise("in " + pid);
                try {
                    signals.await("open", 1);
                } catch (InterruptedException killed) {
                    throw new IllegalStateException(killed);
                }
            }
            signals.add("solved " + pid);
            return super.one(number);
        }
    }

    @Test
    void aKilledExecutorLosesNothing() throws Exception {
        CompletableFuture<List<String>> result = inBackground(new Gated(signals()));
        // Whose results of whole pieces are lost with it.
        String pid =
                signals().await("in ", 2).stream()
                        .filter(executor -> signals().count("solved " + executor) > 0)
                        .findAny()
                        .orElseThrow();
        assertTrue(ProcessHandle.of(Long.parseLong(pid)).orElseThrow().destroyForcibly());
        signals().raise("open");
        assertEquals(expected(HUNDRED), result.join());
        assertTrue(
                signals().raised("solved ").size() > HUNDRED.to(),
                "nothing was solved twice: nothing was lost");
    }

    private CompletableFuture<List<String>> inBackground(Numbers numbers) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return solver.solve(numbers, HUNDRED);
                    } catch (InterruptedException interrupted) {
                        throw new IllegalStateException(interrupted);
                    }
                },
                run -> new Thread(run).start());
    }

    /** The number 50 waits for ever, once; says in which task, and when it is interrupted. */
    private static final class StuckOnce extends Numbers {
        private static final long serialVersionUID = 1;
        private final Signals signals;
        private transient long task;

        StuckOnce(Signals signals) {
            this.signals = signals;
        }

        /** Read by the task's thread. */
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            task = TaskContext.get().taskAttemptId();
        }

        @Override
        String one(int number) {
            if (number == 50 && signals.raise("once")) {
                signals.raise("stuck " + task);
                try {
                    Thread.sleep(Long.MAX_VALUE);
                } catch (InterruptedException killed) {
                    signals.raise("interrupted");
                    throw new IllegalStateException(killed);
                }
            }
            return super.one(number);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aKilledTaskReachesThePoolAndIsRepeated(boolean withInterrupt) throws Exception {
        StuckOnce stuck = new StuckOnce(signals());
        CompletableFuture<List<String>> result = inBackground(stuck);
        long task = Long.parseLong(signals().await("stuck ", 1).get(0));
        assertTrue(Cluster.context().sc().killTaskAttempt(task, withInterrupt, "a test"));
        assertEquals(expected(HUNDRED), result.join());
        signals().await("interrupted", 1);
    }

    @Test
    void anInterruptedCallerCancelsWhatRunsInThePools() throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread caller =
                new Thread(
                        () -> {
                            try {
                                solver.solve(new StuckOnce(signals()), HUNDRED);
                            } catch (InterruptedException | RuntimeException failure) {
                                thrown.set(failure);
                            }
                        });
        caller.start();
        signals().await("stuck ", 1);
        caller.interrupt();
        caller.join();
        assertInstanceOf(InterruptedException.class, thrown.get());
        signals().await("interrupted", 1);
    }

    @Test
    void aCancelledJobIsSaid() throws Exception {
        CompletableFuture<List<String>> result = inBackground(new StuckOnce(signals()));
        signals().await("stuck ", 1);
        Cluster.context().cancelAllJobs();
        CompletionException failed = assertThrows(CompletionException.class, result::join);
        String message = assertInstanceOf(PieceException.class, failed.getCause()).getMessage();
        assertTrue(message.startsWith("the job of 12 pieces failed: "), message);
        assertTrue(message.contains("cancelled"), message);
        signals().await("interrupted", 1);
    }

    /** Number 70 cannot be had. */
    private static final class Failing extends Numbers {
        private static final long serialVersionUID = 1;
        private final boolean sendable;

        Failing(boolean sendable) {
            this.sendable = sendable;
        }

        @Override
        String one(int number) {
            if (number != 70) {
                return super.one(number);
            }
            throw sendable
                    ? new ArithmeticException("no 70")
                    : new IllegalStateException("no 70") {
                        private static final long serialVersionUID = 1;
                        final Object unsendable = new Object();
                    };
        }
    }

    @Test
    void anExceptionComesBackWithThePieceNamed() {
        PieceException failed = failure(new Failing(true));
        assertTrue(
                failed.getMessage()
                        .matches(
                                "piece \\d+ of 12, Range\\[from=\\d+, to=\\d+], on executor \\d+ at"
                                        + " attempt 4 failed: java.lang.ArithmeticException: no 70"),
                failed::getMessage);
        assertEquals(
                "no 70",
                assertInstanceOf(ArithmeticException.class, failed.getCause()).getMessage());
    }

    @Test
    void anExceptionThatCannotBeSentIsDescribed() {
        PieceException failed = failure(new Failing(false));
        assertTrue(failed.getMessage().contains("at attempt 4 failed: "), failed::getMessage);
        assertTrue(failed.getCause().getMessage().endsWith(": no 70"), failed::toString);
        assertEquals("one", failed.getCause().getStackTrace()[0].getMethodName());
    }

    private PieceException failure(Divisible<Range, ?> how) {
        return assertThrows(PieceException.class, () -> solver.solve(how, HUNDRED));
    }

    /** Cannot combine on executors. */
    private static final class Uncombinable extends Numbers {
        private static final long serialVersionUID = 1;

        @Override
        public List<String> combine(List<String> first, List<String> second) {
            if (Thread.currentThread() instanceof dev.cleave.ForkJoinWorkerThread) {
                return super.combine(first, second);
            }
            throw new ArithmeticException("cannot combine");
        }
    }

    @Test
    void anExceptionOfAGroupSaysOfWhich() {
        PieceException failed = failure(new Uncombinable());
        assertTrue(
                failed.getMessage()
                        .matches(
                                "combining pieces \\d+ to \\d+ of 12 on executor .* cannot combine"),
                failed::getMessage);
    }

    /** Splits into nothing where it has come to less than four. */
    private static final class Vanishing extends Numbers {
        private static final long serialVersionUID = 1;

        @Override
        public List<Range> split(Range range) {
            return range.to() - range.from() < 4 ? List.of() : super.split(range);
        }
    }

    @Test
    void aSplitWithoutPartsOnAnExecutorIsSaid() {
        PieceException failed =
                assertThrows(
                        PieceException.class,
                        () -> solver.pieces(2).solve(new Vanishing(), HUNDRED));
        assertTrue(failed.getMessage().contains("split returned no parts"), failed::getMessage);
    }

    /** Of things; what they are is known at run time. */
    private record Things(boolean problems, boolean results) implements Divisible<Object, Object> {
        @Override
        public boolean isSmall(Object problem) {
            return !(problem instanceof List);
        }

        @Override
        public Object solve(Object problem) {
            return results ? "fine" : new Object();
        }

        @Override
        public List<Object> split(Object problem) {
            return List.of("fine", problems ? "fine" : new Thread());
        }

        @Override
        public Object combine(Object first, Object second) {
            return first;
        }
    }

    @Test
    void whatIsNotSerialisableIsNamed() {
        Numbers capturing = capturing(new Object());
        String ofDivisible = refused(() -> solver.solve(capturing, HUNDRED));
        assertTrue(ofDivisible.startsWith(capturing.getClass().getName() + " cannot be sent: "));
        assertTrue(ofDivisible.contains(": java.lang.Object is not java.io.Serializable;"));

        String ofPiece = refused(() -> solver.solve(new Things(false, true), List.of()));
        assertTrue(ofPiece.startsWith("piece 1 of 2, Thread["), ofPiece);
        assertTrue(ofPiece.contains(": java.lang.Thread is not java.io.Serializable;"), ofPiece);

        PieceException ofResult =
                assertThrows(
                        PieceException.class,
                        () -> solver.solve(new Things(true, false), List.of()));
        assertTrue(ofResult.getMessage().startsWith("piece "), ofResult::getMessage);
        assertTrue(
                ofResult.getMessage()
                        .contains("its result cannot be sent: java.lang.Object is not"),
                ofResult::getMessage);
    }

    private static Numbers capturing(Object unsendable) {
        return new Numbers() {
            @Override
            String one(int number) {
                return unsendable.toString();
            }
        };
    }

    private static String refused(Executable call) {
        return assertThrows(IllegalArgumentException.class, call).getMessage();
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        for (int pieces : new int[] {Integer.MIN_VALUE, -1, 0, 100_001}) {
            assertTrue(
                    refused(() -> solver.pieces(pieces))
                            .startsWith(
                                    "pieces = "
                                            + pieces
                                            + "; a number from 1 to 100000 is needed"));
        }
        for (String workers : List.of("0", "-1", "32768", "many")) {
            SparkConf conf = new SparkConf(false).set("spark.cleave.workers", workers);
            assertTrue(
                    refused(() -> ExecutorPool.workers(conf))
                            .startsWith(
                                    "spark.cleave.workers = " + workers + "; a number from 1 to"));
        }
        assertEquals(0, ExecutorPool.workers(new SparkConf(false)));
        assertEquals(
                3, ExecutorPool.workers(new SparkConf(false).set("spark.executor.cores", "3")));
        assertEquals(
                2, ExecutorPool.workers(new SparkConf(false).set("spark.cleave.workers", "2")));
    }

    @Test
    void nullsAreRefused() {
        assertEquals("the context is null", isNull(() -> new SparkSolver(null)));
        assertEquals("the Divisible is null", isNull(() -> solver.solve(null, HUNDRED)));
        assertEquals("the problem is null", isNull(() -> solver.solve(new Numbers(), null)));
    }

    private static String isNull(Executable call) {
        return assertThrows(NullPointerException.class, call).getMessage();
    }
}
