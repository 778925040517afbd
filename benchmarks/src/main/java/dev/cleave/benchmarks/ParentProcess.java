package dev.cleave.benchmarks;

import java.io.IOException;

/** Who started this virtual machine, and holds its input open as long as it lives. */
public final class ParentProcess {
    private ParentProcess() {}

    /** From now on this virtual machine ends when its parent does, however that ends. */
    public static void endWithIt() {
        Thread watch =
                new Thread(
                        () -> {
                            try {
                                while (System.in.read() >= 0) {
                                    continue;
                                }
                            } catch (IOException closed) {
                                // The same as its end.
                            }
                            Runtime.getRuntime().halt(1);
                        },
                        "end with parent");
        watch.setDaemon(true);
        watch.start();
    }
}
