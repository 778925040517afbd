package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs are recorded to whatever end they come. */
class ProfileCommandTest {
    /** Whatever a shell starts in the background ignores interrupts, and so do its children. */
    private static final String[] RECEIVING_INTERRUPTS = {"env", "--default-signal=INT"};

    private static final List<String> WRITTEN =
            List.of("recording.jfr", "report.html", "report.json");

    @TempDir private Path folder;

    @Test
    void aProgramThatEndsLeavesRecordingReportAndSummary() throws Exception {
        Path profile = folder.resolve("a folder, with comma");
        CommandRun run = run(profile, "end");
        assertEquals(0, run.status(), run.err());
        assertEquals(List.of("done"), run.out().lines().toList());
        assertTrue(run.err().contains("workers, at work for"), run.err());
        assertTrue(run.err().contains("report: " + profile.resolve("report.html")), run.err());
        assertFalse(run.err().contains("\033"), run.err());
        assertEquals(WRITTEN, written(profile));
        CommandRun again =
                CommandRun.inProcess(
                        "profile",
                        profile.resolve("recording.jfr"),
                        "-o",
                        folder.resolve("again.html"),
                        "--json",
                        folder.resolve("again.json"),
                        "--trace",
                        folder.resolve("trace.json"));
        assertEquals(0, again.status(), again.err());
        assertTrue(again.out().contains("workers, at work for"), again.out());
        // How many workers there were, what is missing and what would help differ with what else
        // the machine does.
        long figures =
                again.out()
                        .lines()
                        .takeWhile(line -> !line.matches("(missing:|→|>) .*"))
                        .filter(line -> !line.matches("w[0-9]+ .*"))
                        .count();
        assertTrue(figures <= 5, again.out());
        assertEquals(
                withoutEnergy(profile.resolve("report.json")),
                withoutEnergy(folder.resolve("again.json")));
        assertTrue(Files.readString(folder.resolve("again.html")).startsWith("<!DOCTYPE html>"));
        assertTrue(Files.readString(folder.resolve("trace.json")).contains("\"ph\":\"X\""));
    }

    /** Energy is measured while the program runs; a recording does not hold it. */
    private static String withoutEnergy(Path report) throws Exception {
        String json = Files.readString(report);
        return json.substring(0, json.indexOf(",\"energy\":"));
    }

    @Test
    void aNameWithHalfASurrogatePairIsReportedOnWithoutIt() throws Exception {
        Path profile = folder.resolve("profile");
        CommandRun run = run(profile, "half");
        assertEquals(0, run.status(), run.err());
        assertEquals(WRITTEN, written(profile), run.err());
        Path trace = folder.resolve("trace.json");
        CommandRun again =
                CommandRun.inProcess("profile", profile.resolve("recording.jfr"), "--trace", trace);
        assertEquals(0, again.status(), again.err());
        assertTrue(Files.readString(profile.resolve("report.json")).contains("\"half ?\""));
        assertTrue(Files.readString(trace).contains("half ?"));
    }

    /** The common pool's workers are in the thread group of the virtual machine's own threads. */
    @Test
    void theCommonPoolIsStuckIfItsWorkersWaitAndNotIfTheyCompute() throws Exception {
        Path program =
                Files.writeString(
                        folder.resolve("Holds.java"),
                        """
                        import dev.cleave.ForkJoinPool;

                        public class Holds {
                            public static void main(String[] args) throws Exception {
                                Thread main = Thread.currentThread();
                                ForkJoinPool pool = ForkJoinPool.commonPool();
                                if (args[0].equals("compute")) {
                                    pool.submit(new Computes()).join();
                                    return;
                                }
                                synchronized (main) {
                                    pool.execute(() -> {
                                        synchronized (main) {
                                        }
                                    });
                                    Thread.sleep(2_500);
                                    System.exit(0);
                                }
                            }
                        }

                        class Computes implements Runnable {
                            static long sum;

                            public void run() {
                                long end = System.nanoTime() + 2_000_000_000L;
                                while (System.nanoTime() < end) {
                                    for (int i = 0; i < 10_000; i++) {
                                        sum = 31 * sum + i;
                                    }
                                }
                            }
                        }
                        """);
        for (String does : List.of("compute", "wait")) {
            Path profile = folder.resolve(does);
            CommandRun run =
                    CommandRun.inChild(
                            "run", "--profile=" + profile, "--workers", "1", program, "--", does);
            assertEquals(0, run.status(), run.err());
            String report = Files.readString(profile.resolve("report.json"));
            assertEquals(does.equals("wait"), report.contains("\"id\":\"stuck\""), run.err());
            // As the class says, whatever its name.
            assertEquals(
                    does.equals("compute"),
                    report.matches("(?s).*Holds\\.java:\\d+ \\(Computes\\.run\\).*"),
                    run.err());
        }
    }

