package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code cleave stress}, but for the races: those run in a suite of their own. */
class StressCommandTest {
    @Test
    void aStormRunsEveryDisciplineAndCountsItsRounds() throws Exception {
        CommandRun run =
                CommandRun.inChild("stress", "--races", "none", "--tasks", "1", "--seed", "42");
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().contains("--seed 42"), run.out());
        for (String discipline : new String[] {"THE", "CHASE_LEV", "SPLIT", "SHARED"}) {
            assertTrue(run.out().contains("\n  " + discipline + " "), run.out());
        }
        assertTrue(run.out().endsWith("7 passed, 0 failed\n"), run.out());
    }

    @Test
    void programsWithFuturesDoWovenWhatTheyDoAsWritten() throws Exception {
        CommandRun run = CommandRun.inChild("stress", "--futures", "1", "--seed", "42");
        assertEquals(0, run.status(), run.out() + run.err());
        assertTrue(run.out().contains("--seed 42"), run.out());
        // as the help says
        assertTrue(run.out().contains(" executions of 1 programs, "), run.out());
        assertTrue(run.out().endsWith(" passed, 0 failed\n"), run.out());
    }

    @Test
    void futuresGoWithoutRacesAndStorm() {
        for (String other : new String[] {"--races=none", "--minutes=1", "--verbose"}) {
            CommandRun run = CommandRun.inProcess("stress", "--futures", "1000", other);
            assertEquals(2, run.status());
            assertTrue(run.err().contains("takes only --seed beside it"), run.err());
        }
    }

    @Test
    void oneRaceRunsAloneAndOneThatIsNotThereIsRefused() throws Exception {
        CommandRun run =
                CommandRun.inChild("stress", "--races", "quick", "--race", "GiveBackStress");
        assertEquals(0, run.status(), run.out() + run.err());
        assertTrue(run.out().endsWith(" passed, 0 failed\n"), run.out());
        assertTrue(run.out().matches("(?s).*Results: \\d planned.*"), "all of them: " + run.out());
        run = CommandRun.inChild("stress", "--race", "NoSuchRace");
        assertEquals(2, run.status(), run.out() + run.err());
        assertTrue(run.err().contains("'NoSuchRace' in it; the races are:"), run.err());
    }

    /** jcstress itself would find nothing to do, and not say why. */
    @Test
    void aRaceOfMoreActorsThanProcessorsIsRefused() throws Exception {
        CommandRun run =
                CommandRun.process(
                        CommandRun.childCommand(
                                "stress", "--races", "quick", "--race", "MissedWakeUpStress"),
                        Map.of("JAVA_TOOL_OPTIONS", "-XX:ActiveProcessorCount=2"),
                        "");
        assertEquals(2, run.status(), run.out() + run.err());
        assertTrue(run.err().contains("there are 2, too few for\n  dev.cleave."), run.err());
    }

    @Test
    void aRaceIsNotNamedWhereNoneRuns() {
        CommandRun run = CommandRun.inProcess("stress", "--race", "Deque", "--races", "none");
        assertEquals(2, run.status());
        assertTrue(run.err().contains("--races none runs none"), run.err());
    }

    /** Before they have begun, and when the virtual machine of the races is there, too. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void racesThatAreInterruptedLeaveNoFolderAndNoTrace(
            int processes, @TempDir Path temporary, @TempDir Path folder) throws Exception {
        List<String> command =
                CommandRun.childCommand("stress", "--races", "quick", "--race", "DequeGrowStress");
        command.add(1, "-Djava.io.tmpdir=" + temporary);
        Path err = folder.resolve("err");
        Process stress =
                new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(err.toFile())
                        .start();
        try {
            while (stress.descendants().count() < processes) {
                assertTrue(stress.isAlive());
                stress.waitFor(10, TimeUnit.MILLISECONDS);
            }
            stress.destroy();
            stress.waitFor();
            try (Stream<Path> left = Files.list(temporary)) {
                assertEquals(List.of(), left.toList());
            }
            assertEquals("", Files.readString(err));
        } finally {
            stress.destroyForcibly();
        }
    }

    @Test
    void nothingToRunIsRefused() {
        CommandRun run = CommandRun.inProcess("stress", "--tasks", "0", "--races", "none");
        assertEquals(2, run.status());
        assertTrue(run.err().contains("so nothing is left to run"), run.err());
    }

    @ParameterizedTest
    @CsvSource({
        "--tasks, -1, --tasks -1 must be at least 0",
        "--minutes, 0, --minutes 0 must be at least 1",
        "--futures, 0, --futures 0 must be at least 1",
        "--races, some, 'choose one of [quick, full, none]'",
        "--race, (, is no regular expression: ",
        "--seed, 99999999999999999999, is not a whole number from -9223372036854775808 to"
    })
    void aBadOptionIsRefusedWithWhatWouldDo(String option, String value, String said) {
        CommandRun run = CommandRun.inProcess("stress", option, value);
        assertEquals(2, run.status());
        assertTrue(run.err().contains(said), run.err());
    }
}
