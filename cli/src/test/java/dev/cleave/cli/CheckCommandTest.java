package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckCommandTest {
    private static final String SLEEPER =
            """
            class Sleeper extends java.util.concurrent.RecursiveAction {
                protected void compute() {
                    try { Thread.sleep(1); } catch (InterruptedException e) { return; }
                }
            }
            """;

    @TempDir Path folder;

    @BeforeEach
    void writeSource() throws Exception {
        Files.writeString(folder.resolve("Sleeper.java"), SLEEPER);
    }

    @Test
    void findingsAreShownAndTheStatusIs1() {
        CommandRun run = CommandRun.inProcess("check", folder);
        assertEquals(1, run.status(), run.err());
        assertTrue(run.out().contains("Sleeper.java:3:15: FJ6 high: "), run.out());
        assertTrue(run.out().contains("^^^^^^^^^^^^^^^"), run.out());
    }

    @Test
    void aDashAsOutputIsStandardOutput() {
        CommandRun run = CommandRun.inProcess("check", folder, "-o", "-");
        assertEquals(CommandRun.inProcess("check", folder), run);
        assertTrue(Files.notExists(Path.of("-")));
    }

    @Test
    void aCleanFolderHasStatus0() throws Exception {
        Files.writeString(folder.resolve("Sleeper.java"), SLEEPER.replace("Thread.sleep", "wake"));
        CommandRun run = CommandRun.inProcess("check", folder);
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().contains("no findings"), run.out());
    }

    @Test
    void whatIsKnownIsNotReportedAgain() {
        Path known = folder.resolve("known.json");
        CommandRun first = CommandRun.inProcess("check", folder, "--format", "json", "-o", known);
        assertEquals(1, first.status(), first.err());
        assertEquals("", first.out());
        CommandRun second = CommandRun.inProcess("check", folder, "--baseline", known);
        assertEquals(0, second.status(), second.err());
    }

    @Test
    void aPathThatIsNotThereHasStatus2() {
        CommandRun run = CommandRun.inProcess("check", folder.resolve("nowhere"));
        assertEquals(2, run.status());
        assertTrue(run.err().contains("nowhere does not exist (looked in "), run.err());
    }

    @Test
    void whatIsMissingFromTheClassPathIsNamedAndTheRestIsUsed() throws Exception {
        Path text = Files.writeString(folder.resolve("broken.jar"), "no archive");
        Path library = Files.createDirectory(folder.resolve("lib"));
        String path =
                String.join(
                        File.pathSeparator,
                        folder.resolve("none.jar").toString(),
                        text.toString(),
                        library.toString(),
                        library + "/*",
                        folder + "/nowhere/*");
        for (String command : List.of("check", "fix")) {
            CommandRun run = CommandRun.inProcess(command, folder, "--classpath", path);
            assertEquals(1, run.status(), run.err());
            List<String> lines = run.err().lines().toList();
            assertEquals(4, lines.size(), run.err());
            assertTrue(
                    lines.get(0)
                            .startsWith(
                                    "cleave "
                                            + command
                                            + ": warning: "
                                            + folder.resolve("none.jar")
                                            + " in --classpath does not exist (looked in "),
                    run.err());
            assertTrue(lines.get(1).contains("broken.jar in --classpath is neither"), run.err());
            assertTrue(lines.get(2).contains("/* in --classpath names no jars"), run.err());
            assertTrue(lines.get(3).contains("/* in --classpath names no folder"), run.err());
        }
        CommandRun woven = CommandRun.inProcess("weave", library, "--classpath", "none.jar");
        assertEquals(0, woven.status(), woven.err());
        assertTrue(woven.err().contains("none.jar in --classpath does not exist"), woven.err());
    }

    @Test
    void aStarIsAllJarsOfAFolder() throws Exception {
        Path library = Files.createDirectory(folder.resolve("lib"));
        Files.createDirectory(folder.resolve("src"));
        Woven.compile(
                folder.resolve("made"),
                "lib/Divided.java",
                """
                package lib;
                public abstract class Divided extends java.util.concurrent.RecursiveAction {
                    protected void compute() { solve(); }
                    protected abstract void solve();
                }
                """,
                folder.resolve("classes"));
        Woven.jar(library.resolve("one.jar"), folder.resolve("classes"));
        Path source =
                Files.writeString(
                        folder.resolve("src/Own.java"),
                        SLEEPER.replace("java.util.concurrent.RecursiveAction", "lib.Divided")
                                .replace(
                                        "protected void compute",
                                        "@Override protected void solve"));
        assertEquals(0, CommandRun.inProcess("check", source).status());
        CommandRun run = CommandRun.inProcess("check", source, "--classpath", library + "/*");
        assertEquals("", run.err());
        assertEquals(1, run.status(), run.out());
    }

    @Test
    void whatIsNoJavaFileHasStatus2() throws Exception {
        Path text = Files.writeString(folder.resolve("notes.txt"), "class A {}");
        CommandRun run = CommandRun.inProcess("check", text);
        assertEquals(2, run.status(), run.out());
        assertTrue(run.err().contains("notes.txt is no Java file; give files"), run.err());
        assertEquals(2, CommandRun.inProcess("fix", text).status());
    }

    @Test
    void aReportThatCannotBeWrittenHasStatus2() {
        CommandRun run =
                CommandRun.inProcess("check", folder, "-o", folder.resolve("none/report.txt"));
        assertEquals(2, run.status(), run.out());
        assertTrue(run.err().contains("its folder does not exist; name a file in"), run.err());
    }

    @Test
    void theReportTakesTheSourcesPlaceByNoName() throws Exception {
        Path source = folder.resolve("Sleeper.java");
        Path link = Files.createSymbolicLink(folder.resolve("report"), source);
        for (Path given : List.of(source, folder)) {
            for (Path output : List.of(source, link, folder.resolve(".").resolve("Sleeper.java"))) {
                CommandRun run = CommandRun.inProcess("check", given, "-o", output);
                assertEquals(2, run.status(), run.out());
                assertTrue(
                        run.err().contains(" would overwrite what is read from " + given),
                        run.err());
                assertEquals(SLEEPER, Files.readString(source));
            }
        }
        Path known = folder.resolve("known.json");
        assertEquals(1, CommandRun.inProcess("check", folder, "-f", "json", "-o", known).status());
        assertEquals(1, CommandRun.inProcess("check", folder, "-f", "json", "-o", known).status());
        CommandRun run = CommandRun.inProcess("check", folder, "--baseline", known, "-o", known);
        assertEquals(2, run.status(), run.out());
        assertTrue(run.err().contains(" would overwrite what is read from " + known), run.err());
    }

    @Test
    void aReportForWhichThereIsNoRoomIsNamed() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "there is no /dev/full");
        CommandRun run = CommandRun.inProcess("check", folder, "-o", full);
        assertEquals(2, run.status(), run.out());
        assertTrue(run.err().contains(CommandRun.noRoom()), run.err());
    }

    @Test
    void reportsAreUtf8InALocaleOfAscii() throws Exception {
        Files.writeString(
                folder.resolve("Sleeper.java"),
                SLEEPER.replace("sleep(1);", "sleep(/* \u00f6 */ 1);"));
        CommandRun run =
                CommandRun.process(
                        CommandRun.childCommand("check", folder, "-f", "html"),
                        Map.of("LC_ALL", "C"),
                        "");
        assertEquals(1, run.status(), run.err());
        assertTrue(run.out().contains("sleep(/* \u00f6 */ 1)"), run.out());
    }

    /** The launcher asks for a locale that knows all names; this is without it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aNameThatTheLocaleCannotWriteIsSaid() throws Exception {
        String rename = "cd \"$1\" && mv Sleeper.java \"$(printf 'Schl\\303\\244fer.java')\"";
        assertEquals(
                0,
                CommandRun.process(
                                List.of("sh", "-c", rename, "sh", folder.toString()), Map.of(), "")
                        .status());
        List<String> check = CommandRun.childCommand("check", ".");
        List<String> inFolder =
                new ArrayList<>(List.of("sh", "-c", "cd \"$0\" && exec \"$@\"", folder.toString()));
        inFolder.addAll(check);
        CommandRun run = CommandRun.process(inFolder, Map.of("LC_ALL", "C"), "");
        assertEquals(2, run.status(), run.out());
        assertTrue(
                run.out().contains("fer.java: not checked: its name is not in the encoding of the"),
                run.out());
        run = CommandRun.process(inFolder, Map.of("LC_ALL", "C.UTF-8"), "");
        assertTrue(run.out().contains("Schl\u00e4fer.java:3:15: FJ6 high"), run.out() + run.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "fix"})
    void aFolderWithoutJavaFilesHasStatus2(String command) throws Exception {
        Path other = Files.createDirectory(folder.resolve("kotlin"));
        Files.writeString(other.resolve("Sleeper.kt"), "class Sleeper");
        CommandRun run = CommandRun.inProcess(command, other);
        assertEquals(2, run.status(), run.out());
        String said =
                "cleave %s: there is no Java file in %s; give Java files, or a folder with some";
        assertTrue(run.err().contains(String.format(said, command, other)), run.err());
        Files.writeString(other.resolve("Other.java"), "class Other {}");
        run = CommandRun.inProcess(command, other);
        assertEquals(0, run.status(), run.err());
    }

    @Test
    void nothingThatCanBeParsedHasStatus2() throws Exception {
        Files.writeString(folder.resolve("Sleeper.java"), "class RecursiveTask ) {{");
        CommandRun run = CommandRun.inProcess("check", folder);
        assertEquals(2, run.status(), run.out());
        assertTrue(run.err().contains("none of the files could be checked"), run.err());
    }

    @Test
    void aHeapThatIsTooSmallIsSaidWithItsSizeAndWhatGivesMore() throws Exception {
        Files.writeString(
                folder.resolve("Large.java"),
                "class Large extends java.util.concurrent.RecursiveAction {"
                        + "  int number = first.second(1 + third.fourth(2), 3 * fifth);\n"
                                .repeat(60_000)
                        + "}");
        List<String> command = CommandRun.childCommand("check", folder);
        command.add(1, "-Xmx48m");
        CommandRun run = CommandRun.process(command, Map.of(), "");
        assertEquals(2, run.status(), run.out() + run.err());
        assertTrue(run.err().contains("do not fit into a heap of 4"), run.err());
        assertTrue(run.err().contains("CLEAVE_CHECK_HEAP=3g ./cleave check"), run.err());
    }

    @Test
    void aPageOfHtmlIsWrittenToAFile() throws Exception {
        Path page = folder.resolve("findings.html");
        CommandRun run = CommandRun.inProcess("check", folder, "--format", "html", "-o", page);
        assertEquals(1, run.status(), run.err());
        String text = Files.readString(page);
        assertTrue(text.startsWith("<!DOCTYPE html>"), text);
        assertTrue(text.contains("<b>Thread.sleep(1)</b>"), text);
    }

    @Test
    void aRecordingThatIsNoneIsRefused() throws Exception {
        Path text = Files.writeString(folder.resolve("notes.txt"), "no recording");
        CommandRun run = CommandRun.inProcess("check", folder, "--recording", text);
        assertEquals(2, run.status());
        assertTrue(run.err().contains("cannot be read as a flight recording"), run.err());
        run = CommandRun.inProcess("check", folder, "--recording", folder.resolve("app.jfr"));
        assertEquals(2, run.status());
        assertTrue(run.err().contains("app.jfr does not exist"), run.err());
    }

    @Test
    void aFormatThatIsNoneIsRefused() {
        CommandRun run = CommandRun.inProcess("check", folder, "--format", "xml");
        assertEquals(2, run.status());
        assertTrue(run.err().contains("'xml' is no format; choose terminal, json"), run.err());
    }
}
