package dev.cleave.weaver;

import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes of {@code Cleave.forEach(from, to, i -> …)}, {@code Cleave.reduce(from, to, identity, i ->
 * …, combine)} and the reductions to primitives what {@link LoopWeaver} makes of a loop: a method
 * of the class that runs some of the numbers, each by a call of the lambda's method, and no lambda.
 * The combiner may be any object that is at hand: it is asked once a number, by that method alone.
 * A call with anything else than a lambda for its body stays as it is.
 */
final class RangeLowering {
    private static final String FOR_EACH = "(IILjava/util/function/IntConsumer;)V";
    private static final Type OBJECT = Type.getObjectType("java/lang/Object");
    private static final Type BINARY_OPERATOR =
            Type.getObjectType("java/util/function/BinaryOperator");
    private static final String LOOP = Code.LAZY + "ParallelLoop";
    private static final List<Reduction> REDUCTIONS =
            List.of(
                    Reduction.of("", "IntFunction", OBJECT),
                    Reduction.of("Int", "IntUnaryOperator", Type.INT_TYPE),
                    Reduction.of("Long", "IntToLongFunction", Type.LONG_TYPE),
                    Reduction.of("Double", "IntToDoubleFunction", Type.DOUBLE_TYPE));

    private final String owner;
    private final boolean isInterface;
    private final MethodNode method;
    private final List<MethodNode> added;

    private RangeLowering(
            String owner, boolean isInterface, MethodNode method, List<MethodNode> added) {
        this.owner = owner;
        this.isInterface = isInterface;
        this.method = method;
        this.added = added;
    }

    /** A method of Cleave's that combines values of one type. */
    private record Reduction(
            String type, String method, String descriptor, Type value, Type combiner) {
        static Reduction of(String type, String body, Type value) {
            String functions = "Ljava/util/function/";
            Type combiner = Type.getType(functions + type + "BinaryOperator;");
            return new Reduction(
                    type,
                    type.isEmpty() ? "reduce" : "reduceTo" + type,
                    "(II" + value + functions + body + ";" + combiner + ")" + value,
                    value,
                    combiner);
        }

        boolean isPrimitive() {
            return !type.isEmpty();
        }

        /** Makes two values on the operand stack one. */
        MethodInsnNode combining() {
            return new MethodInsnNode(
                    Opcodes.INVOKEINTERFACE,
                    combiner.getInternalName(),
                    isPrimitive() ? "applyAs" + type : "apply",
                    "(" + value + value + ")" + value,
                    true);
        }
    }

    /** Of forEach, null. */
    private static Reduction reduction(MethodInsnNode call) {
        return REDUCTIONS.stream()
                .filter(r -> r.method.equals(call.name) && r.descriptor.equals(call.desc))
                .findFirst()
                .orElse(null);
    }

    static boolean isRange(AbstractInsnNode i) {
        return i instanceof MethodInsnNode call
                && call.owner.equals(JoinLowering.CLEAVE)
                && (call.name.equals("forEach") && call.desc.equals(FOR_EACH)
                        || reduction(call) != null);
    }

    /**
     * Rewrites such calls of a method.
     *
     * @param added receives the methods that run the numbers
     * @return how many there were to rewrite
     */
    static int lower(String owner, boolean isInterface, MethodNode method, List<MethodNode> added) {
        RangeLowering lowering = new RangeLowering(owner, isInterface, method, added);
        int lowered = 0;
        for (AbstractInsnNode i : method.instructions.toArray()) {
            lowered += isRange(i) && lowering.lower((MethodInsnNode) i) ? 1 : 0;
        }
        return lowered;
    }

    private boolean lower(MethodInsnNode call) {
        Reduction reduction = reduction(call);
        AbstractInsnNode body = Instructions.before(call);
        if (reduction != null) {
            // The combiner: a variable, or a lambda with what it captures.
            if (body instanceof InvokeDynamicInsnNode combiner) {
                body = Instructions.before(body);
                for (int i = Type.getArgumentTypes(combiner.desc).length; i > 0; i--) {
                    if (!(body instanceof VarInsnNode)) {
                        return false;
                    }
                    body = Instructions.before(body);
                }
            } else if (body instanceof VarInsnNode) {
                body = Instructions.before(body);
            }
        }
        JoinLowering.Part part = JoinLowering.part(body, owner);
        if (part == null
                || Instructions.joinsBetween(body, call, Instructions.jumpTargets(method))) {
            return false; // no lambda, or one of several
        }
        lower(call, part, reduction);
        return true;
    }

