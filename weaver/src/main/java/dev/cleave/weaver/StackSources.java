package dev.cleave.weaver;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Where what is on the operand stack comes from, and of local variables nothing: where many paths
 * meet, to tell all their assignments apart takes time that grows with the square of the code.
 */
class StackSources extends SourceInterpreter {
    private static final SourceValue WORD = new SourceValue(1);
    private static final SourceValue TWO_WORDS = new SourceValue(2);

    StackSources() {
        super(Opcodes.ASM9);
    }

    @Override
    public SourceValue copyOperation(AbstractInsnNode i, SourceValue value) {
        return Liveness.written(i) >= 0 ? unknown(value) : super.copyOperation(i, value);
    }

    @Override
    public SourceValue unaryOperation(AbstractInsnNode i, SourceValue value) {
        return i instanceof IincInsnNode ? unknown(value) : super.unaryOperation(i, value);
    }

    private static SourceValue unknown(SourceValue value) {
        return value.size == 1 ? WORD : TWO_WORDS;
    }
}
