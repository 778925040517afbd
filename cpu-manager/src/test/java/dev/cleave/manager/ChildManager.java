package dev.cleave.manager;

import dev.cleave.processors.manager.FrameChannel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;

/**
 * A manager as a program: {@code FOLDER [PROCESSORS]}, without which there are four. Takes programs
 * to be free to use them all, whatever the machine. Says when it divides.
 */
final class ChildManager {
    private ChildManager() {}

    public static void main(String[] arguments) {
        try (Manager manager =
                new Manager(
                        Path.of(arguments[0]),
                        Policy.EQUIPARTITION,
                        ProcessorList.parse(arguments.length > 1 ? arguments[1] : "0-3"),
                        20,
                        FrameChannel.PATIENCE_MILLIS,
                        process -> new BitSet(),
                        System.out::println)) {
            System.out.println("divides");
            manager.run();
        } catch (IOException e) {
            System.out.println("cannot: " + e.getMessage());
            System.exit(2);
        }
    }
}
