package dev.cleave.weaver;

import static dev.cleave.weaver.WovenMethods.BELOW;
import static dev.cleave.weaver.WovenMethods.FORKING;
import static dev.cleave.weaver.WovenMethods.MIDDLE;
import static dev.cleave.weaver.WovenMethods.RISING;
import static dev.cleave.weaver.WovenMethods.SERIAL;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/** Makes of one method with futures its entry and its bodies. WEAVING.md draws them. */
final class MethodWeaver {
    /** Words of parameters, the receiver's included: the JVM's limit is 255, and two are added. */
    private static final int MOST_PARAMETERS = 253;

    /** Where a frame begins that has none, as its call runs as it is written. */
    private static final int NOT_ENTERED = -1;

    private final WovenMethods woven;
    private final TypeHierarchy hierarchy;
    private final String file;
    private final MethodNode original;
    private final boolean isStatic;
    private final Type result;
    private final List<Type> parameters = new ArrayList<>();
    private final int parameterSize;
    private final int cutOrdinal;
    private int frame;

    MethodWeaver(
            WovenMethods woven,
            String file,
            MethodNode original,
            int cutOrdinal,
            TypeHierarchy hierarchy) {
        this.woven = woven;
        this.hierarchy = hierarchy;
        this.file = file;
        this.original = original;
        this.cutOrdinal = cutOrdinal;
        this.isStatic = (original.access & Opcodes.ACC_STATIC) != 0;
        this.result = Type.getReturnType(original.desc);
        if (!isStatic) {
            parameters.add(Type.getObjectType(woven.owner()));
        }
        parameters.addAll(List.of(Type.getArgumentTypes(original.desc)));
        this.parameterSize = parameters.stream().mapToInt(Type::getSize).sum();
    }

    /** Whether the method cannot have bodies of its own, and is rewritten where it stands. */
    static boolean isInPlace(MethodNode method) {
        return method.name.startsWith("<");
    }

    /**
     * Looks for what cannot be honoured, and finds the sites of what can.
     *
     * @param refusals where to put the former
     * @return the latter; empty if anything is refused
     */
    static List<FutureSite> check(
            String owner,
            String file,
            MethodNode method,
            TypeHierarchy hierarchy,
            List<Refusal> refusals)
            throws AnalyzerException {
        int before = refusals.size();
        boolean instance = (method.access & Opcodes.ACC_STATIC) == 0;
        FutureFinder finder = new FutureFinder(owner, file, method, instance, hierarchy, refusals);
        List<FutureVariable> variables = finder.find();
        if (method.name.equals("<init>") && !variables.isEmpty()) {
            refuseEarly(finder, method, variables);
        }
        if (refusals.size() == before && !variables.isEmpty()) {
            refuseMonitors(finder, method, variables);
        }
        int words = (Type.getArgumentsAndReturnSizes(method.desc) >> 2) - (instance ? 0 : 1);
        if (!isInPlace(method) && !variables.isEmpty() && words > MOST_PARAMETERS) {
            finder.refuse(
                    variables.get(0).sites.get(0).call,
                    "the method's parameters take "
                            + words
                            + " words, and at most "
                            + MOST_PARAMETERS
                            + " leave room for what weaving adds",
                    "pass some of them in an object");
        }
        if (refusals.size() > before) {
            return List.of();
        }
        return variables.stream().flatMap(v -> v.sites.stream()).toList();
    }

    private static void refuseEarly(
            FutureFinder finder, MethodNode method, List<FutureVariable> variables) {
        int constructed = method.instructions.indexOf(Instructions.superCall(method));
        for (FutureVariable v : variables) {
            for (FutureSite site : v.sites) {
                if (method.instructions.indexOf(site.call) < constructed) {
                    finder.refuse(
                            site.call,
                            "the future is declared before the call of super(…) or this(…)",
                            "declare it after that call, or in a method that the arguments call");
                }
            }
        }
    }

