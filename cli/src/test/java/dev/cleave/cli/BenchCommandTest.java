package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line of {@code cleave bench}; what it measures is tested where that is done. */
class BenchCommandTest {
    @TempDir private Path folder;

    @Test
    void anUnknownSuiteNamesTheChoices() {
        assertRefused(
                CommandRun.inProcess("bench", "fjtsk"),
                "'fjtsk' is no suite;"
                        + " suites: fjtask fjava dblfutures javagrande futures bottlenecks overhead"
                        + " streams checks jne actors");
    }

    @Test
    void anUnknownProgramNamesTheChoices() {
        assertRefused(
                CommandRun.inProcess("bench", "fjava", "--programs", "fib,fob"),
                "'fob' is no program of fjava; programs: mm lu lu-4 primes fib quicksort");
    }

    @Test
    void aListOfNothingIsNotTakenForTheDefault() {
        for (String option : List.of("--programs", "--peers", "--scheduling")) {
            assertRefused(
                    CommandRun.inProcess("bench", "fjtask", option, ","),
                    option + " names nothing: name something, or leave it out");
        }
    }

    @Test
    void anUnknownDispatcherNamesTheChoices() {
        assertRefused(
                CommandRun.inProcess("bench", "actors", "--peers", "akka"),
                "'akka' is no dispatcher; dispatchers: pekko pekko-sized cleave");
    }

    @Test
    void suiteActorsRefusesWhatDispatchersAreConfiguredFor() {
        assertRefused(
                CommandRun.inProcess("bench", "actors", "--workers", "2"),
                "leave --full, --plot, --workers, --scheduling and --busy out");
    }

    @Test
    void withoutItsJarsSuiteActorsSaysWhoPutsThemThere() {
        assertRefused(
                CommandRun.inProcess("bench", "actors", "--quick"),
                "run it by ./cleave, which puts them there");
    }

    @Test
    void anUnknownCheckNamesTheChoices() {
        assertRefused(
                CommandRun.inProcess("bench", "checks", "--programs", "FJ0"),
                "'FJ0' is no check; measured here: FJ1 FJ2 FJ3 FJ4");
    }

    @Test
    void suiteChecksRefusesWhatItsPairsDoNotHave() {
        assertRefused(
                CommandRun.inProcess("bench", "checks", "--workers", "4"),
                "leave --full, --plot, --peers, --workers, --scheduling and --busy out");
    }

    @Test
    void suiteChecksHasNoBusyThreads() {
        assertRefused(CommandRun.inProcess("bench", "checks", "--busy", "2"), "--busy out");
    }

    @Test
    void busyThreadsOutOfRange() {
        assertRefused(
                CommandRun.inProcess("bench", "overhead", "--busy=-1"),
                "--busy -1 is out of range, which is from 0 to 1000; it is 0 if left out");
    }

    @Test
    void anUnknownPeerNamesTheChoices() {
        assertRefused(
                CommandRun.inProcess("bench", "overhead", "--peers", "rayon"),
                "'rayon' is no peer in suite overhead; peers: juc cleave cleave-lambda"
                        + " future future-forking");
    }

    @Test
    void anUnknownSchedulingNamesTheChoices() {
        assertRefused(
                CommandRun.inProcess("bench", "fjtask", "--scheduling", "fifo"),
                "'fifo' is no scheduling",
                "THE CHASE_LEV RECEIVER_INITIATED SENDER_INITIATED SPLIT LINKED SHARED");
    }

    @Test
    void workersOutOfRange() {
        for (String workers : new String[] {"0", "32768", "two", "1,,2", ","}) {
            assertRefused(
                    CommandRun.inProcess("bench", "fjtask", "--workers", workers),
                    "is not a number of workers, which is from 1 to 32767");
        }
    }

    @Test
    void forksOutOfRange() {
        assertRefused(
                CommandRun.inProcess("bench", "fjtask", "--forks", "0"),
                "--forks 0 is out of range, which is from 1 to 100");
    }

