package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program on {@code java.util.concurrent}, run as it is and on Cleave. */
class RunRetargetedTest {
    @TempDir private Path folder;

    private Path program;

    @BeforeEach
    void write() throws Exception {
        program =
                Files.writeString(
                        folder.resolve("Plain.java"),
                        """
                        import java.util.concurrent.ForkJoinPool;
                        import java.util.concurrent.RecursiveTask;

                        public class Plain {
                            static class Fib extends RecursiveTask<Integer> {
                                final int n;

                                Fib(int n) {
                                    this.n = n;
                                }

                                @Override
                                protected Integer compute() {
                                    if (n < 2) {
                                        return n;
                                    }
                                    Fib left = new Fib(n - 1);
                                    left.fork();
                                    return new Fib(n - 2).compute() + left.join();
                                }
                            }

                            public static void main(String[] args) {
                                System.out.println(ForkJoinPool.commonPool().invoke(new Fib(22)));
                            }
                        }
                        """);
    }

    @Test
    void itsOwnPoolsAreProfiled() throws Exception {
        Path profile = folder.resolve("profile");
        CommandRun run = CommandRun.inChild("run", "--profile=" + profile, program);
        assertEquals(0, run.status(), run::err);
        assertEquals("17711", run.out().strip());
        assertTrue(
                run.err().contains("ForkJoinPool.commonPool: java.util.concurrent, "), run.err());
        String report = Files.readString(profile.resolve("report.json"));
        assertTrue(report.contains("\"forks\":28656,"), report);
        CommandRun cleaves =
                CommandRun.inChild("run", "--profile=" + profile, "--retarget", program);
        assertTrue(cleaves.err().contains(": SPLIT, "), cleaves.err());
    }

    @Test
    void itsPoolsAreCleaves() throws Exception {
        CommandRun run = CommandRun.inChild("run", "--retarget", "--stats", program);
        assertEquals(0, run.status(), run::err);
        assertEquals("17711", run.out().strip());
        assertTrue(run.err().contains("forks"), run.err());
        CommandRun plain = CommandRun.inChild("run", "--stats", program);
        assertEquals("17711", plain.out().strip());
        assertFalse(plain.err().contains("forks"), plain.err());
    }

    @Test
    void itIsProfiled() throws Exception {
        Path profile = folder.resolve("profile");
        CommandRun run =
                CommandRun.inChild(
                        "run", "--retarget", "--workers", "2", "--profile=" + profile, program);
        assertEquals(0, run.status(), run::err);
        assertTrue(
                Files.readString(profile.resolve("report.json")).contains("\"forks\""), run::err);
        assertFalse(run.err().contains("no profile"), run.err());
    }
}
