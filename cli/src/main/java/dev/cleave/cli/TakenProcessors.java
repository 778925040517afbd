package dev.cleave.cli;

import java.util.ArrayList;
import java.util.List;

/** A virtual machine that takes the machine for a smaller one, but is as any other of this one. */
final class TakenProcessors {
    private TakenProcessors() {}

    /**
     * What lets pools of the program's own that are as large as the machine be as large as that.
     *
     * @param number of processors; that of the machine and more change nothing
     */
    static List<String> jvmOptions(int number) {
        List<String> options = new ArrayList<>();
        // Else the collector would be another with one processor than with several.
        options.add("-XX:+AlwaysActAsServerClassMachine");
        if (number < Runtime.getRuntime().availableProcessors()) {
            options.add("-XX:ActiveProcessorCount=" + number);
        }
        return options;
    }
}
