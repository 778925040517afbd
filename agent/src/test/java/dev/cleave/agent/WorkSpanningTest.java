package dev.cleave.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cleave.weaver.ClassFiles;
import dev.cleave.weaver.Weaver;
import dev.cleave.weaver.Woven;
import java.io.Reader;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs whose graph is known, in units that they count themselves: what is measured is exact,
 * whatever the machine does meanwhile.
 */
class WorkSpanningTest extends ChildJvms {
    private static final String PROGRAM =
            """
            import static dev.cleave.agent.workspan.Clock.advance;

            import dev.cleave.*;
            import java.util.List;
            import java.util.concurrent.CountDownLatch;
            import java.util.concurrent.TimeUnit;
            import java.util.concurrent.atomic.AtomicInteger;
            import java.util.function.Consumer;

            public class Units {
                static class Fib extends RecursiveTask<Integer> {
                    final int n;

                    Fib(int n) {
                        this.n = n;
                    }

                    protected Integer compute() {
                        advance(1);
                        if (n < 2) {
                            return n;
                        }
                        Fib left = new Fib(n - 1);
                        left.fork();
                        int right = new Fib(n - 2).compute();
                        return left.join() + right;
                    }
                }

                static class Does extends RecursiveAction {
                    final Runnable what;

                    Does(Runnable what) {
                        this.what = what;
                    }

                    protected void compute() {
                        what.run();
                    }
                }

                static class Throwing extends RecursiveAction {
                    final int depth;

                    Throwing(int depth) {
                        this.depth = depth;
                    }

                    protected void compute() {
                        advance(1);
                        if (depth > 0) {
                            Throwing left = new Throwing(depth - 1);
                            left.fork();
                            attempt(new Throwing(depth - 1)::compute);
                            attempt(left::join);
                        }
                        throw new IllegalStateException("on purpose");
                    }
                }

                static Does takes(int units) {
                    return new Does(() -> advance(units));
                }

                static class Tree extends SyncTask {
                    final int depth;

                    Tree(int depth) {
                        this.depth = depth;
                    }

                    protected void compute() {
                        advance(1);
                        if (depth > 0) {
                            for (int i = 0; i < 3; i++) {
                                spawn(new Tree(depth - 1));
                            }
                            sync();
                            advance(1);
                        }
                    }
                }

                static class Reduce extends CountedCompleter<Void> {
                    final int depth;

                    Reduce(CountedCompleter<?> parent, int depth) {
                        super(parent, depth > 0 ? 2 : 0);
                        this.depth = depth;
                    }

                    public void compute() {
                        advance(1);
                        if (depth > 0) {
                            new Reduce(this, depth - 1).fork();
                            new Reduce(this, depth - 1).fork();
                        }
                        tryComplete();
                    }

                    public void onCompletion(CountedCompleter<?> caller) {
                        advance(2);
                    }
                }

                static class Chain extends CountedCompleter<Void> {
                    final int length;

                    Chain(CountedCompleter<?> parent, int length) {
                        super(parent, length > 1 ? 1 : 0);
                        this.length = length;
                    }

                    public void compute() {
                        advance(1);
                        if (length > 1) {
                            new Chain(this, length - 1).fork();
                        }
                        tryComplete();
                    }
                }

                /** Forks two of its kind, for another that comes after them. */
                static class Continued extends CountedCompleter<Void> {
                    final int depth;

                    Continued(CountedCompleter<?> parent, int depth) {
                        super(parent);
                        this.depth = depth;
                    }

                    public void compute() {
                        advance(1);
                        if (depth == 0) {
                            tryComplete();
                            return;
                        }
                        CountedCompleter<Void> after = new CountedCompleter<>(getCompleter(), 1) {
                            public void compute() {}

                            public void onCompletion(CountedCompleter<?> caller) {
                                advance(2);
                            }
                        };
                        new Continued(after, depth - 1).fork();
                        new Continued(after, depth - 1).fork();
                    }
                }

                static class Completing extends CountedCompleter<Void> {
                    final Consumer<Completing> what;

                    Completing(CountedCompleter<?> parent, int pending, Consumer<Completing> what) {
                        super(parent, pending);
                        this.what = what;
                    }

                    public void compute() {
                        advance(1);
                        what.accept(this);
                    }
                }

                static void await(CountDownLatch latch) {
                    try {
                        latch.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }

                /** Long enough for an idle worker to take over what is left. */
                static void pause() {
                    try {
                        Thread.sleep(100);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }

                static int fib(int n) {
                    advance(1);
                    if (n < 2) {
                        return n;
                    }
                    @Future int x = fib(n - 1);
                    int y = fib(n - 2);
                    return x + y;
                }

                static int fails(int units) {
                    advance(units);
                    throw new IllegalStateException("on purpose");
                }

                static int lasts(int units) {
                    advance(units);
                    return units;
                }

                static void untouched() {
                    for (int i = 0; i < 3; i++) {
                        @Future int x = lasts(10);
                        advance(4);
                    }
                }

                static int leaves() {
                    @Future int x = lasts(10);
                    advance(1);
                    fails(2);
                    return x;
                }

                static void loop(int[] costs) {
                    for (@Parallel int i = 0; i < costs.length; i++) {
                        advance(costs[i]);
                    }
                }

                static void invoke(Runnable what) {
                    ForkJoinPool.commonPool().invoke(new Does(what));
                }

                static void invokeAndSettle(Runnable what) {
                    invoke(what);
                    settle();
                }

                static void settle() {
                    ForkJoinPool.commonPool().awaitQuiescence(1, TimeUnit.DAYS);
                }

                static void attempt(Runnable what) {
                    try {
                        what.run();
                    } catch (IllegalStateException expected) {
                        advance(1);
                    }
                }

                public static void main(String[] args) {
                    advance(1000);
                    run(args[0]);
                    advance(100);
                }

                static void run(String what) {
                    switch (what) {
                        case "fib" -> ForkJoinPool.commonPool().invoke(new Fib(10));
                        case "shortTasks" -> ForkJoinPool.commonPool().invoke(new Fib(20));
                        case "shortThrowing" -> invoke(() -> {
                            for (int i = 0; i < 200; i++) {
                                attempt(new Throwing(5)::invoke);
                            }
                        });
                        case "shortCompleters" -> invoke(() -> new Reduce(null, 10).invoke());
                        case "completerChain" -> invoke(() -> new Chain(null, 100_000).invoke());
                        case "continued", "shortContinued" -> invoke(() -> {
                            var all = new CountedCompleter<Void>(null, 1) {
                                public void compute() {
                                    new Continued(this, what.equals("continued") ? 3 : 10).fork();
                                    tryComplete();
                                }
                            };
                            all.invoke();
                        });
                        case "shortFutures" -> fib(20);
                        case "futures" -> fib(10);
                        case "chain" -> invoke(() -> {
                            for (int i = 0; i < 50; i++) {
                                takes(3).fork().join();
                            }
                        });
                        case "diamond" -> invoke(() -> {
                            advance(1);
                            var children = List.of(takes(5), takes(7), takes(6));
                            children.forEach(ForkJoinTask::fork);
                            advance(2);
                            children.forEach(ForkJoinTask::join);
                            advance(1);
                        });
                        case "invokeAll" -> invoke(() -> {
                            ForkJoinTask.invokeAll(List.of(takes(5), takes(7), takes(6)));
                            ForkJoinTask.invokeAll(takes(4), takes(3));
                            takes(2).invoke();
                        });
                        case "lambdas" -> Cleave.join(() -> advance(8), () -> advance(9));
                        case "sync" -> ForkJoinPool.commonPool().invoke(new Tree(2));
                        case "completers" -> invoke(() -> new Reduce(null, 3).invoke());
                        case "completedEarly" -> invokeAndSettle(() -> {
                            CountDownLatch latch = new CountDownLatch(1);
                            new Completing(null, 2, root -> {
                                new Completing(root, 0, child -> await(latch)).fork();
                                new Completing(root, 1, child -> {
                                    new Completing(child, 0, leaf -> await(latch)).fork();
                                    root.quietlyComplete();
                                }).fork();
                            }).invoke();
                            advance(10);
                            latch.countDown();
                        });
                        case "leftBehind" -> invokeAndSettle(() -> {
                            CountDownLatch latch = new CountDownLatch(1);
                            new Completing(null, 1, root -> {
                                new Does(() -> await(latch)).fork();
                                new Completing(null, 0, other -> await(latch)).fork();
                                new Completing(root, 0, Completing::tryComplete).fork();
                                root.tryComplete();
                            }).invoke();
                            advance(10);
                            latch.countDown();
                        });
                        case "failedCompleter" -> invokeAndSettle(() -> attempt(
                            new Completing(null, 1, root -> {
                                new Completing(root, 0, child -> root.quietlyJoin()).fork();
                                throw new IllegalStateException("on purpose");
                            })::invoke));
                        case "resubmitted" -> invoke(() -> {
                            int[] left = {300_000};
                            new Completing(null, 1, root -> {
                                if (--left[0] > 0) {
                                    root.fork();
                                } else {
                                    root.quietlyComplete();
                                }
                            }).invoke();
                        });
                        case "oldestFirst" -> {
                            AtomicInteger next = new AtomicInteger();
                            var threads = ForkJoinPool.defaultForkJoinWorkerThreadFactory;
                            new ForkJoinPool(1, threads, null, true).invoke(
                                new Completing(null, 5, root -> {
                                    for (int i = 0; i < 5; i++) {
                                        int place = i;
                                        new Completing(root, 0, child -> {
                                            advance(100 * (place - next.getAndIncrement()));
                                            child.tryComplete();
                                        }).fork();
                                    }
                                    root.tryComplete();
                                }));
                        }
                        case "throwing" -> invoke(() -> {
                            Does thrower = new Does(() -> fails(20));
                            thrower.fork();
                            advance(5);
                            attempt(thrower::join);
                            attempt(() -> leaves());
                        });
                        case "region" -> ParallelRegion.run(region -> region.forEach(0, 4, i -> advance(3)));
                        case "escaping" -> attempt(() -> leaves());
                        case "untouched" -> untouched();
                        case "unjoined" -> {
                            takes(2000).fork();
                            settle();
                        }
                        case "threaded", "threadCalls" -> {
                            Does task = takes(2000);
                            Thread other = new Thread(
                                    what.equals("threaded")
                                            ? () -> ForkJoinPool.commonPool().invoke(task)
                                            : task::invoke);
                            other.start();
                            while (other.isAlive()) {
                                Thread.onSpinWait();
                            }
                        }
                        case "executed" -> {
                            ForkJoinPool.commonPool().execute(() -> advance(2000));
                            settle();
                        }
                        case "unended" -> {
                            var waited = new CountDownLatch(1);
                            ForkJoinPool.commonPool().execute(() -> {
                                advance(2000);
                                waited.countDown();
                                await(new CountDownLatch(1));
                            });
                            await(waited);
                        }
                        case "staged" -> {
                            var stage = java.util.concurrent.CompletableFuture.runAsync(
                                    () -> advance(20), ForkJoinPool.commonPool());
                            advance(30);
                            stage.join();
                        }
                        case "watched" -> {
                            Does watched = takes(30);
                            watched.fork();
                            while (!watched.isDone()) {
                                Thread.onSpinWait();
                            }
                            watched.join();
                        }
                        case "beside" -> {
                            Does beside = new Does(() -> ForkJoinTask.invokeAll(takes(20), takes(30)));
                            beside.fork();
                            advance(400);
                            beside.join();
                        }
                        case "pools" -> invoke(() -> {
                            try (ForkJoinPool inner = new ForkJoinPool(1)) {
                                inner.invoke(new Does(() -> ForkJoinTask.invokeAll(takes(11), takes(12))));
                            }
                            takes(30).fork().join();
                        });
                        case "completed" -> invoke(() -> {
                            var promise = new RecursiveAction() {
                                protected void compute() {}
                            };
                            Does keeper = new Does(() -> {
                                advance(40);
                                promise.complete(null);
                            });
                            keeper.fork();
                            advance(1);
                            keeper.quietlyJoin();
                            promise.join();
                        });
                        case "loop" -> loop(new int[] {5, 7});
                        case "forEach" -> Cleave.forEach(0, 2, i -> advance(5 + 2 * i));
                        case "loopInPool" -> new ForkJoinPool(3).submit(() ->
                            Cleave.forEach(0, 4, i -> {
                                advance(5);
                                pause();
                            })).join();
                        case "forksInLoop" -> invoke(() -> Cleave.forEach(0, 2, i ->
                            ForkJoinTask.invokeAll(takes(5), takes(6))));
                        default -> throw new IllegalArgumentException(what);
                    }
                }
            }
            """;

