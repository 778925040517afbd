package dev.cleave.weaver;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Makes of a loop over a variable marked {@code @Parallel} a call that runs it in parts: the loop,
 * as it was written, moves to a method of its own that runs a range of its iterations.
 */
final class LoopWeaver {
    static final String PARALLEL = "Ldev/cleave/Parallel;";
    static final String REDUCE = "Ldev/cleave/Reduce;";
    private static final String LOOP = Code.LAZY + "ParallelLoop";
    private static final String BODY = LOOP + "$Body";
    private static final String BODY_DESCRIPTOR = "(JJ[J)V";
    private static final String RUN_DESCRIPTOR =
            "(JL" + BODY + ";L" + Code.STACK + ";L" + Code.LOOP_SITE + ";)[J";

    private final String owner;
    private final String file;
    private final boolean isInterface;
    private final MethodNode method;
    private final InsnList code;
    private final TypeHierarchy hierarchy;
    private final List<Refusal> refusals;
    private final LocalVariableAnnotationNode mark;

    private int variable;
    private boolean isLong;

    /** What gives the variable its first value. */
    private AbstractInsnNode init;

    /** The loop, first and last instruction; and the label behind it. */
    private AbstractInsnNode first;

    private AbstractInsnNode last;
    private LabelNode exit;
    private JumpInsnNode condition;

    /** What computes the bound, before the comparison. */
    private final List<AbstractInsnNode> bound = new ArrayList<>();

    private boolean isInclusive;
    private boolean isUp;

    /** The instructions that add the step, and those of them that push it. */
    private AbstractInsnNode stepStart;

    private final Code step = new Code();

    private Frame<SourceValue>[] sources;
    private final List<Integer> captured = new ArrayList<>();
    private final Map<Integer, Type> types = new HashMap<>();
    private final List<Integer> accumulated = new ArrayList<>();
    private final List<String> reductions = new ArrayList<>();

    private LoopWeaver(
            String owner,
            String file,
            boolean isInterface,
            MethodNode method,
            TypeHierarchy hierarchy,
            List<Refusal> refusals,
            LocalVariableAnnotationNode mark) {
        this.owner = owner;
        this.file = file;
        this.isInterface = isInterface;
        this.method = method;
        this.code = method.instructions;
        this.hierarchy = hierarchy;
        this.refusals = refusals;
        this.mark = mark;
    }

    static boolean hasLoops(MethodNode method) {
        return !marks(method, PARALLEL).isEmpty();
    }

    private static List<LocalVariableAnnotationNode> marks(MethodNode method, String annotation) {
        return method.visibleLocalVariableAnnotations == null
                ? List.of()
                : method.visibleLocalVariableAnnotations.stream()
                        .filter(a -> a.desc.equals(annotation))
                        .toList();
    }

    /**
     * Rewrites a method's parallel loops, outer ones first.
     *
     * @param number of the class's next loop
     * @return the methods that the loops have moved to, which may have loops of their own; null if
     *     a loop is refused
     */
    static List<MethodNode> weave(
            String owner,
            String file,
            boolean isInterface,
            MethodNode method,
            int number,
            TypeHierarchy hierarchy,
            List<Refusal> refusals)
            throws AnalyzerException {
        List<MethodNode> bodies = new ArrayList<>();
        separate(method);
        while (hasLoops(method)) {
            LocalVariableAnnotationNode outermost = null;
            for (LocalVariableAnnotationNode a : marks(method, PARALLEL)) {
                if (outermost == null
                        || method.instructions.indexOf(a.start.get(0))
                                < method.instructions.indexOf(outermost.start.get(0))) {
                    outermost = a;
                }
            }
            LoopWeaver loop =
                    new LoopWeaver(
                            owner, file, isInterface, method, hierarchy, refusals, outermost);
            MethodNode body = loop.weave(number + bodies.size());
            if (body == null) {
                return null;
            }
            bodies.add(body);
        }
        Instructions.unmark(method, REDUCE);
        return bodies;
    }

