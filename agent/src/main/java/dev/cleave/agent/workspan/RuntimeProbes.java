package dev.cleave.agent.workspan;

import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/**
 * Has the runtime's own classes call {@link Probe} where tasks are forked, run, awaited and
 * completed, and where loops run. The runtime as it is compiled knows nothing of it, so it costs
 * nothing where it is not asked for.
 */
final class RuntimeProbes extends ClassVisitor {
    private static final String PROBE = Type.getInternalName(Probe.class);
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String SCHEDULING = "dev/cleave/scheduling/";
    private static final String LAZY = "dev/cleave/lazy/";
    private static final String TASK = SCHEDULING + "Task";
    private static final String WORKER = SCHEDULING + "WorkerThread";
    private static final String COMPLETER = "dev/cleave/CountedCompleter";
    private static final String OF_TASK = "(L" + TASK + ";)";
    private static final String STACK = "L" + LAZY + "FutureStack;";
    private static final String FOLD = LAZY + "ParallelLoop$Fold";
    private static final String EXEC = "cleave$exec";

    private static final int ACCESS =
            Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;

    /** What becomes of a method. */
    private enum Change {
        /** Tells of its first argument when it begins. */
        FORKS,
        /** Completes its first argument. */
        COMPLETES,
        /** Has a copy that tells of its arguments, and of what it returns. */
        RAN,
        /** Tells of its first argument before, and afterwards in whichever way. */
        WAITS,
        /** Waits for all tasks of a pool. */
        SETTLES,
        /** Tells of the task whose method it is when it begins. */
        ARRIVES,
        /** The same, when it returns. */
        GOES_ON,
        /** Both, and of the count that it returns. */
        COUNTS,
        /** Runs a part that its forker has taken back, without its task. */
        RUNS_PART,
        /** Runs tasks that are none of the program's. */
        REHEARSES,
        /** Is a loop. */
        LOOP,
        /** Calls what runs some iterations, and never has room for a part that others may take. */
        CALLS_BATCH,
        /** Has a copy that calls the copy of what calls the task's work. */
        RUNS,
        /** Calls the task's work; has a copy that tells of its begin and its end. */
        CALLS_WORK,
        /** Is never so. */
        FALSE,
        /** Always has a stack, as if somebody might steal. */
        STACK,
        /** Never has a stack: the parts are tasks. */
        NULL
    }

    /** By class, name and descriptor. */
    private static final Map<String, Change> CHANGES =
            Map.ofEntries(
                    Map.entry(TASK + ".execute(B)" + OBJECT, Change.CALLS_WORK),
                    Map.entry(TASK + ".executeAmongOthers(B)" + OBJECT, Change.CALLS_WORK),
                    Map.entry(TASK + ".run(B)" + OBJECT, Change.RUNS),
                    Map.entry(TASK + ".rehearse()V", Change.REHEARSES),
                    Map.entry(SCHEDULING + "Tasks.complete" + OF_TASK + "Z", Change.COMPLETES),
                    Map.entry(
                            SCHEDULING + "Tasks.fail(L" + TASK + ";Ljava/lang/Throwable;)Z",
                            Change.COMPLETES),
                    Map.entry(SCHEDULING + "Tasks.push" + OF_TASK + "Z", Change.FORKS),
                    Map.entry(SCHEDULING + "Tasks.runNow(L" + TASK + ";Z)" + OBJECT, Change.RAN),
                    Map.entry(SCHEDULING + "Tasks.await(L" + TASK + ";ZZJ)Z", Change.WAITS),
                    Map.entry(SCHEDULING + "Tasks.awaitAlone" + OF_TASK + "V", Change.WAITS),
                    Map.entry(SCHEDULING + "Scheduler.enqueue(L" + TASK + ";Z)V", Change.FORKS),
                    Map.entry(SCHEDULING + "Scheduler.awaitQuiescence(JZ)I", Change.SETTLES),
                    Map.entry(SCHEDULING + "Termination.awaitTermination(J)Z", Change.SETTLES),
                    Map.entry("dev/cleave/Part.runHere(" + OBJECT + ")" + OBJECT, Change.RUNS_PART),
                    Map.entry("dev/cleave/SyncTask.sync()V", Change.GOES_ON),
                    Map.entry(
                            "dev/cleave/SyncTask.childDone(Ljava/lang/Throwable;)V",
                            Change.ARRIVES),
                    Map.entry(COMPLETER + ".decrementPendingCountUnlessZero()I", Change.COUNTS),
                    Map.entry(LAZY + "ParallelLoop.run(J" + STACK + ")" + OBJECT, Change.LOOP),
                    Map.entry(
                            LAZY + "ParallelLoop.run(JJ" + OBJECT + STACK + "I)" + OBJECT,
                            Change.CALLS_BATCH),
                    Map.entry(
                            LAZY + "ParallelLoop.isStretch(J" + STACK + "L" + LAZY + "LoopSite;)Z",
                            Change.FALSE),
                    Map.entry(LAZY + "Cut.isReached(I)Z", Change.FALSE),
                    Map.entry(LAZY + "Cut.isReached(" + STACK + "I)Z", Change.FALSE),
                    Map.entry(LAZY + "FutureStack.isAnswering()Z", Change.FALSE),
                    Map.entry(LAZY + "ParallelLoop.stack()" + STACK, Change.STACK),
                    Map.entry(LAZY + "Parts.stack()" + STACK, Change.NULL));