    private static final String UNKNOWN = "(no line known)";

    /** Woven to be measured; the same for all tests. */
    private static Map<String, byte[]> woven;

    private Path result;
    private Path graph;

    @BeforeEach
    void write() throws Exception {
        result = folder.resolve("result");
        graph = folder.resolve("graph");
        if (woven == null) {
            woven = weave();
        }
        Path classes = Files.createDirectories(folder.resolve("classes"));
        for (Map.Entry<String, byte[]> each : woven.entrySet()) {
            Files.write(classes.resolve(each.getKey()), each.getValue());
        }
    }

    private Map<String, byte[]> weave() throws Exception {
        compile("Units", PROGRAM, "-g");
        Path classes = folder.resolve("classes");
        try (URLClassLoader loader =
                        new URLClassLoader(
                                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
                Stream<Path> all = Files.list(classes)) {
            Map<String, byte[]> result = new TreeMap<>();
            for (Path file : all.toList()) {
                Woven each =
                        new Weaver(ClassFiles.of(loader), true).weave(Files.readAllBytes(file));
                assertEquals(List.of(), each.refusals());
                result.put(file.getFileName().toString(), each.classFile());
            }
            return result;
        }
    }

    private Properties measure(String... arguments) throws Exception {
        String[] all =
                Stream.concat(
                                Stream.of(
                                        agent("=work-span"),
                                        "-Ddev.cleave.workspan.file=" + result,
                                        "-Ddev.cleave.workspan.graph=" + graph,
                                        "-Ddev.cleave.workspan.burden=10",
                                        "-Ddev.cleave.ForkJoinPool.common.parallelism=1",
                                        "-Xshare:auto",
                                        "-XX:TieredStopAtLevel=1"),
                                Stream.of(arguments))
                        .toArray(String[]::new);
        Run run = run(all);
        assertEquals(0, run.status(), run.err());
        assertEquals("", run.err());
        return read();
    }

    private Properties read() throws Exception {
        Properties values = new Properties();
        try (Reader in = Files.newBufferedReader(result)) {
            values.load(in);
        }
        return values;
    }

    /** Beside the 1,100 that main takes itself, before and after. */
    @ParameterizedTest
    @CsvSource({
        // 177 calls; a fork on every level but the last, and the root's.
        "fib, 177, 10, 110",
        "futures, 177, 10, 100",
        "chain, 150, 150, 660",
        "diamond, 22, 9, 29",
        "invokeAll, 27, 13, 42",
        "lambdas, 17, 9, 29",
        // 13 nodes, 4 of which also come after their children.
        "sync, 17, 5, 35",
        // 15 nodes; each completes once.
        "completers, 45, 12, 62",
        // The same but for the leaves, which nothing comes after.
        "continued, 29, 10, 70",
        // Far too many to be run one within another.
        "completerChain, 100000, 100000, 1100010",
        // What is left when a completer is complete runs after whoever waited for that.
        "completedEarly, 14, 12, 32",
        // So does what it does not wait for.
        "leftBehind, 13, 12, 42",
        // It fails before what it has forked runs.
        "failedCompleter, 3, 2, 12",
        "oldestFirst, 6, 2, 22",
        "throwing, 40, 32, 62",
        // Three iterations, each of which waits for its future.
        "untouched, 42, 30, 60",
        // What the worker does while main looks on is no work of main's.
        "watched, 30, 30, 40",
        "pools, 53, 42, 82",
        "completed, 41, 40, 60",
        "loop, 12, 7, 17",
        "forEach, 12, 7, 17",
        // No other worker takes what is left of it.
        "loopInPool, 20, 5, 35",
        "forksInLoop, 22, 6, 36"
    })
    void whatIsKnownIsMeasured(String program, long work, long span, long burdened)
            throws Exception {
        Properties values = measure("-Ddev.cleave.workspan.clock=units", "Units", program);
        assertEquals(
                List.of(work, span, burdened),
                Stream.of("work", "span", "burdenedSpan")
                        .map(name -> Long.parseLong(values.getProperty(name)) - 1100)
                        .toList());
    }

    /** Those that are not told apart are counted with the one that they belong to. */
    @ParameterizedTest
    @CsvSource({
        "shortTasks, 21891, 20, 900",
        // 200 times 63 tasks, each of which fails and is caught.
        "shortThrowing, 25200, 400, 500",
        "shortCompleters, 6141, 33, 64",
        "shortContinued, 4093, 31, 64",
        "shortFutures, 21891, 20, 900"
    })
    void ofShortTasksAllWorkIsMeasured(String program, long work, long span, long least)
            throws Exception {
        Properties values =
                measure(
                        "-Ddev.cleave.workspan.clock=units",
                        "-Ddev.cleave.workspan.grain=50",
                        "Units",
                        program);
        assertEquals(work, Long.parseLong(values.getProperty("work")) - 1100);
        long found = Long.parseLong(values.getProperty("span")) - 1100;
        assertTrue(found >= span && found < work / 2, values::toString);
        long told = Long.parseLong(values.getProperty("forks"));
        assertTrue(told >= least && told < work / 4, values::toString);
        assertTrue(Long.parseLong(values.getProperty("processors")) >= 0);
        long longest = Long.parseLong(values.getProperty("longestGrain"));
        assertTrue(longest > 0 && longest < work / 2, values::toString);
        if (program.equals("shortFutures")) {
            // Of a call that is one strand that is where it is declared.
            assertFalse(lines(values).containsKey(UNKNOWN), values::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unjoined", "executed"})
    void aTaskThatNobodyJoinsCounts(String program) throws Exception {
        Properties values = measure("-Ddev.cleave.workspan.clock=units", "Units", program);
        assertEquals("3100", values.getProperty("work"));
        assertEquals("3100", values.getProperty("span"));
        List<String> lines = Files.readAllLines(graph);
        String root = lines.get(lines.size() - 3);
        assertTrue(root.startsWith("w1000 f" + (lines.indexOf("w2000") - 1)), lines::toString);
    }

    /** A thread begins with the program, as far as is known, and so do its tasks. */
    @ParameterizedTest
    @ValueSource(strings = {"threaded", "threadCalls"})
    void tasksOfOtherThreadsAreInTheGraph(String program) throws Exception {
        Properties values = measure("-Ddev.cleave.workspan.clock=units", "Units", program);
        assertEquals("3100", values.getProperty("work"));
        List<String> lines = Files.readAllLines(graph);
        String root = lines.get(lines.size() - 3);
        assertTrue(root.startsWith("f" + (lines.indexOf("w2000") - 1) + " w"), lines::toString);
    }

    /** A completer that forks itself, over and over: the begins that are over are not kept. */
    @Test
    void aTaskMayBeForkedWhileItRuns() throws Exception {
        Properties values =
                measure(
                        "-Ddev.cleave.workspan.clock=units",
                        "-Ddev.cleave.workspan.grain=0",
                        "Units",
                        "resubmitted");
        assertEquals("301100", values.getProperty("work"));
        assertEquals("301100", values.getProperty("span"));
    }

    @Test
    void theCriticalPathHasItsLines() throws Exception {
        Properties values = measure("-Ddev.cleave.workspan.clock=units", "Units", "pools");
        Map<String, Long> lines = lines(values);
        assertEquals(1142, lines.values().stream().mapToLong(each -> each).sum());
        assertTrue(lines.containsKey("Units$Does.compute(Units.java:38)"), lines::toString);
    }

    /** What main does meanwhile takes longer: the longest path leads past the tasks. */
    @Test
    void ofTasksBesideMainTheSpanIsKnown() throws Exception {
        Properties values = measure("-Ddev.cleave.workspan.clock=units", "Units", "beside");
        assertEquals("1500", values.getProperty("span"));
        assertEquals("30", values.getProperty("spanInside"));
        assertEquals("1550", values.getProperty("work"));
        assertEquals("1500", values.getProperty("outsideWork"));
    }

    /** Main does not wait for it to end, but for something that it does. */
    @Test
    void aTaskThatHasNotEndedWhenTheProgramDoesCounts() throws Exception {
        Properties values = measure("-Ddev.cleave.workspan.clock=units", "Units", "unended");
        assertEquals("3100", values.getProperty("work"));
        assertEquals("3000", values.getProperty("span"));
    }

    /** It is not the program's code that forks: what main does next is outside all the same. */
    @Test
    void whatFollowsWhatALibraryForksHasItsLine() throws Exception {
        Properties values = measure("-Ddev.cleave.workspan.clock=units", "Units", "staged");
        assertEquals("1150", values.getProperty("work"));
        assertEquals(Map.of("(outside tasks, futures and loops)", 1130L), lines(values));
    }

    private static Map<String, Long> lines(Properties values) {
        Map<String, Long> lines = new TreeMap<>();
        for (int i = 0; i < Integer.parseInt(values.getProperty("lines")); i++) {
            lines.put(
                    values.getProperty("line." + i + ".text"),
                    Long.parseLong(values.getProperty("line." + i)));
        }
        return lines;
    }

    /** What is done after a method with futures has thrown is outside again. */
    @Test
    void anExceptionLeavesAMethodWithFutures() throws Exception {
        Properties values = measure("-Ddev.cleave.workspan.clock=units", "Units", "escaping");
        assertEquals("1114", values.getProperty("work"));
        assertEquals("1111", values.getProperty("span"));
        assertEquals("1101", values.getProperty("outsideWork"));
        assertEquals("0", values.getProperty("regions"));
        String declared = "Units.leaves(Units.java:" + lineOf("int x = lasts(10);", 2) + ")";
        assertEquals(
                Map.of("(outside tasks, futures and loops)", 1101L, declared, 10L), lines(values));
    }

    @Test
    void thatThereWereParallelRegionsIsNoted() throws Exception {
        Properties values = measure("-Ddev.cleave.workspan.clock=units", "Units", "region");
        assertEquals("1112", values.getProperty("work"));
        assertEquals("1", values.getProperty("regions"));
    }

    private static long lineOf(String text, int occurrence) {
        int at = -1;
        for (int i = 0; i < occurrence; i++) {
            at = PROGRAM.indexOf(text, at + 1);
        }
        return PROGRAM.substring(0, at).lines().count();
    }

    @Test
    void theGraphIsWritten() throws Exception {
        measure("-Ddev.cleave.workspan.clock=units", "Units", "fib");
        List<String> lines = Files.readAllLines(graph);
        assertEquals("cleave-graph 1", lines.get(0));
        int leaf = lines.indexOf("w1") - 1;
        assertTrue(lines.contains("w1 f" + leaf + " w1 j"), lines::toString);
        assertEquals("end " + (lines.size() - 2), lines.get(lines.size() - 1));
        String root = lines.get(lines.size() - 3);
        assertTrue(root.contains("w1000 f") && root.endsWith(" j w100"), lines::toString);
    }

    @Test
    void realTimeIsMeasuredToo() throws Exception {
        Properties values = measure("-Ddev.cleave.workspan.grain=0", "Units", "fib");
        // That of the root and 88 more, of which calibration must not have made the probes miss
        // any.
        assertEquals("89", values.getProperty("forks"));
        long work = Long.parseLong(values.getProperty("work"));
        long span = Long.parseLong(values.getProperty("span"));
        assertTrue(work >= span && span > 0, values::toString);
        assertTrue(Long.parseLong(values.getProperty("probeNanos")) > 0, values::toString);
        // What the runtime tries out as it is loaded is not among the tasks.
        assertFalse(lines(values).containsKey(UNKNOWN), values::toString);
    }

    /**
     * Main works for a while and then waits; when it has ended, another thread waits. However main
     * ends, what counts is that it had a processor: at most the time that is not waited away.
     */
    @ParameterizedTest
    @ValueSource(strings = {"return", "throw", "exit"})
    void waitingIsNoWorkHoweverMainEnds(String how) throws Exception {
        compile(
                "Waits",
                """
                import java.lang.management.ManagementFactory;

                public class Waits {
                    static volatile int sink;

                    static long sleep() throws Exception {
                        long begun = System.nanoTime();
                        Thread.sleep(500);
                        return System.nanoTime() - begun;
                    }

                    public static void main(String[] args) throws Exception {
                        var threads = ManagementFactory.getThreadMXBean();
                        while (threads.getCurrentThreadCpuTime() < 500_000_000) {
                            sink++;
                        }
                        long slept = sleep();
                        if (args[0].equals("exit")) {
                            System.out.println(slept);
                            System.exit(0);
                        }
                        Thread main = Thread.currentThread();
                        main.setUncaughtExceptionHandler((thread, thrown) -> {});
                        new Thread(() -> {
                            try {
                                main.join();
                                System.out.println(slept + sleep());
                            } catch (Exception e) {
                                e.printStackTrace();
                            }
                        }).start();
                        if (args[0].equals("throw")) {
                            throw new IllegalStateException("on purpose");
                        }
                    }
                }
                """);
        Run run = run(agent("=work-span"), "-Ddev.cleave.workspan.file=" + result, "Waits", how);
        assertEquals("", run.err());
        Properties values = read();
        long work = Long.parseLong(values.getProperty("work"));
        long elapsed = Long.parseLong(values.getProperty("elapsed"));
        assertTrue(work > 0, values::toString);
        assertTrue(work <= elapsed - Long.parseLong(run.out()), run.out() + " of " + values);
    }

    @Test
    void afterAnAgentThatHasLoadedTheRuntimeItIsRefused() throws Exception {
        Run run =
                run(
                        agent("=retarget"),
                        agent("=work-span"),
                        "-Ddev.cleave.workspan.file=" + result,
                        "Units",
                        "fib");
        assertNotEquals(0, run.status());
        assertTrue(
                run.err()
                        .contains(" was loaded before it could be measured; put this agent before"),
                run.err());
    }

    @ParameterizedTest
    @CsvSource({"grain, fast, 20000", "grain, -1, 20000", "burden, 1e3, 0"})
    void nanosecondsThatAreNoneAreRefused(String property, String value, long otherwise)
            throws Exception {
        Run run =
                run(
                        agent("=work-span"),
                        "-Ddev.cleave.workspan.file=" + result,
                        "-Ddev.cleave.workspan." + property + "=" + value,
                        "Units",
                        "fib");
        assertEquals(1, run.status());
        assertEquals(
                String.format(
                        "cleave: -Ddev.cleave.workspan.%s=%s: nanoseconds, from 0 to 1000000000000,"
                                + " are needed; leave it out for %d",
                        property, value, otherwise),
                run.err().strip());
    }

    @Test
    void aResultForWhichThereIsNoRoomIsSaidInALine() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "there is no /dev/full");
        Run run = run(agent("=work-span"), "-Ddev.cleave.workspan.file=" + full, "Units", "fib");
        assertEquals(0, run.status());
        assertTrue(run.err().startsWith("cleave: work and span cannot be written to /dev/full: "));
        assertEquals(1, run.err().lines().count(), run.err());
    }

    @Test
    void withoutAFileItIsRefused() throws Exception {
        Run run = run(agent("=work-span"), "Units", "fib");
        assertNotEquals(0, run.status());
        assertTrue(
                run.err().contains("the option work-span needs -Ddev.cleave.workspan.file=FILE"),
                run.err());
    }
}
