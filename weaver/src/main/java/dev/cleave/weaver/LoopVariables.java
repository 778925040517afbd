package dev.cleave.weaver;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceValue;

/** The local variables that a loop's body takes from outside, and those that it accumulates. */
final class LoopVariables {
    /** The JVM's limit for a method's parameters, less those that {@link OutlinedLoop} adds. */
    private static final int MOST_CAPTURED = 255 - 9;

    static final Type NULL = Type.getObjectType("null");

    /** Read only, in ascending order. */
    final List<Integer> captured = new ArrayList<>();

    /**
     * Read only as well, and always the same, which an instruction makes: captured, it would be a
     * number that the compiler knows nothing of, and a remainder by it three times as slow.
     */
    final Map<Integer, AbstractInsnNode> constants = new TreeMap<>();

    /** Of both. */
    final Map<Integer, Type> types = new HashMap<>();

    /** Assigned by one reduction each. */
    final List<Integer> accumulated = new ArrayList<>();

    /** Which, as {@code LoopSite} names them. */
    final List<String> reductions = new ArrayList<>();

    private final LoopShape shape;
    private final TypeHierarchy hierarchy;
    private final Takers takers = new Takers();
    private Frame<SourceValue>[] sources;

    LoopVariables(LoopShape shape, TypeHierarchy hierarchy) {
        this.shape = shape;
        this.hierarchy = hierarchy;
    }

    /**
     * Finds them.
     *
     * @return false if the loop is refused
     */
    boolean find() throws AnalyzerException {
        Frame<BasicValue>[] frames =
                Instructions.frames(new ExactTypes(hierarchy), shape.owner, shape.method);
        Frame<BasicValue> frame = frames[shape.code.indexOf(shape.first)];
        if (frame.getStackSize() > 0) {
            return shape.refuse("the loop stands within an expression", "move it into a method");
        }
        sources = Instructions.frames(takers, shape.owner, shape.method);
        Liveness liveness = new Liveness(shape.method);
        BitSet live = liveness.before(shape.first);
        if (!findReductions(liveness, live)) {
            return false;
        }
        Set<Integer> read = new HashSet<>();
        for (AbstractInsnNode i = shape.condition; i != shape.last; i = i.getNext()) {
            if (Liveness.read(i) >= 0) {
                read.add(Liveness.read(i));
            }
        }
        read.remove(shape.variable);
        for (int local : read) {
            if (live.get(local) && !accumulated.contains(local)) {
                Type type = hierarchy.mentioned(shape.owner, frame.getLocal(local).getType());
                if (type.getSort() >= Type.ARRAY && isMarkedReduce(local)) {
                    return shape.refuseAt(
                            shape.mark.start.get(0),
                            LoopWeaver.REDUCE,
                            "the loop shares "
                                    + nameOf(local)
                                    + ", an object; @Reduce is for numbers and booleans",
                            "put the results together by Cleave.reduce, or remove @Reduce");
                }
                AbstractInsnNode constant =
                        type.equals(NULL) ? new InsnNode(Opcodes.ACONST_NULL) : constant(local);
                if (constant == null) {
                    captured.add(local);
                } else {
                    constants.put(local, constant);
                }
                types.put(local, type);
            }
        }
        captured.sort(null);
        int words = captured.stream().mapToInt(local -> types.get(local).getSize()).sum();
        if (words > MOST_CAPTURED) {
            return shape.refuse(
                    "the loop uses "
                            + words
                            + " words of variables declared outside, and at most "
                            + MOST_CAPTURED
                            + " can be passed on",
                    "keep some of them in an object");
        }
        return !isUnderConstruction()
                || shape.refuse(
                        "the loop uses this before the call of super(…) or this(…)",
                        "put the loop after that call");
    }

    /** The number that a variable gets by its one assignment; null if it may be another. */
    private AbstractInsnNode constant(int local) {
        int words = Type.getArgumentsAndReturnSizes(shape.method.desc) >> 2;
        if (local < ((shape.method.access & Opcodes.ACC_STATIC) == 0 ? words : words - 1)) {
            return null; // a parameter
        }
        AbstractInsnNode value = null;
        for (AbstractInsnNode i : shape.code) {
            if (Liveness.written(i) == local) {
                if (value != null || !isConstant(i)) {
                    return null;
                }
                value = Instructions.before(i);
            }
        }
        return value;
    }

    private boolean isConstant(AbstractInsnNode store) {
        AbstractInsnNode value = Instructions.before(store);
        return Instructions.isConstant(value)
                && !Instructions.joinsBetween(value, store, Instructions.jumpTargets(shape.method));
    }

