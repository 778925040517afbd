package dev.cleave.detector;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Programs given as sources, compiled and ready to run. */
public final class CompiledPrograms {
    private final ClassLoader classes;

    private CompiledPrograms(ClassLoader classes) {
        this.classes = classes;
    }

    /**
     * Compiles all Java files of a folder.
     *
     * @throws AssertionError if the compiler has errors
     */
    public static CompiledPrograms compile(Path folder) throws IOException {
        Path output = Files.createTempDirectory(folder, "classes");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (Stream<Path> files = Files.list(folder);
                StandardJavaFileManager manager =
                        compiler.getStandardFileManager(null, null, null)) {
            List<Path> sources =
                    new ArrayList<>(files.filter(it -> it.toString().endsWith(".java")).toList());
            // Not woven, a future is an ordinary call.
            Path annotation = Files.createDirectories(output.resolve("dev/cleave"));
            sources.add(
                    Files.writeString(
                            annotation.resolve("Future.java"),
                            "package dev.cleave; public @interface Future {}"));
            boolean compiled =
                    compiler.getTask(
                                    messages,
                                    manager,
                                    null,
                                    List.of("-proc:none", "-d", output.toString()),
                                    null,
                                    manager.getJavaFileObjectsFromPaths(sources))
                            .call();
            if (!compiled) {
                throw new AssertionError(messages.toString());
            }
        }
        return new CompiledPrograms(
                new URLClassLoader(
                        new URL[] {output.toUri().toURL()}, ClassLoader.getPlatformClassLoader()));
    }

    public boolean has(String program, String method) throws ClassNotFoundException {
        return Arrays.stream(Class.forName(program, false, classes).getDeclaredMethods())
                .anyMatch(it -> it.getName().equals(method));
    }

    /** What a method of a program returns for input of a size, always the same input. */
    public String run(String program, String name, int size) throws ReflectiveOperationException {
        Method method =
                Class.forName(program, true, classes)
                        .getDeclaredMethod(name, Random.class, int.class);
        method.setAccessible(true);
        return String.valueOf(method.invoke(null, new Random(size + 7L), size));
    }
}
