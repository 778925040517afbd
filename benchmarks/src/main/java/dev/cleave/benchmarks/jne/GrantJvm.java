package dev.cleave.benchmarks.jne;

import dev.cleave.benchmarks.ParentProcess;
import dev.cleave.processors.ManagedProcessors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * The virtual machine of a program that wants all processors there are and computes nothing. It
 * says how many it has, a number a line, first and whenever that changes; {@link
 * ManagedProcessors#NO_LIMIT} is one of them.
 */
public final class GrantJvm {
    private final ManagedProcessors processors;

    private GrantJvm(ManagedProcessors processors) {
        this.processors = processors;
    }

    /**
     * Runs until it is killed, or its parent ends.
     *
     * @param arguments the folder of a CPU manager
     * @throws IOException if the system has no more descriptors
     * @throws InterruptedException never: nobody has a reason to interrupt it
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        ParentProcess.endWithIt();
        ManagedProcessors processors =
                new ManagedProcessors(
                        Path.of(arguments[0]), "cleave bench jne", Integer.MAX_VALUE, 1, 1);
        GrantJvm program = new GrantJvm(processors);
        processors.onChange(program::say);
        program.say();
        new CountDownLatch(1).await();
    }

    /** One at a time: the last line is the latest, although two threads say one. */
    private synchronized void say() {
        System.out.println(processors.current());
    }
}
