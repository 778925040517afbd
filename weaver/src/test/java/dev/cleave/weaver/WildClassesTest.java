package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The weaver does no harm to code that was not written for it. A part of the JDK each time; with
 * {@code -Pjars}, everything in the JDK and in the jars of {@code weaver/jars}, and a report.
 */
final class WildClassesTest {
    private static final FileSystem JDK = FileSystems.getFileSystem(URI.create("jrt:/"));
    private static final String LONG = "cleave.jars";
    private static final String MISSING = NoClassDefFoundError.class.getName();

    @Test
    void collectionsAndHandlesOfTheJdk() throws IOException {
        WildClasses wild = new WildClasses(new JdkFiles());
        for (String folder : List.of("java/util", "java/lang/invoke", "java/text")) {
            for (byte[] file : read(JDK.getPath("modules", "java.base", folder), 1).values()) {
                wild.verify(file);
            }
        }
        assertEquals(List.of(), wild.failures);
        assertTrue(wild.classes > 500, "classes: " + wild.classes);
        assertTrue(wild.futures > 1000, "futures: " + wild.futures);
        assertTrue(wild.loops > 100, "loops: " + wild.loops);
    }

    @Test
    @EnabledIfSystemProperty(named = LONG, matches = ".+")
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void everyClassOfTheJdk() throws IOException {
        List<String> report = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        JdkFiles everything = new JdkFiles();
        for (Path module : list(JDK.getPath("modules"))) {
            WildClasses wild = new WildClasses(everything);
            for (byte[] file : read(module, Integer.MAX_VALUE).values()) {
                wild.verify(file);
            }
            report.add(line(module.getFileName().toString(), wild));
            write("jdk", report, wild.failures); // how far it is
            failures.addAll(wild.failures);
        }
        write("jdk", report, failures);
        assertEquals(List.of(), failures);
    }

    @Test
    @EnabledIfSystemProperty(named = LONG, matches = ".+")
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void everyClassOfTheJars() throws IOException {
        List<Path> jars = list(Path.of(System.getProperty(LONG)));
        Map<String, byte[]> all = new HashMap<>();
        Map<Path, Map<String, byte[]>> byJar = new TreeMap<>();
        for (Path jar : jars) {
            byJar.put(jar, readJar(jar));
            byJar.get(jar).forEach(all::putIfAbsent);
        }
        assertTrue(jars.size() >= 50, "jars: " + jars.size());
        List<String> report = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (Map.Entry<Path, Map<String, byte[]>> jar : byJar.entrySet()) {
            Map<String, byte[]> classes = new HashMap<>(all);
            classes.putAll(jar.getValue()); // of a class in several jars, this one's
            WildClasses wild = new WildClasses(new Linking(classes, UnaryOperator.identity()));
            Linking original = new Linking(classes, UnaryOperator.identity());
            Linking rewritten = new Linking(classes, wild::rewrite);
            Linking woven = new Linking(classes, wild::weave);
            Linking looped = new Linking(classes, wild::weaveLoops);
            int linked = 0;
            for (Map.Entry<String, byte[]> c : jar.getValue().entrySet()) {
                wild.classes++;
                String expected = original.link(c.getKey());
                linked += expected.isEmpty() ? 1 : 0;
                for (Linking loader : List.of(rewritten, woven, looped)) {
                    String outcome = loader.link(c.getKey());
                    // A loop's method, like a lambda's, names what it takes: that may be missing.
                    boolean isMissing = loader == looped && outcome.equals(MISSING);
                    if (expected.isEmpty() && !outcome.isEmpty() && !isMissing) {
                        wild.failures.add(c.getKey() + ": " + outcome);
                    }
                }
            }
            report.add(line(jar.getKey().getFileName().toString(), wild) + " linked " + linked);
            write("jars", report, wild.failures); // how far it is
            failures.addAll(wild.failures);
        }
        write("jars", report, failures);
        assertEquals(List.of(), failures);
    }

    /** A JVM all of whose classes have been rewritten verifies them, and works. */
    @Test
    @EnabledIfSystemProperty(named = LONG, matches = ".+")
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void rewrittenJdkRuns(@TempDir Path folder) throws Exception {
        List<String> options = new ArrayList<>();
        JdkFiles everything = new JdkFiles();
        for (Path module : list(JDK.getPath("modules"))) {
            WildClasses wild = new WildClasses(everything);
            Path patch = folder.resolve(module.getFileName().toString());
            for (Map.Entry<String, byte[]> c : read(module, Integer.MAX_VALUE).entrySet()) {
                Path file = patch.resolve(module.relativize(JDK.getPath(c.getKey())).toString());
                Files.createDirectories(file.getParent());
                Files.write(file, wild.rewrite(c.getValue()));
            }
            assertEquals(List.of(), wild.failures);
            if (Files.exists(patch)) {
                options.add("--patch-module=" + module.getFileName() + "=" + patch);
            }
        }
        List<String> expected = linkAll(folder, List.of());
        List<String> linked = linkAll(folder, options);
        write("boot", linked.subList(linked.size() - 1, linked.size()), List.of());
        assertEquals(expected, linked);
        assertTrue(linked.get(linked.size() - 1).matches("linked \\d{5,}"), linked.toString());
    }