    private static void refuseMonitors(
            FutureFinder finder, MethodNode method, List<FutureVariable> variables) {
        if (!Instructions.locks(method)) {
            return; // the analysis takes long where there are many futures
        }
        PendingAnalysis pending = new PendingAnalysis(method, variables);
        for (int v = 0; v < variables.size(); v++) {
            for (AbstractInsnNode i : method.instructions) {
                boolean declares = false;
                for (FutureSite site : variables.get(v).sites) {
                    declares |= site.call == i;
                }
                boolean touches =
                        PendingAnalysis.isUse(variables.get(v), i)
                                && pending.isInScope(v, i)
                                && (pending.state(v, i) & PendingAnalysis.PENDING) != 0;
                if ((declares || touches) && pending.monitors(i) > 0) {
                    finder.refuse(
                            i,
                            "a future is "
                                    + (declares ? "declared" : "used for the first time")
                                    + " inside a synchronized block",
                            "declare and use it outside, and synchronize the rest");
                }
            }
        }
    }

    /**
     * Makes the methods that take the original's place.
     *
     * @param sites receives the sites, whose ordinals go on from its size
     */
    List<MethodNode> weave(List<FutureSite> sites) throws AnalyzerException {
        List<MethodNode> methods = new ArrayList<>();
        if (isInPlace(original)) {
            methods.add(inPlace(sites));
            return methods;
        }
        MethodNode forking = forking(sites);
        methods.add(entry());
        methods.add(forking);
        methods.add(below());
        methods.add(middle());
        methods.add(rising());
        methods.add(serial());
        return methods;
    }

    /**
     * Makes the bodies of a method without futures, which stays as it is.
     *
     * @return its forking, middle and serial bodies
     */
    List<MethodNode> carry() {
        MethodNode forking = copy(FORKING);
        redirect(forking, FORKING, 0);
        insertReceiverCheck(forking);
        MethodNode middle = copy(MIDDLE);
        redirect(middle, MIDDLE, 0);
        insertReceiverCheck(middle);
        return List.of(forking, middle, serial());
    }

    /**
     * Has a body call bodies of its kind, and hand on the parameters that the weaver has added.
     *
     * @param less what is taken from the last of them
     */
    private void redirect(MethodNode body, String suffix, int less) {
        for (AbstractInsnNode i : body.instructions.toArray()) {
            if (i instanceof MethodInsnNode call && woven.isDirect(call)) {
                if (!suffix.equals(SERIAL)) {
                    Code c = new Code().loadObject(parameterSize).loadInt(parameterSize + 1);
                    if (less > 0) {
                        c.constant(less).op(Opcodes.ISUB);
                    }
                    body.instructions.insertBefore(i, c.list);
                }
                body.instructions.set(i, woven.toBody(call, suffix));
            }
        }
    }

    private void insertReceiverCheck(MethodNode body) {
        Code c = new Code();
        requireReceiver(c);
        body.instructions.insert(c.list);
    }

    // ---- copies ----

    /** A copy of the original as a static method with further parameters. */
    private MethodNode copy(String suffix) {
        int access =
                Opcodes.ACC_PRIVATE
                        | Opcodes.ACC_STATIC
                        | Opcodes.ACC_SYNTHETIC
                        | original.access & Opcodes.ACC_STRICT;
        String descriptor = woven.bodyDescriptor(isStatic, original.desc, suffix);
        MethodNode copy =
                new MethodNode(
                        Opcodes.ASM9,
                        access,
                        woven.bodyName(original.name, original.desc, suffix),
                        descriptor,
                        null,
                        original.exceptions.toArray(String[]::new));
        original.accept(copy);
        copy.parameters = null;
        copy.visibleAnnotations = null;
        copy.invisibleAnnotations = null;
        copy.visibleTypeAnnotations = null;
        copy.invisibleTypeAnnotations = null;
        copy.visibleParameterAnnotations = null;
        copy.invisibleParameterAnnotations = null;
        shift(copy, parameterSize, suffix.equals(SERIAL) ? 0 : 2);
        return copy;
    }

