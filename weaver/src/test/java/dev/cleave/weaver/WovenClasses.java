package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.util.CheckClassAdapter;

/** A program's classes, before and after weaving. */
final class WovenClasses {
    final Map<String, byte[]> original;
    final Map<String, byte[]> woven = new TreeMap<>();
    final List<Refusal> refusals = new ArrayList<>();
    private int futures;
    private int calls;

    /** Weaves the classes, and holds what comes out to ASM's verifier. */
    WovenClasses(Map<String, byte[]> original) {
        this.original = original;
        ClassLoader unwoven = loader(original);
        Weaver weaver = new Weaver(ClassFiles.of(unwoven));
        for (Map.Entry<String, byte[]> classFile : original.entrySet()) {
            Woven result = weaver.weave(classFile.getValue());
            futures += result.futures();
            calls += result.calls();
            refusals.addAll(result.refusals());
            woven.put(classFile.getKey(), result.classFile());
            assertEquals("", complaints(result.classFile(), unwoven), classFile.getKey());
        }
    }

    /** With the default compiler. */
    static WovenClasses of(String file, String source, String... options) {
        return new WovenClasses(SourceCompiler.JAVAC.compile(Map.of(file, source), options));
    }

    /** How many futures are honoured. */
    int futures() {
        return futures;
    }

    /** What ASM's verifier has to say against a class file. */
    static String complaints(byte[] classFile, ClassLoader others) {
        StringWriter said = new StringWriter();
        try (PrintWriter writer = new PrintWriter(said)) {
            // With what debuggers are told, which verify leaves out.
            new ClassReader(classFile)
                    .accept(new CheckClassAdapter(new ClassNode(), false), ClassReader.SKIP_FRAMES);
            // Its limits are against hostile classes.
            CheckClassAdapter.verify(
                    new ClassReader(classFile),
                    others,
                    false,
                    writer,
                    Integer.MAX_VALUE,
                    Long.MAX_VALUE);
        } catch (RuntimeException e) {
            return e.toString();
        }
        return said.toString();
    }

    /** How many calls of Cleave have become futures or loops. */
    int calls() {
        return calls;
    }

    ClassLoader originalLoader() {
        return loader(original);
    }

    ClassLoader wovenLoader() {
        return loader(woven);
    }

    static ClassLoader loader(Map<String, byte[]> classes) {
        return new ClassLoader(WovenClasses.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] file = classes.get(name);
                if (file == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, file, 0, file.length);
            }

            @Override
            public InputStream getResourceAsStream(String name) {
                byte[] file =
                        name.endsWith(".class")
                                ? classes.get(
                                        name.substring(0, name.length() - ".class".length())
                                                .replace('/', '.'))
                                : null;
                return file != null
                        ? new ByteArrayInputStream(file)
                        : super.getResourceAsStream(name);
            }
        };
    }
}
