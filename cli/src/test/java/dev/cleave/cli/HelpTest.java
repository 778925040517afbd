package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Everything has help, reached in each of the ways people try. */
class HelpTest {
    static Stream<String> commands() {
        return Main.commandLine().getSubcommands().keySet().stream();
    }

    @Test
    void theCommandsAreTheOnesWeDocument() {
        assertEquals(
                Set.of(
                        "run",
                        "weave",
                        "check",
                        "fix",
                        "bench",
                        "simulate",
                        "profile",
                        "manager",
                        "top",
                        "stress",
                        "test",
                        "completion",
                        "help"),
                new TreeSet<>(commands().toList()));
    }

    /** It is there for days, and so is what it has loaded. */
    @Test
    void theManagerDoesNotLoadTheOthers() {
        assertEquals(
                Set.of("manager"), Main.commandLine("manager", "-h").getSubcommands().keySet());
    }

    @Test
    void helpOfTheWholeNamesEveryCommand() {
        CommandRun help = CommandRun.inProcess("--help");
        assertEquals(0, help.status());
        assertEquals(help, CommandRun.inProcess("help"));
        commands().forEach(name -> assertTrue(help.out().contains("\n  " + name + " "), name));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasHelpInBothForms(String name) {
        CommandRun help = CommandRun.inProcess(name, "--help");
        assertEquals(0, help.status());
        assertEquals("", help.err());
        assertTrue(help.out().contains("Usage: cleave " + name + " "), help.out());
        assertEquals(help, CommandRun.inProcess("help", name));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyOptionAndParameterIsDescribed(String name) {
        CommandLine command = Main.commandLine().getSubcommands().get(name);
        command.getCommandSpec()
                .args()
                .forEach(
                        argument ->
                                assertTrue(
                                        argument.description().length > 0,
                                        () -> name + " " + argument.paramLabel()));
    }

    /** Wrapped, an example cannot be copied. */
    @ParameterizedTest
    @MethodSource("commands")
    void everyExampleFitsOnALine(String name) {
        CommandLine command = Main.commandLine().getSubcommands().get(name);
        for (String line : command.getCommandSpec().usageMessage().footer()) {
            if (line.startsWith("  ./cleave")) {
                assertTrue(line.length() < 80, line);
            }
        }
    }

    /** The shell would make several words of it, of which the second is no class path. */
    @ParameterizedTest
    @MethodSource("commands")
    void noExampleHasAPatternThatTheShellReplaces(String name) {
        CommandLine command = Main.commandLine().getSubcommands().get(name);
        for (String line : command.getCommandSpec().usageMessage().footer()) {
            if (line.startsWith("  ./cleave")) {
                assertFalse(line.replaceAll("'[^']*'", "").contains("*"), line);
            }
        }
    }

    @Test
    void runNamesItsOptionsItsLimitsAndTheDisciplines() {
        String help = CommandRun.inProcess("run", "--help").out().replaceAll("\\s+", " ");
        for (String said :
                new String[] {
                    "--workers=N",
                    "from 1 to 32767",
                    "--scheduling=NAME",
                    "THE, CHASE_LEV, RECEIVER_INITIATED, SENDER_INITIATED, SPLIT, LINKED, SHARED",
                    "--stats",
                    "--profile[=DIR]",
                    "--work-span[=FILE]",
                    "--graph=FILE",
                    "--retarget",
                    "--no-weave",
                    "--main=CLASS",
                    "--jvm-arg=OPTION"
                }) {
            assertTrue(help.contains(said), () -> said + " in " + help);
        }
    }

    @Test
    void noCommandAtAllIsAnErrorThatSaysWhereHelpIs() {
        CommandRun run = CommandRun.inProcess();
        assertEquals(2, run.status());
        assertTrue(run.err().contains("say which COMMAND to run"), run.err());
        assertTrue(run.err().contains("See: ./cleave --help"), run.err());
    }

    @Test
    void aCommandThatThereIsNotIsAnErrorThatListsThoseThereAre() {
        CommandRun run = CommandRun.inProcess("rnu");
        assertEquals(2, run.status());
        assertTrue(run.err().contains("no command 'rnu'; there are run, weave, "), run.err());
        assertTrue(run.err().contains("See: ./cleave --help"), run.err());
        CommandRun help = CommandRun.inProcess("help", "rnu");
        assertEquals(2, help.status());
        assertTrue(help.err().contains("no command 'rnu'; there are run, weave, "), help.err());
        assertTrue(help.err().contains("See: ./cleave --help"), help.err());
    }

    @Test
    void anArgumentTooManyIsNamed() {
        CommandRun run = CommandRun.inProcess("bench", "overhead", "fib");
        assertEquals(2, run.status());
        assertTrue(run.err().contains("'fib' is one argument too many"), run.err());
    }

    @Test
    void testIsTheLaunchers() {
        CommandRun run = CommandRun.inProcess("test");
        assertEquals(2, run.status());
        assertTrue(
                run.err().contains("the tests are run by the launcher: ./cleave test"), run.err());
    }
}
