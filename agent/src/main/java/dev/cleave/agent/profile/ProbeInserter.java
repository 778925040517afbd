package dev.cleave.agent.profile;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Puts calls of {@link Probe} around what a task computes, before it forks, and around its joins.
 */
final class ProbeInserter extends ClassVisitor {
    private static final String PROBE = Type.getInternalName(Probe.class);
    private static final String TASK = "Ljava/util/concurrent/ForkJoinTask;";
    private static final String COLLECTION = "Ljava/util/Collection;";
    private static final String BLOCKER = "Ljava/util/concurrent/ForkJoinPool$ManagedBlocker;";
    private static final String COMPLETABLE = "java/util/concurrent/CompletableFuture";

    private final boolean isTask;
    private String owner;
    private boolean changed;

    /**
     * Inserts while a class is written.
     *
     * @param to the writer, which computes maxima
     * @param isTask whether the class extends one of the JDK's kinds of task
     */
    ProbeInserter(ClassVisitor to, boolean isTask) {
        super(Opcodes.ASM9, to);
        this.isTask = isTask;
    }

    boolean hasChanged() {
        return changed;
    }

    @Override
    public void visit(
            int version,
            int access,
            String name,
            String signature,
            String superName,
            String[] interfaces) {
        owner = name;
        super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor to = super.visitMethod(access, name, descriptor, signature, exceptions);
        int others = Opcodes.ACC_STATIC | Opcodes.ACC_BRIDGE | Opcodes.ACC_ABSTRACT;
        boolean computes =
                isTask
                        && name.equals("compute")
                        && descriptor.startsWith("()")
                        && (access & others) == 0;
        return computes ? new Compute(to) : new Calls(to);
    }

    /** Any method: its forks and joins. */
    private class Calls extends MethodVisitor {
        Calls(MethodVisitor to) {
            super(Opcodes.ASM9, to);
        }

        final void probe(String method, String descriptor) {
            changed = true;
            super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, method, descriptor, false);
        }

        @Override
        public void visitMethodInsn(
                int opcode, String of, String name, String descriptor, boolean isInterface) {
            boolean joins = joins(of, name, descriptor);
            if (name.equals("fork") && descriptor.equals("()" + TASK)
                    || joins && descriptor.equals("(" + TASK + TASK + ")V")) {
                probe("forks", "()V");
            } else if (joins && descriptor.startsWith("([")) {
                super.visitInsn(Opcodes.DUP);
                probe("forksAllButOne", "([Ljava/lang/Object;)V");
            } else if (joins && descriptor.startsWith("(" + COLLECTION)) {
                super.visitInsn(Opcodes.DUP);
                probe("forksAllButOne", "(" + COLLECTION + ")V");
            }
            if (joins) {
                probe("joinBegins", "()V");
            }
            super.visitMethodInsn(opcode, of, name, descriptor, isInterface);
            if (joins) {
                probe("joinEnds", "()V");
            }
        }

        /** By name and descriptor, which hardly anything else has: owners need not be loaded. */
        private boolean joins(String of, String name, String descriptor) {
            return name.equals("join")
                            && descriptor.equals("()Ljava/lang/Object;")
                            && !of.equals(COMPLETABLE)
                    || name.equals("managedBlock") && descriptor.equals("(" + BLOCKER + ")V")
                    || name.equals("invokeAll")
                            && (descriptor.equals("(" + TASK + TASK + ")V")
                                    || descriptor.equals("([" + TASK + ")V")
                                    || descriptor.equals("(" + COLLECTION + ")" + COLLECTION));
        }
    }

    /** What a task computes: begins, and ends in whichever way. */
    private final class Compute extends Calls {
        private final Label start = new Label();

        Compute(MethodVisitor to) {
            super(to);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            probe("computeBegins", "()V");
            super.visitLabel(start);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                probe("computeEnds", "()V");
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            Label handler = new Label();
            // The last, so that the method's own come first.
            super.visitTryCatchBlock(start, handler, handler, null);
            super.visitLabel(handler);
            super.visitFrame(
                    Opcodes.F_NEW,
                    1,
                    new Object[] {owner},
                    1,
                    new Object[] {"java/lang/Throwable"});
            probe("computeEnds", "()V");
            super.visitInsn(Opcodes.ATHROW);
            super.visitMaxs(stack, locals);
        }
    }
}
