package dev.cleave.agent;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A class that cannot be used and says why: its initialiser throws. A transformer that throws would
 * be ignored, and a class file that is not valid could not say anything.
 */
public final class UnusableClass {
    private static final String ERROR = "java/lang/LinkageError";
    private static final String INITIALISER = "<clinit>";

    private UnusableClass() {}

    /**
     * Makes a class unusable.
     *
     * @param classFile its bytes
     * @param message why it cannot be used
     * @return the bytes of a class that throws a {@link LinkageError} when it is first used
     */
    public static byte[] of(byte[] classFile, String message) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            String signature,
                            String[] exceptions) {
                        return name.equals(INITIALISER)
                                ? null
                                : super.visitMethod(
                                        access, name, descriptor, signature, exceptions);
                    }

                    @Override
                    public void visitEnd() {
                        initialiser(cv, message);
                        super.visitEnd();
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static void initialiser(ClassVisitor to, String message) {
        MethodVisitor code = to.visitMethod(Opcodes.ACC_STATIC, INITIALISER, "()V", null, null);
        code.visitCode();
        code.visitTypeInsn(Opcodes.NEW, ERROR);
        code.visitInsn(Opcodes.DUP);
        code.visitLdcInsn(message);
        code.visitMethodInsn(
                Opcodes.INVOKESPECIAL, ERROR, "<init>", "(Ljava/lang/String;)V", false);
        code.visitInsn(Opcodes.ATHROW);
        code.visitMaxs(3, 0);
        code.visitEnd();
    }
}