    private boolean findReductions(Liveness liveness, BitSet live) {
        Set<Integer> written = new HashSet<>();
        for (AbstractInsnNode i = shape.condition; i != shape.stepStart; i = i.getNext()) {
            if (Liveness.written(i) >= 0) {
                written.add(Liveness.written(i));
            }
        }
        written.remove(shape.variable);
        for (int local : written) {
            if (live.get(local) && !findReduction(local)) {
                return false;
            }
        }
        for (int local : accumulated) {
            if (isReadByHandler(local, liveness)) {
                return shape.refuseAt(
                        shape.mark.start.get(0),
                        LoopWeaver.REDUCE,
                        "the loop accumulates "
                                + nameOf(local)
                                + ", which is read where an exception of the loop is handled",
                        "read it in the try statement, behind the loop");
            }
        }
        return true;
    }

    /**
     * Whether what catches the loop's exceptions needs the variable, be it to go on: of an
     * unfinished loop's parts, nobody can tell what the iterations before the failing one made.
     */
    private boolean isReadByHandler(int local, Liveness liveness) {
        int from = shape.code.indexOf(shape.first);
        int to = shape.code.indexOf(shape.last);
        return shape.method.tryCatchBlocks.stream()
                .filter(t -> shape.code.indexOf(t.start) <= from)
                .filter(t -> shape.code.indexOf(t.end) >= to)
                .anyMatch(t -> liveness.before(t.handler).get(local));
    }

    /** Whether what the loop takes is this, which no other method may be given yet. */
    private boolean isUnderConstruction() {
        return shape.method.name.equals("<init>")
                && captured.contains(0)
                && shape.code.indexOf(shape.first)
                        < shape.code.indexOf(Instructions.superCall(shape.method));
    }

    /**
     * Finds how the loop accumulates a variable.
     *
     * @return false if the loop is refused
     */
    private boolean findReduction(int local) {
        String reduction = null;
        Set<AbstractInsnNode> taking = new HashSet<>();
        Set<AbstractInsnNode> updates = new HashSet<>();
        boolean isMarked = isMarkedReduce(local);
        for (AbstractInsnNode i = shape.condition; i != shape.stepStart; i = i.getNext()) {
            if (Liveness.read(i) == local && !(i instanceof IincInsnNode)) {
                taking.addAll(takers.of(i));
            }
            if (Liveness.written(i) == local) {
                boolean mayAccumulate = isMarked && i.getOpcode() != Opcodes.ASTORE;
                AbstractInsnNode update = mayAccumulate ? update(i, local) : null;
                String found = null;
                if (update != null) {
                    found = update == i ? "INT_SUM" : operation(update);
                }
                if (found == null || reduction != null && !reduction.equals(found)) {
                    return refuseAssignment(i, local, isMarked, found);
                }
                reduction = found;
                updates.add(update);
            }
        }
        boolean isBound = shape.bound.stream().anyMatch(i -> Liveness.read(i) == local);
        if (isBound || !updates.containsAll(taking)) {
            return shape.refuseAt(
                    shape.mark.start.get(0),
                    LoopWeaver.REDUCE,
                    "the loop reads " + nameOf(local) + ", whose value is known only at its end",
                    "read it after the loop");
        }
        accumulated.add(local);
        reductions.add(reduction);
        return true;
    }

    private boolean isMarkedReduce(int local) {
        return LoopWeaver.marks(shape.method, LoopWeaver.REDUCE).stream()
                .anyMatch(a -> placesOf(a).stream().anyMatch(r -> isPlaced(local, a, r)));
    }

    private List<Integer> placesOf(LocalVariableAnnotationNode a) {
        List<Integer> all = IntStream.range(0, a.start.size()).boxed().toList();
        return shape.method.name.equals("<init>") ? LoopWeaver.own(a, all) : all;
    }

    /** Whether the place is the local variable's, and the loop begins in it. */
    private boolean isPlaced(int local, LocalVariableAnnotationNode a, int place) {
        int loop = shape.code.indexOf(shape.first);
        return a.index.get(place) == local
                && shape.code.indexOf(a.start.get(place)) <= loop
                && loop < shape.code.indexOf(a.end.get(place));
    }

