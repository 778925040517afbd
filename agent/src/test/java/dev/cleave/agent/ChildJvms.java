package dev.cleave.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;

/** Programs, compiled and run in virtual machines of their own, with the agent's jar. */
abstract class ChildJvms {
    static final String AGENT = System.getProperty("cleave.agent");

    /** Says what it computed and whether its class is woven. */
    static final String FIB =
            """
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
                    System.out.println(fib(20) + (woven ? " woven" : " serial"));
                }
            }
            """;

    /**
     * What a program left.
     *
     * @param status the exit status
     * @param out standard output, without white space at the ends
     * @param err standard error
     */
    record Run(int status, String out, String err) {}

    @TempDir Path folder;

    static String agent(String option) {
        return "-javaagent:" + AGENT + option;
    }

    Run run(String... arguments) throws Exception {
        return runWith(classPath(), arguments);
    }

    Run runWith(String classPath, String... arguments) throws Exception {
        return process(command(classPath, arguments));
    }

    static List<String> command(String classPath, String... arguments) {
        List<String> command = new ArrayList<>(List.of(java("java"), "-cp", classPath));
        command.addAll(List.of(arguments));
        return command;
    }

    Run process(List<String> command) throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        try {
            process.getOutputStream().close();
            int status = process.waitFor();
            return new Run(status, Files.readString(out).strip(), Files.readString(err));
        } finally {
            process.destroyForcibly();
        }
    }

    static String java(String tool) {
        return Path.of(System.getProperty("java.home"), "bin", tool).toString();
    }

    String classPath() throws Exception {
        return folder.resolve("classes") + File.pathSeparator + runtime();
    }

    static Path runtime() throws Exception {
        return Path.of(
                dev.cleave.Future.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI());
    }

    static String coverageAgent() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("org.jacoco.agent"))
                .findAny()
                .orElseThrow();
    }

    void compile(String name, String text, String... options) throws Exception {
        Path source = Files.writeString(folder.resolve(name + ".java"), text);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("-cp", classPath() + File.pathSeparator + AGENT));
        arguments.addAll(List.of("-d", classes.toString(), source.toString()));
        int status =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, arguments.toArray(String[]::new));
        assertEquals(0, status);
    }

    /** A jar that is an agent itself and uses ours. */
    void agentJar(Path jar, String premain) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", premain);
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        manifest.getMainAttributes().putValue("Can-Redefine-Classes", "true");
        manifest.getMainAttributes().putValue("Class-Path", Path.of(AGENT).toUri().toString());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new ZipEntry(premain + ".class"));
            try (InputStream in =
                    Files.newInputStream(folder.resolve("classes/" + premain + ".class"))) {
                in.transferTo(out);
            }
        }
    }
}
