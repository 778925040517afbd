package dev.cleave.weaver;

import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
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

    private static final Set<String> MARKS =
            Set.of(FutureFinder.ANNOTATION, LoopWeaver.PARALLEL, LoopWeaver.REDUCE);

    private static final Set<Integer> ADDITIONS =
            Set.of(Opcodes.IADD, Opcodes.LADD, Opcodes.ISUB, Opcodes.LSUB);

    /** Instructions of a probe. */
    private static final int PROBE = 4;

    private CoverageProbes() {}

    static boolean areIn(MethodNode method) {
        return array(method) >= 0;
    }

    /** Nothing changes in a method without probes. */
    static void passOver(MethodNode method) {
        int array = array(method);
        if (array < 0 || method.visibleLocalVariableAnnotations == null) {
            return;
        }
        for (LocalVariableAnnotationNode marker : method.visibleLocalVariableAnnotations) {
            if (MARKS.contains(marker.desc)) {
                passOver(method, marker, array);
            }
        }
    }

    /** Brings a loop's probes to where its shape can be read. */
    static void lift(MethodNode method, LocalVariableAnnotationNode loop) {
        LabelNode exit = loop.end.get(0);
        lift(method, Instructions.before(loop.start.get(0)));
        for (AbstractInsnNode i = loop.start.get(0); i != exit; i = i.getNext()) {
            if (Liveness.written(i) == loop.index.get(0)) {
                lift(method, i);
            }
        }
        AbstractInsnNode last = Instructions.before(exit);
        AbstractInsnNode first = Instructions.after(loop.start.get(0));
        boolean isTestLast = first.getOpcode() == Opcodes.GOTO;
        LabelNode outside = isTestLast ? liftEnd(method, last) : liftExit(method, first, last);
        if (outside != null) {
            for (LocalVariableAnnotationNode mark : LoopWeaver.marks(method, loop.desc)) {
                mark.end.replaceAll(end -> end == exit ? outside : end);
            }
        }
    }

    /**
     * A condition that jumps over the probe at the loop's exit jumps to it, behind the loop.
     *
     * @return where it is now; null if there is none
     */
    static LabelNode liftExit(MethodNode method, AbstractInsnNode first, AbstractInsnNode last) {
        int array = array(method);
        AbstractInsnNode i = first;
        while (i != null && !(i instanceof JumpInsnNode)) {
            i = Instructions.after(i);
        }
        AbstractInsnNode probe = array < 0 || i == null || last == null ? null : fourth(i);
        if (probe == null
                || beforeProbes(probe, array) != i
                || Instructions.after(probe).getOpcode() != Opcodes.GOTO
                || Instructions.fallsThrough(last)) {
            return null;
        }
        JumpInsnNode test = (JumpInsnNode) i;
        LabelNode outside = new LabelNode();
        method.instructions.insert(last, outside);
        AbstractInsnNode behind = outside;
        for (int n = 0; n <= PROBE; n++) {
            AbstractInsnNode moved = Instructions.after(test);
            method.instructions.remove(moved);
            method.instructions.insert(behind, moved);
            behind = moved;
        }
        test.setOpcode(LoopShape.opposite(test.getOpcode()));
        test.label = outside;
        return outside;
    }

    /**
     * A loop whose condition comes last ends there, before the probes behind it.
     *
     * @return where that is; null if it is no such loop
     */
    private static LabelNode liftEnd(MethodNode method, AbstractInsnNode last) {
        int array = array(method);
        AbstractInsnNode end = beforeProbes(last, array);
        AbstractInsnNode test = end;
        if (end != null && end.getOpcode() == Opcodes.GOTO) {
            test = beforeProbes(Instructions.before(end), array);
        }
        if (array < 0 || !(test instanceof JumpInsnNode repeat)) {
            return null;
        }
        LabelNode outside = new LabelNode();
        method.instructions.insert(end, outside);
        liftRepetition(method, repeat);
        return outside;
    }

    /**
     * A condition that jumps over the probe on the way back, out of the loop, jumps back, and the
     * probe comes first in the body.
     */
    static void liftRepetition(MethodNode method, JumpInsnNode test) {
        int array = array(method);
        AbstractInsnNode probe = array < 0 ? null : fourth(test);
        if (probe == null
                || beforeProbes(probe, array) != test
                || !(Instructions.after(probe) instanceof JumpInsnNode back)
                || back.getOpcode() != Opcodes.GOTO
                || Instructions.after(test.label) != Instructions.after(back)) {
            return;
        }
        for (int n = 0; n < PROBE; n++) {
            AbstractInsnNode moved = Instructions.before(back);
            method.instructions.remove(moved);
            method.instructions.insert(back.label, moved);
        }
        test.setOpcode(LoopShape.opposite(test.getOpcode()));
        test.label = back.label;
        method.instructions.remove(back);
    }

    /**
     * Has the probes behind an assignment come before it, as a loop is told by what stands before
     * it and at its end.
     */
    static void lift(MethodNode method, AbstractInsnNode write) {
        int array = array(method);
        if (array < 0) {
            return;
        }
        AbstractInsnNode begin = beginOf(write);
        AbstractInsnNode end = fourth(write);
        while (end != null && beforeProbes(end, array) == write) {
            for (int n = 0; n < PROBE; n++) {
                AbstractInsnNode moved = Instructions.after(write);
                method.instructions.remove(moved);
                method.instructions.insertBefore(begin, moved);
            }
            end = fourth(write);
        }
    }

    private static AbstractInsnNode fourth(AbstractInsnNode at) {
        AbstractInsnNode i = at;
        for (int n = 0; n < PROBE && i != null; n++) {
            i = Instructions.after(i);
        }
        return i;
    }

    /** Of {@code i += step}, where the variable is read; of a call's result, the call. */
    private static AbstractInsnNode beginOf(AbstractInsnNode write) {
        if (write.getPrevious() instanceof MethodInsnNode call) {
            return call;
        }
        AbstractInsnNode i = write;
        for (int n = 0; n < 3 && i != null; n++) {
            i = Instructions.before(i);
            if (n == 1 && i != null && i.getOpcode() == Opcodes.I2L) { // an int is added to a long
                i = Instructions.before(i);
            }
        }
        boolean adds =
                i != null
                        && ADDITIONS.contains(Instructions.before(write).getOpcode())
                        && !(write instanceof IincInsnNode);
        return adds && Liveness.read(i) == Liveness.written(write) ? i : write;
    }

    private static void passOver(MethodNode method, LocalVariableAnnotationNode marker, int array) {
        boolean moved = marker.index.get(0) >= array && !isStoredTo(marker, array);
        if (moved) {
            marker.index.replaceAll(i -> i + 1);
        }
        for (int i = 0; i < marker.start.size(); i++) {
            int index = marker.index.get(i);
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

    /** A finally block's copies have places of their own for the same variable. */
    private static boolean isStoredTo(LocalVariableAnnotationNode marker, int array) {
        for (int i = 0; i < marker.start.size(); i++) {
            AbstractInsnNode before = Instructions.before(marker.start.get(i));
            if (isStore(beforeProbes(before, array), marker.index.get(i))) {
                return true;
            }
        }
        return false;
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
