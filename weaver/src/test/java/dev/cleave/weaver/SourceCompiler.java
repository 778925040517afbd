package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;

/** The compilers whose class files the weaver reads. */
enum SourceCompiler {
    /** Of the JDK that runs the tests. */
    JAVAC {
        @Override
        void run(List<String> arguments) {
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            int code =
                    ToolProvider.getSystemJavaCompiler()
                            .run(null, said, said, arguments.toArray(String[]::new));
            assertEquals(0, code, () -> said.toString(StandardCharsets.UTF_8));
        }
    },
    /** Eclipse's. */
    ECJ {
        @Override
        void run(List<String> arguments) {
            List<String> ours = new ArrayList<>(List.of("-nowarn"));
            ours.addAll(arguments);
            StringWriter said = new StringWriter();
            PrintWriter writer = new PrintWriter(said);
            boolean done = BatchCompiler.compile(ours.toArray(String[]::new), writer, writer, null);
            assertTrue(done, said::toString);
        }
    },
    /** Eclipse's, with JaCoCo's probes in what it writes. */
    COVERED_ECJ {
        /** Where the classes ask for their probes, as long as somebody holds it. */
        private final LoggerRuntime counting = new LoggerRuntime();

        @Override
        void run(List<String> arguments) throws IOException {
            ECJ.run(arguments);
        }

        @Override
        Map<String, byte[]> compile(Map<String, String> sources, String... options) {
            Map<String, byte[]> classes = super.compile(sources, options);
            try {
                counting.startup(new RuntimeData());
                Instrumenter jacoco = new Instrumenter(counting);
                for (Map.Entry<String, byte[]> each : classes.entrySet()) {
                    each.setValue(jacoco.instrument(each.getValue(), each.getKey()));
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return classes;
        }
    },
    /** Of a JDK 25 or later, in a process of its own; see {@link #isPresent}. */
    NEWER_JAVAC {
        @Override
        boolean isPresent() {
            return NewerJdk.HOME.isPresent();
        }

        @Override
        void run(List<String> arguments) throws IOException {
            List<String> command = new ArrayList<>();
            command.add(NewerJdk.HOME.orElseThrow().resolve("bin/javac").toString());
            command.addAll(arguments);
            Path said = Files.createTempFile("javac", ".txt");
            try {
                Process javac =
                        new ProcessBuilder(command)
                                .redirectErrorStream(true)
                                .redirectOutput(said.toFile())
                                .start();
                assertTrue(javac.waitFor(60, TimeUnit.SECONDS), "javac does not end");
                assertEquals(0, javac.exitValue(), Files.readString(said));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                Files.delete(said);
            }
        }
    };

    /** Whether this machine has it. */
    boolean isPresent() {
        return true;
    }

    abstract void run(List<String> arguments) throws IOException;

    /**
     * Compiles.
     *
     * @param sources by file name
     * @return class files by the class's name, with dots
     */
    Map<String, byte[]> compile(Map<String, String> sources, String... options) {
        try {
            Path folder = Files.createTempDirectory("compile");
            try {
                Path classes = Files.createDirectory(folder.resolve("classes"));
                List<String> arguments = new ArrayList<>(List.of(options));
                arguments.addAll(List.of("-encoding", "UTF-8", "-d", classes.toString()));
                arguments.addAll(List.of("-classpath", System.getProperty("java.class.path")));
                arguments.add("-proc:none");
                for (Map.Entry<String, String> source : sources.entrySet()) {
                    Path file = folder.resolve(source.getKey());
                    Files.createDirectories(file.getParent());
                    Files.writeString(file, source.getValue());
                    arguments.add(file.toString());
                }
                run(arguments);
                return read(classes);
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, byte[]> read(Path classes) throws IOException {
        Map<String, byte[]> read = new TreeMap<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                String path = classes.relativize(file).toString().replace('\\', '/');
                String name = path.substring(0, path.length() - ".class".length());
                read.put(name.replace('/', '.'), Files.readAllBytes(file));
            }
        }
        return read;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** A JDK 25 or later beside the one that runs the tests. */
    static final class NewerJdk {
        static final Optional<Path> HOME = find();

        private NewerJdk() {}

        private static Optional<Path> find() {
            String named = System.getenv("JDK25_HOME");
            if (named != null) {
                return Optional.of(Path.of(named));
            }
            try {
                Path own = Path.of(System.getProperty("java.home")).toRealPath();
                try (Stream<Path> beside = Files.list(own.getParent())) {
                    return beside.filter(NewerJdk::isNewer).sorted().findFirst();
                }
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        private static boolean isNewer(Path home) {
            try {
                return Files.isExecutable(home.resolve("bin/javac"))
                        && Files.readAllLines(home.resolve("release")).stream()
                                .anyMatch(
                                        line -> line.matches("JAVA_VERSION=\"(2[5-9]|[3-9]\\d).*"));
            } catch (IOException e) {
                return false;
            }
        }
    }
}