    /**
     * Gives each copy of a loop a mark of its own: the compiler repeats a finally block wherever
     * its try statement can be left, and marks all copies at once. Places where no variable has
     * just been assigned are another constructor's.
     */
    private static void separate(MethodNode method) {
        for (LocalVariableAnnotationNode a : marks(method, PARALLEL)) {
            Set<AbstractInsnNode> begun = new HashSet<>();
            List<LocalVariableAnnotationNode> copies = new ArrayList<>();
            for (int r = 0; r < a.start.size(); r++) {
                AbstractInsnNode init = Instructions.before(a.start.get(r));
                if (init != null && Liveness.written(init) == a.index.get(r) && begun.add(init)) {
                    copies.add(places(a, List.of(r)));
                }
            }
            if (!copies.isEmpty()) {
                method.visibleLocalVariableAnnotations.remove(a);
                method.visibleLocalVariableAnnotations.addAll(copies);
            }
        }
    }

    /** An annotation, at some of its places. */
    private static LocalVariableAnnotationNode places(
            LocalVariableAnnotationNode a, List<Integer> some) {
        LocalVariableAnnotationNode copy =
                new LocalVariableAnnotationNode(
                        Opcodes.ASM9,
                        a.typeRef,
                        a.typePath,
                        some.stream().map(a.start::get).toArray(LabelNode[]::new),
                        some.stream().map(a.end::get).toArray(LabelNode[]::new),
                        some.stream().mapToInt(a.index::get).toArray(),
                        a.desc);
        copy.values = a.values;
        return copy;
    }

    private MethodNode weave(int number) throws AnalyzerException {
        if (!findShape() || !holdsNoLock() || !findVariables()) {
            return null;
        }
        String name = (method.name.startsWith("<") ? "" : method.name) + "$loop" + number;
        MethodNode body = outline(name);
        replace(body, number);
        return body;
    }

    // ---- the loop's shape
    // ------------------------------------------------------------------------

    private boolean findShape() {
        variable = mark.index.get(0);
        if (mark.start.size() != 1) {
            return refuse("the loop's variable has a value in several places", SIMPLER);
        }
        LabelNode start = mark.start.get(0);
        exit = mark.end.get(0);
        init = Instructions.before(start);
        if (init == null || Liveness.written(init) != variable) {
            return refuse("@Parallel does not mark a for loop's variable", SIMPLER);
        }
        isLong = init.getOpcode() == Opcodes.LSTORE;
        if (!isLong && init.getOpcode() != Opcodes.ISTORE) {
            return refuse("the loop's variable is neither int nor long", SIMPLER);
        }
        first = Instructions.after(init);
        last = Instructions.before(exit);
        turn();
        if (!(last instanceof JumpInsnNode back)
                || back.getOpcode() != Opcodes.GOTO
                || Instructions.after(back.label) != first) {
            return refuse("@Parallel marks no for loop that this weaver can read", SIMPLER);
        }
        return findCondition() && findStep() && staysInside();
    }

    /** Some compilers put the condition behind the body: it moves to the front. */
    private void turn() {
        if (first.getOpcode() != Opcodes.GOTO
                || !(last instanceof JumpInsnNode repeat)
                || !Instructions.fallsThrough(last)
                || Instructions.after(repeat.label) != Instructions.after(first)) {
            return;
        }
        LabelNode head = new LabelNode();
        AbstractInsnNode entrance = first;
        code.insertBefore(entrance, head);
        AbstractInsnNode i = Instructions.after(((JumpInsnNode) entrance).label);
        while (i != last) {
            AbstractInsnNode next = Instructions.after(i);
            code.remove(i);
            code.insertBefore(entrance, i);
            i = next;
        }
        code.insertBefore(entrance, new JumpInsnNode(opposite(repeat.getOpcode()), exit));
        code.remove(entrance);
        JumpInsnNode back = new JumpInsnNode(Opcodes.GOTO, head);
        code.set(last, back);
        last = back;
        first = Instructions.after(head);
    }

    private static int opposite(int conditionalJump) {
        return ((conditionalJump + 1) ^ 1) - 1;
    }