    @Test
    void aJdkThatIsNone() {
        assertRefused(
                CommandRun.inProcess("bench", "fjtask", "--jdk", folder),
                "--jdk " + folder + " has no bin/java; give the home of a JDK 17 or later");
    }

    @Test
    void aFileForTheRowsThatCannotBeWritten() {
        CommandRun run =
                CommandRun.inProcess("bench", "fjtask", "--json", folder.resolve("no/rows.json"));
        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains("rows.json: no file can be written there"), run.err());
    }

    private static CommandRun measure(Object rows) {
        return CommandRun.inProcess(
                "bench",
                "overhead",
                "--quick",
                "--programs",
                "few-large",
                "--forks",
                "1",
                "--peers",
                "juc",
                "--workers",
                "1..1", // as for simulate
                "--json",
                rows);
    }

    @Test
    void aDashPrintsTheRowsAndNothingElse() {
        CommandRun run = measure("-");
        assertAll(
                () -> assertEquals(0, run.status(), run.err()),
                () -> assertTrue(run.out().startsWith("["), run.out()),
                () -> assertTrue(run.out().endsWith("]" + System.lineSeparator()), run.out()),
                () -> assertTrue(run.err().contains("few-large: quick size"), run.err()),
                () -> assertTrue(Files.notExists(Path.of("-"))));
    }

    @Test
    void measuresAndWritesTheRows() throws Exception {
        Path rows = folder.resolve("rows.json");
        CommandRun run = measure(rows);
        assertAll(
                () -> assertEquals(0, run.status(), run.err()),
                () -> assertTrue(run.out().contains("few-large: quick size"), run.out()),
                () -> assertTrue(Files.readString(rows).contains("\"peer\": \"juc\"")));
    }

    @Test
    void rowsForWhichThereIsNoRoomAreSaidWithTheirFile() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "there is no /dev/full");
        CommandRun run = measure(full);
        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains("bench: " + CommandRun.noRoom()), run.err());
    }

    @Test
    void anEmptyOptionForTheVirtualMachinesIsRefused() {
        assertRefused(
                CommandRun.inProcess("bench", "futures", "--quick", "--jvm-arg="),
                "--jvm-arg is empty");
    }

    @Test
    void interruptedItSaysNothingAndLeavesEarlierRows() throws Exception {
        Path rows = Files.writeString(folder.resolve("rows.json"), "earlier");
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        List<String> command =
                CommandRun.childCommand("bench", "overhead", "--programs", "fib", "--json", rows);
        assertEquals("", stopped(command, temporary));
        assertEquals("earlier", Files.readString(rows));
    }

    @Test
    void interruptedSuiteChecksTakesItsLogAlong() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        List<String> command = CommandRun.childCommand("bench", "checks", "--programs", "FJ8");
        if (Runtime.version().feature() >= 24) { // as the launcher does
            command.add(1, "--sun-misc-unsafe-memory-access=allow");
        }
        assertEquals("", stopped(command, temporary));
    }

    /** What a command said that was stopped as it measured. */
    private String stopped(List<String> command, Path temporary) throws Exception {
        command.add(1, "-Djava.io.tmpdir=" + temporary);
        Path err = folder.resolve("err");
        Process bench =
                new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(err.toFile())
                        .start();
        try {
            while (bench.children().findAny().isEmpty()) {
                assertTrue(bench.isAlive(), () -> "it has ended by itself");
                bench.waitFor(10, TimeUnit.MILLISECONDS);
            }
            bench.destroy();
            bench.waitFor();
            try (Stream<Path> left = Files.list(temporary)) {
                assertEquals(List.of(), left.toList());
            }
            return Files.readString(err);
        } finally {
            bench.destroyForcibly();
        }
    }

    private static void assertRefused(CommandRun run, String... words) {
        assertEquals(2, run.status(), run.err());
        for (String word : words) {
            assertTrue(run.err().contains(word), run.err());
        }
        assertTrue(run.err().contains("See: ./cleave bench --help"), run.err());
    }
}