    private void lower(MethodInsnNode call, JoinLowering.Part part, Reduction reduction) {
        boolean reduces = reduction != null;
        int[] captured = part.keep(method, method.maxLocals);
        int from = method.maxLocals + part.size();
        int to = from + 1;
        int combiner = to + 1;
        int identity = combiner + 1;
        int stack = identity + 1;
        int count = stack + 1;
        method.maxLocals = count + 2;
        method.maxStack += 12 + 2 * captured.length;
        int ordinal = -1 - added.size(); // loops written as such count from 0 up
        Code variables = part.load(new Code(), captured);
        StringBuilder types = new StringBuilder();
        for (Type type : part.captured()) {
            types.append(type.getDescriptor());
        }
        if (reduces) {
            variables.loadObject(combiner);
            types.append(reduction.combiner);
        }
        variables.loadInt(from);
        types.append('I');
        String run = reduces ? "(JJLjava/lang/Object;)Ljava/lang/Object;" : "(JJ[J)V";
        MethodNode numbers = numbers("(" + types + run.substring(1));
        numbers.instructions.add(new Code().line(Instructions.line(call)).list);
        Code c = new Code();
        if (reduces) {
            fold(numbers, part, reduction);
            takeCombiner(c, reduction, combiner).box(reduction.value).store(OBJECT, identity);
        } else {
            run(numbers, part);
        }
        LabelNode serially = new LabelNode();
        LabelNode over = new LabelNode();
        c.store(Type.INT_TYPE, to).store(Type.INT_TYPE, from);
        takeStack(c, from, to, count, stack, serially);
        add(c, variables);
        String type = LOOP + (reduces ? "$Fold" : "$Body");
        Handle body =
                new Handle(Opcodes.H_INVOKESTATIC, owner, numbers.name, numbers.desc, isInterface);
        c.lambda("(" + types + ")L" + type + ";", run, body);
        if (reduces) {
            c.loadObject(identity).loadObject(combiner);
            if (reduction.isPrimitive()) {
                c.invokeStatic(
                        LOOP,
                        "combinerOf" + reduction.type + "s",
                        "(" + reduction.combiner + ")" + BINARY_OPERATOR,
                        false);
            }
        }
        int line = Instructions.line(call);
        c.loadObject(stack).loopConstant(ordinal, List.of(), method.name, line);
        runInParallel(c, type, reduces);
        c.jump(Opcodes.GOTO, over).label(serially);
        add(c, variables);
        c.op(Opcodes.LCONST_0).load(Type.LONG_TYPE, count);
        if (reduces) {
            c.loadObject(identity);
        } else {
            c.op(Opcodes.ACONST_NULL);
        }
        c.invokeStatic(owner, numbers.name, numbers.desc, isInterface).label(over);
        if (reduces) {
            c.unbox(reduction.value);
        }
        method.instructions.insertBefore(call, c.list);
        method.instructions.remove(call);
    }

    /** Stores the combiner, which must not be null, and leaves the identity on the stack. */
    private static Code takeCombiner(Code c, Reduction reduction, int combiner) {
        c.add(new LdcInsnNode("the combiner is null"));
        c.invokeStatic(
                "java/util/Objects",
                "requireNonNull",
                "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;",
                false);
        return c.cast(reduction.combiner).store(OBJECT, combiner);
    }

    /**
     * Stores the count of numbers and the thread's stack, and leaves the count on the operand
     * stack; jumps if there are no numbers, or no stack.
     */
    private static void takeStack(
            Code c, int from, int to, int count, int stack, LabelNode serially) {
        c.loadInt(from).op(Opcodes.I2L).loadInt(to).op(Opcodes.I2L).op(Opcodes.LCONST_1);
        c.op(Opcodes.ICONST_0).op(Opcodes.ICONST_1);
        c.invokeStatic(LOOP, "count", "(JJJZZ)J", false).store(Type.LONG_TYPE, count);
        c.invokeStatic(LOOP, "stack", "()L" + Code.STACK + ";", false);
        c.store(Code.STACK_TYPE, stack).loadObject(stack).jump(Opcodes.IFNULL, serially);
        c.load(Type.LONG_TYPE, count).op(Opcodes.LCONST_0).op(Opcodes.LCMP);
        c.jump(Opcodes.IFEQ, serially).load(Type.LONG_TYPE, count);
    }