    private static final String SIMPLER =
            "write for (@Parallel int i = from; i < to; i++), compiled by javac";

    private boolean findCondition() {
        if (Liveness.read(first) != variable || first instanceof IincInsnNode) {
            return refuse(
                    "the loop's condition does not begin with its variable",
                    "write i < bound, with the variable on the left");
        }
        AbstractInsnNode i = Instructions.after(first);
        while (!(i instanceof JumpInsnNode)) {
            if (i == null || i == last || Liveness.written(i) >= 0) {
                return refuse("the loop's condition is not a comparison", SIMPLER);
            }
            if (Liveness.read(i) == variable) {
                return refuse("the loop's bound depends on its variable", SIMPLER);
            }
            bound.add(i);
            i = Instructions.after(i);
        }
        condition = (JumpInsnNode) i;
        if (code.indexOf(condition.label) < code.indexOf(exit)
                || Instructions.after(condition.label) != Instructions.after(exit)) {
            return refuse("the loop's condition is not a single comparison", SIMPLER);
        }
        boolean withZero = false;
        if (isLong) {
            if (bound.isEmpty() || bound.get(bound.size() - 1).getOpcode() != Opcodes.LCMP) {
                return refuse("the loop's condition is not a comparison of longs", SIMPLER);
            }
            bound.remove(bound.size() - 1);
        } else if (bound.isEmpty()) {
            withZero = true;
        }
        switch (condition.getOpcode()) {
            case Opcodes.IF_ICMPGE:
            case Opcodes.IFGE:
                isUp = true;
                isInclusive = false;
                break;
            case Opcodes.IF_ICMPGT:
            case Opcodes.IFGT:
                isUp = true;
                isInclusive = true;
                break;
            case Opcodes.IF_ICMPLE:
            case Opcodes.IFLE:
                isUp = false;
                isInclusive = false;
                break;
            case Opcodes.IF_ICMPLT:
            case Opcodes.IFLT:
                isUp = false;
                isInclusive = true;
                break;
            default:
                return refuse("the loop ends by == or !=", "compare by <, <=, > or >=");
        }
        if (withZero) {
            bound.add(new InsnNode(Opcodes.ICONST_0));
        }
        return true;
    }

    private boolean findStep() {
        AbstractInsnNode i = Instructions.before(last);
        if (i instanceof IincInsnNode increment && increment.var == variable) {
            stepStart = i;
            step.constant(increment.incr).op(Opcodes.I2L);
            return true;
        }
        AbstractInsnNode add = i == null ? null : Instructions.before(i);
        AbstractInsnNode value = add == null ? null : Instructions.before(add);
        AbstractInsnNode load = value == null ? null : Instructions.before(value);
        boolean subtracts =
                add != null && (add.getOpcode() == Opcodes.ISUB || add.getOpcode() == Opcodes.LSUB);
        boolean adds =
                add != null && (add.getOpcode() == Opcodes.IADD || add.getOpcode() == Opcodes.LADD);
        if (load == null
                || Liveness.written(i) != variable
                || !(adds || subtracts)
                || Liveness.read(load) != variable
                || !Instructions.isConstant(value) && Liveness.read(value) < 0) {
            return refuse(
                    "the loop's step is not the addition of a constant or a variable", SIMPLER);
        }
        stepStart = load;
        step.add(value.clone(null));
        if (!isLong) {
            step.op(Opcodes.I2L);
        }
        if (subtracts) {
            step.op(Opcodes.LNEG);
        }
        return true;
    }

    private boolean holdsNoLock() throws AnalyzerException {
        return (method.access & Opcodes.ACC_SYNCHRONIZED) == 0
                        && new PendingAnalysis(method, List.of()).monitors(first) <= 0
                || refuse(
                        "the loop runs while a lock is held, which whoever shares it would not have",
                        "synchronize in its body, or around a part without it");
    }

