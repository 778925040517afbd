package dev.cleave.weaver;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.TypeReference;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Makes of {@code Cleave.join(() -> …, () -> …)} a future for the first part, followed by the
 * second and the future's use: the lambdas' methods are called, and no lambda is made. Likewise of
 * {@code Cleave.invokeAll(() -> …, () -> …, …)} futures for all parts but the last; there every
 * part runs, whatever another throws, and so what they throw is their result. A call with anything
 * but lambdas stays as it is.
 */
final class JoinLowering {
    static final String CLEAVE = "dev/cleave/Cleave";
    private static final String LAMBDA = "lambda$";
    private static final String PART = "cleave$part";
    private static final String PAIR = CLEAVE + "$Pair";
    private static final String OF_ACTIONS = "(Ljava/lang/Runnable;Ljava/lang/Runnable;)V";
    private static final String OF_RESULTS =
            "(Ljava/util/function/Supplier;Ljava/util/function/Supplier;)L" + PAIR + ";";

    private final String owner;
    private final boolean isInterface;
    private final MethodNode method;
    private final List<MethodNode> added;

    /**
     * The first local variable of its own; none from here on is alive from one join to the next.
     */
    private int own;

    private int nextOwn;

    /** The operand stack's size before. */
    private final int depth;

    private JoinLowering(
            String owner, boolean isInterface, MethodNode method, List<MethodNode> added) {
        this.owner = owner;
        this.isInterface = isInterface;
        this.method = method;
        this.added = added;
        this.own = method.maxLocals;
        this.depth = method.maxStack;
    }

    /** One part: a lambda of this class. */
    record Part(InvokeDynamicInsnNode lambda, Handle body, Type[] captured) {
        Type result() {
            return Type.getReturnType(body.getDesc());
        }

        /** Words of what the lambda captures. */
        int size() {
            return Stream.of(captured).mapToInt(Type::getSize).sum();
        }

        /**
         * Keeps what the lambda captures, where it would have been made.
         *
         * @param first the local variable from which on it is kept
         * @return where each is
         */
        int[] keep(MethodNode method, int first) {
            int[] locals = new int[captured.length];
            int next = first;
            Code c = new Code();
            for (int i = locals.length - 1; i >= 0; i--) {
                locals[i] = next;
                next += captured[i].getSize();
                c.store(captured[i], locals[i]);
            }
            method.instructions.insertBefore(lambda, c.list);
            method.instructions.remove(lambda);
            return locals;
        }

        /** Pushes what {@link #keep} has kept. */
        Code load(Code c, int[] locals) {
            for (int i = 0; i < locals.length; i++) {
                c.load(captured[i], locals[i]);
            }
            return c;
        }

        /** Pushes it in a method that has it as its first parameters. */
        Code loadParameters(Code c) {
            int local = 0;
            for (Type type : captured) {
                c.load(type, local);
                local += type.getSize();
            }
            return c;
        }
    }

