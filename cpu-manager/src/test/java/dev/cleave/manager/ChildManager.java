package dev.cleave.manager;

import java.io.IOException;
import java.nio.file.Path;

/** A manager of four processors as a program: {@code FOLDER}. Says when it is ready. */
final class ChildManager {
    private ChildManager() {}

    public static void main(String[] arguments) throws IOException {
        try (Manager manager =
                new Manager(
                        Path.of(arguments[0]),
                        Policy.EQUIPARTITION,
                        ProcessorList.parse("0-3"),
                        20,
                        System.out::println)) {
            System.out.println("ready");
            manager.run();
        } catch (IOException e) {
            System.out.println("cannot: " + e.getMessage());
            System.exit(2);
        }
    }
}