    /** Makes room for local variables from an index on. */
    private static void shift(MethodNode method, int from, int by) {
        for (AbstractInsnNode i : method.instructions) {
            if (i instanceof VarInsnNode v && v.var >= from) {
                v.var += by;
            } else if (i instanceof IincInsnNode v && v.var >= from) {
                v.var += by;
            }
        }
        if (method.localVariables != null) {
            for (LocalVariableNode v : method.localVariables) {
                v.index += v.index >= from ? by : 0;
            }
        }
        shift(method.visibleLocalVariableAnnotations, from, by);
        shift(method.invisibleLocalVariableAnnotations, from, by);
        method.maxLocals += by;
    }

    private static void shift(List<LocalVariableAnnotationNode> annotations, int from, int by) {
        if (annotations != null) {
            for (LocalVariableAnnotationNode a : annotations) {
                a.index.replaceAll(index -> index >= from ? index + by : index);
            }
        }
    }

    private static MethodNode unmarked(MethodNode method) {
        Instructions.unmark(method, FutureFinder.ANNOTATION);
        return method;
    }

    // ---- bodies ----

    private MethodNode forking(List<FutureSite> sites) throws AnalyzerException {
        MethodNode body = copy(FORKING);
        rewrite(body, sites, parameterSize, parameterSize + 1, null);
        Code c = new Code();
        LabelNode forks = new LabelNode();
        requireReceiver(c);
        c.cutConstant(cutOrdinal, frame).loadObject(parameterSize).loadInt(parameterSize + 1);
        c.cut("isReached", "(L" + Code.STACK + ";I)Z");
        c.jump(Opcodes.IFEQ, forks);
        arguments(c).loadObject(parameterSize).loadInt(parameterSize + 1);
        body(c, BELOW).op(result.getOpcode(Opcodes.IRETURN)).label(forks);
        body.instructions.insert(c.list);
        return unmarked(body);
    }

    private void rewrite(
            MethodNode body, List<FutureSite> sites, int stack, int top, AbstractInsnNode from)
            throws AnalyzerException {
        List<FutureVariable> variables = variables(body);
        for (FutureVariable v : variables) {
            for (FutureSite site : v.sites) {
                site.ordinal = sites.size();
                sites.add(site);
            }
        }
        frame = ForkingBody.frameOf(variables);
        PendingAnalysis pending = new PendingAnalysis(body, variables);
        ForkingBody.assignTemporaries(body, variables);
        new ForkingBody(woven, original.name, body, variables, pending, stack, top).rewrite(from);
    }

    private List<FutureVariable> variables(MethodNode body) throws AnalyzerException {
        return new FutureFinder(woven.owner(), file, body, !isStatic, hierarchy, new ArrayList<>())
                .find();
    }

    /**
     * The method as it was written, but for what tells of its futures where they are; and, for
     * stretches in which those would not be told apart, as it was written.
     *
     * @param sites where to add those of its futures
     */
    List<MethodNode> recording(List<FutureSite> sites) throws AnalyzerException {
        MethodNode body = Instructions.copyOf(original);
        List<FutureVariable> variables = variables(body);
        variables.forEach(v -> sites.addAll(v.sites));
        PendingAnalysis pending = new PendingAnalysis(body, variables);
        new RecordingBody(woven, body, variables, pending)
                .rewrite(original.name.equals("<init>") ? Instructions.superCall(body) : null);
        unmarked(body);
        if (isInPlace(original)) {
            return List.of(body);
        }
        LabelNode records = new LabelNode();
        Code c = new Code();
        c.invokeStatic(RecordingBody.PROBE, "isBelow", "()Z", false);
        body(arguments(c.jump(Opcodes.IFEQ, records)), SERIAL);
        c.op(result.getOpcode(Opcodes.IRETURN)).label(records);
        LabelNode failed = new LabelNode();
        onExit(body, records, () -> leave(new Code()), failed);
        body.instructions.insert(c.list);
        body.instructions.add(leave(new Code().label(failed)).op(Opcodes.ATHROW).list);
        return List.of(body, serial());
    }

    private static Code leave(Code c) {
        return c.invokeStatic(RecordingBody.PROBE, "returns", "()V", false);
    }

    private MethodNode below() {
        MethodNode body = empty(BELOW);
        int stack = parameterSize;
        int top = stack + 1;
        int begun = top + 1;
        Code c = begin(new Code(), stack, top, begun);
        between(body, c, () -> middle(c, stack), () -> ended(c, stack, begun), begun + 2);
        return body;
    }

