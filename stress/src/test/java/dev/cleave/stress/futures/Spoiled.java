package dev.cleave.stress.futures;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Weavers with a defect each, which the differential test must find. */
enum Spoiled implements Tampering {
    /** A scope is left and its futures have not been called. */
    LEAVES_SCOPES_EARLY("complete", "(II)V", Opcodes.POP2, Opcodes.POP),

    /**
     * An exception leaves a scope and the futures in it, which may have failed before, do not
     * count.
     */
    FORGETS_FUTURES_WHEN_FAILING(
            "complete",
            "(Ljava/lang/Throwable;II)Ljava/lang/Throwable;",
            Opcodes.POP2,
            Opcodes.SWAP,
            Opcodes.POP),

    /** The result of a stolen call is read and the call has not ended. */
    DOES_NOT_WAIT(
            "await",
            "(Ldev/cleave/lazy/PromotedCall;I)Ldev/cleave/lazy/PromotedCall;",
            Opcodes.POP,
            Opcodes.SWAP,
            Opcodes.POP);

    private final String name;
    private final String descriptor;
    private final int[] instead;

    Spoiled(String name, String descriptor, int... instead) {
        this.name = name;
        this.descriptor = descriptor;
        this.instead = instead;
    }

    @Override
    public byte[] woven(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String method,
                            String type,
                            String signature,
                            String[] exceptions) {
                        return new Spoiler(
                                super.visitMethod(access, method, type, signature, exceptions));
                    }
                },
                0);
        return writer.toByteArray();
    }

    /** Leaves out the calls of one of the runtime's methods. */
    private final class Spoiler extends MethodVisitor {
        private Spoiler(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(
                int opcode, String owner, String called, String type, boolean isInterface) {
            if (owner.equals("dev/cleave/lazy/FutureStack")
                    && called.equals(name)
                    && type.equals(descriptor)) {
                for (int i : instead) {
                    super.visitInsn(i);
                }
            } else {
                super.visitMethodInsn(opcode, owner, called, type, isInterface);
            }
        }
    }
}
