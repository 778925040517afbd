package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Programs with futures, as sources and compiled, and whether a class file is woven. */
final class Woven {
    /**
     * Prints fib(20), and whether its class has been woven: a woven one has a method that makes
     * calls from saved arguments.
     */
    static final String FIB =
            """
            package some.place;

            import dev.cleave.Future;
            import java.util.Arrays;

            public class Fib {
                static long fib(int n) {
                    if (n < 2) {
                        return n;
                    }
                    @Future long x = fib(n - 1);
                    long y = fib(n - 2);
                    return x + y;
                }

                public static void main(String[] args) {
                    boolean woven =
                            Arrays.stream(Fib.class.getDeclaredMethods())
                                    .anyMatch(method -> method.getName().equals("cleave$call"));
                    System.out.println(fib(20) + (woven ? " woven" : " as compiled"));
                }
            }
            """;

    /** Its line 7 cannot be honoured. */
    static final String REFUSED =
            """
            package some.place;

            import dev.cleave.Future;

            public class Refused {
                static int sum(int n) {
                    @Future int x = n + 1;
                    return x;
                }

                public static void main(String[] args) {
                    System.out.println(sum(1));
                }
            }
            """;

    private Woven() {}

    /** Compiles a source text into a folder; its name is its path below the source folder. */
    static Path compile(Path sources, String name, String text, Path classes) throws IOException {
        Path source = sources.resolve(name);
        Files.createDirectories(source.getParent());
        Files.writeString(source, text);
        Files.createDirectories(classes);
        int status =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-cp",
                                RuntimeLocation.path().toString(),
                                "-d",
                                classes.toString(),
                                source.toString());
        assertEquals(0, status);
        return source;
    }

    /** A jar of the classes; each pair is the name and the text of another entry. */
    static Path jar(Path jar, Path classes, String... namesAndTexts) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> all = Files.walk(classes)) {
            for (int i = 0; i < namesAndTexts.length; i += 2) {
                out.putNextEntry(new JarEntry(namesAndTexts[i]));
                out.write(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
            }
            for (Path each : all.filter(Files::isRegularFile).sorted().toList()) {
                String name = classes.relativize(each).toString().replace('\\', '/');
                out.putNextEntry(new JarEntry(name));
                Files.copy(each, out);
            }
        }
        return jar;
    }

    /** Runs a class of a class path in a virtual machine of its own, with the runtime. */
    static CommandRun run(Path classes, String mainClass) throws Exception {
        return CommandRun.process(
                java.util.List.of(
                        ChildJvm.java().toString(),
                        "-cp",
                        classes + java.io.File.pathSeparator + RuntimeLocation.path(),
                        mainClass),
                java.util.Map.of(),
                "");
    }
}
