package dev.cleave.weaver;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Tells the variable of a for-each loop from others, which a class file does not say. */
final class ForEachLoop {
    private static final String ITERATOR = "java/util/Iterator";

    private ForEachLoop() {}

    /**
     * Whether what is assigned is the next element of a loop: it comes from an array or an iterator
     * that the compiler has kept, so that debuggers are not told of it. If they are told of no
     * variable at all, the compiler's loop is the one that goes on where it takes the element.
     */
    static boolean assigns(MethodNode method, VarInsnNode store) {
        AbstractInsnNode value = Instructions.before(store);
        while (value != null && FutureFinder.mayConvert(value)) {
            value = Instructions.before(value);
        }
        if (value == null) {
            return false;
        }
        AbstractInsnNode counter = Instructions.before(value);
        AbstractInsnNode kept;
        if (isCall(value, "next")) {
            kept = counter;
        } else if (value.getOpcode() >= Opcodes.IALOAD
                && value.getOpcode() <= Opcodes.SALOAD
                && counter.getOpcode() == Opcodes.ILOAD) {
            kept = Instructions.before(counter);
        } else {
            return false;
        }
        if (kept.getOpcode() != Opcodes.ALOAD) {
            return false;
        }
        if (isTold(method, store.var, Instructions.after(store))) {
            int local = Liveness.read(kept);
            return isAssigned(method, local) && !isTold(method, local, kept);
        }
        return goesOnInLine(method, Liveness.read(counter), Instructions.line(kept));
    }

    private static boolean isCall(AbstractInsnNode i, String name) {
        return i instanceof MethodInsnNode call
                && call.owner.equals(ITERATOR)
                && call.name.equals(name);
    }

    /** Whether debuggers are told of a variable. */
    private static boolean isTold(MethodNode method, int local, AbstractInsnNode at) {
        if (method.localVariables == null || at == null) {
            return false;
        }
        int i = method.instructions.indexOf(at);
        for (LocalVariableNode v : method.localVariables) {
            if (v.index == local
                    && method.instructions.indexOf(v.start) <= i
                    && i < method.instructions.indexOf(v.end)) {
                return true;
            }
        }
        return false;
    }

    /** Else it is a parameter, as what a parallel loop takes from outside. */
    private static boolean isAssigned(MethodNode method, int local) {
        for (AbstractInsnNode i : method.instructions) {
            if (Liveness.written(i) == local) {
                return true;
            }
        }
        return false;
    }

    /** Whether on a line the loop asks for another element, or counts those it has had. */
    private static boolean goesOnInLine(MethodNode method, int local, int line) {
        for (AbstractInsnNode i : method.instructions) {
            boolean goesOn =
                    i instanceof IincInsnNode step
                            ? step.var == local
                            : isCall(i, "hasNext")
                                    && Liveness.read(Instructions.before(i)) == local;
            if (goesOn && Instructions.line(i) == line) {
                return line != 0;
            }
        }
        return false;
    }
}
