package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** What weaving does to class files as such. */
final class ClassFileTest {
    private static WovenClasses forms(String program, String... options) {
        return WovenClasses.of(program + ".java", FormsTest.source(program), options);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Stolen", "ControlFlow", "Exceptions", "Members", "Initialisers"})
    void weavingTwiceChangesNothing(String program) {
        WovenClasses once = forms(program, "-g");
        Weaver weaver = new Weaver(ClassFiles.of(once.wovenLoader()));
        for (byte[] classFile : once.woven.values()) {
            Woven twice = weaver.weave(classFile);
            assertSame(classFile, twice.classFile());
            assertFalse(twice.changed());
            assertEquals(0, twice.futures());
        }
    }

    @Test
    void weavingIsReproducible() {
        WovenClasses first = forms("Members");
        WovenClasses second = new WovenClasses(first.original);
        first.woven.forEach((name, file) -> assertArrayEquals(file, second.woven.get(name)));
    }

    /** One for each future's scope, and a few for what stands in its place when something fails. */
    @Test
    void handlersGrowWithTheNumberOfFutures() {
        int futures = 50;
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < futures; i++) {
            body.append("@dev.cleave.Future int x").append(i).append(" = m(n - 1);\n");
        }
        for (int i = 0; i < futures; i++) {
            body.append("n += x").append(i).append(";\n");
        }
        WovenClasses classes =
                WovenClasses.of(
                        "A.java", "class A { static int m(int n) {" + body + "return n; } }");
        assertEquals(futures, classes.futures());
        ClassNode node = new ClassNode();
        new ClassReader(classes.woven.get("A")).accept(node, 0);
        for (MethodNode method : node.methods) {
            int handlers = method.tryCatchBlocks.size();
            assertTrue(handlers <= 4 * futures, handlers + " in " + method.name);
        }
    }

    @Test
    void classWithoutFuturesIsTheSameArray() {
        WovenClasses classes = WovenClasses.of("A.java", "class A { int m(int n) { return n; } }");
        assertSame(classes.original.get("A"), classes.woven.get("A"));
    }

    @Test
    void classThatOnlyMentionsTheAnnotationIsTheSameArray() {
        WovenClasses classes =
                WovenClasses.of(
                        "A.java", "class A { Class<?> m() { return dev.cleave.Future.class; } }");
        assertSame(classes.original.get("A"), classes.woven.get("A"));
    }

    @Test
    void versionStays() {
        for (int release : new int[] {8, 9, 11, 17}) {
            WovenClasses classes = forms("Calls", "--release", "" + release, "-nowarn");
            byte[] file = classes.woven.get("Calls");
            assertEquals(44 + release, new ClassReader(file).readUnsignedShort(6));
        }
    }

    @Test
    void bytesThatAreNoClassFileAreRejected() {
        Weaver weaver = new Weaver(ClassFiles.of(null));
        assertThrows(IllegalArgumentException.class, () -> weaver.weave(new byte[] {1, 2, 3, 4}));
        assertThrows(IllegalArgumentException.class, () -> weaver.weave(new byte[0]));
        byte[] whole = forms("Calls").original.get("Calls");
        byte[] cut = Arrays.copyOf(whole, whole.length - 10);
        assertThrows(IllegalArgumentException.class, () -> weaver.weave(cut));
    }

    @Test
    void methodWithLongJumps() throws Exception {
        StringBuilder body = new StringBuilder("if (n > 5) {");
        for (int i = 0; i < 3000; i++) {
            body.append("s += call(n) * ").append(100_000 + i).append("L;\n");
        }
        String source =
                "import dev.cleave.Future; public class A { static int call(int n) { return n; }"
                        + " public static Long m() { return p(6) + p(4); }"
                        + " static long p(int n) { long s = 0; @Future int x = call(n);"
                        + body
                        + "} return s + x; } }";
        WovenClasses classes = WovenClasses.of("A.java", source);
        assertEquals(1, classes.futures());
        assertEquals(
                classes.originalLoader().loadClass("A").getMethod("m").invoke(null),
                classes.wovenLoader().loadClass("A").getMethod("m").invoke(null));
    }

