package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.TypeReference;

/**
 * Loops as the tested compilers do not lay them out, and others may: {@code @Reduce int r = 0; for
 * (@Parallel int i = 0; i < n; i++) { … }}.
 */
final class OtherLayoutsTest {
    private static final int N = 0;
    private static final int R = 1;
    private static final int I = 2;

    @Test
    void whatIsLoadedForTwoReductionsAndReadBesides() {
        assertRefused(
                "the loop reads a variable, whose value is known only at its end",
                (code, middle) -> {
                    Label odd = new Label();
                    Label both = new Label();
                    code.visitVarInsn(Opcodes.ILOAD, R);
                    jumpIfOdd(code, odd);
                    add(code);
                    code.visitJumpInsn(Opcodes.GOTO, both);
                    code.visitLabel(odd);
                    add(code);
                    code.visitLabel(both);
                    code.visitVarInsn(Opcodes.ILOAD, R);
                    call(code);
                });
    }

    @Test
    void whatIsLoadedAndUsedOtherwiseOnAnotherPath() {
        assertRefused(
                "the loop reads a variable, whose value is known only at its end",
                (code, middle) -> {
                    Label odd = new Label();
                    Label both = new Label();
                    code.visitVarInsn(Opcodes.ILOAD, R);
                    jumpIfOdd(code, odd);
                    add(code);
                    code.visitJumpInsn(Opcodes.GOTO, both);
                    code.visitLabel(odd);
                    call(code);
                    code.visitLabel(both);
                });
    }

    /** That is where the body would go on, without what the condition needs. */
    @Test
    void aJumpIntoTheCondition() {
        assertRefused(
                "the loop's bound is one of several values",
                (code, middle) -> {
                    Label even = new Label();
                    jumpIfOdd(code, even);
                    code.visitIincInsn(I, 1);
                    code.visitVarInsn(Opcodes.ILOAD, I);
                    code.visitJumpInsn(Opcodes.GOTO, middle);
                    code.visitLabel(even);
                });
    }

    private static void jumpIfOdd(MethodVisitor code, Label odd) {
        code.visitVarInsn(Opcodes.ILOAD, I);
        code.visitInsn(Opcodes.ICONST_1);
        code.visitInsn(Opcodes.IAND);
        code.visitJumpInsn(Opcodes.IFNE, odd);
    }

    private static void add(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ILOAD, I);
        code.visitInsn(Opcodes.IADD);
        code.visitVarInsn(Opcodes.ISTORE, R);
    }

    private static void call(MethodVisitor code) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, "A", "call", "(I)V", false);
    }

    private static void assertRefused(String reason, BiConsumer<MethodVisitor, Label> body) {
        WovenClasses classes = new WovenClasses(Map.of("A", classFile(body)));
        assertEquals(List.of(reason), classes.refusals.stream().map(Refusal::reason).toList());
        assertSame(classes.original.get("A"), classes.woven.get("A"));
    }

    /**
     * A class with the loop.
     *
     * @param body writes it, and may jump into the condition
     */
    private static byte[] classFile(BiConsumer<MethodVisitor, Label> body) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "A", null, "java/lang/Object", null);
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
        MethodVisitor call = writer.visitMethod(access, "call", "(I)V", null, null);
        call.visitCode();
        call.visitInsn(Opcodes.RETURN);
        call.visitMaxs(0, 0);
        call.visitEnd();
        MethodVisitor code = writer.visitMethod(access, "m", "(I)I", null, null);
        Label reduced = new Label();
        Label counted = new Label();
        Label middle = new Label();
        Label exit = new Label();
        Label end = new Label();
        code.visitCode();
        code.visitInsn(Opcodes.ICONST_0);
        code.visitVarInsn(Opcodes.ISTORE, R);
        code.visitLabel(reduced);
        code.visitInsn(Opcodes.ICONST_0);
        code.visitVarInsn(Opcodes.ISTORE, I);
        code.visitLabel(counted);
        code.visitVarInsn(Opcodes.ILOAD, I);
        code.visitLabel(middle);
        code.visitVarInsn(Opcodes.ILOAD, N);
        code.visitJumpInsn(Opcodes.IF_ICMPGE, exit);
        body.accept(code, middle);
        code.visitIincInsn(I, 1);
        code.visitJumpInsn(Opcodes.GOTO, counted);
        code.visitLabel(exit);
        code.visitVarInsn(Opcodes.ILOAD, R);
        code.visitInsn(Opcodes.IRETURN);
        code.visitLabel(end);
        mark(code, reduced, end, R, LoopWeaver.REDUCE);
        mark(code, counted, exit, I, LoopWeaver.PARALLEL);
        code.visitMaxs(0, 0);
        code.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void mark(
            MethodVisitor code, Label start, Label end, int local, String annotation) {
        code.visitLocalVariableAnnotation(
                        TypeReference.newTypeReference(TypeReference.LOCAL_VARIABLE).getValue(),
                        null,
                        new Label[] {start},
                        new Label[] {end},
                        new int[] {local},
                        annotation,
                        true)
                .visitEnd();
    }
}
