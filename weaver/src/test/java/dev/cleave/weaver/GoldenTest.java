package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceClassVisitor;
import org.objectweb.asm.util.TraceMethodVisitor;

/**
 * What weaving makes of a few programs, instruction by instruction, is what a reader has looked at.
 * {@code -Dcleave.golden.write=true} writes it anew, and fails.
 */
final class GoldenTest {
    @ParameterizedTest
    @ValueSource(strings = {"Fib", "Scopes", "Maker", "Tree"})
    void wovenAsWritten(String program) throws Exception {
        String actual = text(woven(program).woven.get(program));
        String resource = "golden/" + program + ".txt";
        if (Boolean.getBoolean("cleave.golden.write")) {
            Path file =
                    Path.of(System.getProperty("cleave.root"))
                            .resolve("weaver/src/test/resources/dev/cleave/weaver/" + resource);
            Files.writeString(file, actual);
            fail("written, not tested: look at what has changed in " + file);
        }
        assertEquals(read(resource), actual);
    }

    /** The verifiers that the other tests rely on notice when something is wrong. */
    @Test
    void brokenOutputIsRejected() throws Exception {
        WovenClasses classes = woven("Fib");
        ClassNode node = ClassFileTest.node(classes.woven.get("Fib"));
        MethodNode body =
                node.methods.stream()
                        .filter(m -> m.name.equals("fib$cleave"))
                        .findFirst()
                        .orElseThrow();
        assertTrue(isAccepted(classes, node));
        // The stack that the pending call is noted on is left out: an int takes its place.
        AbstractInsnNode fork = null;
        for (AbstractInsnNode i : body.instructions) {
            if (i instanceof MethodInsnNode call && call.name.equals("fork")) {
                fork = i;
            }
        }
        AbstractInsnNode stack = fork;
        while (!(stack instanceof VarInsnNode v && v.getOpcode() == Opcodes.ALOAD)) {
            stack = stack.getPrevious();
        }
        body.instructions.set(stack, new InsnNode(Opcodes.ICONST_0));
        byte[] broken = bytes(node);
        assertNotEquals("", WovenClasses.complaints(broken, classes.originalLoader()));
        ClassLoader loader = WovenClasses.loader(Map.of("Fib", broken));
        assertThrows(VerifyError.class, () -> loader.loadClass("Fib").getDeclaredMethods());
    }

    /** Frames are the JVM's to check: ASM's verifier computes its own. */
    @Test
    void brokenFrameIsRejected() throws Exception {
        ClassNode node = new ClassNode();
        new ClassReader(woven("Fib").woven.get("Fib")).accept(node, 0);
        for (MethodNode method : node.methods) {
            if (method.name.equals("fib$cleave")) {
                for (AbstractInsnNode i : method.instructions.toArray()) {
                    if (i instanceof FrameNode) {
                        method.instructions.remove(i);
                        break;
                    }
                }
            }
        }
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        ClassLoader loader = WovenClasses.loader(Map.of("Fib", writer.toByteArray()));
        assertThrows(VerifyError.class, () -> loader.loadClass("Fib").getDeclaredMethods());
    }

    private static boolean isAccepted(WovenClasses classes, ClassNode node) throws Exception {
        byte[] same = bytes(node);
        assertEquals("", WovenClasses.complaints(same, classes.originalLoader()));
        Method[] methods =
                WovenClasses.loader(Map.of("Fib", same)).loadClass("Fib").getDeclaredMethods();
        return methods.length > 1;
    }

    private static byte[] bytes(ClassNode node) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static WovenClasses woven(String program) throws Exception {
        return WovenClasses.of(
                program + ".java", read("golden/" + program + ".java"), "-g", "--release", "17");
    }

    private static String read(String resource) throws Exception {
        try (InputStream in = GoldenTest.class.getResourceAsStream(resource)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The class as text. Labels are numbered as they come, so equal code is equal text. */
    private static String text(byte[] classFile) {
        StringWriter text = new StringWriter();
        new ClassReader(classFile)
                .accept(new TraceClassVisitor(null, new Textifier(), new PrintWriter(text)), 0);
        return text.toString();
    }

    private static String text(MethodNode method) {
        Textifier text = new Textifier();
        method.accept(new TraceMethodVisitor(text));
        return text.getText().toString();
    }

    /** Methods of a class file by name and descriptor, as text. */
    static Map<String, String> texts(byte[] classFile) {
        Map<String, String> texts = new HashMap<>();
        for (MethodNode method : ClassFileTest.node(classFile).methods) {
            texts.put(method.name + method.desc, text(method));
        }
        return texts;
    }
}
