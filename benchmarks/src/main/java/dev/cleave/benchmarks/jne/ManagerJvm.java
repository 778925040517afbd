package dev.cleave.benchmarks.jne;

import dev.cleave.benchmarks.ParentProcess;
import java.util.Arrays;

/** The virtual machine of a CPU manager: the command line's, but it ends with its parent. */
public final class ManagerJvm {
    private ManagerJvm() {}

    /**
     * Runs the command line.
     *
     * @param arguments its main class, and its arguments
     * @throws ReflectiveOperationException if there is no such class, or it fails
     */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        ParentProcess.endWithIt();
        Class.forName(arguments[0])
                .getMethod("main", String[].class)
                .invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
    }
}
