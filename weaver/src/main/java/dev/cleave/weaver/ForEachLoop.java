package dev.cleave.weaver;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** A for-each loop, which a class file does not tell from others. */
final class ForEachLoop {
    private static final String ITERATOR = "java/util/Iterator";
    private static final String ELEMENTS = Code.LAZY + "Elements";
    private static final String OF = "(Ljava/lang/Iterable;)L" + ELEMENTS + ";";

    /**
     * The names of what compilers keep for a loop: javac tells them in a lambda, from JDK 25 on,
     * and Eclipse's compiler in a record's compact constructor.
     */
    private static final Set<String> KEPT = Set.of("arr$", "i$", " collection", " iterator");

    private final MethodNode method;

    /** What takes an element, from an array or an iterator. */
    private final AbstractInsnNode element;

    /** What loads either. */
    private final AbstractInsnNode kept;

    private ForEachLoop(MethodNode method, AbstractInsnNode element, AbstractInsnNode kept) {
        this.method = method;
        this.element = element;
        this.kept = kept;
    }

    /** Whether what is assigned is the next element of a loop. */
    static boolean assigns(MethodNode method, VarInsnNode store) {
        return of(method, store, false) != null;
    }

    /**
     * The loop whose next element is assigned; null if it is no loop's: one comes from an array or
     * an iterator that the compiler has kept, so that debuggers are not told of it. If they are
     * told of no variable at all, the compiler's loop is the one that goes on where it takes the
     * element.
     *
     * @param ifUnknown whether to take it for one's if they are told of no lines, either
     */
    static ForEachLoop of(MethodNode method, VarInsnNode store, boolean ifUnknown) {
        AbstractInsnNode value = Instructions.before(store);
        while (value != null && FutureFinder.mayConvert(value)) {
            value = Instructions.before(value);
        }
        if (value == null) {
            return null;
        }
        AbstractInsnNode counter = Instructions.before(value);
        AbstractInsnNode kept;
        if (isCall(value, "next")) {
            kept = counter;
        } else if (value.getOpcode() >= Opcodes.IALOAD
                && value.getOpcode() <= Opcodes.SALOAD
                && counter.getOpcode() == Opcodes.ILOAD) {
            kept = Instructions.before(counter);
        } else {
            return null;
        }
        int local = Liveness.read(kept);
        if (kept.getOpcode() != Opcodes.ALOAD || !isAssigned(method, local)) {
            return null;
        }
        boolean isLoop;
        if (isTold(method, store.var, Instructions.after(store))) {
            isLoop = !isTold(method, local, kept);
        } else {
            int line = Instructions.line(kept);
            isLoop = line == 0 ? ifUnknown : goesOnInLine(method, Liveness.read(counter), line);
        }
        return isLoop ? new ForEachLoop(method, value, kept) : null;
    }