    @Test
    void aProgramThatThrowsOrExitsIsReportedOnAndItsStatusPassedOn() throws Exception {
        Path profile = folder.resolve("profile");
        CommandRun thrown = run(profile, "throw");
        assertEquals(1, thrown.status());
        assertTrue(thrown.err().contains("IllegalStateException: thrown"), thrown.err());
        assertEquals(WRITTEN, written(profile));
        CommandRun left = run(profile, "exit");
        assertEquals(7, left.status());
        assertTrue(left.err().contains("report: "), left.err());
        assertEquals(WRITTEN, written(profile));
    }

    @Test
    void aProgramThatIsKilledIsReportedUpToItsLastFlush() throws Exception {
        Path profile = folder.resolve("profile");
        CommandRun killed = run(profile, "kill");
        assertEquals(137, killed.status());
        assertTrue(killed.err().contains("missing: the virtual machine was killed"), killed.err());
        assertTrue(killed.err().contains("report: "), killed.err());
        assertEquals(WRITTEN, written(profile));
    }

    @Test
    void aProgramThatIsInterruptedIsReported() throws Exception {
        Path profile = folder.resolve("profile");
        String err = interrupted("--profile=" + profile);
        assertTrue(err.contains("report: "), err);
        assertEquals(WRITTEN, written(profile));
    }

    /** It is not run again, so there is nothing to report, and nothing is left. */
    @Test
    void aProgramThatIsInterruptedWhileItsSpanIsMeasuredLeavesNoProfile() throws Exception {
        Path profile = folder.resolve("profile");
        String err = interrupted("--profile=" + profile, "--work-span");
        assertTrue(err.contains("work and span of "), err);
        assertTrue(err.contains("no profile: the program ended with status "), err);
        assertEquals(List.of(), written(profile));
    }