    private static List<String> linkAll(Path folder, List<String> options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xverify:all", "-XX:-PrintWarnings", "--add-modules=ALL-SYSTEM"));
        command.addAll(options);
        String classPath =
                Path.of(LinkJdk.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                        .toString();
        command.addAll(List.of("-cp", classPath, LinkJdk.class.getName()));
        Path said = folder.resolve("said.txt");
        Process process =
                new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .redirectOutput(said.toFile())
                        .start();
        try {
            assertTrue(process.waitFor(20, TimeUnit.MINUTES), "the JVM does not end");
        } finally {
            process.destroyForcibly();
        }
        List<String> lines = Files.readAllLines(said);
        assertEquals(0, process.exitValue(), lines::toString);
        return lines;
    }

    private static String line(String origin, WildClasses wild) {
        return String.format(
                "%-45s classes %6d, before Java 6 %5d, futures %6d, refused %5d,"
                        + " loops %5d, not verified %d, failed %d",
                origin,
                wild.classes,
                wild.old,
                wild.futures,
                wild.refusals,
                wild.loops,
                wild.unverifiable,
                wild.failures.size());
    }

    private static void write(String what, List<String> report, List<String> failures)
            throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(System.getProperty("java.vm.version"));
        lines.addAll(report);
        lines.addAll(failures);
        Path file =
                Path.of(System.getProperty("cleave.root"), "weaver", "target")
                        .resolve("wild-" + what + "-" + Runtime.version().feature() + ".txt");
        Files.createDirectories(file.getParent());
        Files.write(file, lines);
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static Map<String, byte[]> read(Path folder, int depth) throws IOException {
        Map<String, byte[]> classes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder, depth)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (file.toString().endsWith(".class") && !isDescriptor(file.toString())) {
                    classes.put(file.toString(), Files.readAllBytes(file));
                }
            }
        }
        return classes;
    }

    private static Map<String, byte[]> readJar(Path file) {
        Map<String, byte[]> classes = new TreeMap<>();
        try (JarFile jar = new JarFile(file.toFile())) {
            for (var entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                if (name.endsWith(".class")
                        && !name.startsWith("META-INF/")
                        && !isDescriptor(name)) {
                    byte[] bytes = jar.getInputStream(entry).readAllBytes();
                    classes.put(WildClasses.name(bytes), bytes);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return classes;
    }

    private static boolean isDescriptor(String file) {
        return file.endsWith("module-info.class") || file.endsWith("package-info.class");
    }

    /** Finds the class files of all modules, also of those that this JVM has not resolved. */
    private static final class JdkFiles extends ClassLoader {
        private final Map<String, Path> files = new HashMap<>();

        JdkFiles() throws IOException {
            super(ClassLoader.getSystemClassLoader());
            try (Stream<Path> all = Files.walk(JDK.getPath("modules"))) {
                for (Path file : (Iterable<Path>) all::iterator) {
                    if (file.getNameCount() > 2) {
                        files.put(file.subpath(2, file.getNameCount()).toString(), file);
                    }
                }
            }
        }

        /** Of a module that this JVM has not resolved, for ASM's verifier. */
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            Path file = files.get(name.replace('.', '/') + ".class");
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            try {
                byte[] bytes = Files.readAllBytes(file);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            Path file = files.get(name);
            try {
                return file == null ? super.getResourceAsStream(name) : Files.newInputStream(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Defines and links changed classes; nothing is initialised. */
    private static final class Linking extends ClassLoader {
        private final Map<String, byte[]> classes;
        private final UnaryOperator<byte[]> change;

        Linking(Map<String, byte[]> classes, UnaryOperator<byte[]> change) {
            super(ClassLoader.getPlatformClassLoader());
            this.classes = classes;
            this.change = change;
        }

        /** What the JVM has against the class; empty if nothing. */
        String link(String name) {
            try {
                Class.forName(name, false, this).getDeclaredMethods(); // that links
                return "";
            } catch (VerifyError | ClassFormatError e) {
                return e.toString();
            } catch (ClassNotFoundException | LinkageError e) {
                return e.getClass().getName();
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] file = classes.get(name);
            if (file == null) {
                if (name.startsWith("dev.cleave.")) {
                    return Weaver.class.getClassLoader().loadClass(name);
                }
                throw new ClassNotFoundException(name);
            }
            byte[] changed = change.apply(file);
            return defineClass(name, changed, 0, changed.length);
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            byte[] file =
                    name.endsWith(".class")
                            ? classes.get(name.substring(0, name.length() - 6).replace('/', '.'))
                            : null;
            return file != null ? new ByteArrayInputStream(file) : super.getResourceAsStream(name);
        }
    }
}