    /** Whether the method may be rewritten, and has something to rewrite. */
    static boolean hasJoins(MethodNode method) {
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0 || Instructions.locks(method)) {
            return false;
        }
        for (AbstractInsnNode i : method.instructions) {
            if (isJoin(i) || isInvokeAll(i) || RangeLowering.isRange(i)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isJoin(AbstractInsnNode i) {
        return i instanceof MethodInsnNode call
                && call.owner.equals(CLEAVE)
                && call.name.equals("join")
                && (call.desc.equals(OF_ACTIONS) || call.desc.equals(OF_RESULTS));
    }

    private static boolean isInvokeAll(AbstractInsnNode i) {
        return i instanceof MethodInsnNode call
                && call.owner.equals(CLEAVE)
                && call.name.equals("invokeAll")
                && call.desc.equals("([Ljava/lang/Runnable;)V");
    }

    /**
     * Rewrites a method's calls of {@link dev.cleave.Cleave}.
     *
     * @param added receives methods that the class needs besides
     * @return how many there were to rewrite
     */
    static int lower(String owner, boolean isInterface, MethodNode method, List<MethodNode> added)
            throws AnalyzerException {
        int ranges = RangeLowering.lower(owner, isInterface, method, added);
        return ranges + new JoinLowering(owner, isInterface, method, added).lower();
    }

    private int lower() throws AnalyzerException {
        Frame<SourceValue>[] frames = Instructions.frames(new StackSources(), owner, method);
        int lowered = 0;
        AbstractInsnNode[] original = method.instructions.toArray();
        for (int i = 0; i < original.length; i++) {
            if (frames[i] == null) {
                continue;
            }
            int top = frames[i].getStackSize() - 1;
            if (isInvokeAll(original[i])) {
                List<AbstractInsnNode> made = making(original[i]);
                if (made != null) {
                    lowerAll(original[i], made);
                    lowered++;
                }
            }
            if (!isJoin(original[i])) {
                continue;
            }
            Part first = part(frames[i].getStack(top - 1));
            Part second = part(frames[i].getStack(top));
            if (first != null && second != null) {
                lower((MethodInsnNode) original[i], first, second);
                lowered++;
            }
        }
        return lowered;
    }

    /** Whether it is a part that a future calls, which no source can name. */
    static boolean isPart(MethodInsnNode call) {
        return isLambda(call.name) || call.name.startsWith(PART);
    }

    /** As {@code lambda$main$0}, or {@code main$lambda$0} by Kotlin's compiler. */
    private static boolean isLambda(String name) {
        return name.startsWith(LAMBDA) || name.contains("$" + LAMBDA);
    }

    private Part part(SourceValue value) {
        return value.insns.size() == 1 ? part(value.insns.iterator().next(), owner) : null;
    }

    /** A lambda of the class; null if the instruction makes something else. */
    static Part part(AbstractInsnNode i, String owner) {
        if (!(i instanceof InvokeDynamicInsnNode lambda)
                || !lambda.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory")
                || !(lambda.bsmArgs[1] instanceof Handle body)
                || !body.getOwner().equals(owner)
                || !isLambda(body.getName())
                || !isExact(lambda, body)) {
            return null;
        }
        return new Part(lambda, body, Type.getArgumentTypes(lambda.desc));
    }

    /**
     * Whether nothing is to be converted, as it may be for a method that is named like a lambda.
     */
    private static boolean isExact(InvokeDynamicInsnNode lambda, Handle body) {
        Type called = (Type) lambda.bsmArgs[2];
        List<Type> given = new ArrayList<>(List.of(Type.getArgumentTypes(lambda.desc)));
        if (body.getTag() != Opcodes.H_INVOKESTATIC) {
            given.remove(0);
        }
        given.addAll(List.of(called.getArgumentTypes()));
        Type result = Type.getReturnType(body.getDesc());
        return given.equals(List.of(Type.getArgumentTypes(body.getDesc())))
                && (result.equals(called.getReturnType())
                        || result.getSort() >= Type.ARRAY
                                && called.getReturnType().getSort() >= Type.ARRAY);
    }

    private void lower(MethodInsnNode join, Part first, Part second) {
        boolean isEnclosing = !isNext(first, second);
        own = isEnclosing ? method.maxLocals : own;
        nextOwn = own;
        int[] ofFirst = keep(first);
        int[] ofSecond = keep(second);
        boolean hasResults = join.desc.equals(OF_RESULTS);
        int future = newLocal(1);
        int other = newLocal(1);
        Type type = hasResults ? first.result() : Type.INT_TYPE;
        LabelNode declared = new LabelNode();
        LabelNode over = new LabelNode();
        Code c = new Code();
        first.load(c, ofFirst);
        c.add(hasResults ? call(first.body()) : call(wrapper(first)));
        c.store(type, future).label(declared);
        second.load(c, ofSecond).add(call(second.body()));
        if (hasResults) {
            c.store(second.result(), other);
            c.add(new TypeInsnNode(Opcodes.NEW, PAIR)).op(Opcodes.DUP);
            c.load(type, future).load(second.result(), other);
            c.add(
                    new MethodInsnNode(
                            Opcodes.INVOKESPECIAL,
                            PAIR,
                            "<init>",
                            "(Ljava/lang/Object;Ljava/lang/Object;)V",
                            false));
        } else {
            c.load(type, future).op(Opcodes.POP);
        }
        c.label(over);
        method.maxStack =
                Math.max(method.maxStack, depth + 4 + 2 * (ofFirst.length + ofSecond.length));
        method.instructions.insertBefore(join, c.list);
        method.instructions.remove(join);
        mark(future, declared, over);
        own = isEnclosing ? nextOwn : own;
    }

    /** Else there may be joins between the two, while what the first captures is kept. */
    private static boolean isNext(Part first, Part second) {
        AbstractInsnNode i = Instructions.before(second.lambda());
        while (i instanceof VarInsnNode) {
            i = Instructions.before(i);
        }
        return i == first.lambda();
    }

    private void mark(int future, LabelNode declared, LabelNode over) {
        if (method.visibleLocalVariableAnnotations == null) {
            method.visibleLocalVariableAnnotations = new ArrayList<>();
        }
        method.visibleLocalVariableAnnotations.add(
                new LocalVariableAnnotationNode(
                        Opcodes.ASM9,
                        TypeReference.newTypeReference(TypeReference.LOCAL_VARIABLE).getValue(),
                        null,
                        new LabelNode[] {declared},
                        new LabelNode[] {over},
                        new int[] {future},
                        FutureFinder.ANNOTATION));
    }

    /** What makes the array of a call, if it is made there, of lambdas alone; null otherwise. */
    private List<AbstractInsnNode> making(AbstractInsnNode call) {
        List<AbstractInsnNode> made = new ArrayList<>();
        int parts = 0;
        AbstractInsnNode i = Instructions.before(call);
        for (; i.getOpcode() != Opcodes.ANEWARRAY; i = Instructions.before(i)) {
            boolean isPart = part(i, owner) != null;
            boolean isLoad = i instanceof VarInsnNode v && v.getOpcode() <= Opcodes.ALOAD;
            boolean isElement = i.getOpcode() == Opcodes.DUP || i.getOpcode() == Opcodes.AASTORE;
            if (!isPart && !isLoad && !isElement && constant(i) < 0) {
                return null;
            }
            parts += isPart ? 1 : 0;
            made.add(0, i);
        }
        AbstractInsnNode length = Instructions.before(i);
        made.addAll(0, List.of(length, i));
        return parts < 2 || constant(length) != parts ? null : made;
    }

    /** A small number that an instruction pushes; negative if it does something else. */
    private static int constant(AbstractInsnNode i) {
        return i instanceof IntInsnNode push && push.getOpcode() != Opcodes.NEWARRAY
                ? push.operand
                : i.getOpcode() >= Opcodes.ICONST_0 && i.getOpcode() <= Opcodes.ICONST_5
                        ? i.getOpcode() - Opcodes.ICONST_0
                        : -1;
    }

    private void lowerAll(AbstractInsnNode call, List<AbstractInsnNode> made) {
        nextOwn = own;
        Code c = new Code();
        List<Integer> futures = new ArrayList<>();
        List<LabelNode> declared = new ArrayList<>();
        List<AbstractInsnNode> loads = new ArrayList<>();
        int words = 0;
        for (AbstractInsnNode i : made) {
            method.instructions.remove(i);
            if (i instanceof VarInsnNode) {
                loads.add(i);
            } else if (i instanceof InvokeDynamicInsnNode) {
                words = Math.max(words, 2 * loads.size());
                loads.forEach(c::add);
                loads.clear();
                LabelNode label = new LabelNode();
                int future = newLocal(1);
                c.add(call(catching(part(i, owner)))).store(Code.THROWABLE, future).label(label);
                futures.add(future);
                declared.add(label);
            }
        }
        LabelNode over = new LabelNode();
        LabelNode fine = new LabelNode();
        c.loadObject(futures.get(0));
        for (int future : futures.subList(1, futures.size())) {
            c.loadObject(future);
            c.invokeStatic(
                    Code.LAZY + "Failures",
                    "first",
                    "(Ljava/lang/Throwable;Ljava/lang/Throwable;)Ljava/lang/Throwable;",
                    false);
        }
        c.label(over).op(Opcodes.DUP).jump(Opcodes.IFNULL, fine).op(Opcodes.ATHROW);
        c.label(fine).op(Opcodes.POP);
        method.maxStack = Math.max(method.maxStack, depth + 4 + words);
        method.instructions.insertBefore(call, c.list);
        method.instructions.remove(call);
        for (int i = 0; i < futures.size() - 1; i++) {
            mark(futures.get(i), declared.get(i), over);
        }
    }

    /** What calls the part, and returns what it throws. */
    private Handle catching(Part part) {
        MethodNode catching = newMethod(part, Code.THROWABLE);
        LabelNode from = new LabelNode();
        LabelNode to = new LabelNode();
        Code c = new Code().label(from);
        part.loadParameters(c).add(call(part.body())).label(to);
        c.op(Opcodes.ACONST_NULL).op(Opcodes.ARETURN);
        LabelNode thrown = new LabelNode();
        c.label(thrown).op(Opcodes.ARETURN);
        catching.tryCatchBlocks.add(
                new TryCatchBlockNode(from, to, thrown, Code.THROWABLE.getInternalName()));
        catching.instructions.add(c.list);
        return new Handle(Opcodes.H_INVOKESTATIC, owner, catching.name, catching.desc, isInterface);
    }

    private int[] keep(Part part) {
        return part.keep(method, newLocal(part.size()));
    }

    private int newLocal(int size) {
        int local = nextOwn;
        nextOwn += size;
        method.maxLocals = Math.max(method.maxLocals, nextOwn);
        return local;
    }

    static MethodInsnNode call(Handle body) {
        int opcode;
        switch (body.getTag()) {
            case Opcodes.H_INVOKESTATIC:
                opcode = Opcodes.INVOKESTATIC;
                break;
            case Opcodes.H_INVOKEINTERFACE:
                opcode = Opcodes.INVOKEINTERFACE;
                break;
            case Opcodes.H_INVOKESPECIAL:
                opcode = Opcodes.INVOKESPECIAL;
                break;
            default:
                opcode = Opcodes.INVOKEVIRTUAL;
                break;
        }
        return new MethodInsnNode(
                opcode, body.getOwner(), body.getName(), body.getDesc(), body.isInterface());
    }

    /** A future has a result: what calls the part, and returns something. */
    private Handle wrapper(Part part) {
        MethodNode wrapper = newMethod(part, Type.INT_TYPE);
        Code c = part.loadParameters(new Code());
        c.add(call(part.body())).op(Opcodes.ICONST_0).op(Opcodes.IRETURN);
        wrapper.instructions.add(c.list);
        return new Handle(Opcodes.H_INVOKESTATIC, owner, wrapper.name, wrapper.desc, isInterface);
    }

    /** A method, yet empty, that has what a part captures as its parameters. */
    private MethodNode newMethod(Part part, Type result) {
        MethodNode made =
                new MethodNode(
                        Opcodes.ASM9,
                        Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                        PART + added.size(),
                        Type.getMethodDescriptor(result, part.captured()),
                        null,
                        null);
        made.maxLocals = part.size();
        made.maxStack = made.maxLocals + 1;
        added.add(made);
        return made;
    }
}
