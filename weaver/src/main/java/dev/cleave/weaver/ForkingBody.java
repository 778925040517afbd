package dev.cleave.weaver;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Rewrites a method's code so that its future calls are noted where they are declared, and made, or
 * fetched, where they are needed. WEAVING.md draws it.
 */
class ForkingBody {
    /** Classes whose methods run no code of the program's. */
    private static final Set<String> LEAVES =
            Set.of(
                    "java/lang/Math",
                    "java/lang/StrictMath",
                    "java/lang/Boolean",
                    "java/lang/Byte",
                    "java/lang/Character",
                    "java/lang/Short",
                    "java/lang/Integer",
                    "java/lang/Long",
                    "java/lang/Float",
                    "java/lang/Double");

    private final WovenMethods woven;
    private final String name;
    final MethodNode method;
    final List<FutureVariable> variables;
    private final PendingAnalysis pending;
    private final int stack;
    private final int top;
    private final int end;
    private final int frame;
    final InsnList code;

    /** Where an exception of a future's call, or of its completion, may come from. */
    final List<TryCatchBlockNode> touches = new ArrayList<>();

    /** What goes behind the method's last instruction. */
    final Code tail = new Code();

    /**
     * For one copy of a method.
     *
     * @param name the method's in the source
     * @param stack the local variable that holds the future stack
     * @param top the one that holds the frame's first slot
     */
    ForkingBody(
            WovenMethods woven,
            String name,
            MethodNode method,
            List<FutureVariable> variables,
            PendingAnalysis pending,
            int stack,
            int top) {
        this.woven = woven;
        this.name = name;
        this.method = method;
        this.variables = variables;
        this.pending = pending;
        this.stack = stack;
        this.top = top;
        this.end = method.maxLocals++;
        this.code = method.instructions;
        int slots = 0;
        for (FutureVariable v : variables) {
            for (FutureSite site : v.sites) {
                site.offset = slots;
                slots += site.slots();
            }
        }
        this.frame = slots;
    }

    static int frameOf(List<FutureVariable> variables) {
        return variables.stream().flatMap(v -> v.sites.stream()).mapToInt(FutureSite::slots).sum();
    }

    /**
     * Rewrites the code.
     *
     * @param from the instruction behind which the frame begins; null for the method's first
     */
    void rewrite(AbstractInsnNode from) {
        AbstractInsnNode[] original = code.toArray();
        Set<AbstractInsnNode> initialisers = new HashSet<>();
        for (FutureVariable v : variables) {
            for (FutureSite site : v.sites) {
                initialisers.add(site.call);
            }
        }
        for (int v = 0; v < variables.size(); v++) {
            scope(v, original);
        }
        exits(original);
        touches(original);
        boolean begun = from == null;
        for (AbstractInsnNode i : original) {
            if (begun && !initialisers.contains(i)) {
                call(i);
            }
            begun |= i == from;
        }
        for (FutureVariable v : variables) {
            for (FutureSite site : v.sites) {
                fork(site);
            }
        }
        prologue(from);
        handlers();
    }

    /** Marks with labels the code from which an exception leaves a variable's scope. */
    private void scope(int v, AbstractInsnNode[] original) {
        FutureVariable variable = variables.get(v);
        LabelNode start = null;
        for (int at = 0; at < original.length; at++) {
            AbstractInsnNode i = original[at];
            if (start == null && pending.isInScope(v, i)) {
                start = new LabelNode();
                code.insertBefore(i, start);
                for (FutureSite site : variable.sites) {
                    if (Instructions.before(i) == site.store) {
                        start = site.start; // what forks is part of it
                    }
                }
            }
            if (start != null
                    && (at + 1 == original.length || !pending.isInScope(v, original[at + 1]))) {
                LabelNode to = new LabelNode();
                code.insert(i, to);
                variable.scope.add(new FutureVariable.Range(start, to));
                start = null;
            }
        }
    }

    void prologue(AbstractInsnNode from) {
        Code c = new Code();
        c.loadInt(top).constant(frame).op(Opcodes.IADD).store(Type.INT_TYPE, end);
        c.loadObject(stack).loadInt(end).stack("top", "(I)V");
        for (FutureVariable v : variables) {
            for (FutureSite site : v.sites) {
                for (int i = 0; i < site.saved.size(); i++) {
                    Type type = site.saved.get(i);
                    c.zero(type).store(type, site.temporaries[i]);
                }
            }
        }
        if (from == null) {
            code.insert(c.list);
        } else {
            code.insert(from, c.list);
        }
    }