    /** Whether no way leads from an element back to where the loop takes another. */
    boolean isWithoutRepetition() {
        InsnList code = method.instructions;
        AbstractInsnNode init = init(counterOrIterator());
        if (init == null) {
            return false;
        }
        for (AbstractInsnNode i = element; i != null; i = i.getNext()) {
            for (LabelNode target : Instructions.targets(i)) {
                int at = code.indexOf(target);
                if (code.indexOf(init) < at && at < code.indexOf(element)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** What tells how far the loop is. */
    private int counterOrIterator() {
        return Liveness.read(isCall(element, "next") ? kept : Instructions.after(kept));
    }

    // ---- as a loop that counts ----

    /**
     * Has the mark of the loop's variable mark its counter instead, as the compiler has one of an
     * array's elements. Does nothing if the loop is none that this weaver can read.
     */
    void markCounter(LocalVariableAnnotationNode mark, TypeHierarchy hierarchy) {
        int counter = isCall(element, "next") ? count(hierarchy) : counterOrIterator();
        if (counter < 0) {
            return;
        }
        AbstractInsnNode init = init(counter);
        AbstractInsnNode last = init == null ? null : last(init);
        if (last == null) {
            return;
        }
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        method.instructions.insert(init, start);
        method.instructions.insert(last, end);
        method.visibleLocalVariableAnnotations.remove(mark);
        method.visibleLocalVariableAnnotations.add(
                new LocalVariableAnnotationNode(
                        Opcodes.ASM9,
                        mark.typeRef,
                        null,
                        new LabelNode[] {start},
                        new LabelNode[] {end},
                        new int[] {counter},
                        mark.desc));
    }

    /** Has a loop count that asks an iterator; the counter, or -1 if that is not to be. */
    private int count(TypeHierarchy hierarchy) {
        InsnList code = method.instructions;
        AbstractInsnNode store = init(Liveness.read(kept));
        AbstractInsnNode last = store == null ? null : last(store);
        AbstractInsnNode made = last == null ? null : Instructions.before(store);
        if (last == null
                || !(made instanceof MethodInsnNode call)
                || !call.name.equals("iterator")
                || !call.desc.startsWith("()")
                || !hierarchy.mayExtend(call.owner, "java/lang/Iterable")) {
            return -1;
        }
        AbstractInsnNode first = Instructions.after(store);
        CoverageProbes.liftExit(method, first, last);
        boolean isTestLast = first.getOpcode() == Opcodes.GOTO;
        AbstractInsnNode asked =
                isTestLast ? Instructions.after(((JumpInsnNode) first).label) : first;
        AbstractInsnNode hasNext = Instructions.after(asked);
        if (!isCall(hasNext, "hasNext")
                || isUsedOtherwise(store, asked)
                || !(Instructions.after(hasNext) instanceof JumpInsnNode test)) {
            return -1;
        }
        if (!isTestLast) {
            last = repeatAtEnd(last, test.label);
        }
        int counter = method.maxLocals++;
        method.maxStack++;
        code.set(made, call(Opcodes.INVOKESTATIC, "of", OF));
        code.insert(store, new Code().constant(0).store(Type.INT_TYPE, counter).list);
        code.insert(kept, new VarInsnNode(Opcodes.ILOAD, counter));
        code.set(element, call(Opcodes.INVOKEVIRTUAL, "get", "(I)Ljava/lang/Object;"));
        LabelNode goesOn = new LabelNode();
        LabelNode tests = new LabelNode();
        Code step = new Code().label(goesOn);
        step.list.add(new IincInsnNode(counter, 1));
        if (isTestLast) { // what goes on jumps to where the step is now
            code.insertBefore(asked, step.label(tests).list);
            ((JumpInsnNode) first).label = tests;
        } else {
            for (AbstractInsnNode i = first; i != last; i = i.getNext()) {
                retarget(i, first, goesOn);
            }
            code.insertBefore(last, step.list);
        }
        code.insertBefore(asked, new VarInsnNode(Opcodes.ILOAD, counter));
        code.set(hasNext, call(Opcodes.INVOKEVIRTUAL, "size", "()I"));
        test.setOpcode(test.getOpcode() == Opcodes.IFEQ ? Opcodes.IF_ICMPGE : Opcodes.IF_ICMPLT);
        return counter;
    }

    /**
     * A body whose end is not reached, as that of {@code if (isGood(x)) continue; throw …}, goes on
     * from within only: the loop's last instruction becomes one that goes on from the end.
     */
    private AbstractInsnNode repeatAtEnd(AbstractInsnNode last, LabelNode exit) {
        AbstractInsnNode end = Instructions.before(exit);
        if (method.instructions.indexOf(end) <= method.instructions.indexOf(last)
                || Instructions.fallsThrough(end)) {
            return last;
        }
        JumpInsnNode back = new JumpInsnNode(Opcodes.GOTO, ((JumpInsnNode) last).label);
        method.instructions.insertBefore(exit, back);
        return back;
    }

    private static MethodInsnNode call(int opcode, String name, String descriptor) {
        return new MethodInsnNode(opcode, ELEMENTS, name, descriptor, false);
    }

    /** Whether the iterator is there for more than the next element, as in a program's own loop. */
    private boolean isUsedOtherwise(AbstractInsnNode store, AbstractInsnNode asked) {
        int local = Liveness.read(kept);
        AbstractInsnNode i = store.getNext();
        while (i != null && Liveness.written(i) != local) {
            if (Liveness.read(i) == local && i != asked && i != kept) {
                return true;
            }
            i = i.getNext();
        }
        return Liveness.read(asked) != local;
    }

    /** The loop's last instruction, if this is the last before it; null if there is no loop. */
    private AbstractInsnNode last(AbstractInsnNode init) {
        AbstractInsnNode first = Instructions.after(init);
        AbstractInsnNode last = null;
        if (first.getOpcode() == Opcodes.GOTO) { // the condition comes last
            last = Instructions.after(((JumpInsnNode) first).label);
            while (last != null && !(last instanceof JumpInsnNode)) {
                last = Instructions.after(last);
            }
            if (last instanceof JumpInsnNode test) {
                CoverageProbes.liftRepetition(method, test);
            }
            return last;
        }
        for (AbstractInsnNode i = first; i != null; i = i.getNext()) {
            if (i.getOpcode() == Opcodes.GOTO
                    && Instructions.after(((JumpInsnNode) i).label) == first) {
                last = i;
            }
        }
        return last;
    }

    /** The assignment that the loop finds, with the loop right behind it; null if there is none. */
    private AbstractInsnNode init(int local) {
        AbstractInsnNode i = kept;
        while (i != null && (i instanceof IincInsnNode || Liveness.written(i) != local)) {
            i = i.getPrevious();
        }
        if (i != null) {
            CoverageProbes.lift(method, i);
        }
        return i;
    }

    /** What jumps to one instruction jumps to another. */
    private static void retarget(AbstractInsnNode i, AbstractInsnNode from, LabelNode to) {
        if (i instanceof JumpInsnNode jump) {
            jump.label = retargeted(jump.label, from, to);
        } else if (i instanceof TableSwitchInsnNode s) {
            s.labels.replaceAll(label -> retargeted(label, from, to));
            s.dflt = retargeted(s.dflt, from, to);
        } else if (i instanceof LookupSwitchInsnNode s) {
            s.labels.replaceAll(label -> retargeted(label, from, to));
            s.dflt = retargeted(s.dflt, from, to);
        }
    }

    private static LabelNode retargeted(LabelNode label, AbstractInsnNode from, LabelNode to) {
        return Instructions.after(label) == from ? to : label;
    }

    // ---- what it is told by ----

    private static boolean isCall(AbstractInsnNode i, String name) {
        return i instanceof MethodInsnNode call
                && call.owner.equals(ITERATOR)
                && call.name.equals(name);
    }

    /** Whether debuggers are told of a variable of the program's. */
    private static boolean isTold(MethodNode method, int local, AbstractInsnNode at) {
        if (method.localVariables == null || at == null) {
            return false;
        }
        int i = method.instructions.indexOf(at);
        for (LocalVariableNode v : method.localVariables) {
            if (v.index == local
                    && !KEPT.contains(v.name)
                    && method.instructions.indexOf(v.start) <= i
                    && i < method.instructions.indexOf(v.end)) {
                return true;
            }
        }
        return false;
    }

    /** Else it is a parameter, as what a parallel loop takes from outside. */
    private static boolean isAssigned(MethodNode method, int local) {
        for (AbstractInsnNode i : method.instructions) {
            if (Liveness.written(i) == local) {
                return true;
            }
        }
        return false;
    }

    /** Whether on a line the loop asks for another element, or counts those it has had. */
    private static boolean goesOnInLine(MethodNode method, int local, int line) {
        for (AbstractInsnNode i : method.instructions) {
            boolean goesOn =
                    i instanceof IincInsnNode step
                            ? step.var == local
                            : isCall(i, "hasNext")
                                    && Liveness.read(Instructions.before(i)) == local;
            if (goesOn && Instructions.line(i) == line) {
                return true;
            }
        }
        return false;
    }
}
