package dev.cleave.cli;

import com.sun.jna.Native;
import dev.cleave.ForkJoinPool;
import dev.cleave.agent.Agent;
import dev.cleave.binding.LinuxThreadBinding;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/** Where the runtime is that this command was started with, and what goes with it. */
final class RuntimeLocation {
    private RuntimeLocation() {}

    /** The runtime's jar; in a build, its folder of classes. */
    static Path path() {
        return of(ForkJoinPool.class);
    }

    /** What binds workers to processors, and the library that it needs. */
    static List<Path> ofBinding() {
        return List.of(of(LinuxThreadBinding.class), of(Native.class));
    }

    /** The agent's jar; in a build that has not packed it, of no use. */
    static Path ofAgent() {
        return of(Agent.class);
    }

    private static Path of(Class<?> loaded) {
        try {
            return Path.of(loaded.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException("a class loaded from no place", impossible);
        }
    }
}
