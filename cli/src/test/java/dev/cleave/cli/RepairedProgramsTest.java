package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What suite {@code bottlenecks} measures as repaired is what {@code cleave fix} makes today. */
class RepairedProgramsTest {
    private static final Path PROGRAMS =
            Path.of(
                    System.getProperty("cleave.root"),
                    "benchmarks/src/main/java/dev/cleave/benchmarks/programs");

    @TempDir Path folder;

    @Test
    void theCommittedRepairsAreWhatFixMakesOfTheCommittedPrograms() throws Exception {
        // The problems, too: whether a repair is safe depends on what their methods do.
        copy(PROGRAMS, folder);
        Path wrong = Files.createDirectory(folder.resolve("wrong"));
        copy(PROGRAMS.resolve("wrong"), wrong);
        CommandRun run = CommandRun.inProcess("fix", folder);
        assertEquals(1, run.status(), run.err());
        TreeMap<String, String> repaired = new TreeMap<>();
        for (Path file : sources(wrong)) {
            String name = file.getFileName().toString();
            String text = Files.readString(file);
            if (!text.equals(Files.readString(PROGRAMS.resolve("wrong").resolve(name)))) {
                repaired.put(name, text.replace("programs.wrong;", "programs.repaired;"));
            }
        }
        TreeMap<String, String> committed = new TreeMap<>();
        for (Path file : sources(PROGRAMS.resolve("repaired"))) {
            committed.put(file.getFileName().toString(), Files.readString(file));
        }
        committed.keySet().removeIf(name -> !name.endsWith("Tasks.java"));
        assertEquals(committed.keySet(), repaired.keySet(), run.out());
        committed.forEach((name, text) -> assertEquals(text, repaired.get(name), name));
        for (String left : List.of("MandelbrotTasks.java", "PausesTasks.java")) {
            assertTrue(
                    run.out()
                            .lines()
                            .anyMatch(
                                    line ->
                                            line.contains(left + ":")
                                                    && line.contains("not repaired")),
                    run.out());
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path file : sources(from)) {
            Files.copy(file, to.resolve(file.getFileName()));
        }
    }

    private static List<Path> sources(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }
}