    /** What it says on the error stream, if it is interrupted when the program runs. */
    private String interrupted(String... options) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "there is no /bin/kill");
        Path started = folder.resolve("started");
        List<String> command = new ArrayList<>();
        if (succeeds(RECEIVING_INTERRUPTS, "true")) {
            command.addAll(List.of(RECEIVING_INTERRUPTS));
        }
        List<Object> run = new ArrayList<>(List.of("run"));
        run.addAll(List.of(options));
        run.addAll(List.of(program(), "--", "wait", started));
        command.addAll(CommandRun.childCommand(run.toArray()));
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(command).redirectError(err.toFile()).start();
        try {
            while (!Files.exists(started)) {
                assertFalse(
                        process.waitFor(100, TimeUnit.MILLISECONDS), () -> "ended: " + read(err));
            }
            // To the command alone, which passes it on; a terminal would send it to both.
            assertEquals(
                    0,
                    new ProcessBuilder("/bin/kill", "-INT", "" + process.pid()).start().waitFor());
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it does not end");
        } finally {
            process.destroyForcibly();
        }
        return read(err);
    }

    private static boolean succeeds(String[] command, String argument) throws Exception {
        List<String> whole = new ArrayList<>(List.of(command));
        whole.add(argument);
        return new ProcessBuilder(whole).start().waitFor() == 0;
    }

    @Test
    void aProgramWithoutPoolsIsToldSo() throws Exception {
        CommandRun run = run(folder.resolve("profile"), "nothing");
        assertEquals(0, run.status());
        assertTrue(run.err().contains("no profile: "), run.err());
        assertTrue(run.err().contains("no statistics of a Cleave pool"), run.err());
        assertFalse(run.err().contains("Record it with"), run.err()); // so it was
        assertTrue(run.err().contains("parallel streams are not"), run.err());
    }

    @Test
    void whatFollowsASpaceIsTheProgram() throws Exception {
        List<String> command = CommandRun.childCommand("run", "--profile", program(), "--", "end");
        List<String> inFolder = new ArrayList<>(List.of("env", "-C", folder.toString()));
        inFolder.addAll(command);
        CommandRun run = CommandRun.process(inFolder, Map.of(), "");
        assertEquals(0, run.status(), run.err());
        assertEquals(WRITTEN, written(folder.resolve("cleave-profile")));
    }

    @Test
    void aFolderThatCannotBeIsRefusedBeforeTheProgramRuns() throws Exception {
        CommandRun run = run(program(), "end");
        assertEquals(2, run.status());
        assertEquals("", run.out());
        assertTrue(run.err().contains("name another folder"), run.err());
        Path inTheWay = Files.createDirectories(folder.resolve("profile/report.html"));
        Files.createFile(inTheWay.resolve("file"));
        CommandRun taken = run(folder.resolve("profile"), "end");
        assertEquals(2, taken.status());
        assertTrue(
                taken.err().contains(inTheWay + " cannot be read or written: it is a folder with"),
                taken.err());
    }

    @Test
    void whatIsNoRecordingIsRefused() throws Exception {
        CommandRun none = CommandRun.inProcess("profile", folder.resolve("none.jfr"));
        assertEquals(2, none.status());
        assertTrue(none.err().contains("none.jfr does not exist"), none.err());
        CommandRun text = CommandRun.inProcess("profile", program());
        assertEquals(2, text.status());
        assertTrue(text.err().contains("no Flight Recorder recording"), text.err());
    }

    @Test
    void whatItWritesIsRefusedBeforeTheRecordingIsRead() throws Exception {
        Path recording = Files.writeString(folder.resolve("some.jfr"), "as it was");
        CommandRun same = CommandRun.inProcess("profile", recording, "-o", recording);
        assertEquals(2, same.status());
        assertTrue(same.err().contains("would overwrite what is read from"), same.err());
        assertEquals("as it was", Files.readString(recording));
        Path both = folder.resolve("both");
        CommandRun two = CommandRun.inProcess("profile", recording, "-o", both, "--json", both);
        assertEquals(2, two.status());
        assertTrue(two.err().contains("--json=" + both + " is the same file"), two.err());
    }

    private CommandRun run(Path profile, String how) throws Exception {
        return CommandRun.inChild("run", "--profile=" + profile, program(), "--", how);
    }

    private Path program() throws IOException {
        return Files.writeString(
                folder.resolve("Sums.java"),
                """
                import dev.cleave.ForkJoinPool;
                import dev.cleave.RecursiveTask;
                import java.nio.file.*;
                import java.util.concurrent.locks.LockSupport;

                public class Sums extends RecursiveTask<Long> {
                    private final int depth;

                    Sums(int depth) {
                        this.depth = depth;
                    }

                    @Override
                    protected Long compute() {
                        if (depth == 0) {
                            return 1L;
                        }
                        Sums left = new Sums(depth - 1);
                        left.fork();
                        return new Sums(depth - 1).compute() + left.join();
                    }

                    public static void main(String[] args) throws Exception {
                        if (args[0].equals("nothing")) {
                            return;
                        }
                        ForkJoinPool pool = args[0].equals("half")
                                ? ForkJoinPool.builder().name("half \\uD83D").build()
                                : new ForkJoinPool(2);
                        // Long enough for statistics, and for a flush if it is to be killed.
                        long end = System.nanoTime() + (args[0].equals("kill") ? 4_000_000_000L : 500_000_000L);
                        do {
                            pool.invoke(new Sums(16));
                        } while (System.nanoTime() < end);
                        switch (args[0]) {
                            case "throw" -> throw new IllegalStateException("thrown");
                            case "exit" -> System.exit(7);
                            case "kill" -> new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start().waitFor();
                            case "wait" -> {
                                Files.createFile(Path.of(args[1]));
                                while (true) {
                                    LockSupport.park();
                                }
                            }
                            default -> System.out.println("done");
                        }
                    }
                }
                """);
    }

    private static List<String> written(Path profile) throws IOException {
        try (var files = Files.list(profile)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
