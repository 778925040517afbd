package dev.cleave.weaver;

import java.util.List;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Brings a method's markers back to where javac put them, after JaCoCo has counted on the way. Its
 * agent, if it comes before ours, gives the method a variable of its own in front of the others and
 * sets a probe where a line begins; it moves the instructions and the names of variables, and
 * forgets their type annotations.
 */
final class CoverageProbes {
    private static final String INITIALISER = "$jacocoInit";
    private static final String CONSTANT = "$jacocoData";

    private CoverageProbes() {}

    /** Nothing changes in a method without probes. */
    static void passOver(MethodNode method) {
        int array = array(method);
        if (array < 0 || method.visibleLocalVariableAnnotations == null) {
            return;
        }
        for (LocalVariableAnnotationNode marker : method.visibleLocalVariableAnnotations) {
            if (marker.desc.equals(FutureFinder.ANNOTATION)) {
                passOver(method, marker, array);
            }
        }
    }

    private static void passOver(MethodNode method, LocalVariableAnnotationNode marker, int array) {
        int index = marker.index.get(0);
        boolean moved = index >= array && !isStoredTo(index, marker.start, array);
        if (moved) {
            marker.index.replaceAll(i -> i + 1);
            index++;
        }
        for (int i = 0; i < marker.start.size(); i++) {
            AbstractInsnNode before = Instructions.before(marker.start.get(i));
            AbstractInsnNode store = beforeProbes(before, array);
            if (store != before && isStore(store, index)) {
                LabelNode start = new LabelNode();
                method.instructions.insert(store, start);
                moveName(method, index, marker.start.get(i), start);
                marker.start.set(i, start);
            }
        }
    }

    /** The finder takes a place that has no name for another constructor's. */
    private static void moveName(MethodNode method, int index, LabelNode from, LabelNode to) {
        if (method.localVariables != null) {
            for (LocalVariableNode variable : method.localVariables) {
                if (variable.index == index && variable.start == from) {
                    variable.start = to;
                }
            }
        }
    }

    private static boolean isStoredTo(int index, List<LabelNode> starts, int array) {
        return starts.stream()
                .anyMatch(start -> isStore(beforeProbes(Instructions.before(start), array), index));
    }

    private static boolean isStore(AbstractInsnNode i, int index) {
        return i instanceof VarInsnNode store
                && store.getOpcode() >= Opcodes.ISTORE
                && store.getOpcode() <= Opcodes.ASTORE
                && store.var == index;
    }

    /** The variable that holds the probes: a method begins with its assignment; else -1. */
    private static int array(MethodNode method) {
        boolean obtained = false;
        for (AbstractInsnNode i : method.instructions) {
            if (i.getOpcode() < 0 || obtained && i.getOpcode() == Opcodes.CHECKCAST) {
                continue;
            }
            if (obtained) {
                return i instanceof VarInsnNode store && i.getOpcode() == Opcodes.ASTORE
                        ? store.var
                        : -1;
            }
            obtained =
                    i instanceof MethodInsnNode call && call.name.equals(INITIALISER)
                            || i instanceof LdcInsnNode load
                                    && load.cst instanceof ConstantDynamic constant
                                    && constant.getName().equals(CONSTANT);
            if (!obtained) {
                return -1;
            }
        }
        return -1;
    }

    /** The instruction itself, or if it ends a probe the one before that. */
    private static AbstractInsnNode beforeProbes(AbstractInsnNode at, int array) {
        AbstractInsnNode i = at;
        while (i != null && i.getOpcode() == Opcodes.BASTORE) {
            AbstractInsnNode value = Instructions.before(i);
            AbstractInsnNode number = Instructions.before(value);
            AbstractInsnNode probes = Instructions.before(number);
            if (value.getOpcode() != Opcodes.ICONST_1
                    || !isConstant(number)
                    || !(probes instanceof VarInsnNode load)
                    || load.getOpcode() != Opcodes.ALOAD
                    || load.var != array) {
                return i;
            }
            i = Instructions.before(probes);
        }
        return i;
    }

    private static boolean isConstant(AbstractInsnNode i) {
        return i instanceof IntInsnNode
                || i instanceof LdcInsnNode
                || i.getOpcode() >= Opcodes.ICONST_0 && i.getOpcode() <= Opcodes.ICONST_5;
    }
}