    private boolean staysInside() {
        int from = code.indexOf(first);
        int to = code.indexOf(last);
        for (AbstractInsnNode i = first; i != last; i = i.getNext()) {
            if (Instructions.isReturn(i)) {
                return refuseAt(i, "the loop is left by return", "collect a result instead");
            }
            if (i != condition) {
                for (LabelNode target : Instructions.targets(i)) {
                    int at = code.indexOf(target);
                    if (at > to || at < from && Instructions.after(target) != first) {
                        return refuseAt(
                                i,
                                "the loop is left by break, or by continue of another loop",
                                "leave it by its condition");
                    }
                }
            }
            if (Liveness.written(i) == variable && code.indexOf(i) < code.indexOf(stepStart)) {
                return refuseAt(i, "the loop's variable is assigned", "use another variable");
            }
        }
        for (TryCatchBlockNode t : method.tryCatchBlocks) {
            int start = code.indexOf(t.start);
            int end = code.indexOf(t.end);
            boolean inside = start >= from && end <= to + 1;
            boolean around = start <= from && end >= to;
            boolean apart = end <= from || start > to;
            if (!(apart || around || inside && code.indexOf(t.handler) <= to)) {
                return refuse("a try statement begins or ends within the loop", SIMPLER);
            }
        }
        return true;
    }

    // ---- its variables
    // ---------------------------------------------------------------------------

    private boolean findVariables() throws AnalyzerException {
        Frame<BasicValue>[] frames =
                new Analyzer<>(new ExactTypes(hierarchy)).analyze(owner, method);
        Frame<BasicValue> frame = frames[code.indexOf(first)];
        if (frame == null) {
            return refuse("the loop is never reached", "remove @Parallel");
        }
        if (frame.getStackSize() > 0) {
            return refuse("the loop stands within an expression", "move it into a method");
        }
        sources = new Analyzer<>(new SourceInterpreter()).analyze(owner, method);
        BitSet live = new Liveness(method).before(first);
        Set<Integer> read = new HashSet<>();
        Set<Integer> written = new HashSet<>();
        for (AbstractInsnNode i = condition; i != stepStart; i = i.getNext()) {
            if (Liveness.read(i) >= 0) {
                read.add(Liveness.read(i));
            }
            if (Liveness.written(i) >= 0) {
                written.add(Liveness.written(i));
            }
        }
        for (AbstractInsnNode i = stepStart; i != last; i = i.getNext()) {
            if (Liveness.read(i) >= 0) {
                read.add(Liveness.read(i));
            }
        }
        read.remove(variable);
        written.remove(variable);
        for (int local : written) {
            if (live.get(local) && !findReduction(local)) {
                return false;
            }
        }
        for (int local : read) {
            if (live.get(local) && !accumulated.contains(local)) {
                captured.add(local);
                types.put(local, typeOf(frame.getLocal(local).getType(), local));
            }
        }
        captured.sort(null);
        return true;
    }

    /** A variable that holds null so far has the type that it was declared with. */
    private Type typeOf(Type seen, int local) {
        if (!seen.equals(Type.getObjectType("null"))) {
            return seen;
        }
        if (method.localVariables != null) {
            for (LocalVariableNode v : method.localVariables) {
                if (v.index == local && code.indexOf(v.end) > code.indexOf(first)) {
                    return Type.getType(v.desc);
                }
            }
        }
        return Type.getObjectType("java/lang/Object");
    }

