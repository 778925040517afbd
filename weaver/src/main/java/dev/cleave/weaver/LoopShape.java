package dev.cleave.weaver;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * What a loop over a variable marked {@code @Parallel} is made of: its first value, condition, step
 * and body. A loop that cannot be run in parts is refused.
 */
final class LoopShape {
    private static final String SIMPLER = "write for (@Parallel int i = from; i < to; i++)";

    private static final String NEITHER_INT_NOR_LONG =
            "the loop's variable is neither int nor long";

    private static final String SEVERAL_CONDITIONS =
            "the loop's condition is not a single comparison";

    private static final String UNREADABLE =
            "@Parallel marks no for loop that this weaver can read";

    /** Where the source may be as simple, and what its compiler makes of it is not. */
    private static final String READABLE = SIMPLER + "; if it is written so, compile it by javac";

    /** The source may be as simple here, too, and the probes are in the way. */
    private static final String WITHOUT_PROBES =
            "weave the class before JaCoCo sets its probes, as cleave-maven-plugin does";

    final String owner;
    final MethodNode method;
    final InsnList code;
    LocalVariableAnnotationNode mark;
    private final String file;

    /** In the class: a loop's body, which is a method of its own, does not begin as others do. */
    private final boolean hasProbes;

    private final List<Refusal> refusals;

    /** The loop's variable. */
    int variable;

    boolean isLong;

    /** What gives the variable its first value. */
    AbstractInsnNode init;

    /** The loop, first and last instruction; and the label behind it. */
    AbstractInsnNode first;

    AbstractInsnNode last;
    LabelNode exit;
    JumpInsnNode condition;

    /** What computes the bound, before the comparison. */
    final List<AbstractInsnNode> bound = new ArrayList<>();

    boolean isInclusive;
    boolean isUp;

    /** The instructions that add the step, and those of them that push it. */
    AbstractInsnNode stepStart;

    final Code step = new Code();

    LoopShape(
            String owner,
            String file,
            MethodNode method,
            boolean hasProbes,
            LocalVariableAnnotationNode mark,
            List<Refusal> refusals) {
        this.owner = owner;
        this.file = file;
        this.method = method;
        this.code = method.instructions;
        this.hasProbes = hasProbes;
        this.mark = mark;
        this.refusals = refusals;
    }

    Type variableType() {
        return isLong ? Type.LONG_TYPE : Type.INT_TYPE;
    }

    /**
     * Reads the loop.
     *
     * @return false if it is refused
     */
    boolean find() throws AnalyzerException {
        if (mark.start.size() != 1) {
            return refuseUnreadable("the loop's variable has a value in several places");
        }
        exit = mark.end.get(0);
        List<LocalVariableAnnotationNode> declared = declared();
        if (!chooseCounted(declared)) {
            return refuse(
                    "the loop counts several variables",
                    "compute the others from one in the body, as int k = n - i");
        }
        variable = mark.index.get(0);
        LocalVariableAnnotationNode lastDeclared = declared.get(declared.size() - 1);
        init = Instructions.before(lastDeclared.start.get(0));
        if (init == null || Liveness.written(init) != lastDeclared.index.get(0)) {
            return refuse("@Parallel does not mark a for loop's variable", SIMPLER);
        }
        int store = Instructions.before(mark.start.get(0)).getOpcode();
        isLong = store == Opcodes.LSTORE;
        if (!isLong && store != Opcodes.ISTORE) {
            return refuse(NEITHER_INT_NOR_LONG, SIMPLER);
        }
        first = Instructions.after(init);
        last = Instructions.before(exit);
        turn();
        if (!(last instanceof JumpInsnNode back)
                || back.getOpcode() != Opcodes.GOTO
                || Instructions.after(back.label) != first) {
            return isWithoutRepetition() ? refuseWithoutRepetition() : refuseUnreadable(UNREADABLE);
        }
        return findCondition() && findStep() && staysInside() && holdsNoLock();
    }

    /** The marks of the variables that the loop declares, in the order of their declaration. */
    private List<LocalVariableAnnotationNode> declared() {
        return LoopWeaver.marks(method, LoopWeaver.PARALLEL).stream()
                .filter(other -> other.start.size() == 1 && other.end.contains(exit))
                .sorted(Comparator.comparingInt(a -> code.indexOf(a.start.get(0))))
                .toList();
    }

