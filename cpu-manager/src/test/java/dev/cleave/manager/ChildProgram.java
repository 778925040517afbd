package dev.cleave.manager;

import dev.cleave.processors.ManagedProcessors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A program under a manager: {@code FOLDER}. Wants four processors, and never ends by itself. */
final class ChildProgram {
    private ChildProgram() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (ManagedProcessors processors =
                new ManagedProcessors(Path.of(arguments[0]), "child", 4, 1, 1)) {
            processors.onChange(() -> say(processors));
            say(processors);
            new CountDownLatch(1).await();
        }
    }

    /** One at a time: the last line is the latest, although two threads say one. */
    private static synchronized void say(ManagedProcessors processors) {
        int current = processors.current();
        System.out.println(
                "current " + (current == ManagedProcessors.NO_LIMIT ? "no limit" : current));
    }
}
