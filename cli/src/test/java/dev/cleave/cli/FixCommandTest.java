package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FixCommandTest {
    private static final String FORKED_AND_JOINED =
            """
            class Down extends java.util.concurrent.RecursiveTask<Integer> {
                int size;
                Down(int size) { this.size = size; }
                protected Integer compute() {
                    if (size < 10_000) return size;
                    return new Down(size / 2).fork().join();
                }
            }
            """;

    @TempDir Path folder;

    @Test
    void filesAreRepairedAndTheStatusIs0() throws Exception {
        Path file = Files.writeString(folder.resolve("Down.java"), FORKED_AND_JOINED);
        CommandRun run = CommandRun.inProcess("fix", folder);
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().contains("Down.java:6: FJ7: fork().join() is invoke()"), run.out());
        assertTrue(
                run.out().contains("1 repaired in 1 file, 0 left; 1 Java file, 1 parsed"),
                run.out());
        assertEquals(FORKED_AND_JOINED.replace("fork().join", "invoke"), Files.readString(file));
    }

    @Test
    void aDryRunPrintsAPatchAndChangesNothing() throws Exception {
        Path file = Files.writeString(folder.resolve("Down.java"), FORKED_AND_JOINED);
        CommandRun run = CommandRun.inChild("fix", "--dry-run", folder);
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().startsWith("diff --git a/"), run.out());
        assertTrue(
                run.out().contains("\n+        return new Down(size / 2).invoke();\n"), run.out());
        assertTrue(run.err().contains("1 repaired"), run.err());
        assertEquals(FORKED_AND_JOINED, Files.readString(file));
    }

    /** A limit on the size of files stands for a disk that is full. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFileThatDoesNotFitIsLeftAsItWasAndTheOthersAreRepaired() throws Exception {
        String copied =
                """
                import java.util.Arrays;
                class Sum extends java.util.concurrent.RecursiveTask<Integer> {
                    private final int[] data;
                    Sum(int[] data) { this.data = data; }
                    protected Integer compute() {
                        if (data.length < 1000) return Arrays.stream(data).sum();
                        int half = data.length / 2;
                        Sum left = new Sum(Arrays.copyOfRange(data, 0, half));
                        Sum right = new Sum(Arrays.copyOfRange(data, half, data.length));
                        left.fork();
                        return right.compute() + left.join();
                    }
                }
                """;
        String large = copied + "/" + "/".repeat(1023 - copied.length());
        Path whole = Files.writeString(folder.resolve("Sum.java"), large);
        Path fitting = Files.writeString(folder.resolve("Down.java"), FORKED_AND_JOINED);
        List<String> java = CommandRun.childCommand("fix", folder);
        java.add(1, "-XX:-UsePerfData");
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "ulimit -f 2; exec \"$@\"", "sh"));
        command.addAll(java);
        CommandRun run = CommandRun.process(command, Map.of(), "");
        assertEquals(1, run.status(), run.out() + run.err());
        assertTrue(
                run.out().contains("Sum.java: not repaired: it could not be written: "), run.out());
        assertTrue(run.out().contains("1 repaired in 1 file, "), run.out());
        assertEquals(large, Files.readString(whole));
        assertEquals(FORKED_AND_JOINED.replace("fork().join", "invoke"), Files.readString(fitting));
    }

    @Test
    void whatIsLeftIsSaidWithTheReasonAndTheStatusIs1() throws Exception {
        Files.writeString(
                folder.resolve("Down.java"),
                FORKED_AND_JOINED.replace("fork().join()", "fork().get()"));
        CommandRun run = CommandRun.inProcess("fix", folder);
        assertEquals(1, run.status(), run.err());
        assertTrue(run.out().contains("Down.java:6: FJ7: not repaired: get and"), run.out());
    }

    @Test
    void whatIsNotThereOrCannotBeParsedHasStatus2() throws Exception {
        CommandRun missing = CommandRun.inProcess("fix", folder.resolve("nowhere"));
        assertEquals(2, missing.status());
        assertTrue(missing.err().contains("nowhere does not exist (looked in "), missing.err());
        Files.writeString(folder.resolve("Broken.java"), "class RecursiveTask ) {{");
        CommandRun broken = CommandRun.inProcess("fix", folder);
        assertEquals(2, broken.status(), broken.out());
        assertTrue(broken.err().contains("none of the files could be"), broken.err());
        assertTrue(broken.err().contains("Broken.java: not checked: cannot be p"), broken.err());
    }

    /** What comes out can be woven, and is parallel then. */
    @Test
    void tasksBecomeFuturesThatRun() throws Exception {
        Path file =
                Files.writeString(
                        folder.resolve("Fib.java"),
                        """
                        import java.util.concurrent.ForkJoinPool;
                        import java.util.concurrent.RecursiveTask;

                        public class Fib extends RecursiveTask<Integer> {
                            private final int n;

                            Fib(int n) {
                                this.n = n;
                            }

                            @Override
                            protected Integer compute() {
                                if (n < 2) return n;
                                Fib left = new Fib(n - 1);
                                left.fork();
                                return new Fib(n - 2).compute() + left.join();
                            }

                            public static void main(String[] args) {
                                System.out.println(ForkJoinPool.commonPool().invoke(new Fib(20)));
                            }
                        }
                        """);
        CommandRun fix = CommandRun.inProcess("fix", "--futures", file);
        assertEquals(0, fix.status(), fix.out() + fix.err());
        assertTrue(
                Files.readString(file).contains("@Future Integer left = compute(n - 1);"),
                Files.readString(file));
        CommandRun run = CommandRun.inChild("run", file);
        assertEquals(0, run.status(), run.err());
        assertEquals("6765", run.out().strip());
    }

    @Test
    void aHeapThatIsTooSmallIsSaidAndNothingIsWritten() throws Exception {
        String large =
                "class Large extends java.util.concurrent.RecursiveAction {"
                        + "  int number = first.second(1 + third.fourth(2), 3 * fifth);\n"
                                .repeat(60_000)
                        + "}";
        Path file = Files.writeString(folder.resolve("Large.java"), large);
        List<String> command = CommandRun.childCommand("fix", folder);
        command.add(1, "-Xmx48m");
        CommandRun run = CommandRun.process(command, Map.of(), "");
        assertEquals(2, run.status(), run.out() + run.err());
        assertTrue(run.err().contains("CLEAVE_CHECK_HEAP=3g ./cleave fix"), run.err());
        assertEquals(large, Files.readString(file));
    }
}
