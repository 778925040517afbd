package dev.cleave.cli;

import dev.cleave.ForkJoinPool;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** Where the runtime is that this command was started with. */
final class RuntimeLocation {
    private RuntimeLocation() {}

    /** The runtime's jar; in a build, its folder of classes. */
    static Path path() {
        try {
            return Path.of(
                    ForkJoinPool.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException("a class loaded from no place", impossible);
        }
    }
}