    /** Adds to a body what begins with the code so far, and ends alike whether or not it throws. */
    private void between(MethodNode body, Code c, Runnable inside, Supplier<Code> ends, int value) {
        LabelNode from = new LabelNode();
        LabelNode to = new LabelNode();
        LabelNode failed = new LabelNode();
        c.label(from);
        inside.run();
        keep(c, value).label(to);
        give(ends.get(), value).op(result.getOpcode(Opcodes.IRETURN)).label(failed);
        ends.get().op(Opcodes.ATHROW);
        body.instructions.add(c.list);
        body.tryCatchBlocks.add(new TryCatchBlockNode(from, to, failed, null));
    }

    private Code begin(Code c, int stack, int top, int begun) {
        c.cutConstant(cutOrdinal, frame).loadObject(stack).loadInt(top);
        return c.cut("begin", "(L" + Code.STACK + ";I)J").store(Type.LONG_TYPE, begun);
    }

    private Code ended(Code c, int stack, int begun) {
        c.cutConstant(cutOrdinal, frame).loadObject(stack).load(Type.LONG_TYPE, begun);
        return c.cut("end", "(L" + Code.STACK + ";J)V");
    }

    private MethodNode middle() {
        MethodNode body = unmarked(copy(MIDDLE));
        int stack = parameterSize;
        int levels = stack + 1;
        redirect(body, MIDDLE, 1);
        Code c = new Code();
        LabelNode watches = new LabelNode();
        LabelNode goesOn = new LabelNode();
        requireReceiver(c);
        c.loadInt(levels).jump(Opcodes.IFNE, watches);
        body(arguments(c), SERIAL).op(result.getOpcode(Opcodes.IRETURN)).label(watches);
        c.loadObject(stack).stack("isUrgent", "()Z").jump(Opcodes.IFEQ, goesOn);
        body(arguments(c).loadObject(stack).loadInt(levels), RISING);
        c.op(result.getOpcode(Opcodes.IRETURN)).label(goesOn);
        body.instructions.insert(c.list);
        return body;
    }

    /** By itself, as what it keeps would make each frame of a deep stretch larger. */
    private MethodNode rising() {
        MethodNode body = empty(RISING);
        int stack = parameterSize;
        int levels = stack + 1;
        int start = levels + 1;
        Code c = new Code();
        c.loadObject(stack).stack("top", "()I").store(Type.INT_TYPE, start);
        c.loadObject(stack).cutConstant(cutOrdinal, frame).loadInt(start);
        c.stack("rise", "(L" + Code.CUT + ";I)V");
        between(
                body,
                c,
                () -> body(arguments(c).loadObject(stack).loadInt(start), FORKING),
                () -> sink(c, stack, start, levels),
                start + 1);
        return body;
    }

    private static Code sink(Code c, int stack, int start, int levels) {
        return c.loadObject(stack).loadInt(start).loadInt(levels).stack("sink", "(II)V");
    }

    private MethodNode serial() {
        MethodNode body = unmarked(copy(SERIAL));
        redirect(body, SERIAL, 0);
        insertReceiverCheck(body);
        return body;
    }

