package dev.cleave.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;

/** Programs on plain {@code java.util.concurrent}, with the agent's option {@code profile}. */
class ProfilingTest extends ChildJvms {
    private static final String PLAIN =
            """
            import java.util.List;
            import java.util.concurrent.ForkJoinPool;
            import java.util.concurrent.RecursiveAction;
            import java.util.concurrent.RecursiveTask;

            public class Plain {
                static class Fib extends RecursiveTask<Integer> {
                    final int n;

                    Fib(int n) {
                        this.n = n;
                    }

                    protected Integer compute() {
                        if (n < 2) {
                            return n;
                        }
                        Fib left = new Fib(n - 1);
                        left.fork();
                        return new Fib(n - 2).compute() + left.join();
                    }
                }

                abstract static class Halving extends RecursiveAction {}

                static class Halves extends Halving {
                    final int n;
                    final int how;

                    Halves(int n, int how) {
                        this.n = n;
                        this.how = how;
                    }

                    protected void compute() {
                        if (n == 1) {
                            return;
                        }
                        Halves a = new Halves(n / 2, how);
                        Halves b = new Halves(n / 2, how);
                        switch (how) {
                            case 0 -> invokeAll(a, b);
                            case 1 -> invokeAll(new Halves[] {a, b});
                            default -> invokeAll(List.of(a, b));
                        }
                    }
                }

                static class Fails extends RecursiveAction {
                    protected void compute() {
                        long[] locals = {1, 2};
                        for (long each : locals) {
                            try {
                                if (each > 1) {
                                    throw new IllegalStateException("on purpose");
                                }
                            } finally {
                                locals[0]++;
                            }
                        }
                    }
                }

                static class Waits extends RecursiveAction {
                    protected void compute() {
                        try {
                            ForkJoinPool.managedBlock(new Sleeps());
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                }

                static class Sleeps implements ForkJoinPool.ManagedBlocker {
                    public boolean block() throws InterruptedException {
                        Thread.sleep(20);
                        return true;
                    }

                    public boolean isReleasable() {
                        return false;
                    }
                }

                public static void main(String[] args) {
                    ForkJoinPool first = new ForkJoinPool(2);
                    System.out.println(first.invoke(new Fib(20)));
                    ForkJoinPool second = new ForkJoinPool(2);
                    for (int how = 0; how < 3; how++) {
                        second.invoke(new Halves(64, how));
                    }
                    new Halves(32, 0).invoke();
                    ForkJoinPool third = new ForkJoinPool(1);
                    for (int i = 0; i < 5; i++) {
                        try {
                            third.invoke(new Fails());
                        } catch (IllegalStateException expected) {
                            System.out.println("failed");
                        }
                    }
                    new ForkJoinPool(1).invoke(new Waits());
                }
            }
            """;

    private static final String PRINTED = "6765" + "\nfailed".repeat(5);

    private List<RecordedEvent> events(String... options) throws Exception {
        compile("Plain", PLAIN);
        Path file = folder.resolve("run.jfr");
        List<String> command =
                command(
                        folder.resolve("classes").toString(),
                        "-Xlog:disable",
                        "-XX:StartFlightRecording:filename=" + file);
        command.addAll(List.of(options));
        command.add("Plain");
        Run run = process(command);
        assertEquals(0, run.status(), run::err);
        assertTrue(run.out().endsWith(PRINTED), run::toString); // the recorder says something, too
        return cleaves(file);
    }