    private static void runInParallel(Code c, String type, boolean reduces) {
        c.invokeStatic(
                LOOP,
                reduces ? "reduce" : "run",
                "(JL"
                        + type
                        + (reduces ? ";Ljava/lang/Object;" + BINARY_OPERATOR : ";")
                        + "L"
                        + Code.STACK
                        + ";L"
                        + Code.LOOP_SITE
                        + (reduces ? ";)Ljava/lang/Object;" : ";)[J"),
                false);
        if (!reduces) {
            c.op(Opcodes.POP);
        }
    }

    private static void add(Code c, Code copied) {
        for (AbstractInsnNode i : copied.list) {
            c.add(i.clone(null));
        }
    }

    /** A method, yet empty, that is to run some numbers. */
    private MethodNode numbers(String descriptor) {
        MethodNode numbers =
                new MethodNode(
                        Opcodes.ASM9,
                        Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                        "cleave$numbers" + added.size(),
                        descriptor,
                        null,
                        null);
        for (Type type : Type.getArgumentTypes(numbers.desc)) {
            numbers.maxLocals += type.getSize();
        }
        numbers.maxStack = numbers.maxLocals + 4;
        added.add(numbers);
        return numbers;
    }

    /** Parameters: what the lambda captures, first of all numbers, from, to, unused. */
    private static void run(MethodNode numbers, JoinLowering.Part part) {
        int base = part.size();
        Code c = new Code();
        LabelNode over = new LabelNode();
        LabelNode next = begin(c, numbers, base, base + 1, over);
        part.loadParameters(c).loadInt(numbers.maxLocals).add(JoinLowering.call(part.body()));
        repeat(c, numbers, next, over).op(Opcodes.RETURN);
        finish(numbers, c);
    }

    /** Parameters: what the lambda captures, the combiner, first of all, from, to, so far. */
    private static void fold(MethodNode numbers, JoinLowering.Part part, Reduction reduction) {
        int combiner = part.size();
        int base = combiner + 1;
        int soFar = base + 1 + 4;
        int value = numbers.maxLocals;
        numbers.maxLocals += 2;
        Code c = new Code();
        c.loadObject(soFar).unbox(reduction.value).store(reduction.value, value);
        LabelNode over = new LabelNode();
        LabelNode next = begin(c, numbers, base, base + 1, over);
        c.loadObject(combiner).load(reduction.value, value);
        part.loadParameters(c).loadInt(numbers.maxLocals).add(JoinLowering.call(part.body()));
        c.add(reduction.combining()).store(reduction.value, value);
        repeat(c, numbers, next, over).load(reduction.value, value).box(reduction.value);
        c.op(Opcodes.ARETURN);
        finish(numbers, c);
    }

    // An ordinary counted loop over an int, which compilers unroll and vectorise: its variable is
    // the first local behind the parameters, its bound the second.

    private static LabelNode begin(Code c, MethodNode numbers, int base, int from, LabelNode over) {
        for (int i = 0; i < 2; i++) {
            c.loadInt(base).op(Opcodes.I2L).load(Type.LONG_TYPE, from + 2 * i).op(Opcodes.LADD);
            c.op(Opcodes.L2I).store(Type.INT_TYPE, numbers.maxLocals + i);
        }
        LabelNode next = new LabelNode();
        c.label(next).loadInt(numbers.maxLocals).loadInt(numbers.maxLocals + 1);
        c.jump(Opcodes.IF_ICMPGE, over);
        return next;
    }

    private static Code repeat(Code c, MethodNode numbers, LabelNode next, LabelNode over) {
        c.add(new IincInsnNode(numbers.maxLocals, 1));
        return c.jump(Opcodes.GOTO, next).label(over);
    }

    private static void finish(MethodNode numbers, Code c) {
        numbers.maxLocals += 2;
        numbers.instructions.add(c.list);
    }
}
