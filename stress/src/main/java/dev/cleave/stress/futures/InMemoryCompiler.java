package dev.cleave.stress.futures;

import dev.cleave.Future;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The JDK's compiler, from strings to class files in memory. One thread at a time. */
final class InMemoryCompiler implements AutoCloseable {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    private final StandardJavaFileManager standard =
            COMPILER.getStandardFileManager(null, null, null);
    private final String classPath =
            where(Future.class) + java.io.File.pathSeparator + where(Program.class);

    private static Path where(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Compiles.
     *
     * @param debug whether the class files are to tell names and lines
     * @return class files by name
     * @throws IllegalArgumentException if a program is not valid, with what the compiler says
     */
    Map<String, byte[]> compile(List<GeneratedProgram> programs, boolean debug) {
        List<JavaFileObject> sources = new ArrayList<>();
        for (GeneratedProgram program : programs) {
            sources.add(new Source(program.name(), program.source()));
        }
        Output output = new Output(standard);
        StringWriter said = new StringWriter();
        List<String> options =
                List.of(
                        "-cp",
                        classPath,
                        "-proc:none",
                        "-nowarn",
                        "-Xlint:none",
                        "-XDuseUnsharedTable",
                        debug ? "-g" : "-g:none");
        if (!COMPILER.getTask(said, output, null, options, null, sources).call()) {
            throw new IllegalArgumentException(said.toString());
        }
        Map<String, byte[]> classFiles = new HashMap<>();
        output.classes.forEach((name, bytes) -> classFiles.put(name, bytes.toByteArray()));
        return classFiles;
    }

    @Override
    public void close() {
        try {
            standard.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        private Source(String name, String text) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Output extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

        private Output(JavaFileManager standard) {
            super(standard);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            classes.put(name, bytes);
            return new SimpleJavaFileObject(
                    URI.create("string:///" + name.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }
}
