package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunWorkSpanTest {
    @TempDir private Path folder;

    private Path program;

    @BeforeEach
    void write() throws Exception {
        program =
                Files.writeString(
                        folder.resolve("Sums.java"),
                        """
                        import dev.cleave.Future;

                        public class Sums {
                            static long sum(int n) {
                                if (n == 0) {
                                    return 1;
                                }
                                @Future long left = sum(n - 1);
                                long right = sum(n - 1);
                                return left + right;
                            }

                            public static void main(String[] args) {
                                long began = System.nanoTime();
                                System.out.println(sum(Integer.parseInt(args[0])));
                                System.out.println(System.nanoTime() - began);
                                System.exit(Integer.parseInt(args[1]));
                            }
                        }
                        """);
    }

    @Test
    void itIsReportedWithItsLinesAndAsJson() throws Exception {
        Path json = folder.resolve("out.json");
        CommandRun run = CommandRun.inChild("run", "--work-span=" + json, program, "--", "10", "7");
        assertEquals(7, run.status(), run::err);
        assertEquals("1024", run.out().lines().findFirst().orElse(""));
        assertTrue(run.err().contains("work and span of " + program + ": "), run.err());
        assertTrue(run.err().contains("in its tasks"), run.err());
        assertTrue(run.err().contains("Sums.sum(Sums.java:"), run.err());
        assertTrue(Files.readString(json).contains("\"cleave-work-span\""));
    }

    /** What the agent measures about itself is none of the program's. */
    @Test
    void whereNothingWasTooShortNothingIsSaidOfIt() throws Exception {
        CommandRun run = CommandRun.inChild("run", "--work-span", program, "--", "0", "0");
        assertTrue(run.err().contains(": 0 tasks in "), run.err());
        assertFalse(run.err().contains("are one strand each"), run.err());
    }

    /** Only what the run has overwritten. */
    @Test
    void aProgramThatHaltsLeavesNoGraph() throws Exception {
        Path source =
                Files.writeString(
                        folder.resolve("Halts.java"),
                        """
                        public class Halts {
                            public static void main(String[] args) {
                                Runtime.getRuntime().halt(3);
                            }
                        }
                        """);
        Path graph = Files.writeString(folder.resolve("g"), "of an earlier run");
        assertTrue(graph.toFile().setLastModified(0));
        CommandRun refused =
                CommandRun.inChild(
                        "run", "--work-span", "--graph=" + graph, "--jvm-arg=-XX:Nothing", source);
        assertTrue(refused.err().contains("no work and span"), refused.err());
        assertEquals("of an earlier run", Files.readString(graph));
        CommandRun run = CommandRun.inChild("run", "--work-span", "--graph=" + graph, source);
        assertEquals(3, run.status(), run::err);
        assertTrue(run.err().contains("no work and span"), run.err());
        assertFalse(Files.exists(graph));
    }

    @Test
    void tasksOfTheJdksPoolsAreRecordedAndSaidNotToBeMeasured() throws Exception {
        Path source =
                Files.writeString(
                        folder.resolve("Others.java"),
                        """
                        import java.util.concurrent.ForkJoinPool;
                        import java.util.concurrent.RecursiveAction;

                        public class Others extends RecursiveAction {
                            @Override
                            protected void compute() {
                                long end = System.nanoTime() + 300_000_000;
                                while (System.nanoTime() < end) {}
                            }

                            public static void main(String[] args) {
                                new ForkJoinPool(1).invoke(new Others());
                            }
                        }
                        """);
        Path profile = folder.resolve("profile");
        CommandRun run =
                CommandRun.inChild(
                        "run", "--profile=" + profile, "--work-span", "--workers=1", source);
        assertTrue(run.err().contains("not in these numbers: what threads of java"), run.err());
        assertTrue(run.err().contains("ForkJoinPool-1: java.util.concurrent, 1 wor"), run.err());
    }

    @Test
    void classesThatWereWovenBeforeAreSaidToBeSerial() throws Exception {
        Path classes = folder.resolve("classes");
        Woven.compile(folder, "some/place/Fib.java", Woven.FIB, classes);
        assertEquals(0, CommandRun.inProcess("weave", classes).status());
        CommandRun run = CommandRun.inChild("run", "--work-span", classes);
        assertEquals(0, run.status(), run::err);
        assertTrue(run.err().contains("serial in these numbers: the class that was"), run.err());
    }

    @Test
    void parallelStreamsAreSaidNotToBeMeasured() throws Exception {
        Path source = folder.resolve("Streams.java");
        Files.writeString(
                source,
                """
                import java.util.concurrent.CountDownLatch;
                import java.util.concurrent.TimeUnit;
                import java.util.stream.IntStream;

                public class Streams {
                    public static void main(String[] args) {
                        CountDownLatch two = new CountDownLatch(2);
                        IntStream.range(0, 2).parallel().forEach(each -> {
                            two.countDown();
                            try {
                                two.await(9, TimeUnit.SECONDS);
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
                    }
                }
                """);
        CommandRun run = CommandRun.inChild("run", "--work-span", source);
        assertTrue(run.err().contains("common pool computed, as of parallel streams"), run.err());
    }

    @Test
    void itsGraphIsSimulated() throws Exception {
        CommandRun run =
                CommandRun.inChild(
                        "simulate",
                        "--workers=1,2",
                        "--jvm-arg=-Ddev.cleave.workspan.grain=0",
                        program,
                        "--",
                        "10",
                        "0");
        assertEquals(0, run.status(), run::err);
        assertTrue(run.err().contains(": 1,023 tasks in "), run.err());
        assertTrue(run.out().contains("Sums.java: work "), run.out());
        assertTrue(run.out().contains("         2 workers "), run.out());
    }

    @Test
    void whatItsGraphLacksIsSaid() throws Exception {
        Path source =
                Files.writeString(
                        folder.resolve("Chain.java"),
                        """
                        import dev.cleave.*;

                        public class Chain extends RecursiveAction {
                            final Chain before;

                            Chain(Chain before) {
                                this.before = before;
                            }

                            @Override
                            protected void compute() {
                                if (before != null) {
                                    before.join();
                                }
                            }

                            public static void main(String[] args) {
                                ForkJoinPool.commonPool().invoke(ForkJoinTask.adapt(() -> {
                                    Chain last = null;
                                    for (int i = 0; i < 4; i++) {
                                        last = new Chain(last);
                                        last.fork();
                                    }
                                    last.join();
                                }));
                            }
                        }
                        """);
        CommandRun run =
                CommandRun.inChild(
                        "simulate",
                        "--workers=1,2",
                        "--jvm-arg=-Ddev.cleave.workspan.grain=0",
                        source);
        assertEquals(0, run.status(), run::err);
        assertTrue(run.err().contains("the graph has all but 3 of the joins"), run.err());
    }

    @Test
    void aProgramThatCannotStartIsNotSaidToHaveBeenEnded() throws Exception {
        CommandRun run =
                CommandRun.inChild(
                        "run",
                        "--work-span",
                        "--jvm-arg=-Ddev.cleave.workspan.grain=x",
                        program,
                        "--",
                        "3",
                        "0");
        assertEquals(1, run.status(), run::err);
        assertTrue(run.err().contains("-Ddev.cleave.workspan.grain=x: nanoseconds"), run.err());
        assertTrue(run.err().contains("could not start, which is said above, or"), run.err());
    }

    @Test
    void aProgramThatFailsIsNotSimulated() throws Exception {
        CommandRun run = CommandRun.inChild("simulate", program, "--", "3", "5");
        assertEquals(2, run.status(), run::err);
        assertTrue(run.err().contains(program + " ended with status 5: only a program"), run.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--workers=2", "--retarget", "--no-weave"})
    void whatDoesNotGoWithItIsRefused(String other) {
        CommandRun run = CommandRun.inProcess("run", "--work-span", other, program);
        assertEquals(2, run.status());
        assertTrue(run.err().contains("leave out " + other.split("=")[0]), run.err());
    }

    @Test
    void aProfileHasTheCurveAndAPointForEachRun() throws Exception {
        Path profile = folder.resolve("profile");
        CommandRun run =
                CommandRun.inChild(
                        "run",
                        "--work-span",
                        "--profile=" + profile,
                        "--workers=3,1",
                        program,
                        "--",
                        "12",
                        "0");
        assertEquals(0, run.status(), run::err);
        List<String> out = run.out().lines().toList();
        assertEquals(6, out.size(), run::out);
        assertTrue(run.err().contains("work and span of " + program + ": "), run.err());
        JsonObject speedup =
                JsonParser.parseString(Files.readString(profile.resolve("report.json")))
                        .getAsJsonObject()
                        .getAsJsonObject("speedup");
        JsonArray measured = speedup.getAsJsonArray("measured");
        assertEquals(2, measured.size(), measured::toString);
        JsonObject one = measured.get(0).getAsJsonObject();
        assertEquals(1, one.get("workers").getAsInt());
        assertEquals(1, one.get("speedup").getAsDouble());
        assertTrue(one.get("seconds").getAsDouble() >= 1e-9 * Long.parseLong(out.get(3)));
        JsonObject three = measured.get(1).getAsJsonObject();
        assertEquals(3, three.get("workers").getAsInt());
        assertEquals(
                speedup.get("serial").getAsDouble() / three.get("seconds").getAsDouble(),
                three.get("speedup").getAsDouble(),
                1e-5);
        assertTrue(
                Files.readString(profile.resolve("report.html"))
                        .contains("data-chart=\"speedup\""));
        assertTrue(
                run.err()
                        .contains(
                                "with --workers 1 no pool of Cleave computed (futures of one worker"
                                        + " need none), and the program took "),
                run.err());
        assertTrue(run.err().contains("3 workers: "), run.err());
    }

    /** One pool is as large as the machine, the other has a number of its own. */
    @ParameterizedTest
    @CsvSource({"'', 1", "3, 3"})
    void poolsOfTheProgramsOwnFollowUnlessTheyHaveANumber(String size, int workers)
            throws Exception {
        Path own =
                Files.writeString(
                        folder.resolve("Own.java"),
                        """
                        import dev.cleave.ForkJoinPool;

                        public class Own {
                            public static void main(String[] args) {
                                try (ForkJoinPool pool = new ForkJoinPool(%s)) {
                                    pool.submit(() -> {}).join();
                                }
                            }
                        }
                        """
                                .formatted(size));
        Path profile = folder.resolve("profile");
        CommandRun run =
                CommandRun.inChild(
                        "run", "--work-span", "--profile=" + profile, "--workers=1", own);
        assertEquals(0, run.status(), run::err);
        JsonObject measured =
                JsonParser.parseString(Files.readString(profile.resolve("report.json")))
                        .getAsJsonObject()
                        .getAsJsonObject("speedup")
                        .getAsJsonArray("measured")
                        .get(0)
                        .getAsJsonObject();
        assertEquals(workers, measured.get("workers").getAsInt(), run::err);
        assertEquals(
                workers != 1,
                run.err().contains("asked for 1 worker, but the pool above had " + workers),
                run::err);
    }

    @Test
    void aProgramThatFailsIsNotRunAgain() throws Exception {
        Path profile = folder.resolve("profile");
        CommandRun run =
                CommandRun.inChild(
                        "run", "--work-span", "--profile=" + profile, program, "--", "3", "5");
        assertEquals(5, run.status(), run::err);
        assertEquals(2, run.out().lines().count(), run::out);
        assertTrue(
                run.err().contains("status 5 and is not run again; leave out --work-span"),
                run.err());
        assertEquals(0, profile.toFile().list().length);
    }

    @Test
    void severalNumbersOfWorkersNeedBoth() {
        CommandRun run = CommandRun.inProcess("run", "--workers=1,2", "--profile", program);
        assertEquals(2, run.status());
        assertTrue(
                run.err().contains("--workers=1,2 are several runs, which only --profile"),
                run.err());
    }

    @Test
    void whereNothingCanBeWrittenIsSaidBeforeTheProgramRuns() {
        Path nowhere = folder.resolve("none/out.json");
        CommandRun run = CommandRun.inProcess("run", "--work-span=" + nowhere, program);
        assertEquals(2, run.status());
        assertTrue(
                run.err().contains("--work-span=" + nowhere + ": no file can be written there"),
                run.err());
        CommandRun graph =
                CommandRun.inProcess("run", "--work-span", "--graph=" + nowhere, program);
        assertTrue(graph.err().contains("--graph=" + nowhere + ": no file can be"), graph.err());
        CommandRun itself = CommandRun.inProcess("run", "--work-span=" + program, program);
        assertEquals(2, itself.status());
        assertTrue(itself.err().contains("would overwrite what is read from"), itself.err());
        CommandRun alone = CommandRun.inProcess("run", "--graph=g", program);
        assertTrue(alone.err().contains("--graph=g needs --work-span"), alone.err());
        assertFalse(Files.exists(Path.of("g")));
    }

    @Test
    void onlyAProgramTakesArguments() {
        CommandRun run = CommandRun.inProcess("simulate", "fib:3", "4");
        assertEquals(2, run.status());
        assertTrue(run.err().contains("only a program that is run takes arguments"), run.err());
    }
}