    // ---- declaration ----

    void fork(FutureSite site) {
        Code c = new Code();
        c.label(site.start);
        for (int i = site.saved.size() - 1; i >= 0; i--) {
            c.store(site.saved.get(i), site.temporaries[i]);
        }
        int primitive = 0;
        int reference = 0;
        for (int i = 0; i < site.saved.size(); i++) {
            Type type = site.saved.get(i);
            boolean isPrimitive = FutureSite.isPrimitive(type);
            slot(c.loadObject(stack), site, isPrimitive ? primitive++ : reference++);
            c.load(type, site.temporaries[i]);
            if (isPrimitive) {
                c.toBits(type).stack("argument", "(IJ)V");
            } else {
                c.stack("argument", "(ILjava/lang/Object;)V");
            }
        }
        slot(c.loadObject(stack), site, 0).site(site, frame, name);
        c.stack("fork", "(IL" + Code.SITE + ";)V");
        c.zero(typeOf(site.store)).add(new VarInsnNode(site.store.getOpcode(), site.store.var));
        code.insertBefore(site.call, c.list);
        if (site.allocation != null) {
            AbstractInsnNode dup = site.allocation.getNext();
            while (dup.getOpcode() != Opcodes.DUP) {
                dup = dup.getNext();
            }
            boolean mayInitialise = !site.call.owner.equals(woven.owner()) && !isPlain(dup, site);
            code.remove(dup);
            if (mayInitialise) { // the class, before the arguments are evaluated
                code.insert(site.allocation, new InsnNode(Opcodes.POP));
            } else {
                code.remove(site.allocation);
            }
        }
        for (AbstractInsnNode conversion : site.conversions) {
            code.remove(conversion);
        }
        code.remove(site.call);
        code.remove(site.store);
    }

    /** Whether the arguments behind an instruction depend on no class's initialisation. */
    private static boolean isPlain(AbstractInsnNode dup, FutureSite site) {
        for (AbstractInsnNode i = dup.getNext(); i != site.call; i = i.getNext()) {
            if (i.getOpcode() >= 0 && Liveness.read(i) < 0 && !Instructions.isConstant(i)) {
                return false;
            }
        }
        return true;
    }

    /** Pushes the stack's slot of a site's i-th argument. */
    private Code slot(Code c, FutureSite site, int i) {
        c.loadInt(top);
        if (site.offset + i > 0) {
            c.constant(site.offset + i).op(Opcodes.IADD);
        }
        return c;
    }

    private static Type typeOf(VarInsnNode access) {
        boolean isLoad = access.getOpcode() < Opcodes.ISTORE;
        switch (access.getOpcode() - (isLoad ? Opcodes.ILOAD : Opcodes.ISTORE)) {
            case 0:
                return Type.INT_TYPE;
            case 1:
                return Type.LONG_TYPE;
            case 2:
                return Type.FLOAT_TYPE;
            case 3:
                return Type.DOUBLE_TYPE;
            default:
                return Type.getObjectType("java/lang/Object");
        }
    }

    // ---- use ----

    private void touches(AbstractInsnNode[] original) {
        for (int v = 0; v < variables.size(); v++) {
            FutureVariable variable = variables.get(v);
            for (AbstractInsnNode i : original) {
                int state = pending.state(v, i);
                if (PendingAnalysis.isUse(variable, i)
                        && pending.isInScope(v, i)
                        && (state & PendingAnalysis.PENDING) != 0) {
                    boolean certain =
                            state == PendingAnalysis.PENDING && variable.sites.size() == 1;
                    for (FutureSite site : variable.sites) {
                        code.insertBefore(i, touch(site, certain, Instructions.line(i)).list);
                    }
                }
            }
        }
    }

