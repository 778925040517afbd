package dev.cleave.benchmarks.jne;

import dev.cleave.manager.Manager;
import dev.cleave.manager.Policy;
import dev.cleave.manager.ProcessorList;
import dev.cleave.processors.manager.ManagerFolder;
import java.io.IOException;
import java.util.BitSet;

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
        BitSet two = ProcessorList.ofThisProcess(); // who may use none of them is not let in
        while (two.cardinality() > 2) {
            two.clear(two.length() - 1);
        }
        while (two.cardinality() < 2) {
            two.set(two.nextClearBit(0));
        }
        try (Manager manager =
                new Manager(
                        ManagerFolder.path(),
                        Policy.DYNAMIC,
                        two,
                        TURN_MILLIS,
                        System.err::println)) {
            manager.run();
        }
    }
}