    private static List<RecordedEvent> cleaves(Path file) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("dev.cleave."))
                .toList();
    }

    private static Map<String, RecordedEvent> last(String name, List<RecordedEvent> events) {
        Map<String, RecordedEvent> last = new TreeMap<>();
        for (RecordedEvent event : events) {
            if (event.getEventType().getName().equals("dev.cleave." + name)) {
                String key =
                        event.getString("pool")
                                + (event.hasField("worker") ? "/" + event.getInt("worker") : "");
                last.merge(
                        key, event, (a, b) -> b.getStartTime().isBefore(a.getStartTime()) ? a : b);
            }
        }
        return last;
    }

    @Test
    void forksJoinsAndTimesOfPlainPoolsAreRecorded() throws Exception {
        // Given twice, as in JAVA_TOOL_OPTIONS and on the command line, it counts once.
        List<RecordedEvent> events = events(agent("=profile"), agent("=profile"));
        Map<String, RecordedEvent> pools = last("PoolStatistics", events);
        RecordedEvent fib = pools.get("ForkJoinPool-1");
        assertEquals(10_945, fib.getLong("forks"));
        assertEquals(21_891, fib.getLong("tasksRun"));
        assertEquals("java.util.concurrent", fib.getString("scheduling"));
        assertEquals(2, fib.getInt("parallelism"));
        assertEquals(3 * 63, pools.get("ForkJoinPool-2").getLong("forks"), "invokeAll");

        // Begun by the main thread, which is no worker.
        assertEquals(31, pools.get("ForkJoinPool.commonPool").getLong("forks"));

        Map<String, RecordedEvent> workers = last("WorkerStatistics", events);
        long compute =
                workers.entrySet().stream()
                        .filter(each -> each.getKey().startsWith("ForkJoinPool-1/"))
                        .mapToLong(each -> each.getValue().getLong("computeTime"))
                        .sum();
        assertTrue(compute > 0, workers::toString);
        List<RecordedEvent> third =
                workers.entrySet().stream()
                        .filter(each -> each.getKey().startsWith("ForkJoinPool-3/"))
                        .map(Map.Entry::getValue)
                        .toList();
        assertEquals(1, third.size(), third::toString);
        RecordedEvent alone = third.get(0);
        assertEquals(5, alone.getLong("stealsWon"), "each began outside any other");
        assertEquals("ForkJoinPool-3-worker-1", alone.getString("threadName"));
        assertTrue(alone.getLong("idleTime") > 0);
        long waited =
                workers.entrySet().stream()
                        .filter(each -> each.getKey().startsWith("ForkJoinPool-4/"))
                        .mapToLong(each -> each.getValue().getDuration("joinTime").toMillis())
                        .sum();
        assertTrue(waited >= 20, workers::toString);
        RecordedEvent main = workers.get("ForkJoinPool.commonPool/-1");
        assertTrue(main.getLong("forks") > 0, "the root's");
        assertTrue(main.getLong("computeTime") > 0, "the root, and what it takes back");
        assertEquals(0, main.getLong("idleTime"));
    }

    /** As libraries name their workers. */
    private static final String NAMED =
            """
            import java.util.concurrent.ForkJoinPool;
            import java.util.concurrent.ForkJoinWorkerThread;
            import java.util.concurrent.RecursiveAction;

            public class Named {
                static class Nothing extends RecursiveAction {
                    protected void compute() {}
                }

                static ForkJoinPool pool(String threadName) {
                    return new ForkJoinPool(
                            1,
                            pool -> {
                                ForkJoinWorkerThread thread =
                                        ForkJoinPool.defaultForkJoinWorkerThreadFactory
                                                .newThread(pool);
                                thread.setName(threadName);
                                return thread;
                            },
                            null,
                            false);
                }

                public static void main(String[] args) {
                    for (String name : args) {
                        pool(name).invoke(new Nothing());
                    }
                }
            }
            """;

    @Test
    void aPoolIsNamedAsItsThreadsAreAndNoTwoAlike() throws Exception {
        compile("Named", NAMED);
        Path file = folder.resolve("run.jfr");
        List<String> command =
                command(
                        folder.resolve("classes").toString(),
                        "-Xmx64m",
                        "-XX:StartFlightRecording:filename=" + file);
        command.addAll(List.of(agent("=profile"), "Named"));
        command.addAll(
                List.of(
                        "execution-context-12",
                        "search 1",
                        "search 1",
                        "io",
                        "7",
                        "x-worker-1",
                        "ForkJoinPool io-1",
                        "ForkJoinPool io-1"));
        Run run = process(command);
        assertEquals(0, run.status(), run::err);
        assertEquals(
                List.of(
                        "ForkJoinPool io",
                        "ForkJoinPool io@",
                        "ForkJoinPool@",
                        "execution-context",
                        "io",
                        "search",
                        "search@",
                        "x"),
                last("PoolStatistics", cleaves(file)).keySet().stream()
                        .map(name -> name.replaceFirst("@[0-9a-f]+$", "@"))
                        .sorted()
                        .toList());
    }

    @Test
    void withoutTheAgentThereIsNothing() throws Exception {
        assertEquals(List.of(), events());
    }

    @Test
    void withoutFlightRecorderTheProgramIsNotStarted() throws Exception {
        compile("Plain", PLAIN);
        Run run =
                process(
                        command(
                                folder.resolve("classes").toString(),
                                "--limit-modules",
                                "java.instrument",
                                agent("=profile"),
                                "Plain"));
        assertNotEquals(0, run.status());
        assertTrue(run.err().contains("needs the module jdk.jfr"), run.err());
    }
}