    Code touch(FutureSite site, boolean certain, int line) {
        Code c = new Code();
        LabelNode from = new LabelNode();
        LabelNode stolen = new LabelNode();
        LabelNode converted = new LabelNode();
        LabelNode to = new LabelNode();
        LabelNode done = new LabelNode();
        if (!certain) {
            slot(c.loadObject(stack), site, 0).stack("isPending", "(I)Z");
            c.jump(Opcodes.IFEQ, done);
        }
        c.line(site.line).label(from);
        slot(c.loadObject(stack), site, 0).stack("touch", "(I)" + Code.CALL_TYPE.getDescriptor());
        c.op(Opcodes.DUP).jump(Opcodes.IFNONNULL, stolen).op(Opcodes.POP);
        makeCall(c, site);
        c.jump(Opcodes.GOTO, converted);
        c.label(stolen).loadObject(stack).op(Opcodes.SWAP).loadInt(end);
        c.stack(
                "await",
                "(" + Code.CALL_TYPE.getDescriptor() + "I)" + Code.CALL_TYPE.getDescriptor());
        result(c, site.result()).label(converted);
        store(c, site).label(to);
        int references = site.references();
        for (int i = 0; i < references; i++) {
            slot(c.loadObject(stack), site, i).stack("forget", "(I)V");
        }
        touches.add(new TryCatchBlockNode(from, to, site.failed, null));
        return c.label(done).line(line);
    }

    private static Code result(Code c, Type result) {
        return FutureSite.isPrimitive(result)
                ? c.invokeVirtual(Code.CALL, "primitiveResult", "()J").fromBits(result)
                : c.invokeVirtual(Code.CALL, "referenceResult", "()Ljava/lang/Object;")
                        .cast(result);
    }

    /** Converts a result as the source does, and stores it in the future's variable. */
    private static Code store(Code c, FutureSite site) {
        for (AbstractInsnNode conversion : site.conversions) {
            c.add(conversion.clone(null));
        }
        return c.add(new VarInsnNode(site.store.getOpcode(), site.store.var));
    }

    /** Makes a future's call from the saved arguments, as the serial program would have. */
    private void makeCall(Code c, FutureSite site) {
        boolean direct = woven.isDirect(site.call);
        if (!direct) {
            c.loadObject(stack).loadInt(end).stack("top", "(I)V");
        }
        if (site.allocation != null) {
            c.add(new TypeInsnNode(Opcodes.NEW, site.call.owner)).op(Opcodes.DUP);
        }
        for (int i = 0; i < site.saved.size(); i++) {
            c.load(site.saved.get(i), site.temporaries[i]);
        }
        if (direct) {
            c.loadObject(stack).loadInt(end).add(woven.toBody(site.call, WovenMethods.FORKING));
        } else {
            c.add(site.call.clone(null));
        }
    }

    // ---- the end of a scope ----

    /** Completes what may be pending on every way out of a scope but exceptions. */
    private void exits(AbstractInsnNode[] original) {
        for (int at = 0; at < original.length; at++) {
            AbstractInsnNode i = original[at];
            if (Instructions.isReturn(i)) {
                code.insertBefore(i, completions(i, null).list);
                continue;
            }
            if (Instructions.fallsThrough(i) && at + 1 < original.length) {
                Code completions = completions(i, original[at + 1]);
                if (completions.list.size() > 0) {
                    code.insert(i, completions.list);
                }
            }
            redirect(i);
        }
    }

    /** Sends a jump that leaves scopes over a landing that completes what they hold. */
    private void redirect(AbstractInsnNode i) {
        if (i instanceof JumpInsnNode jump) {
            jump.label = landing(i, jump.label);
        } else if (i instanceof TableSwitchInsnNode s) {
            s.dflt = landing(i, s.dflt);
            s.labels.replaceAll(label -> landing(i, label));
        } else if (i instanceof LookupSwitchInsnNode s) {
            s.dflt = landing(i, s.dflt);
            s.labels.replaceAll(label -> landing(i, label));
        }
    }

    private LabelNode landing(AbstractInsnNode from, LabelNode target) {
        Code completions = completions(from, target);
        if (completions.list.size() == 0) {
            return target;
        }
        LabelNode landing = new LabelNode();
        tail.label(landing);
        tail.list.add(completions.list);
        tail.jump(Opcodes.GOTO, target);
        return landing;
    }