    /** What keeps the method's name: decides which body runs, for a caller that is not woven. */
    private MethodNode entry() {
        MethodNode entry = Instructions.copyOf(original);
        entry.instructions.clear();
        entry.tryCatchBlocks.clear();
        entry.localVariables = null;
        entry.visibleLocalVariableAnnotations = null;
        entry.invisibleLocalVariableAnnotations = null;
        int stack = parameterSize;
        int start = stack + 1;
        int value = start + 1;
        Code c = new Code();
        LabelNode parallel = new LabelNode();
        LabelNode forks = new LabelNode();
        LabelNode from = new LabelNode();
        LabelNode to = new LabelNode();
        LabelNode failed = new LabelNode();
        c.line(Instructions.firstLine(original));
        current(c, stack);
        c.loadObject(stack).jump(Opcodes.IFNONNULL, parallel);
        body(arguments(c), SERIAL).op(result.getOpcode(Opcodes.IRETURN));
        c.label(parallel).loadObject(stack).stack("isBelow", "()Z").jump(Opcodes.IFEQ, forks);
        middle(c, stack).op(result.getOpcode(Opcodes.IRETURN));
        c.label(forks).loadObject(stack).stack("enterCall", "()I").store(Type.INT_TYPE, start);
        c.label(from);
        body(arguments(c).loadObject(stack).loadInt(start), FORKING);
        keep(c, value).label(to).loadObject(stack).loadInt(start).stack("exitCall", "(I)V");
        give(c, value).op(result.getOpcode(Opcodes.IRETURN));
        c.label(failed);
        exitThrowing(c, stack, start);
        entry.instructions.add(c.list);
        entry.tryCatchBlocks.add(new TryCatchBlockNode(from, to, failed, null));
        return entry;
    }

    private Code middle(Code c, int stack) {
        arguments(c).loadObject(stack).loadObject(stack).stack("watchedLevels", "()I");
        return body(c, MIDDLE);
    }

    private static void current(Code c, int stack) {
        c.invokeStatic(Code.STACK, "current", "()L" + Code.STACK + ";", false);
        c.store(Code.STACK_TYPE, stack);
    }

    private static void exitThrowing(Code c, int stack, int start) {
        c.loadObject(stack).op(Opcodes.SWAP).loadInt(start);
        c.stack("exitCall", "(Ljava/lang/Throwable;I)Ljava/lang/Throwable;").op(Opcodes.ATHROW);
    }

    /**
     * A constructor or class initialiser: forks where it stands, from the call of its superclass's
     * on. Its untouched code follows, for where nobody would steal, and for what does not fork: no
     * other method could take its place, as only an initialiser may assign final fields.
     */
    private MethodNode inPlace(List<FutureSite> sites) throws AnalyzerException {
        MethodNode body = Instructions.copyOf(original);
        int stack = body.maxLocals;
        int top = stack + 1;
        int begun = top + 1;
        body.maxLocals += 4;
        AbstractInsnNode from =
                original.name.equals("<init>") ? Instructions.superCall(body) : null;
        rewrite(body, sites, stack, top, from);
        LabelNode plain = new LabelNode();
        LabelNode begins = new LabelNode();
        LabelNode failed = new LabelNode();
        Code c = new Code();
        if (from != null) {
            c.constant(NOT_ENTERED).store(Type.INT_TYPE, top);
            c.op(Opcodes.LCONST_0).store(Type.LONG_TYPE, begun);
        }
        current(c, stack);
        c.loadObject(stack).jump(Opcodes.IFNULL, plain);
        c.loadObject(stack).stack("isBelow", "()Z").jump(Opcodes.IFNE, plain);
        if (from == null) { // it runs once, so no cut would be found for it
            c.loadObject(stack).constant(frame).stack("isFull", "(I)Z").jump(Opcodes.IFNE, plain);
        }
        c.loadObject(stack).stack("enterCall", "()I").store(Type.INT_TYPE, top).label(begins);
        if (from == null) {
            body.instructions.insert(c.list);
        } else {
            LabelNode forks = new LabelNode();
            c.cutConstant(cutOrdinal, frame).loadObject(stack).loadInt(top);
            c.cut("isReached", "(L" + Code.STACK + ";I)Z").jump(Opcodes.IFEQ, forks);
            begin(c, stack, top, begun).jump(Opcodes.GOTO, plain).label(forks);
            body.instructions.insert(from, c.list);
        }
        onExit(
                body,
                begins,
                () -> new Code().loadObject(stack).loadInt(top).stack("exitCall", "(I)V"),
                failed);
        Code tail = new Code().label(failed);
        exitThrowing(tail, stack, top);
        body.instructions.add(tail.list);
        body.instructions.add(plain);
        if (from == null) {
            addUntouched(body, Instructions.copyOf(original));
        } else {
            addStretch(body, plain, stack, top, begun);
        }
        return unmarked(body);
    }