    private String owner;
    private int changed;

    private RuntimeProbes(ClassVisitor to) {
        super(Opcodes.ASM9, to);
    }

    /** Whether a class, by its name with slashes, is one of those that change. */
    static boolean changes(String name) {
        return name.equals(WORKER)
                || CHANGES.keySet().stream().anyMatch(each -> each.startsWith(name + "."));
    }

    /**
     * Changes a class.
     *
     * @throws IllegalStateException if it is not the runtime's of this version
     */
    static byte[] insert(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        RuntimeProbes probes = new RuntimeProbes(writer);
        reader.accept(probes, ClassReader.EXPAND_FRAMES);
        String name = reader.getClassName();
        long wanted = CHANGES.keySet().stream().filter(c -> c.startsWith(name + ".")).count();
        if (probes.changed != wanted) {
            throw new IllegalStateException(
                    name.replace('/', '.')
                            + " has "
                            + probes.changed
                            + " of "
                            + wanted
                            + " methods to measure: the agent and the runtime must be of the same"
                            + " version");
        }
        return writer.toByteArray();
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
        if (name.equals(TASK)) {
            super.visit(version, access, name, signature, superName, holder(Measured.class));
            holds("cleave$part", Type.getType(Object.class));
            executes();
        } else if (name.equals(WORKER)) {
            super.visit(version, access, name, signature, superName, holder(Metered.class));
            holds("cleave$meter", Type.getType(Object.class));
            holds("cleave$passes", Type.BOOLEAN_TYPE);
        } else if (name.equals(COMPLETER)) {
            super.visit(version, access, name, signature, superName, holder(Completing.class));
            MethodVisitor get = getter("cleave$completer", Type.getType(Object.class));
            get.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL,
                    COMPLETER,
                    "getCompleter",
                    "()L" + COMPLETER + ";",
                    false);
            get.visitInsn(Opcodes.ARETURN);
            end(get);
        } else {
            super.visit(version, access, name, signature, superName, interfaces);
        }
    }

    private static String[] holder(Class<?> type) {
        return new String[] {Type.getInternalName(type)};
    }

    private MethodVisitor method(int access, String name, String descriptor) {
        MethodVisitor to = super.visitMethod(access, name, descriptor, null, null);
        to.visitCode();
        return to;
    }

    private static void end(MethodVisitor to) {
        to.visitMaxs(0, 0);
        to.visitEnd();
    }

    /** A method without arguments, with its object on the stack. */
    private MethodVisitor getter(String name, Type type) {
        MethodVisitor get = method(ACCESS, name, Type.getMethodDescriptor(type));
        get.visitVarInsn(Opcodes.ALOAD, 0);
        return get;
    }

    private void holds(String field, Type type) {
        int hidden = Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
        super.visitField(hidden, field, type.getDescriptor(), null, null).visitEnd();
        MethodVisitor get = getter(field, type);
        get.visitFieldInsn(Opcodes.GETFIELD, owner, field, type.getDescriptor());
        get.visitInsn(type.getOpcode(Opcodes.IRETURN));
        end(get);
        MethodVisitor set = method(ACCESS, field, Type.getMethodDescriptor(Type.VOID_TYPE, type));
        set.visitVarInsn(Opcodes.ALOAD, 0);
        set.visitVarInsn(type.getOpcode(Opcodes.ILOAD), 1);
        set.visitFieldInsn(Opcodes.PUTFIELD, owner, field, type.getDescriptor());
        set.visitInsn(Opcodes.RETURN);
        end(set);
    }

    /** What calls a task's work, with its begin and its end. */
    private void executes() {
        MethodVisitor to = method(Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC, EXEC, "()Z");
        around(to, "()Z", false, TASK, "exec", Opcodes.INVOKEVIRTUAL, "begins", "ends", "failed");
    }

    /** A method's code: calls another with the same arguments, a probe before and one after. */
    private void around(
            MethodVisitor to,
            String descriptor,
            boolean isStatic,
            String of,
            String name,
            int call,
            String before,
            String after,
            String afterFailure) {
        Label from = new Label();
        Label end = new Label();
        Label failed = new Label();
        Type result = Type.getReturnType(descriptor);
        boolean isLoop = before.equals("loopBegins") || before.equals("rehearsalBegins");
        to.visitTryCatchBlock(from, end, failed, null);
        probe(to, before, isLoop);
        to.visitLabel(from);
        List<Object> locals = Passing.load(to, isStatic ? null : owner, descriptor);
        to.visitMethodInsn(call, of, name, descriptor, false);
        to.visitLabel(end);
        probe(to, after, isLoop);
        to.visitInsn(result.getOpcode(Opcodes.IRETURN));
        to.visitLabel(failed);
        to.visitFrame(
                Opcodes.F_NEW,
                locals.size(),
                locals.toArray(),
                1,
                new Object[] {"java/lang/Throwable"});
        probe(to, afterFailure, isLoop);
        to.visitInsn(Opcodes.ATHROW);
        end(to);
    }

    private static void probe(MethodVisitor to, String name, boolean isLoop) {
        if (isLoop) {
            to.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, name, "()V", false);
        } else {
            to.visitVarInsn(Opcodes.ALOAD, 0);
            to.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, name, "(" + OBJECT + ")V", false);
        }
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        Change change = CHANGES.get(owner + "." + name + descriptor);
        if (change == null) {
            return super.visitMethod(access, name, descriptor, signature, exceptions);
        }
        changed++;
        switch (change) {
            case WAITS:
                return wrapped(access, name, descriptor, exceptions, "waitBegins", "waitEnds");
            case SETTLES:
                return wrapped(access, name, descriptor, exceptions, "waitBegins", "settled");
            case RUNS_PART:
                return wrapped(access, name, descriptor, exceptions, "begins", "partEnds");
            case REHEARSES:
                return wrapped(
                        access, name, descriptor, exceptions, "rehearsalBegins", "rehearsalEnds");
            case LOOP:
                return wrapped(access, name, descriptor, exceptions, "loopBegins", "loopEnds");
            case FALSE:
            case STACK:
            case NULL:
                return replaced(
                        super.visitMethod(access, name, descriptor, signature, exceptions), change);
            default:
                boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
                int task = isStatic || change == Change.ARRIVES || !isOfTask(descriptor) ? 0 : 1;
                MethodVisitor to =
                        super.visitMethod(access, name, descriptor, signature, exceptions);
                return hasCopy(change)
                        ? copied(to, access, name, descriptor, exceptions, change)
                        : new Inserter(to, change, task);
        }
    }

    private static boolean hasCopy(Change change) {
        return change == Change.RAN || change == Change.RUNS || change == Change.CALLS_WORK;
    }

    /**
     * The method stays as it is, but for a jump to the copy unless all passes: probes within it
     * would take more, as the compiler forgets there what it knows of the task. What calls the work
     * is only called by those that have looked.
     */
    private MethodVisitor copied(
            MethodVisitor to,
            int access,
            String name,
            String descriptor,
            String[] exceptions,
            Change change) {
        String of = owner;
        boolean looks = change != Change.CALLS_WORK;
        MethodVisitor told =
                new Inserter(
                        super.visitMethod(
                                access | Opcodes.ACC_SYNTHETIC,
                                name + Passing.TOLD,
                                descriptor,
                                null,
                                exceptions),
                        change,
                        0);
        return new MethodNode(Opcodes.ASM9, access, name, descriptor, null, exceptions) {
            @Override
            public void visitEnd() {
                accept(looks ? new Passing(to, of, false, this, true, "passes") : to);
                accept(told);
            }
        };
    }

    private static boolean isOfTask(String descriptor) {
        return descriptor.startsWith("(L" + TASK);
    }

    /** The method's code moves to another, which this one's calls. */
    private MethodVisitor wrapped(
            int access,
            String name,
            String descriptor,
            String[] exceptions,
            String before,
            String after) {
        String moved = name + "$measured";
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        MethodVisitor to = super.visitMethod(access, name, descriptor, null, exceptions);
        to.visitCode();
        int call = isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL;
        if (before.equals("waitBegins")) {
            unlessPassing(to, descriptor, isStatic, moved, call);
        }
        around(to, descriptor, isStatic, owner, moved, call, before, after, after);
        int hidden = access & Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC;
        return super.visitMethod(hidden, moved, descriptor, null, exceptions);
    }

    /**
     * What has been joined before, as by invokeAll, is waited for at each join, but not for long.
     */
    private void unlessPassing(
            MethodVisitor to, String descriptor, boolean isStatic, String moved, int call) {
        Label told = new Label();
        to.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, "passes", "()Z", false);
        to.visitJumpInsn(Opcodes.IFEQ, told);
        List<Object> locals = Passing.load(to, isStatic ? null : owner, descriptor);
        to.visitMethodInsn(call, owner, moved, descriptor, false);
        to.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
        to.visitLabel(told);
        to.visitFrame(Opcodes.F_NEW, locals.size(), locals.toArray(), 0, new Object[0]);
    }

    private static MethodVisitor replaced(MethodVisitor to, Change change) {
        to.visitCode();
        if (change == Change.FALSE) {
            to.visitInsn(Opcodes.ICONST_0);
            to.visitInsn(Opcodes.IRETURN);
        } else if (change == Change.NULL) {
            to.visitInsn(Opcodes.ACONST_NULL);
            to.visitInsn(Opcodes.ARETURN);
        } else {
            to.visitMethodInsn(
                    Opcodes.INVOKESTATIC, LAZY + "FutureStack", "always", "()" + STACK, false);
            to.visitInsn(Opcodes.ARETURN);
        }
        end(to);
        return null;
    }

    /** Inserts single calls, which need no frames. */
    private static final class Inserter extends MethodVisitor {
        private final Change change;

        /** The local variable that holds the task. */
        private final int task;

        Inserter(MethodVisitor to, Change change, int task) {
            super(Opcodes.ASM9, to);
            this.change = change;
            this.task = task;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (change == Change.FORKS) {
                probe("forks", "");
            } else if (change == Change.COMPLETES) {
                probe("completes", "");
            } else if (change == Change.ARRIVES || change == Change.COUNTS) {
                probeOfPart("arrives", "");
            }
        }

        /** With what is known of the task, so that nothing is cast where nothing is. */
        private void probeOfPart(String name, String first) {
            super.visitVarInsn(Opcodes.ALOAD, task);
            super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, TASK, "cleave$part", "()" + OBJECT, false);
            probe(name, first + OBJECT);
        }

        private void probe(String name, String first) {
            super.visitVarInsn(Opcodes.ALOAD, task);
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC, PROBE, name, "(" + first + OBJECT + ")V", false);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                switch (change) {
                    case COUNTS:
                        super.visitInsn(Opcodes.DUP);
                        probeOfPart("counted", "I");
                        break;
                    case RAN:
                        super.visitInsn(Opcodes.DUP);
                        super.visitFieldInsn(
                                Opcodes.GETSTATIC, SCHEDULING + "Tasks", "UNKNOWN", OBJECT);
                        super.visitVarInsn(Opcodes.ILOAD, task + 1);
                        probe("ran", OBJECT + OBJECT + "Z");
                        break;
                    case GOES_ON:
                        probeOfPart("goesOn", "");
                        break;
                    default:
                        break;
                }
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMethodInsn(
                int opcode, String of, String name, String descriptor, boolean isInterface) {
            if (change == Change.CALLS_WORK && name.equals("exec") && of.equals(TASK)) {
                super.visitMethodInsn(Opcodes.INVOKESPECIAL, TASK, EXEC, descriptor, false);
                return;
            }
            if (hasCopy(change) && of.equals(TASK) && name.startsWith("execute")) {
                String told = name + Passing.TOLD;
                super.visitMethodInsn(opcode, of, told, descriptor, isInterface);
                return;
            }
            boolean isBatch = change == Change.CALLS_BATCH && of.equals(FOLD);
            if (isBatch) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, "batchBegins", "()V", false);
            }
            super.visitMethodInsn(opcode, of, name, descriptor, isInterface);
            if (isBatch) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, "batchEnds", "()V", false);
            } else if (change == Change.CALLS_BATCH && name.equals("hasRoom")) {
                super.visitInsn(Opcodes.POP);
                super.visitInsn(Opcodes.ICONST_0);
            }
        }
    }
}
