package dev.cleave.agent.workspan;

import java.util.Set;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Tells {@link Probe} of the lines of a program that begin or end strands, and of the ends of main
 * methods. By name: one too many changes nothing.
 */
final class LineInserter extends ClassVisitor {
    private static final String PROBE = Type.getInternalName(Probe.class);
    private static final String LOOP = "dev/cleave/lazy/ParallelLoop";
    private static final String CLEAVE = "dev/cleave/Cleave";

    private static final Set<String> NAMES =
            Set.of(
                    "fork",
                    "join",
                    "invoke",
                    "invokeAll",
                    "quietlyJoin",
                    "quietlyInvoke",
                    "get",
                    "execute",
                    "submit",
                    "spawn",
                    "sync",
                    "tryComplete",
                    "propagateCompletion");

    private boolean hasFrames;
    private boolean isInterface;
    private String owner;
    private String file;
    private boolean changed;

    /**
     * Inserts while a class is written.
     *
     * @param to the writer, which computes maxima
     */
    LineInserter(ClassVisitor to) {
        super(Opcodes.ASM9, to);
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
        owner = name.replace('/', '.');
        isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
        hasFrames = (version & 0xFFFF) >= Opcodes.V1_6;
        super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public void visitSource(String source, String debug) {
        file = source;
        super.visitSource(source, debug);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        boolean isLambda = name.startsWith("lambda$");
        boolean mayBeTask = isLambda || name.equals("compute") && descriptor.startsWith("()");
        MethodVisitor to = super.visitMethod(access, name, descriptor, signature, exceptions);
        boolean hasCode =
                (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_BRIDGE)) == 0;
        if (mayBeTask && hasCode && hasFrames) {
            changed = true;
            String of = owner.replace('.', '/');
            int hidden = access & Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC;
            MethodVisitor told =
                    super.visitMethod(hidden, name + Passing.TOLD, descriptor, null, null);
            return new MethodNode(Opcodes.ASM9, access, name, descriptor, null, null) {
                @Override
                public void visitEnd() {
                    String question = isLambda ? "passesAnywhere" : "passes";
                    accept(new Passing(to, of, isInterface, this, false, question));
                    accept(new Method(told, name, firstLine(instructions)));
                }
            };
        }
        boolean isMain =
                hasFrames
                        && name.equals("main")
                        && (descriptor.equals("([Ljava/lang/String;)V")
                                || descriptor.equals("()V"));
        return new Method(isMain ? new Main(to) : to, name, 0);
    }

    private static int firstLine(InsnList code) {
        for (AbstractInsnNode each : code) {
            if (each instanceof LineNumberNode first) {
                return first.line;
            }
        }
        return 0;
    }

    /** Tells that a main method ends, in whichever way. */
    private final class Main extends MethodVisitor {
        private final Label begin = new Label();

        Main(MethodVisitor to) {
            super(Opcodes.ASM9, to);
        }

        private void probe() {
            changed = true;
            super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, "mainEnds", "()V", false);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitLabel(begin);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.RETURN) {
                probe();
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            Label end = new Label();
            super.visitLabel(end);
            super.visitTryCatchBlock(begin, end, end, null);
            super.visitFrame(
                    Opcodes.F_FULL,
                    0,
                    null,
                    1,
                    new Object[] {Type.getInternalName(Throwable.class)});
            probe();
            super.visitInsn(Opcodes.ATHROW);
            super.visitMaxs(maxStack, maxLocals);
        }
    }

    private final class Method extends MethodVisitor {
        private final String name;
        private final boolean tellsOfEntry;
        private int line;

        /**
         * Inserts into one method.
         *
         * @param entry the method's first line, if the entry is to be told; else 0
         */
        Method(MethodVisitor to, String name, int entry) {
            super(Opcodes.ASM9, to);
            this.name = name;
            this.line = entry;
            this.tellsOfEntry = entry > 0;
        }

        /** Before the first label: a frame may say that what is made there is not initialised. */
        @Override
        public void visitCode() {
            super.visitCode();
            if (tellsOfEntry) {
                probe("entry");
            }
        }

        private void probe(String probe) {
            changed = true;
            String place = file == null ? "" : file + ":";
            super.visitLdcInsn(Lines.number(owner + "." + name + "(" + place + line + ")"));
            super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, probe, "(I)V", false);
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            super.visitLineNumber(number, start);
            line = number;
        }

        @Override
        public void visitInsn(int opcode) {
            if (tellsOfEntry && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, "exit", "()V", false);
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMethodInsn(
                int opcode, String of, String called, String descriptor, boolean isInterface) {
            if (of.equals(PROBE) && !called.equals("isBelow") && !called.equals("returns")
                    || of.equals(LOOP)
                    || of.equals(CLEAVE)
                    || NAMES.contains(called) && !of.startsWith("java")) {
                probe("line");
            }
            super.visitMethodInsn(opcode, of, called, descriptor, isInterface);
        }
    }
}
