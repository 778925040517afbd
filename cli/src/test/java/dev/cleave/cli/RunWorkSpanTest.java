package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
                                System.out.println(sum(Integer.parseInt(args[0])));
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
        assertEquals("1024", run.out().strip());
        assertTrue(run.err().contains("work and span of " + program + ": "), run.err());
        assertTrue(run.err().contains("in its tasks"), run.err());
        assertTrue(run.err().contains("Sums.sum(Sums.java:"), run.err());
        assertTrue(Files.readString(json).contains("\"cleave-work-span\""));
    }

    @Test
    void itsGraphIsSimulated() throws Exception {
        CommandRun run =
                CommandRun.inChild("simulate", program, "--workers", "1,2", "--", "10", "0");
        assertEquals(0, run.status(), run::err);
        assertTrue(run.out().contains("Sums.java: work "), run.out());
        assertTrue(run.out().contains("         2 workers "), run.out());
    }

    @Test
    void aProgramThatFailsIsNotSimulated() throws Exception {
        CommandRun run = CommandRun.inChild("simulate", program, "--", "3", "5");
        assertEquals(2, run.status(), run::err);
        assertTrue(run.err().contains(program + " ended with status 5: only what"), run.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--workers=2", "--profile", "--retarget", "--no-weave"})
    void whatDoesNotGoWithItIsRefused(String other) {
        CommandRun run = CommandRun.inProcess("run", "--work-span", other, program);
        assertEquals(2, run.status());
        assertTrue(run.err().contains("leave out " + other.split("=")[0]), run.err());
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
