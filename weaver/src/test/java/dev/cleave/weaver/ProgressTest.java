package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that hold locks, block, initialise classes and overflow while calls are pending: each of
 * {@code progress} ends, and returns what it returns unwoven, whoever runs it.
 */
final class ProgressTest {
    /** Long enough on any machine: none of the programs computes for more than a second. */
    private static final long SECONDS = 60;

    /** Which calls are stolen is different each time. */
    private static final int ROUNDS = 5;

    private static final List<String> PROGRAMS =
            List.of(
                    "Monitors",
                    "Locks",
                    "Initialisation",
                    "Completions",
                    "Streams",
                    "TwoPools",
                    "Latches",
                    "Guests",
                    "Interrupts",
                    "Shutdowns",
                    "Resized",
                    "Overflows",
                    "LongLists",
                    "Spines");

    private static final WovenClasses CLASSES = compile();

    private static WovenClasses compile() {
        Map<String, String> sources = new TreeMap<>();
        sources.put("Gate.java", source("Gate"));
        sources.put("CallersLock.java", source("CallersLock"));
        for (String program : PROGRAMS) {
            sources.put(program + ".java", source(program));
        }
        return new WovenClasses(SourceCompiler.JAVAC.compile(sources, "-g"));
    }

    private static String source(String program) {
        try (InputStream in =
                ProgressTest.class.getResourceAsStream("progress/" + program + ".java")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Who runs a program. */
    enum Runner {
        PLATFORM_THREAD(0),
        VIRTUAL_THREAD(0) {
            @Override
            boolean isPresent() {
                return Stream.of(Thread.class.getMethods())
                        .anyMatch(method -> method.getName().equals("startVirtualThread"));
            }

            @Override
            void start(Runnable program) {
                try {
                    Thread.class
                            .getMethod("startVirtualThread", Runnable.class)
                            .invoke(null, program);
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e);
                }
            }
        },
        ONE_WORKER(1),
        TWO_WORKERS(2),
        FOUR_WORKERS(4);

        private final int workers;

        Runner(int workers) {
            this.workers = workers;
        }

        boolean isPresent() {
            return true;
        }

        void start(Runnable program) {
            Thread thread = new Thread(program, "watched");
            thread.setDaemon(true);
            thread.start();
        }

        String run(Callable<String> program) throws Exception {
            if (workers == 0) {
                return Watchdog.watch(this::start, SECONDS, program);
            }
            ForkJoinPool pool = new ForkJoinPool(workers);
            try {
                return Watchdog.watch(pool::execute, SECONDS, program);
            } finally {
                pool.shutdownNow();
            }
        }
    }

    static Stream<Arguments> programs() {
        return PROGRAMS.stream()
                .flatMap(
                        program ->
                                Stream.of(Runner.values())
                                        .filter(Runner::isPresent)
                                        .map(runner -> Arguments.of(program, runner)));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void ends(String program, Runner runner) throws Exception {
        assertEquals(List.of(), CLASSES.refusals);
        String expected =
                Watchdog.watch(
                        Runner.PLATFORM_THREAD::start,
                        SECONDS,
                        () -> run(CLASSES.originalLoader(), program));
        for (int i = 0; i < ROUNDS; i++) {
            // classes are initialised, and cuts found, anew each time
            assertEquals(expected, runner.run(() -> run(CLASSES.wovenLoader(), program)));
        }
    }

    /**
     * The one thing in docs/futures.md that hangs: a caller waits, under its lock, for a call that
     * needs the lock. If the watch did not see that, it would see nothing.
     */
    @Test
    void aHangIsSeen() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        try {
            Callable<String> program = () -> run(CLASSES.wovenLoader(), "CallersLock");
            AssertionError seen =
                    assertThrows(
                            AssertionError.class,
                            () -> Watchdog.watch(run -> hang(pool, run), 1, program));
            assertTrue(seen.getMessage().startsWith("hangs after 1 s"), seen.getMessage());
            assertTrue(seen.getMessage().contains("at CallersLock.needsTheLock"));
            assertTrue(seen.getMessage().contains("FutureStack.await"));
        } finally {
            pool.shutdownNow();
        }
        assertTrue(pool.awaitTermination(SECONDS, TimeUnit.SECONDS));
        assertEquals(
                "1",
                Runner.ONE_WORKER.run(() -> run(CLASSES.wovenLoader(), "CallersLock")),
                "where nobody steals, it is as serial");
    }

    /** Begins, and waits until those that wait for each other do: a machine may be slow. */
    private static void hang(ForkJoinPool pool, Runnable run) {
        pool.execute(run);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        for (String dump = ""; !hangs(dump) && System.nanoTime() - end < 0; ) {
            Thread.yield();
            dump = Watchdog.dump();
        }
    }

    private static boolean hangs(String dump) {
        return dump.contains("at CallersLock.needsTheLock") && dump.contains("FutureStack.await");
    }

    private static String run(ClassLoader loader, String program) throws Exception {
        Method run = loader.loadClass(program).getMethod("run");
        try {
            return (String) run.invoke(null);
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause());
        }
    }
}