    /** Adds a constructor's untouched code, which ends a stretch if it is one. */
    private void addStretch(MethodNode body, LabelNode plain, int stack, int top, int begun) {
        LabelNode failed = new LabelNode();
        MethodNode untouched = Instructions.copyOf(original);
        onExit(
                untouched,
                plain,
                () -> {
                    Code c = new Code();
                    LabelNode returns = new LabelNode();
                    c.loadInt(top).jump(Opcodes.IFLT, returns);
                    ended(c, stack, begun).loadObject(stack).loadInt(top);
                    return c.stack("exitCall", "(I)V").label(returns);
                },
                failed);
        addUntouched(body, untouched);
        LabelNode stretch = new LabelNode();
        Code tail = new Code().label(failed).loadInt(top).jump(Opcodes.IFGE, stretch);
        tail.op(Opcodes.ATHROW).label(stretch);
        ended(tail, stack, begun);
        exitThrowing(tail, stack, top);
        body.instructions.add(tail.list);
    }

    /**
     * Has a method run code before it returns, and a handler, to be added, if it throws: but not
     * for what that code throws, which would run twice.
     */
    private static void onExit(
            MethodNode method, LabelNode from, Supplier<Code> returns, LabelNode handler) {
        LabelNode start = from;
        for (AbstractInsnNode i : method.instructions.toArray()) {
            if (Instructions.isReturn(i)) {
                LabelNode end = new LabelNode();
                LabelNode next = new LabelNode();
                method.instructions.insertBefore(i, new Code().label(end).list);
                method.instructions.insertBefore(i, returns.get().label(next).list);
                method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler, null));
                start = next;
            }
        }
        method.tryCatchBlocks.add(new TryCatchBlockNode(start, handler, handler, null));
    }

    /** Adds the original's code, from the superclass's constructor's call on. */
    private void addUntouched(MethodNode body, MethodNode untouched) {
        Set<AbstractInsnNode> before = new HashSet<>();
        if (original.name.equals("<init>")) {
            AbstractInsnNode last = Instructions.superCall(untouched);
            for (AbstractInsnNode i = last; i != null; i = i.getPrevious()) {
                before.add(i);
            }
        }
        for (AbstractInsnNode i : before) {
            if (!(i instanceof LabelNode)) { // variables of what is left begin at one of those
                untouched.instructions.remove(i);
            }
        }
        for (TryCatchBlockNode t : untouched.tryCatchBlocks) {
            if (!before.contains(t.start)) {
                body.tryCatchBlocks.add(t);
            }
        }
        if (untouched.localVariables != null) {
            for (LocalVariableNode v : untouched.localVariables) {
                if (!before.contains(v.end)) {
                    body.localVariables.add(v);
                }
            }
        }
        body.instructions.add(untouched.instructions);
    }

    // ---- parts ----

    private MethodNode empty(String suffix) {
        return new MethodNode(
                Opcodes.ASM9,
                Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                woven.bodyName(original.name, original.desc, suffix),
                woven.bodyDescriptor(isStatic, original.desc, suffix),
                null,
                original.exceptions.toArray(String[]::new));
    }

    /** A call from body to body does not look whether there is a receiver. */
    private void requireReceiver(Code c) {
        if (woven.mayLackReceiver(original.name, original.desc)) {
            c.line(Instructions.firstLine(original)).loadObject(0);
            c.invokeStatic(
                    "java/util/Objects",
                    "requireNonNull",
                    "(Ljava/lang/Object;)Ljava/lang/Object;",
                    false);
            c.op(Opcodes.POP);
        }
    }

    private Code arguments(Code c) {
        int local = 0;
        for (Type type : parameters) {
            c.load(type, local);
            local += type.getSize();
        }
        return c;
    }

    private Code body(Code c, String suffix) {
        return c.invokeStatic(
                woven.owner(),
                woven.bodyName(original.name, original.desc, suffix),
                woven.bodyDescriptor(isStatic, original.desc, suffix),
                woven.isInterface);
    }

    private Code keep(Code c, int value) {
        return result.getSize() == 0 ? c : c.store(result, value);
    }

    private Code give(Code c, int value) {
        return result.getSize() == 0 ? c : c.load(result, value);
    }
}
