package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples run as the README says, with a small input and a result that is known. */
class ExamplesTest {
    private static final Path EXAMPLES = Path.of(System.getProperty("cleave.root"), "examples");

    @SuppressWarnings("unused") // read by JUnit, by name
    private static final List<Arguments> RUNS =
            List.of(
                    Arguments.of("Fib.java", List.of("25"), "fib(25) = 75,025"),
                    Arguments.of("FibTasks.java", List.of("25"), "fib(25) = 75,025"),
                    Arguments.of("FibTasks.java", List.of("20", "1"), "fib(20) = 6,765"),
                    Arguments.of("Future.java", List.of("1e-8"), "the area is 0.503982"),
                    Arguments.of("Sort.java", List.of("100000"), "100,000 numbers sorted"),
                    Arguments.of(
                            "Mandelbrot.java", List.of("64"), "397 of 4,096 points, area 1.5508"),
                    Arguments.of("Jacobi.java", List.of("1"), "2 steps"),
                    Arguments.of("Jacobi.java", List.of("100"), "243 steps"),
                    Arguments.of("NQueens.java", List.of("8"), "8 queens stand in 92 ways"),
                    Arguments.of("NQueens.java", List.of("1"), "1 queens stand in 1 ways"),
                    Arguments.of("Lambdas.java", List.of(), "78,498 primes below a million"),
                    Arguments.of(
                            "Stages.java", List.of(), "7,069 divisors of the numbers to 1,000"),
                    Arguments.of(
                            "Streams.java",
                            List.of(),
                            "17,984 primes, by 3 threads or fewer: true"));

    @ParameterizedTest
    @FieldSource("RUNS")
    void anExampleRunsAndItsResultIsRight(String file, List<String> arguments, String result)
            throws Exception {
        CommandRun run = run(file, arguments);
        assertEquals("", run.err());
        assertEquals(0, run.status());
        assertTrue(run.out().lines().anyMatch(result::equals), run.out());
    }

    @ParameterizedTest
    @CsvSource({
        "FibTasks.java, 10 0, threshold 0: give 1 or more",
        "Future.java, 0, accuracy 0.0: give more than 0",
        "Future.java, NaN, accuracy NaN: give more than 0",
        "NQueens.java, -1, -1 queens: give 1 to 31",
        "NQueens.java, 32, 32 queens: give 1 to 31",
        "Mandelbrot.java, 3, 3 points a side: give a power of 2 up to 32768",
        "Jacobi.java, 0, 0 cells a side: give 1 to 10000"
    })
    void aNumberThatMakesNoSenseIsRefused(String file, String arguments, String message)
            throws Exception {
        CommandRun run = run(file, List.of(arguments.split(" ")));
        assertEquals(1, run.status());
        assertTrue(run.err().contains("IllegalArgumentException: " + message), run.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Stages.java", "Streams.java"})
    void whatIsNotCleavesRunsOnCleaveAlike(String file) throws Exception {
        CommandRun untouched = run(file, List.of());
        CommandRun retargeted =
                CommandRun.inChild(
                        "run",
                        "--retarget",
                        "--workers",
                        "2",
                        "--stats",
                        "--jvm-arg=-Duser.language=en",
                        "--jvm-arg=-Duser.country=US",
                        EXAMPLES.resolve(file));
        assertEquals(untouched.out(), retargeted.out());
        assertTrue(retargeted.err().contains("forks"), retargeted.err());
    }

    @Test
    void wordCountCountsAFile(@TempDir Path folder) throws Exception {
        Path text = folder.resolve("text");
        Files.writeString(text, "One two, two.\nThree three THREE\n".repeat(5000));
        CommandRun run = run("WordCount.java", List.of(text.toString()));
        assertEquals("", run.err());
        assertEquals(
                List.of("15,000 three", "10,000 two", "5,000 one"),
                run.out().lines().limit(3).map(String::strip).toList());
    }

    @Test
    void everyExampleIsTried() throws IOException {
        Set<String> tried = new TreeSet<>(Set.of("WordCount.java"));
        RUNS.forEach(run -> tried.add((String) run.get()[0]));
        Set<String> present = new TreeSet<>();
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            files.forEach(file -> present.add(file.getFileName().toString()));
        }
        assertEquals(present, tried);
    }

    private static CommandRun run(String file, List<String> arguments) throws Exception {
        List<Object> command = new ArrayList<>(List.of("run", "--workers", "2"));
        // The examples write numbers as the user's language does.
        command.addAll(List.of("--jvm-arg=-Duser.language=en", "--jvm-arg=-Duser.country=US"));
        command.addAll(List.of(EXAMPLES.resolve(file), "--"));
        command.addAll(arguments);
        return CommandRun.inChild(command.toArray());
    }
}
