package dev.cleave.detector.repairs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.detector.Fixer;
import dev.cleave.detector.Fixes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A virtual machine that is told to stop while repairs are written. */
class StoppedRepairTest {
    private static final int STATUS = 3;
    private static final int PLENTY_MILLIS = 500;

    private static final String TASK =
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

    /** Repairs of which each is followed by an order to stop. */
    private static final class Stopping extends LinkedHashMap<Path, Fixes.Change> {
        private static final long serialVersionUID = 1;

        Stopping(Map<Path, Fixes.Change> changes) {
            super(changes);
        }

        @Override
        public void forEach(BiConsumer<? super Path, ? super Fixes.Change> write) {
            super.forEach(
                    (path, change) -> {
                        write.accept(path, change);
                        stop();
                    });
        }
    }

    @Test
    void allAreWritten(@TempDir Path folder) throws Exception {
        Path one = Files.writeString(folder.resolve("One.java"), TASK);
        Path two = Files.writeString(folder.resolve("Two.java"), TASK.replace("Down", "Up"));
        Process stopped =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                StoppedRepairTest.class.getName(),
                                folder.toString())
                        .inheritIO()
                        .start();
        assertEquals(STATUS, stopped.waitFor());
        String repaired = TASK.replace("fork().join", "invoke");
        assertEquals(repaired, Files.readString(one));
        assertEquals(repaired.replace("Down", "Up"), Files.readString(two));
    }

    /** Repairs a folder, and is stopped as half is written. */
    public static void main(String[] args) throws Exception {
        Fixes fixes = new Fixer(List.of(), false).fix(List.of(Path.of(args[0])));
        new Fixes(
                        fixes.repaired(),
                        fixes.refusals(),
                        fixes.problems(),
                        fixes.files(),
                        fixes.parsed(),
                        new Stopping(fixes.changes()),
                        fixes.settings())
                .write();
    }

    /** Tells this virtual machine to stop, and gives it time to. */
    private static void stop() {
        new Thread(() -> System.exit(STATUS)).start();
        try {
            Thread.sleep(PLENTY_MILLIS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