    private boolean findReduction(int local) {
        String name = nameOf(local);
        boolean isMarked =
                marks(method, REDUCE).stream()
                        .anyMatch(
                                a -> {
                                    for (int r = 0; r < a.index.size(); r++) {
                                        if (a.index.get(r) == local
                                                && code.indexOf(a.start.get(r))
                                                        <= code.indexOf(first)
                                                && code.indexOf(first)
                                                        < code.indexOf(a.end.get(r))) {
                                            return true;
                                        }
                                    }
                                    return false;
                                });
        String reduction = null;
        for (AbstractInsnNode i = condition; i != stepStart; i = i.getNext()) {
            if (Liveness.written(i) == local) {
                if (!isMarked) {
                    return refuseAt(
                            i,
                            "the loop assigns " + name + ", which is declared outside",
                            "declare it inside, or mark it @Reduce if iterations only add to it");
                }
                String found = accumulates(i, local) ? operation(i) : null;
                if (found == null || reduction != null && !reduction.equals(found)) {
                    return refuseAt(
                            i,
                            "the loop changes " + name + " otherwise than by one reduction",
                            "use one of += *= &= |= ^= Math.min Math.max, the same throughout");
                }
                reduction = found;
            }
        }
        int uses = 0;
        int updates = 0;
        for (AbstractInsnNode i = condition; i != stepStart; i = i.getNext()) {
            uses += Liveness.read(i) == local ? 1 : 0;
            updates += Liveness.written(i) == local ? 1 : 0;
        }
        if (uses != updates) {
            return refuse(
                    "the loop reads " + name + ", whose value is known only at its end",
                    "read it after the loop");
        }
        accumulated.add(local);
        reductions.add(reduction);
        return true;
    }

    /** Whether what is assigned is the variable's old value and another, put together. */
    private boolean accumulates(AbstractInsnNode write, int local) {
        if (write instanceof IincInsnNode) {
            return true;
        }
        AbstractInsnNode operation = Instructions.before(write);
        Frame<SourceValue> frame = sources[code.indexOf(operation)];
        int top = frame.getStackSize() - 1;
        boolean subtracts =
                operation.getOpcode() >= Opcodes.ISUB && operation.getOpcode() <= Opcodes.DSUB;
        return top >= 1
                && (isLoad(frame.getStack(top - 1), local)
                        || !subtracts && isLoad(frame.getStack(top), local));
    }

    private static boolean isLoad(SourceValue value, int local) {
        return value.insns.size() == 1 && Liveness.read(value.insns.iterator().next()) == local;
    }

    private String nameOf(int local) {
        if (method.localVariables != null) {
            for (LocalVariableNode v : method.localVariables) {
                if (v.index == local && code.indexOf(v.end) >= code.indexOf(last)) {
                    return v.name;
                }
            }
        }
        return "a variable";
    }

