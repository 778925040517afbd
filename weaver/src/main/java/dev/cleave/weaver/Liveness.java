package dev.cleave.weaver;

import java.util.BitSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Which local variables some path from an instruction reads before it writes them. */
final class Liveness {
    private final InsnList code;
    private final BitSet[] before;

    Liveness(MethodNode method) {
        code = method.instructions;
        int n = code.size();
        before = new BitSet[n];
        for (int i = 0; i < n; i++) {
            before[i] = new BitSet();
        }
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int i = n - 1; i >= 0; i--) {
                AbstractInsnNode at = code.get(i);
                BitSet live = new BitSet();
                if (Instructions.fallsThrough(at) && i + 1 < n) {
                    live.or(before[i + 1]);
                }
                for (LabelNode target : Instructions.targets(at)) {
                    live.or(before[code.indexOf(target)]);
                }
                int written = written(at);
                if (written >= 0) {
                    live.clear(written);
                }
                int read = read(at);
                if (read >= 0) {
                    live.set(read);
                }
                for (TryCatchBlockNode block : method.tryCatchBlocks) {
                    if (Instructions.covers(code, block, at)) {
                        live.or(before[code.indexOf(block.handler)]);
                    }
                }
                if (!live.equals(before[i])) {
                    before[i] = live;
                    changed = true;
                }
            }
        }
    }

    BitSet before(AbstractInsnNode at) {
        return before[code.indexOf(at)];
    }

    /** The variable that an instruction writes; -1 if none. */
    static int written(AbstractInsnNode i) {
        if (i instanceof IincInsnNode increment) {
            return increment.var;
        }
        return i instanceof VarInsnNode v
                        && v.getOpcode() >= Opcodes.ISTORE
                        && v.getOpcode() <= Opcodes.ASTORE
                ? v.var
                : -1;
    }

    /** The variable that an instruction reads; -1 if none. */
    static int read(AbstractInsnNode i) {
        if (i instanceof IincInsnNode increment) {
            return increment.var;
        }
        return i instanceof VarInsnNode v
                        && v.getOpcode() >= Opcodes.ILOAD
                        && v.getOpcode() <= Opcodes.ALOAD
                ? v.var
                : -1;
    }
}
