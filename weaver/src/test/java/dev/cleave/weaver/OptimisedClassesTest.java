package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Class files that an optimiser has changed, before they are woven. */
final class OptimisedClassesTest {
    private static final String CHOICE =
            """
            import dev.cleave.Future;

            public class Choice {
                static String name(int n) {
                    return "n" + n;
                }

                static int length(int n) {
                    @Future String x;
                    if (n > 5) {
                        x = name(n);
                    } else {
                        x = name(-n);
                    }
                    n += 40;
                    return n + x.length();
                }

                public static int run() {
                    return length(3) * 100 + length(10);
                }
            }
            """;

    /** As ProGuard does when it gives variables their places anew. */
    @Test
    void variablesAreNamedOnlyUpToTheirLastUse() throws Exception {
        Map<String, byte[]> compiled =
                SourceCompiler.JAVAC.compile(Map.of("Choice.java", CHOICE), "-g");
        Map<String, byte[]> optimised = new TreeMap<>();
        compiled.forEach((name, file) -> optimised.put(name, withShortNames(file)));
        WovenClasses classes = new WovenClasses(optimised);
        assertEquals(List.of(), classes.refusals);
        assertEquals(2, classes.futures());
        assertEquals(46 * 100 + 53, run(classes.originalLoader()));
        assertEquals(46 * 100 + 53, run(classes.wovenLoader()));
    }

    private static Object run(ClassLoader loader) throws Exception {
        return loader.loadClass("Choice").getMethod("run").invoke(null);
    }

    private static byte[] withShortNames(byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, 0);
        for (MethodNode method : node.methods) {
            for (LocalVariableNode v : method.localVariables) {
                LabelNode end = new LabelNode();
                AbstractInsnNode last = v.end.getPrevious();
                while (last != v.start && !isLoadOf(v, last)) {
                    last = last.getPrevious();
                }
                if (last != v.start) {
                    method.instructions.insert(last, end);
                    v.end = end;
                }
            }
        }
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static boolean isLoadOf(LocalVariableNode v, AbstractInsnNode i) {
        return i instanceof VarInsnNode load
                && load.getOpcode() <= Opcodes.ALOAD
                && load.var == v.index;
    }
}