    @Test
    void methodsWithoutFuturesAreCopiedByteForByte() {
        WovenClasses classes = forms("Calls");
        Map<String, String> before = GoldenTest.texts(classes.original.get("Calls"));
        Map<String, String> after = GoldenTest.texts(classes.woven.get("Calls"));
        assertEquals(before.get("work(I)I"), after.get("work(I)I"));
        assertNotEquals(
                before.get("collections()Ljava/lang/String;"),
                after.get("collections()Ljava/lang/String;"));
    }

    /** In every body, a variable that debuggers are told of has a value of its type. */
    @ParameterizedTest
    @ValueSource(strings = {"ControlFlow", "Exceptions", "Members", "Initialisers", "Modern"})
    void localVariablesAreWhereDebuggersLook(String program) throws Exception {
        int looked = 0;
        for (byte[] classFile : forms(program, "-g").woven.values()) {
            ClassNode node = node(classFile);
            for (MethodNode method : node.methods) {
                looked += checkVariables(node, method);
            }
        }
        assertTrue(looked > 1000, "instructions looked at: " + looked);
    }

    private static int checkVariables(ClassNode node, MethodNode method) throws Exception {
        if (method.localVariables == null || method.instructions.size() == 0) {
            return 0;
        }
        int looked = 0;
        Frame<BasicValue>[] frames =
                new Analyzer<>(new BasicInterpreter()).analyze(node.name, method);
        for (LocalVariableNode variable : method.localVariables) {
            AbstractInsnNode at = variable.start;
            for (; at != variable.end; at = at.getNext()) {
                Frame<BasicValue> frame = frames[method.instructions.indexOf(at)];
                if (frame == null || at.getOpcode() < 0) {
                    continue;
                }
                String where = node.name + "." + method.name + " " + variable.name;
                int sort = new BasicInterpreter().newValue(Type.getType(variable.desc)).getSize();
                BasicValue value = frame.getLocal(variable.index);
                BasicValue expected = new BasicInterpreter().newValue(Type.getType(variable.desc));
                assertEquals(sort, value.getSize(), where);
                if (!method.name.equals("<init>") || !variable.name.equals("this")) {
                    assertEquals(expected, value, where);
                }
                looked++;
            }
        }
        return looked;
    }

    /** Beside the originals there are only synthetic methods, and no fields. */
    @ParameterizedTest
    @ValueSource(strings = {"Members", "Initialisers", "Modern"})
    void declarationsStay(String program) {
        WovenClasses classes = forms(program, "-g", "-parameters");
        for (String name : classes.original.keySet()) {
            ClassNode before = node(classes.original.get(name));
            ClassNode after = node(classes.woven.get(name));
            assertEquals(members(before, true), members(after, false), name);
            assertEquals(before.access, after.access);
            assertEquals(before.interfaces, after.interfaces);
            assertEquals(before.nestHostClass, after.nestHostClass);
            assertEquals(before.nestMembers, after.nestMembers);
            assertEquals(before.permittedSubclasses, after.permittedSubclasses);
            assertEquals(before.signature, after.signature);
            assertEquals(before.sourceFile, after.sourceFile);
        }
    }

    private static List<String> members(ClassNode node, boolean original) {
        List<String> all = new ArrayList<>();
        node.fields.forEach(f -> all.add(f.access + f.name + f.desc + f.signature));
        for (MethodNode m : node.methods) {
            boolean added =
                    (m.access & Opcodes.ACC_SYNTHETIC) != 0
                            && m.name.matches(
                                    ".*\\$(cleave|below|middle|rising|serial|guard|call|loop\\d+)"
                                            + "|cleave\\$part\\d+");
            assertTrue(!original || !added);
            if (!added) {
                List<String> parameters = new ArrayList<>();
                if (m.parameters != null) {
                    m.parameters.forEach(p -> parameters.add(p.access + p.name));
                }
                all.add(m.access + m.name + m.desc + m.signature + m.exceptions + parameters);
            }
        }
        all.sort(null);
        return all;
    }

    static ClassNode node(byte[] classFile) {
        return LenientReader.of(classFile).read();
    }
}