    /**
     * What a step from one instruction to another, or to the caller, is to complete, oldest first.
     */
    private Code completions(AbstractInsnNode from, AbstractInsnNode to) {
        Code c = new Code();
        for (int v = 0; v < variables.size(); v++) {
            if (!pending.mayHold(v, from)
                    || (pending.after(v, from) & PendingAnalysis.PENDING) == 0
                    || to != null && pending.isInScope(v, to)) {
                continue;
            }
            for (FutureSite site : variables.get(v).sites) {
                if (site.mayFailToConvert() || to != null && pending.isAlive(v, to)) {
                    c.list.add(touch(site, false, 0).list);
                } else {
                    complete(c, site);
                }
            }
        }
        return c.list.size() == 0 ? c : c.line(Instructions.line(from));
    }

    void complete(Code c, FutureSite site) {
        LabelNode from = new LabelNode();
        LabelNode to = new LabelNode();
        c.line(site.line).label(from);
        slot(c.loadObject(stack), site, 0).loadInt(end).stack("complete", "(II)V");
        c.label(to);
        touches.add(new TryCatchBlockNode(from, to, site.failed, null));
    }

    // ---- other calls ----

    void call(AbstractInsnNode i) {
        Code c = new Code();
        if (i instanceof MethodInsnNode call) {
            if (woven.isDirect(call)) {
                c.loadObject(stack).loadInt(end).add(woven.toBody(call, WovenMethods.FORKING));
                code.insertBefore(i, c.list);
                code.remove(i);
                return;
            }
            if (LEAVES.contains(call.owner)) {
                return;
            }
        } else if (!(i instanceof InvokeDynamicInsnNode)) {
            return;
        }
        code.insertBefore(i, c.loadObject(stack).loadInt(end).stack("top", "(I)V").list);
    }

    // ---- exceptions ----

    private void handlers() {
        for (FutureVariable v : variables) {
            tail.label(v.left);
            v.sites.forEach(this::left);
            tail.label(v.leftThrow).op(Opcodes.ATHROW).label(v.leftEnd);
            for (FutureSite site : v.sites) {
                tail.label(site.failed);
                failed(site);
                tail.op(Opcodes.ATHROW).label(site.failedEnd);
            }
        }
        code.add(tail.list);
        List<TryCatchBlockNode> table = method.tryCatchBlocks;
        List<TryCatchBlockNode> written = List.copyOf(table);
        List<TryCatchBlockNode> outer = new ArrayList<>();
        for (FutureVariable v : variables) {
            insertScope(v);
            for (TryCatchBlockNode t : written) {
                if (!isOfTryStatement(t.handler, v, written)) {
                    insertDetours(v, t, outer);
                }
            }
        }
        for (FutureVariable v : variables) {
            cover(table, v.sites.get(0).start, v.left, v.left, v.leftEnd, outer);
            for (FutureSite site : v.sites) {
                cover(table, site.start, v.left, site.failed, site.failedEnd, outer);
            }
        }
        table.addAll(outer);
        table.addAll(0, touches);
    }

    /** An exception leaves a future's scope: completes what may be pending. */
    void left(FutureSite site) {
        if (site.mayFailToConvert()) {
            completeAndConvert(site);
        } else {
            tail.line(site.line).loadObject(stack).op(Opcodes.SWAP);
            slot(tail, site, 0).loadInt(end);
            tail.stack("complete", "(Ljava/lang/Throwable;II)Ljava/lang/Throwable;");
        }
    }

    /** A future's call has thrown. */
    void failed(FutureSite site) {
        tail.loadObject(stack).op(Opcodes.SWAP);
        slot(tail, site, site.slots());
        tail.stack("drop", "(Ljava/lang/Throwable;I)Ljava/lang/Throwable;");
    }

    /** The same, where what follows the call may fail as well: before what is on its way out. */
    private void completeAndConvert(FutureSite site) {
        int failure = method.maxLocals++;
        LabelNode none = new LabelNode();
        LabelNode done = new LabelNode();
        tail.line(site.line).store(Code.THROWABLE, failure);
        slot(tail.loadObject(stack).load(Code.THROWABLE, failure), site, 0).loadInt(end);
        tail.stack("completed", "(Ljava/lang/Throwable;II)" + Code.CALL_TYPE.getDescriptor());
        tail.op(Opcodes.DUP).jump(Opcodes.IFNULL, none);
        store(result(tail, site.result()), site)
                .jump(Opcodes.GOTO, done)
                .label(none)
                .op(Opcodes.POP);
        tail.label(done).load(Code.THROWABLE, failure);
    }