    /**
     * Of several variables, as in {@code for (@Parallel int i = 0, n = f(); i < n; i++)}, the
     * annotation marks each. The one that the loop changes is what it counts; the others are as if
     * they were declared before the loop.
     *
     * @return false if the loop changes several
     */
    private boolean chooseCounted(List<LocalVariableAnnotationNode> declared) {
        Set<Integer> changed = new HashSet<>();
        LabelNode begin = declared.get(declared.size() - 1).start.get(0);
        for (AbstractInsnNode i = begin; i != exit; i = i.getNext()) {
            changed.add(Liveness.written(i));
        }
        List<LocalVariableAnnotationNode> counted =
                declared.stream().filter(a -> changed.contains(a.index.get(0))).toList();
        if (counted.size() > 1) {
            return false;
        }
        mark = counted.isEmpty() ? mark : counted.get(0);
        for (LocalVariableAnnotationNode other : declared) {
            if (other != mark) {
                method.visibleLocalVariableAnnotations.remove(other);
            }
        }
        return true;
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
        Set<LabelNode> targets = Instructions.jumpTargets(method);
        AbstractInsnNode i = Instructions.after(((JumpInsnNode) entrance).label);
        while (i != last) {
            AbstractInsnNode next = i.getNext();
            if (i.getOpcode() >= 0 || targets.contains(i)) {
                code.remove(i);
                code.insertBefore(entrance, i);
            }
            i = next;
        }
        code.insertBefore(entrance, new JumpInsnNode(opposite(repeat.getOpcode()), exit));
        code.remove(entrance);
        JumpInsnNode back = new JumpInsnNode(Opcodes.GOTO, head);
        code.set(last, back);
        last = back;
        first = Instructions.after(head);
    }

    /** Whether there is a way around the body, but none back. */
    private boolean isWithoutRepetition() {
        boolean leaves = false;
        for (AbstractInsnNode i = first; i != exit; i = i.getNext()) {
            for (LabelNode target : Instructions.targets(i)) {
                leaves |= Instructions.fallsThrough(i) && isExit(target);
                if (code.indexOf(target) <= code.indexOf(first)) {
                    return false;
                }
            }
        }
        return leaves;
    }

    static int opposite(int conditionalJump) {
        return conditionalJump >= Opcodes.IFNULL
                ? conditionalJump ^ 1
                : ((conditionalJump + 1) ^ 1) - 1;
    }

