package dev.cleave.benchmarks.programs;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How long a virtual machine lives that computes for a moment only: what a pool brings in when a
 * program first uses one, and, if that goes on for a second, what it takes to compile. A run is
 * some of them, one after the other, and its time is their median.
 */
public final class Startup implements Problem {
    public static final int DEPTH = 7;
    public static final int CHILDREN = 3;

    private final Durations lives;
    private final boolean archived;
    private final int trees;
    private final Set<String> printed = new TreeSet<>();

    /**
     * The file with the program's classes as a virtual machine has them in memory; by its class.
     */
    private final Map<Class<?>, Path> archives = new HashMap<>();

    /** So many virtual machines a run, each of which counts the leaves of so many trees. */
    public Startup(int machines, int trees) {
        this(machines, trees, false);
    }

    /** The same; if archived, each maps the program's classes from a file (class data sharing). */
    public Startup(int machines, int trees, boolean archived) {
        lives = new Durations(machines);
        this.trees = trees;
        this.archived = archived;
    }

    @Override
    public void prepare() {
        lives.clear();
        printed.clear();
    }

    @Override
    public void serial() {
        start(Alone.class, Object.class, Runtime.getRuntime().availableProcessors());
    }

    /**
     * Runs a program again and again, each time in a virtual machine of its own.
     *
     * @param main its main class
     * @param pool the pool's; nothing but these two classes' jars is on the class path
     * @param processors how many that virtual machine is told that there are
     * @throws IllegalStateException if it fails
     */
    public void start(Class<?> main, Class<?> pool, int processors) {
        String classPath =
                Stream.of(main, pool)
                        .flatMap(Startup::place)
                        .distinct()
                        .collect(Collectors.joining(File.pathSeparator));
        String option =
                archived ? "-XX:SharedArchiveFile=" + archive(main, classPath) : "-Xshare:auto";
        while (lives.count() < lives.most()) {
            long started = System.nanoTime();
            printed.add(output(main, classPath, processors, option));
            lives.add(System.nanoTime() - started);
        }
    }

    /** Made by a first virtual machine, which counts for nothing. */
    private Path archive(Class<?> main, String classPath) {
        return archives.computeIfAbsent(
                main,
                any -> {
                    try {
                        Path file = Files.createTempFile("cleave-startup", ".jsa");
                        file.toFile().deleteOnExit();
                        Files.delete(file); // some virtual machines write no file that exists
                        output(main, classPath, 1, "-XX:ArchiveClassesAtExit=" + file);
                        return file;
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    /** Empty for a class of the JDK. */
    private static Stream<String> place(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        try {
            return source == null
                    ? Stream.empty()
                    : Stream.of(Path.of(source.getLocation().toURI()).toString());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(source + " is no file", e);
        }
    }

    private String output(Class<?> main, String classPath, int processors, String option) {
        try {
            Process process =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-XX:ActiveProcessorCount=" + processors,
                                    option,
                                    "-cp",
                                    classPath,
                                    main.getName(),
                                    Integer.toString(trees))
                            .redirectErrorStream(true)
                            .start();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(main.getName() + " fails: " + output);
            }
            return output.trim();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a virtual machine ran", e);
        }
    }

    @Override
    public String answer() {
        return lives.count() + " times " + printed;
    }

    @Override
    public long nanos(long elapsed) {
        return lives.median();
    }

    @Override
    public long forks() {
        return 0;
    }

    /** The program without a pool. */
    static final class Alone {
        private Alone() {}

        public static void main(String[] arguments) {
            long sum = Fib.fib(15);
            for (int i = Integer.parseInt(arguments[0]); i > 0; i--) {
                sum += tree(DEPTH);
            }
            System.out.println(sum);
        }

        /** As a program with tasks has it: a list of the parts, then a stream of their results. */
        private static int tree(int depth) {
            if (depth == 0) {
                return 1;
            }
            List<Integer> depths = new ArrayList<>();
            for (int i = 0; i < CHILDREN; i++) {
                depths.add(depth - 1);
            }
            return depths.stream().mapToInt(Alone::tree).sum();
        }
    }
}
