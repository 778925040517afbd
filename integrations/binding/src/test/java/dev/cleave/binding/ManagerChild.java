package dev.cleave.binding;

import dev.cleave.manager.Manager;
import dev.cleave.manager.Policy;
import dev.cleave.manager.ProcessorList;
import java.io.IOException;
import java.nio.file.Path;

/** A manager as a program: {@code FOLDER POLICY PROCESSORS}. Says when it is ready. */
final class ManagerChild {
    private static final long TURN_MILLIS = 100;

    private ManagerChild() {}

    public static void main(String[] arguments) throws IOException {
        try (Manager manager =
                new Manager(
                        Path.of(arguments[0]),
                        Policy.valueOf(arguments[1]),
                        ProcessorList.parse(arguments[2]),
                        TURN_MILLIS,
                        System.out::println)) {
            System.out.println("ready");
            manager.run();
        }
    }
}
