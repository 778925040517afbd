package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A virtual machine that is told to stop while a woven file is written. */
class StoppedWeavingTest {
    private static final int STATUS = 3;
    private static final int PLENTY_MILLIS = 500;

    @Test
    void theFileIsReplacedAndNoOtherIsLeft(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("Fib.class"), "plain");
        Process stopped =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                StoppedWeavingTest.class.getName(),
                                file.toString())
                        .inheritIO()
                        .start();
        assertEquals(STATUS, stopped.waitFor());
        assertEquals("woven", Files.readString(file));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(file), files.toList());
        }
    }

    /** Stops as it has written the half. */
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0]);
        WovenFolder.replace(
                file,
                file,
                written -> {
                    Files.writeString(written, "wov");
                    stop();
                    Files.writeString(written, "woven");
                });
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
