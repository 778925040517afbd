package dev.cleave.benchmarks.jne;

import dev.cleave.manager.Manager;
import dev.cleave.manager.Policy;
import dev.cleave.manager.ProcessorList;
import dev.cleave.processors.manager.ManagerFolder;
import java.io.IOException;

/** The default CPU manager, but of two processors, however many this machine has. */
public final class TwoProcessorManager {
    private static final long TURN_MILLIS = 500;

    private TwoProcessorManager() {}

    /**
     * Runs until it is killed.
     *
     * @param arguments of no interest
     * @throws IOException if the folder will not do
     */
    public static void main(String[] arguments) throws IOException {
        try (Manager manager =
                new Manager(
                        ManagerFolder.path(),
                        Policy.DYNAMIC,
                        ProcessorList.parse("0-1"),
                        TURN_MILLIS,
                        System.err::println)) {
            manager.run();
        }
    }
}