    /** The reduction that ends in this assignment; null if it is none. */
    private static String operation(AbstractInsnNode write) {
        if (write instanceof IincInsnNode) {
            return "INT_SUM";
        }
        AbstractInsnNode i = Instructions.before(write);
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

    // ---- the loop's own method
    // -------------------------------------------------------------------

    private Type variableType() {
        return isLong ? Type.LONG_TYPE : Type.INT_TYPE;
    }

    private Type accumulatedType(int j) {
        for (AbstractInsnNode i = condition; i != stepStart; i = i.getNext()) {
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

    private String outlinedDescriptor() {
        StringBuilder d = new StringBuilder("(");
        for (int local : captured) {
            d.append(types.get(local).getDescriptor());
        }
        return d.append("JJJJ[J)V").toString(); // first value, step, from, to, partial
    }

    private MethodNode outline(String name) {
        MethodNode body =
                new MethodNode(
                        Opcodes.ASM9,
                        Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                        name,
                        outlinedDescriptor(),
                        null,
                        method.exceptions.toArray(String[]::new));
        Map<Integer, Integer> locals = new HashMap<>();
        int next = 0;
        for (int local : captured) {
            locals.put(local, next);
            next += types.get(local).getSize();
        }
        int firstValue = next;
        int stepValue = next + 2;
        int from = next + 4;
        int to = next + 6;
        int partial = next + 8;
        int end = next + 9;
        int base = next + 11;
        Type type = variableType();
        Code c = new Code();
        iterationValue(c, firstValue, stepValue, from).store(type, base + variable);
        iterationValue(c, firstValue, stepValue, to).store(type, end);
        for (int j = 0; j < accumulated.size(); j++) {
            identity(c, j).store(accumulatedType(j), base + accumulated.get(j));
        }
        Map<LabelNode, LabelNode> labels = new HashMap<>();
        for (AbstractInsnNode i : code) {
            if (i instanceof LabelNode label) {
                labels.put(label, new LabelNode());
            }
        }
        LabelNode head = new LabelNode();
        LabelNode out = new LabelNode();
        c.label(head).load(type, base + variable).load(type, end);
        if (isLong) {
            c.op(Opcodes.LCMP).jump(isUp ? Opcodes.IFGE : Opcodes.IFLE, out);
        } else {
            c.jump(isUp ? Opcodes.IF_ICMPGE : Opcodes.IF_ICMPLE, out);
        }
        for (AbstractInsnNode i = condition.getNext(); i != last; i = i.getNext()) {
            AbstractInsnNode clone = i.clone(labels);
            if (clone instanceof VarInsnNode v) {
                v.var = locals.getOrDefault(v.var, base + v.var);
            } else if (clone instanceof IincInsnNode v) {
                v.var = locals.getOrDefault(v.var, base + v.var);
            }
            c.add(clone);
        }
        c.jump(Opcodes.GOTO, head).label(out);
        for (int j = 0; j < accumulated.size(); j++) {
            c.loadObject(partial).constant(j);
            c.load(accumulatedType(j), base + accumulated.get(j)).toBits(accumulatedType(j));
            c.op(Opcodes.LASTORE);
        }
        c.op(Opcodes.RETURN);
        body.instructions.add(c.list);
        // A jump to the condition goes to the new one.
        for (AbstractInsnNode i : body.instructions) {
            if (i instanceof JumpInsnNode jump && body.instructions.indexOf(jump.label) < 0) {
                jump.label = head;
            }
        }
        body.maxLocals = base + method.maxLocals + 2;
        body.maxStack = method.maxStack + 8;
        copyTables(body, labels, locals, base);
        return body;
    }

    private Code iterationValue(Code c, int firstValue, int stepValue, int iteration) {
        c.load(Type.LONG_TYPE, firstValue).load(Type.LONG_TYPE, iteration);
        c.load(Type.LONG_TYPE, stepValue).op(Opcodes.LMUL).op(Opcodes.LADD);
        return isLong ? c : c.op(Opcodes.L2I);
    }

    private Code identity(Code c, int j) {
        Type type = accumulatedType(j);
        String reduction = reductions.get(j);
        if (reduction.endsWith("_PRODUCT")) {
            switch (type.getSort()) {
                case Type.LONG:
                    return c.op(Opcodes.LCONST_1);
                case Type.FLOAT:
                    return c.op(Opcodes.FCONST_1);
                case Type.DOUBLE:
                    return c.op(Opcodes.DCONST_1);
                default:
                    return c.op(Opcodes.ICONST_1);
            }
        }
        boolean isMin = reduction.endsWith("_MIN");
        if (isMin || reduction.endsWith("_MAX")) {
            switch (type.getSort()) {
                case Type.LONG:
                    return c.add(new LdcInsnNode(isMin ? Long.MAX_VALUE : Long.MIN_VALUE));
                case Type.FLOAT:
                    return c.add(
                            new LdcInsnNode(
                                    isMin ? Float.POSITIVE_INFINITY : Float.NEGATIVE_INFINITY));
                case Type.DOUBLE:
                    return c.add(
                            new LdcInsnNode(
                                    isMin ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY));
                default:
                    return c.add(new LdcInsnNode(isMin ? Integer.MAX_VALUE : Integer.MIN_VALUE));
            }
        }
        if (reduction.equals("AND")) {
            return type.equals(Type.LONG_TYPE)
                    ? c.add(new LdcInsnNode(-1L))
                    : c.op(Opcodes.ICONST_M1);
        }
        if (type.equals(Type.FLOAT_TYPE)) {
            return c.add(new LdcInsnNode(-0.0f)); // adding it changes nothing, not even a -0.0
        }
        return type.equals(Type.DOUBLE_TYPE) ? c.add(new LdcInsnNode(-0.0)) : c.zero(type);
    }

    /**
     * Exception handlers and variables inside the loop are there too, and its marks only there: the
     * loop that stays is serial.
     */
    private void copyTables(
            MethodNode body,
            Map<LabelNode, LabelNode> labels,
            Map<Integer, Integer> locals,
            int base) {
        int from = code.indexOf(condition);
        int to = code.indexOf(last);
        for (TryCatchBlockNode t : method.tryCatchBlocks) {
            boolean covers = code.indexOf(t.start) >= from && code.indexOf(t.end) <= to + 1;
            if (covers && code.indexOf(t.handler) >= from && code.indexOf(t.handler) <= to) {
                body.tryCatchBlocks.add(
                        new TryCatchBlockNode(
                                labels.get(t.start),
                                labels.get(t.end),
                                labels.get(t.handler),
                                t.type));
            }
        }
        if (method.visibleLocalVariableAnnotations != null) {
            method.visibleLocalVariableAnnotations.remove(mark);
            body.visibleLocalVariableAnnotations = new ArrayList<>();
            for (LocalVariableAnnotationNode a :
                    List.copyOf(method.visibleLocalVariableAnnotations)) {
                List<Integer> inside = new ArrayList<>();
                List<Integer> outside = new ArrayList<>();
                for (int r = 0; r < a.start.size(); r++) {
                    boolean isInside =
                            code.indexOf(a.start.get(r)) >= from
                                    && code.indexOf(a.end.get(r)) <= to;
                    (isInside ? inside : outside).add(r);
                }
                if (!inside.isEmpty()) {
                    body.visibleLocalVariableAnnotations.add(
                            moved(places(a, inside), labels, locals, base));
                    method.visibleLocalVariableAnnotations.remove(a);
                    if (!outside.isEmpty()) { // in another copy of the loop
                        method.visibleLocalVariableAnnotations.add(places(a, outside));
                    }
                }
            }
        }
        if (method.localVariables != null) {
            body.localVariables = new ArrayList<>();
            for (LocalVariableNode v : method.localVariables) {
                if (code.indexOf(v.start) >= from && code.indexOf(v.end) <= to) {
                    body.localVariables.add(
                            new LocalVariableNode(
                                    v.name,
                                    v.desc,
                                    v.signature,
                                    labels.get(v.start),
                                    labels.get(v.end),
                                    locals.getOrDefault(v.index, base + v.index)));
                }
            }
        }
    }

    private static LocalVariableAnnotationNode moved(
            LocalVariableAnnotationNode a,
            Map<LabelNode, LabelNode> labels,
            Map<Integer, Integer> locals,
            int base) {
        LabelNode[] starts = a.start.stream().map(labels::get).toArray(LabelNode[]::new);
        LabelNode[] ends = a.end.stream().map(labels::get).toArray(LabelNode[]::new);
        int[] indices = a.index.stream().mapToInt(i -> locals.getOrDefault(i, base + i)).toArray();
        LocalVariableAnnotationNode copy =
                new LocalVariableAnnotationNode(
                        Opcodes.ASM9, a.typeRef, a.typePath, starts, ends, indices, a.desc);
        copy.values = a.values;
        return copy;
    }

    // ---- what stands in its place
    // ----------------------------------------------------------------

    /**
     * Puts the call before the loop, which stays for where nobody would steal: there it costs what
     * it costs unwoven.
     */
    private void replace(MethodNode body, int number) {
        int stack = method.maxLocals;
        int firstValue = stack + 1;
        int stepValue = firstValue + 2;
        int count = stepValue + 2;
        int partial = count + 2;
        int boundValue = partial + 1;
        method.maxLocals = boundValue + 2;
        method.maxStack += 12 + 2 * captured.size();
        Code c = new Code();
        LabelNode asWritten = new LabelNode();
        c.invokeStatic(LOOP, "stack", "()L" + Code.STACK + ";", false);
        c.store(Code.STACK_TYPE, stack).loadObject(stack).jump(Opcodes.IFNULL, asWritten);
        c.load(variableType(), variable);
        widen(c).store(Type.LONG_TYPE, firstValue);
        c.list.add(step.list);
        c.store(Type.LONG_TYPE, stepValue);
        c.load(Type.LONG_TYPE, firstValue);
        Map<LabelNode, LabelNode> none = new HashMap<>();
        for (AbstractInsnNode i : bound) {
            c.add(i.clone(none));
        }
        widen(c).load(Type.LONG_TYPE, stepValue);
        c.constant(isInclusive ? 1 : 0).constant(isUp ? 1 : 0);
        c.invokeStatic(LOOP, "count", "(JJJZZ)J", false).store(Type.LONG_TYPE, count);
        c.load(Type.LONG_TYPE, count).op(Opcodes.LCONST_0).op(Opcodes.LCMP);
        c.jump(Opcodes.IFEQ, exit).load(Type.LONG_TYPE, count);
        StringBuilder factory = new StringBuilder("(");
        for (int local : captured) {
            c.load(types.get(local), local);
            factory.append(types.get(local).getDescriptor());
        }
        c.load(Type.LONG_TYPE, firstValue).load(Type.LONG_TYPE, stepValue);
        factory.append("JJ)L").append(BODY).append(';');
        c.lambda(
                "run",
                factory.toString(),
                BODY_DESCRIPTOR,
                new Handle(Opcodes.H_INVOKESTATIC, owner, body.name, body.desc, isInterface));
        c.loadObject(stack).loopConstant(number, reductions);
        c.invokeStatic(LOOP, "run", RUN_DESCRIPTOR, false);
        c.store(Type.getType("[J"), partial);
        for (int j = 0; j < accumulated.size(); j++) {
            combine(c, j, partial);
        }
        c.jump(Opcodes.GOTO, exit).label(asWritten);
        if (!isBoundSteady()) {
            evaluateBoundFirst(c, boundValue);
        }
        code.insert(init, c.list);
    }

    /** Whether it makes no difference how often the bound is evaluated. */
    private boolean isBoundSteady() {
        return bound.stream()
                .allMatch(
                        i ->
                                Liveness.read(i) >= 0
                                        || i.getOpcode() == Opcodes.ARRAYLENGTH
                                        || i.getOpcode() == Opcodes.I2L
                                        || Instructions.isConstant(i));
    }

    private void evaluateBoundFirst(Code c, int local) {
        Code kept = new Code().load(variableType(), local);
        code.insertBefore(bound.get(0), kept.list);
        for (AbstractInsnNode i : bound) {
            code.remove(i);
            c.add(i);
        }
        c.store(variableType(), local);
    }

    private Code widen(Code c) {
        return isLong ? c : c.op(Opcodes.I2L);
    }

    /** The variable, combined with what the loop has accumulated. */
    private void combine(Code c, int j, int partial) {
        Type type = accumulatedType(j);
        int local = accumulated.get(j);
        c.load(type, local).loadObject(partial).constant(j).op(Opcodes.LALOAD).fromBits(type);
        String reduction = reductions.get(j);
        int operation;
        if (reduction.endsWith("_SUM")) {
            operation = Opcodes.IADD;
        } else if (reduction.endsWith("_PRODUCT")) {
            operation = Opcodes.IMUL;
        } else if (reduction.equals("AND")) {
            operation = Opcodes.IAND;
        } else if (reduction.equals("OR")) {
            operation = Opcodes.IOR;
        } else if (reduction.equals("XOR")) {
            operation = Opcodes.IXOR;
        } else {
            String d = type.getDescriptor();
            c.invokeStatic(
                    "java/lang/Math",
                    reduction.endsWith("_MIN") ? "min" : "max",
                    "(" + d + d + ")" + d,
                    false);
            c.store(type, local);
            return;
        }
        c.op(type.getOpcode(operation)).store(type, local);
    }

    private boolean refuse(String reason, String remedy) {
        return refuseAt(mark.start.get(0), reason, remedy);
    }

    private boolean refuseAt(AbstractInsnNode at, String reason, String remedy) {
        refusals.add(Refusal.at(at, file, owner, method, reason, remedy));
        return false;
    }
}
