package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.cleave.profiler.graph.GraphPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulateCommandTest {
    @TempDir private Path folder;

    @Test
    void aProgramHasATableACurveAndJson() throws Exception {
        Path json = folder.resolve("out.json");
        CommandRun run =
                CommandRun.inChild(
                        "simulate",
                        "fib:20",
                        "--workers",
                        "1..8",
                        "--scheduling",
                        "SPLIT,SHARED",
                        "--json",
                        json);
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().contains("fib:20: work "), run.out());
        assertTrue(run.out().contains("\nSHARED "), run.out());
        assertTrue(run.out().contains("         8 workers "), run.out());
        assertTrue(run.out().contains("         8 ="), run.out());
        assertEquals(8, Files.readString(json).split("\"stealsTried\"", -1).length - 1);
    }

    @Test
    void aDashPrintsTheNumbersInPlaceOfTheTable() throws Exception {
        CommandRun run = CommandRun.inChild("simulate", "fib:3", "--workers", "1,2", "--json", "-");
        assertEquals(0, run.status(), run.err());
        JsonObject all = JsonParser.parseString(run.out()).getAsJsonObject();
        assertEquals(2, all.getAsJsonArray("runs").size(), run.out());
        assertTrue(Files.notExists(Path.of("-")));
    }

    @Test
    void thenWhatAProgramPrintsIsNotMixedWithThem() throws Exception {
        Path program =
                Files.writeString(
                        folder.resolve("Says.java"),
                        "class Says { public static void main(String[] a) {"
                                + " System.out.println(\"said\"); } }");
        CommandRun run = CommandRun.inChild("simulate", program, "--workers", "1", "--json", "-");
        assertEquals(0, run.status(), run.err());
        assertTrue(JsonParser.parseString(run.out()).isJsonObject(), run.out());
        assertTrue(run.err().startsWith("said"), run.err());
    }

    @Test
    void ofSeveralClassesWithAMainMethodOneIsChosen() throws Exception {
        for (String name : List.of("One", "Two")) {
            Files.writeString(
                    folder.resolve(name + ".java"),
                    String.format(
                            "class %s { public static void main(String[] a) {"
                                    + " System.out.println(\"%s ran\"); } }",
                            name, name));
        }
        CommandRun run = CommandRun.inChild("simulate", folder, "--main", "Two", "--workers", "1");
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().startsWith("Two ran"), run.out());
        assertEquals(
                new CommandRun(
                        2,
                        "",
                        String.format(
                                "cleave simulate: %s has 2 classes with a main method, One (%s),"
                                        + " Two (%s); choose one, as in: --main One%n",
                                folder, folder.resolve("One.java"), folder.resolve("Two.java"))),
                CommandRun.inProcess("simulate", folder));
    }

    @Test
    void whatIsSavedIsReadAgain() throws Exception {
        Path graph = folder.resolve("graph.txt");
        CommandRun saved =
                CommandRun.inChild("simulate", "diamond:3", "--workers", "2", "--save", graph);
        assertEquals(0, saved.status(), saved.err());
        CommandRun read = CommandRun.inChild("simulate", graph, "--workers", "2");
        assertEquals(0, read.status(), read.err());
        assertEquals(
                saved.out().replace("diamond:3", "X"), read.out().replace(graph.toString(), "X"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--save", "--json"})
    void aFileForWhichThereIsNoRoomIsNamed(String option) throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "there is no /dev/full");
        CommandRun run =
                CommandRun.inChild("simulate", "fib:3", "--workers", "1", option + "=" + full);
        assertEquals(2, run.status(), run.out());
        assertTrue(run.err().contains(CommandRun.noRoom()), run.err());
    }

    @Test
    void aFileThatIsNoGraphIsRefusedWithItsLine() throws Exception {
        Path graph = Files.writeString(folder.resolve("graph.txt"), "cleave-graph 1\nw1 f7\n");
        CommandRun run = CommandRun.inChild("simulate", graph);
        assertEquals(2, run.status());
        assertTrue(run.err().contains("line 2: body \"7\" is not one of the 0"), run.err());
    }

    /** Who opens a pipe waits for somebody to write into it. */
    @Test
    void costsAndGraphsAreNotReadFromADevice() throws Exception {
        Path device = Path.of("/dev/null");
        assumeTrue(Files.exists(device), "there is no /dev/null");
        for (CommandRun run :
                List.of(
                        CommandRun.inChild("simulate", "fib:3", "--costs", device),
                        CommandRun.inChild("simulate", device))) {
            assertEquals(2, run.status(), run.out());
            assertTrue(run.err().contains("/dev/null is a pipe or a device"), run.err());
        }
    }

    @Test
    void aFileThatHoldsNoCostsIsRefusedWithHowToMakeOne() throws Exception {
        Path costs = Files.writeString(folder.resolve("costs.json"), "[]");
        CommandRun run = CommandRun.inChild("simulate", "fib:3", "--costs", costs);
        assertEquals(2, run.status());
        assertTrue(run.err().contains("make one with --calibrate="), run.err());
    }

    @ParameterizedTest
    @CsvSource({
        "--workers, 0, from 1 to 32767",
        "--workers, 8..1, the smaller end of a range first",
        "--workers, 1-5000, are 5000 numbers of workers",
        "--scheduling, SOME, 'choose one of [THE, '",
        "--unit, 0, --unit 0.0 must be from 0.001 to 10^12 ns",
        "--unit, 0.0009, --unit 9.0E-4 must be from 0.001 to 10^12 ns",
        "--scheduling, ',', --scheduling names no discipline",
        "--deal-interval, -1, --deal-interval -1 must be at least 0",
        "--steal-cost, -1, --steal-cost -1.0 must be from 0",
        "--measure, 1000, --measure 1000 must be at most 256",
        "--costs, no-such-file, no-such-file does not exist",
        "--jvm-arg, -Xmx1g, --jvm-arg is for a program that is run",
        "-cp, lib, --classpath is for a program that is run",
        "--main, Main, --main is for a program that is run",
        "--seed, one, one"
    })
    void aBadOptionIsRefusedWithWhatWouldDo(String option, String value, String said) {
        CommandRun run = CommandRun.inProcess("simulate", "fib:3", option, value);
        assertEquals(2, run.status());
        assertTrue(run.err().contains(said), run.err());
    }

    /** That is what leaving the option out means where a program is run. */
    @ParameterizedTest
    @ValueSource(strings = {"--workers", "--measure"})
    void numbersOfWorkersAreNotThoseOfTheProcessorsHere(String option) {
        CommandRun run = CommandRun.inProcess("simulate", "fib:3", option, "0");
        assertEquals(2, run.status());
        assertFalse(run.err().contains("leave the option out"), run.err());
    }

    @Test
    void calibratingTakesNoOtherOptions() {
        Path costs = folder.resolve("costs");
        CommandRun run =
                CommandRun.inProcess("simulate", "--calibrate", costs, "--json", costs + ".json");
        assertEquals(2, run.status());
        assertTrue(run.err().contains("leave out the other options"), run.err());
        assertFalse(Files.exists(costs));
    }

    @Test
    void whatItWritesIsRefusedBeforeItBegins() throws Exception {
        Path nowhere = folder.resolve("none/file");
        for (String option : List.of("--calibrate", "--json", "--save")) {
            CommandRun run =
                    option.equals("--calibrate")
                            ? CommandRun.inProcess("simulate", option, nowhere)
                            : CommandRun.inProcess("simulate", "fib:3", option, nowhere);
            assertEquals(2, run.status());
            assertTrue(run.err().contains(option + "=" + nowhere + ": no file"), run.err());
        }
        String text = "cleave-graph 1\nw1\nend 1\n";
        Path graph = Files.writeString(folder.resolve("graph.txt"), text);
        CommandRun input = CommandRun.inProcess("simulate", graph, "--json", graph);
        assertEquals(2, input.status());
        assertTrue(input.err().contains("would overwrite what is read from"), input.err());
        assertEquals(text, Files.readString(graph));
        Path both = folder.resolve("both");
        CommandRun same = CommandRun.inProcess("simulate", "fib:3", "--json", both, "--save", both);
        assertEquals(2, same.status());
        assertTrue(same.err().contains("--save=" + both + " is the same file"), same.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"fob:3", "nowhere.txt"})
    void whatIsNeitherFileNorProgramIsRefused(String graph) {
        CommandRun run = CommandRun.inProcess("simulate", graph);
        assertEquals(2, run.status());
        String error = run.err().replaceAll("\\s+", " ");
        assertTrue(error.contains(graph + " is neither a file nor a program"), error);
        assertTrue(error.contains("the programs are fib, chain, diamond, map-reduce,"), error);
    }

    @Test
    void aGraphIsNeeded() {
        CommandRun run = CommandRun.inProcess("simulate");
        assertEquals(2, run.status());
        assertTrue(run.err().contains("say which GRAPH"), run.err());
        CommandRun empty = CommandRun.inProcess("simulate", "");
        assertEquals(2, empty.status());
        assertTrue(empty.err().contains("'' names no GRAPH"), empty.err());
    }

    @Test
    void helpNamesEveryProgramAndItsNumbers() {
        String help = CommandRun.inProcess("simulate", "--help").out();
        for (String line : GraphPrograms.descriptions()) {
            assertTrue(help.contains("\n  " + line.substring(0, line.indexOf(' ')) + " "), line);
        }
    }

    @Test
    void rangesDoubleOrTakeEach() {
        WorkerListConverter converter = new WorkerListConverter();
        assertEquals(List.of(1, 2, 4, 6), converter.convert("1..6").counts());
        assertEquals(List.of(3, 4, 5, 9), converter.convert("3-5,9").counts());
    }
}