    /**
     * Refuses an assignment that is no reduction, or another than those before it.
     *
     * @param found the reduction that it is; null if it is none
     */
    private boolean refuseAssignment(
            AbstractInsnNode write, int local, boolean isMarked, String found) {
        String name = nameOf(local);
        if (write.getOpcode() == Opcodes.ASTORE) {
            return shape.refuseAt(
                    write,
                    isMarked ? LoopWeaver.REDUCE : LoopWeaver.PARALLEL,
                    "the loop assigns "
                            + name
                            + ", an object that is declared outside; @Reduce is for numbers"
                            + " and booleans",
                    "declare it inside, or put the results together by Cleave.reduce");
        }
        if (!isMarked) {
            return shape.refuseAt(
                    write,
                    "the loop assigns " + name + ", which is declared outside",
                    "declare it inside, or mark it @Reduce if iterations only add to it");
        }
        if (found == null && isConverted(write)) {
            return shape.refuseAt(
                    write,
                    LoopWeaver.REDUCE,
                    "the loop computes " + name + " in another type than its own",
                    "declare it as that type: int, long, float or double");
        }
        if (found == null && isPutAside(write, local)) {
            return shape.refuseAt(
                    write,
                    LoopWeaver.REDUCE,
                    "the loop changes "
                            + name
                            + " by the value of an expression that contains a try",
                    "move the expression into a method");
        }
        return shape.refuseAt(
                write,
                LoopWeaver.REDUCE,
                "the loop changes " + name + " otherwise than by one reduction",
                "use one of += *= &= |= ^= Math.min Math.max, the same throughout");
    }

    /** What puts the variable's old value and others together, to be assigned; null if nothing. */
    private AbstractInsnNode update(AbstractInsnNode write, int local) {
        if (write instanceof IincInsnNode) {
            return write;
        }
        AbstractInsnNode operation = Instructions.before(write);
        if (Instructions.joinsBetween(operation, write, Instructions.jumpTargets(shape.method))) {
            return null; // another branch assigns something else
        }
        return innermost(operation, local);
    }

    /**
     * Of operations of one kind, each of which takes the value of another, the one that takes the
     * variable's, which nothing else may; null if there is none.
     */
    private AbstractInsnNode innermost(AbstractInsnNode operation, int local) {
        Frame<SourceValue> frame = sources[shape.code.indexOf(operation)];
        int top = frame.getStackSize() - 1;
        boolean subtracts =
                operation.getOpcode() >= Opcodes.ISUB && operation.getOpcode() <= Opcodes.DSUB;
        if (top < 1) {
            return null;
        }
        SourceValue left = frame.getStack(top - 1);
        SourceValue right = frame.getStack(top);
        if (mayBeLoad(left, local) || mayBeLoad(right, local)) {
            return isLoad(left, local) && !mayBeLoad(right, local)
                            || isLoad(right, local) && !mayBeLoad(left, local) && !subtracts
                    ? operation
                    : null;
        }
        AbstractInsnNode found = innermost(left, operation, local);
        return found != null || subtracts ? found : innermost(right, operation, local);
    }

    private AbstractInsnNode innermost(SourceValue value, AbstractInsnNode taker, int local) {
        if (value.insns.size() != 1) {
            return null;
        }
        AbstractInsnNode operation = value.insns.iterator().next();
        String reduction = operation(operation);
        return reduction != null
                        && reduction.equals(operation(taker))
                        && takers.of(operation).equals(Set.of(taker))
                ? innermost(operation, local)
                : null;
    }

    /**
     * Whether the old value waits in a variable of the compiler's while the other is computed: a
     * try would lose it from the stack.
     */
    private boolean isPutAside(AbstractInsnNode write, int local) {
        Frame<SourceValue> frame = sources[shape.code.indexOf(Instructions.before(write))];
        int below = frame.getStackSize() - 2;
        return operation(Instructions.before(write)) != null
                && below >= 0
                && frame.getStack(below).insns.stream().allMatch(i -> isLoadAside(i, local));
    }

    private boolean isLoadAside(AbstractInsnNode load, int local) {
        int aside = Liveness.read(load);
        if (aside < 0 || isNamed(aside, load)) {
            return false;
        }
        AbstractInsnNode store = load;
        while (store != null && Liveness.written(store) != aside) {
            store = store.getPrevious();
        }
        return store != null && isOnTop(store, local) && hasTryBetween(store, load);
    }

    private boolean isOnTop(AbstractInsnNode store, int local) {
        Frame<SourceValue> frame = sources[shape.code.indexOf(store)];
        return mayBeLoad(frame.getStack(frame.getStackSize() - 1), local);
    }

    private boolean hasTryBetween(AbstractInsnNode from, AbstractInsnNode to) {
        return shape.method.tryCatchBlocks.stream()
                .mapToInt(t -> shape.code.indexOf(t.start))
                .anyMatch(at -> shape.code.indexOf(from) < at && at < shape.code.indexOf(to));
    }

    /** Whether the program has a variable there, if that is known. */
    private boolean isNamed(int local, AbstractInsnNode at) {
        return shape.method.localVariables == null
                || shape.method.localVariables.stream()
                        .anyMatch(
                                v ->
                                        v.index == local
                                                && shape.code.indexOf(v.start)
                                                        <= shape.code.indexOf(at)
                                                && shape.code.indexOf(at)
                                                        < shape.code.indexOf(v.end));
    }