    /** An exception on its way out of the scope completes the future: inside what encloses it. */
    private void insertScope(FutureVariable v) {
        List<TryCatchBlockNode> table = method.tryCatchBlocks;
        int at = 0;
        for (int i = 0; i < table.size(); i++) {
            LabelNode handler = table.get(i).handler;
            if (v.isInScope(code, code.indexOf(handler))) {
                at = i + 1;
            }
        }
        for (FutureVariable.Range piece : v.scope) {
            table.add(at++, new TryCatchBlockNode(piece.start(), piece.end(), v.left, null));
        }
    }

    /**
     * A handler outside the scope that does not cover the declaration: javac has one for what a
     * record pattern's accessors throw. On the way there the future is completed.
     *
     * @param into receives what covers the code that completes it: what covers the place but for
     *     what lies within the scope
     */
    private void insertDetours(
            FutureVariable v, TryCatchBlockNode t, List<TryCatchBlockNode> into) {
        List<TryCatchBlockNode> table = method.tryCatchBlocks;
        for (FutureVariable.Range piece : v.scope) {
            LabelNode from = later(t.start, piece.start());
            LabelNode to = later(t.end, piece.end()) == t.end ? piece.end() : t.end;
            if (code.indexOf(from) >= code.indexOf(to)) {
                continue;
            }
            int last = table.size() - 1;
            while (table.get(last).handler != v.left) {
                last--;
            }
            LabelNode detour = new LabelNode();
            LabelNode end = new LabelNode();
            int failure = method.maxLocals++;
            tail.label(detour).op(Opcodes.DUP).store(Code.THROWABLE, failure);
            v.sites.forEach(this::left);
            // What the future throws instead is thrown as if by the declaration.
            tail.op(Opcodes.DUP).loadObject(failure).jump(Opcodes.IF_ACMPNE, v.leftThrow);
            tail.op(Opcodes.ATHROW).label(end);
            code.add(tail.list);
            cover(table.subList(last + 1, table.size()), from, null, detour, end, into);
            int first = last + 1 - v.scope.size();
            table.add(first, new TryCatchBlockNode(from, to, detour, t.type));
        }
    }

    /** Whether a handler belongs to a try statement around the scope, or in it. */
    private boolean isOfTryStatement(
            LabelNode handler, FutureVariable v, List<TryCatchBlockNode> written) {
        return v.isInScope(code, code.indexOf(handler))
                || written.stream()
                        .filter(t -> t.handler == handler)
                        .anyMatch(
                                t ->
                                        v.sites.stream()
                                                .anyMatch(
                                                        s ->
                                                                Instructions.covers(
                                                                        code, t, s.start)));
    }

    private LabelNode later(LabelNode a, LabelNode b) {
        return code.indexOf(a) > code.indexOf(b) ? a : b;
    }

    /**
     * Code behind the method's end throws as if from somewhere else: the same handlers apply.
     *
     * @param as where it throws as if from
     * @param except a handler that does not apply, or null
     */
    private void cover(
            List<TryCatchBlockNode> table,
            LabelNode as,
            LabelNode except,
            LabelNode from,
            LabelNode to,
            List<TryCatchBlockNode> into) {
        for (TryCatchBlockNode t : table) {
            if (t.handler != except && Instructions.covers(code, t, as)) {
                into.add(new TryCatchBlockNode(from, to, t.handler, t.type));
                if (t.type == null) {
                    return; // nothing gets past it
                }
            }
        }
    }

    /** Where a saved value is kept: a local variable of its own. */
    static void assignTemporaries(MethodNode method, List<FutureVariable> variables) {
        for (FutureVariable v : variables) {
            for (FutureSite site : v.sites) {
                site.temporaries = new int[site.saved.size()];
                for (int i = 0; i < site.temporaries.length; i++) {
                    site.temporaries[i] = method.maxLocals;
                    method.maxLocals += site.saved.get(i).getSize();
                }
            }
        }
    }
}
