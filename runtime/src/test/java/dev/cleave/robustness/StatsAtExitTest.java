package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.conformance.ChildJvm;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code -Ddev.cleave.stats=true} prints what pools did, when the program has ended. */
class StatsAtExitTest {
    /** Runs a program with a loader of its own, which it closes when that returns. */
    public static final class Tool {
        private Tool() {}

        public static void main(String[] args) throws Exception {
            URL[] classPath =
                    Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                            .map(Tool::url)
                            .toArray(URL[]::new);
            ClassLoader parent = ClassLoader.getPlatformClassLoader();
            try (URLClassLoader loader = new URLClassLoader(classPath, parent)) {
                Class<?> program = loader.loadClass(Program.class.getName());
                ((Runnable) program.getConstructor().newInstance()).run();
            }
        }

        private static URL url(String place) {
            try {
                return new File(place).toURI().toURL();
            } catch (MalformedURLException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    /** What the tool runs. */
    public static final class Program implements Runnable {
        /** For the tool. */
        public Program() {}

        @Override
        public void run() {
            try (ForkJoinPool pool =
                    ForkJoinPool.builder().workers(2).name("closed\033[2J\r\n").build()) {
                pool.invoke(ForkJoinTask.adapt(() -> {}));
            }
        }
    }

    /** The loader, as Maven's {@code exec:java} does; the name, what a terminal would obey. */
    @Test
    void theProgramsLoaderMayBeClosedAndAPoolsNameHoldAnything() throws Exception {
        List<String> lines = ChildJvm.run(Tool.class, "-Ddev.cleave.stats=true");
        String first = lines.get(0);
        assertTrue(first.startsWith("closed?[2J??: SPLIT, 2 workers: tasks 1 ("), lines::toString);
        assertEquals(List.of(), lines.stream().filter(it -> it.contains("Error")).toList());
    }
}