    /** As by {@code s += i} where s is a short. */
    private static boolean isConverted(AbstractInsnNode write) {
        int last = Instructions.before(write).getOpcode();
        return last >= Opcodes.I2L && last <= Opcodes.I2S;
    }

    private static boolean isLoad(SourceValue value, int local) {
        return value.insns.size() == 1 && mayBeLoad(value, local);
    }

    private static boolean mayBeLoad(SourceValue value, int local) {
        return value.insns.stream().anyMatch(i -> Liveness.read(i) == local);
    }

    private String nameOf(int local) {
        if (shape.method.localVariables != null) {
            for (LocalVariableNode v : shape.method.localVariables) {
                if (v.index == local
                        && shape.code.indexOf(v.end) >= shape.code.indexOf(shape.last)) {
                    return v.name;
                }
            }
        }
        return "a variable";
    }

    /** The reduction that an instruction is a step of; null if of none. */
    private static String operation(AbstractInsnNode i) {
        switch (i.getOpcode()) {
            case Opcodes.IADD:
            case Opcodes.ISUB:
                return "INT_SUM";
            case Opcodes.LADD:
            case Opcodes.LSUB:
                return "LONG_SUM";
            case Opcodes.FADD:
            case Opcodes.FSUB:
                return "FLOAT_SUM";
            case Opcodes.DADD:
            case Opcodes.DSUB:
                return "DOUBLE_SUM";
            case Opcodes.IMUL:
                return "INT_PRODUCT";
            case Opcodes.LMUL:
                return "LONG_PRODUCT";
            case Opcodes.FMUL:
                return "FLOAT_PRODUCT";
            case Opcodes.DMUL:
                return "DOUBLE_PRODUCT";
            case Opcodes.IAND:
            case Opcodes.LAND:
                return "AND";
            case Opcodes.IOR:
            case Opcodes.LOR:
                return "OR";
            case Opcodes.IXOR:
            case Opcodes.LXOR:
                return "XOR";
            default:
                break;
        }
        if (i instanceof MethodInsnNode call
                && call.owner.equals("java/lang/Math")
                && (call.name.equals("min") || call.name.equals("max"))) {
            String type = Type.getReturnType(call.desc).getClassName();
            return type.toUpperCase(java.util.Locale.ROOT)
                    + "_"
                    + call.name.toUpperCase(java.util.Locale.ROOT);
        }
        return null;
    }

    /** The type of the j-th reduction's variable. */
    Type accumulatedType(int j) {
        for (AbstractInsnNode i = shape.condition; i != shape.stepStart; i = i.getNext()) {
            if (Liveness.written(i) == accumulated.get(j)) {
                switch (i.getOpcode()) {
                    case Opcodes.LSTORE:
                        return Type.LONG_TYPE;
                    case Opcodes.FSTORE:
                        return Type.FLOAT_TYPE;
                    case Opcodes.DSTORE:
                        return Type.DOUBLE_TYPE;
                    default:
                        return Type.INT_TYPE;
                }
            }
        }
        throw new IllegalStateException("never written");
    }

    /** Notes what takes a value from the operand stack, be it to copy it. */
    private static final class Takers extends StackSources {
        private final Map<AbstractInsnNode, Set<AbstractInsnNode>> takers = new HashMap<>();

        /** What takes what an instruction leaves there. */
        Set<AbstractInsnNode> of(AbstractInsnNode source) {
            return takers.getOrDefault(source, Set.of());
        }

        private void note(AbstractInsnNode taker, List<? extends SourceValue> values) {
            for (SourceValue value : values) {
                for (AbstractInsnNode source : value.insns) {
                    takers.computeIfAbsent(source, k -> new HashSet<>()).add(taker);
                }
            }
        }

        @Override
        public SourceValue copyOperation(AbstractInsnNode i, SourceValue a) {
            note(i, List.of(a));
            return super.copyOperation(i, a);
        }

        @Override
        public SourceValue unaryOperation(AbstractInsnNode i, SourceValue a) {
            note(i, List.of(a));
            return super.unaryOperation(i, a);
        }

        @Override
        public SourceValue binaryOperation(AbstractInsnNode i, SourceValue a, SourceValue b) {
            note(i, List.of(a, b));
            return super.binaryOperation(i, a, b);
        }

        @Override
        public SourceValue ternaryOperation(
                AbstractInsnNode i, SourceValue a, SourceValue b, SourceValue c) {
            note(i, List.of(a, b, c));
            return super.ternaryOperation(i, a, b, c);
        }

        @Override
        public SourceValue naryOperation(AbstractInsnNode i, List<? extends SourceValue> values) {
            note(i, values);
            return super.naryOperation(i, values);
        }
    }
}
