package dev.cleave.weaver;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Jumps of more than 32 KB, of which a class file has unconditional ones only. In a method with
 * one, compilers write every conditional jump as its opposite over an unconditional one. javac
 * finds out when it has compiled the method, does it once more, and keeps the annotations' places
 * of both.
 */
final class LongJumps {
    private LongJumps() {}

    /** Makes a method like one without long jumps. */
    static void shorten(MethodNode method) {
        if (method.name.equals("<init>")) {
            return; // places that begin together may be another constructor's
        }
        List<JumpInsnNode> conditional = new ArrayList<>();
        Set<LabelNode> targets = Instructions.jumpTargets(method);
        for (AbstractInsnNode i : method.instructions) {
            if (i instanceof JumpInsnNode jump && Instructions.fallsThrough(i)) {
                if (!isOverJump(jump, targets)) {
                    return;
                }
                conditional.add(jump);
            }
        }
        for (JumpInsnNode jump : conditional) {
            JumpInsnNode longJump = (JumpInsnNode) Instructions.after(jump);
            jump.setOpcode(LoopShape.opposite(jump.getOpcode()));
            jump.label = longJump.label;
            method.instructions.remove(longJump);
        }
        if (!conditional.isEmpty() && method.visibleLocalVariableAnnotations != null) {
            for (LocalVariableAnnotationNode a : method.visibleLocalVariableAnnotations) {
                removeEarlierPlaces(a, method.instructions);
            }
        }
    }

    private static boolean isOverJump(JumpInsnNode jump, Set<LabelNode> targets) {
        AbstractInsnNode over = Instructions.after(jump);
        return over != null
                && over.getOpcode() == Opcodes.GOTO
                && !Instructions.joinsBetween(jump, over, targets)
                && Instructions.after(jump.label) == Instructions.after(over);
    }

    /** Those within instructions, and of those that begin together all but the last. */
    private static void removeEarlierPlaces(LocalVariableAnnotationNode a, InsnList code) {
        for (int r = a.start.size() - 1; r >= 0; r--) {
            int later = a.start.subList(r + 1, a.start.size()).indexOf(a.start.get(r));
            if (!code.contains(a.start.get(r))
                    || !code.contains(a.end.get(r))
                    || later >= 0 && a.index.get(r).equals(a.index.get(r + 1 + later))) {
                a.start.remove(r);
                a.end.remove(r);
                a.index.remove(r);
            }
        }
    }
}
