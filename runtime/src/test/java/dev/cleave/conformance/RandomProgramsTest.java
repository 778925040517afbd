package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongFunction;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A random program does what it does with the running JDK's own classes, step by step. */
@Conformance
class RandomProgramsTest {
    private static final String NAME = "RandomProgram";
    private static final int PROGRAMS = 1000;

    @TempDir Path folder;

    @Test
    void doWhatTheyDoOnTheJdk() throws Exception {
        String theirs = source();
        String ours =
                theirs.replaceAll(
                        "java\\.util\\.concurrent\\.(ForkJoin|Recursive|Counted)", "dev.cleave.$1");
        try (URLClassLoader jdk = compile("jdk", theirs);
                URLClassLoader cleave = compile("cleave", ours)) {
            for (int seed = 0; seed < PROGRAMS; seed++) {
                String expected = run(jdk, seed);
                assertEquals(expected, run(cleave, seed), "the program of seed " + seed);
            }
        }
    }

    private static String source() throws IOException {
        try (InputStream in = RandomProgramsTest.class.getResourceAsStream(NAME + ".java")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private URLClassLoader compile(String name, String source) throws IOException {
        Path classes = Files.createDirectory(folder.resolve(name));
        Path file = Files.writeString(classes.resolve(NAME + ".java"), source);
        int failed =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-nowarn",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                classes.toString(),
                                file.toString());
        assertEquals(0, failed, () -> "the compiler's exit status for " + file);
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
    }

    @SuppressWarnings("unchecked")
    private static String run(ClassLoader loader, long seed) throws Exception {
        Object program = loader.loadClass(NAME).getConstructor().newInstance();
        return ((LongFunction<String>) program).apply(seed);
    }
}