    private boolean findCondition() throws AnalyzerException {
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
        Frame<SourceValue>[] frames = Instructions.frames(new StackSources(), owner, method);
        boolean isSwitch =
                Instructions.joinsBetween(first, condition, Instructions.jumpTargets(method));
        if (isSwitch || !isExit(condition.label)) {
            // Something waits for what is decided there: the variable, for its bound.
            return isSwitch || frames[code.indexOf(condition.label)].getStackSize() > 0
                    ? refuse(
                            "the loop's bound is one of several values",
                            "put it into a variable before the loop")
                    : refuse(SEVERAL_CONDITIONS, SIMPLER);
        }
        if (!comparesVariable(frames)) {
            return refuse(
                    "the loop's condition does not compare its variable with a bound of the same"
                            + " type",
                    "write i < bound, both int or both long");
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
        return true;
    }

    /** Whether it is right behind the loop. */
    boolean isExit(LabelNode label) {
        return code.indexOf(label) >= code.indexOf(exit)
                && Instructions.after(label) == Instructions.after(exit);
    }

    /**
     * Whether the condition compares the variable, and not something computed from it; takes the
     * comparison out of what computes the bound, or adds a bound that is not written.
     */
    private boolean comparesVariable(Frame<SourceValue>[] frames) {
        boolean withZero = !isLong && bound.isEmpty();
        AbstractInsnNode compare = condition;
        if (isLong) {
            compare = Instructions.before(condition);
            if (compare.getOpcode() != Opcodes.LCMP) {
                return false;
            }
            bound.remove(bound.size() - 1);
        } else if (!withZero && condition.getOpcode() < Opcodes.IF_ICMPEQ) {
            return false;
        }
        Frame<SourceValue> frame = frames[code.indexOf(compare)];
        int variableAt = frame.getStackSize() - (withZero ? 1 : 2);
        if (variableAt < 0 || !frame.getStack(variableAt).insns.equals(Set.of(first))) {
            return false;
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
        if (add != null && add.getOpcode() >= Opcodes.I2B && add.getOpcode() <= Opcodes.I2S) {
            return refuse(NEITHER_INT_NOR_LONG, SIMPLER);
        }
        AbstractInsnNode value = add == null ? null : Instructions.before(add);
        boolean isWidened = value != null && value.getOpcode() == Opcodes.I2L;
        if (isWidened) { // an int is added to a long
            value = Instructions.before(value);
        }
        AbstractInsnNode load = value == null ? null : Instructions.before(value);
        boolean subtracts =
                add != null && (add.getOpcode() == Opcodes.ISUB || add.getOpcode() == Opcodes.LSUB);
        boolean adds =
                add != null && (add.getOpcode() == Opcodes.IADD || add.getOpcode() == Opcodes.LADD);
        if (load == null
                || Liveness.written(i) != variable
                || !(adds || subtracts)
                || Liveness.read(load) != variable
                || Instructions.joinsBetween(load, i, Instructions.jumpTargets(method))
                || !Instructions.isConstant(value) && !isUnchanged(Liveness.read(value))) {
            return refuse(
                    "the loop's step is not the addition of a constant, or of a variable that the"
                            + " loop does not change",
                    SIMPLER);
        }
        stepStart = load;
        step.add(value.clone(null));
        if (!isLong || isWidened) {
            step.op(Opcodes.I2L);
        }
        if (subtracts) {
            step.op(Opcodes.LNEG);
        }
        return true;
    }

    /** Whether it is a variable, and has one value throughout the loop. */
    private boolean isUnchanged(int local) {
        for (AbstractInsnNode i = first; i != last; i = i.getNext()) {
            if (Liveness.written(i) == local) {
                return false;
            }
        }
        return local >= 0;
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
                    if (i instanceof JumpInsnNode
                            && Instructions.fallsThrough(i)
                            && isExit(target)) { // a break is no test, but a jump
                        return refuse(SEVERAL_CONDITIONS, SIMPLER);
                    }
                    if (at > to || at < from && Instructions.after(target) != first) {
                        return refuseAt(
                                i,
                                "the loop is left by break, or by continue of another loop",
                                "let all iterations run, and skip the unwanted by continue");
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
            if (!(apart || around || inside && (code.indexOf(t.handler) <= to || onlyThrows(t)))) {
                return refuseUnreadable("a try statement begins or ends within the loop");
            }
        }
        return true;
    }

    /**
     * Whether a handler throws, whatever happens, and needs nothing from elsewhere: the compiler
     * has one at a method's end, for what a record pattern's accessors throw.
     */
    static boolean onlyThrows(TryCatchBlockNode t) {
        Set<Integer> own = new HashSet<>();
        for (AbstractInsnNode i = t.handler; i != null; i = i.getNext()) {
            if (i.getOpcode() == Opcodes.ATHROW) {
                return true;
            }
            if (!Instructions.fallsThrough(i)
                    || !Instructions.targets(i).isEmpty()
                    || Liveness.read(i) >= 0 && !own.contains(Liveness.read(i))) {
                return false;
            }
            own.add(Liveness.written(i));
        }
        return false;
    }

    boolean refuseWithoutRepetition() {
        if (hasProbes) { // a way back may lead over one
            return refuseUnreadable(UNREADABLE);
        }
        return refuse(
                "the loop has no second iteration: its body always throws, or leaves it",
                "remove @Parallel");
    }

    private boolean refuseUnreadable(String reason) {
        return refuse(reason, hasProbes ? WITHOUT_PROBES : READABLE);
    }

    boolean refuse(String reason, String remedy) {
        return refuseAt(mark.start.get(0), reason, remedy);
    }

    boolean refuseAt(AbstractInsnNode at, String reason, String remedy) {
        return refuseAt(at, LoopWeaver.PARALLEL, reason, remedy);
    }

    /** A loop, for what is wrong with the variable that the annotation marks. */
    boolean refuseAt(AbstractInsnNode at, String annotation, String reason, String remedy) {
        refusals.add(Refusal.at(at, file, owner, method, annotation, reason, remedy));
        return false;
    }
}
