package dev.cleave.weaver;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Code that no path leads to: javac leaves the catch block of a try statement that a constant has
 * emptied. An analysis has no frames there, and what it declares and changes never takes effect.
 * And jumps over nothing.
 */
final class UnreachedCode {
    private UnreachedCode() {}

    /** Takes it out of a method, with what is marked and caught in it. */
    static void remove(MethodNode method) {
        InsnList code = method.instructions;
        if (code.size() == 0) {
            return;
        }
        PendingAnalysis paths = new PendingAnalysis(method, List.of());
        int before = code.size();
        for (AbstractInsnNode i : code.toArray()) {
            if (i.getOpcode() >= 0 && paths.monitors(i) < 0) {
                code.remove(i);
            }
        }
        removeEmptyJumps(code);
        if (code.size() == before) {
            return;
        }
        removeLinesWithoutCode(code);
        method.tryCatchBlocks.removeIf(t -> isEmpty(t.start, t.end));
        if (method.localVariables != null) {
            method.localVariables.removeIf(v -> isEmpty(v.start, v.end));
        }
        removePlaces(method.visibleLocalVariableAnnotations);
        removePlaces(method.invisibleLocalVariableAnnotations);
    }

    /**
     * As of a switch whose other patterns throw: it jumps over nothing, and no paths meet there.
     */
    private static void removeEmptyJumps(InsnList code) {
        for (AbstractInsnNode i : code.toArray()) {
            if (i.getOpcode() == Opcodes.GOTO
                    && Instructions.after(((JumpInsnNode) i).label) == Instructions.after(i)) {
                code.remove(i);
            }
        }
    }

    /** A JVM takes no line that begins at a method's end. */
    private static void removeLinesWithoutCode(InsnList code) {
        AbstractInsnNode i = code.getLast();
        while (i.getOpcode() < 0) {
            AbstractInsnNode before = i.getPrevious();
            if (i instanceof LineNumberNode) {
                code.remove(i);
            }
            i = before;
        }
    }

    private static void removePlaces(List<LocalVariableAnnotationNode> annotations) {
        if (annotations == null) {
            return;
        }
        for (LocalVariableAnnotationNode a : annotations) {
            for (int r = a.start.size() - 1; r >= 0; r--) {
                if (isEmpty(a.start.get(r), a.end.get(r))) {
                    a.start.remove(r);
                    a.end.remove(r);
                    a.index.remove(r);
                }
            }
        }
        annotations.removeIf(a -> a.start.isEmpty());
    }

    private static boolean isEmpty(LabelNode start, LabelNode end) {
        return Instructions.after(start) == Instructions.after(end);
    }
}
