package dev.cleave.weaver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

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
    private final boolean isInterface;
    private final LoopShape shape;
    private final LoopVariables variables;

    private LoopWeaver(
            String owner,
            String file,
            boolean isInterface,
            MethodNode method,
            boolean hasProbes,
            TypeHierarchy hierarchy,
            List<Refusal> refusals,
            LocalVariableAnnotationNode mark) {
        this.owner = owner;
        this.isInterface = isInterface;
        this.shape = new LoopShape(owner, file, method, hasProbes, mark, refusals);
        this.variables = new LoopVariables(shape, hierarchy);
    }

    static boolean hasLoops(MethodNode method) {
        return !marks(method, PARALLEL).isEmpty();
    }

    static List<LocalVariableAnnotationNode> marks(MethodNode method, String annotation) {
        return method.visibleLocalVariableAnnotations == null
                ? List.of()
                : method.visibleLocalVariableAnnotations.stream()
                        .filter(a -> a.desc.equals(annotation))
                        .toList();
    }

    /**
     * Rewrites a method's parallel loops, outer ones first.
     *
     * @param hasProbes whether JaCoCo has set probes in the class
     * @param number of the class's next loop
     * @return the methods that the loops have moved to, which may have loops of their own; null if
     *     a loop is refused
     */
    static List<MethodNode> weave(
            String owner,
            String file,
            boolean isInterface,
            MethodNode method,
            boolean hasProbes,
            int number,
            TypeHierarchy hierarchy,
            List<Refusal> refusals)
            throws AnalyzerException {
        List<MethodNode> bodies = new ArrayList<>();
        if (marksTypeArgument(owner, file, method, refusals)) {
            return null;
        }
        separate(method);
        for (LocalVariableAnnotationNode mark : marks(method, PARALLEL)) {
            if (Instructions.before(mark.start.get(0)) instanceof VarInsnNode store) {
                ForEachLoop loop = ForEachLoop.of(method, store, true);
                if (loop != null && loop.isWithoutRepetition()) {
                    new LoopShape(owner, file, method, hasProbes, mark, refusals)
                            .refuseWithoutRepetition();
                    return null;
                }
                if (loop != null) {
                    loop.markCounter(mark, hierarchy);
                }
            }
        }
        for (LocalVariableAnnotationNode mark : marks(method, PARALLEL)) {
            CoverageProbes.lift(method, mark);
        }
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
                            owner,
                            file,
                            isInterface,
                            method,
                            hasProbes,
                            hierarchy,
                            refusals,
                            outermost);
            MethodNode body = loop.weave(number + bodies.size());
            if (body == null) {
                return null;
            }
            bodies.add(body);
        }
        Instructions.unmark(method, REDUCE);
        return bodies;
    }

    /** Whether what is marked is a part of a variable's type only; each such mark is refused. */
    private static boolean marksTypeArgument(
            String owner, String file, MethodNode method, List<Refusal> refusals) {
        boolean found = false;
        for (String annotation : List.of(PARALLEL, REDUCE)) {
            for (LocalVariableAnnotationNode a : marks(method, annotation)) {
                if (a.typePath != null && FutureFinder.marksTypeArgument(a.typePath)) {
                    found = true;
                    refusals.add(
                            Refusal.at(
                                    a.start.get(0),
                                    file,
                                    owner,
                                    method,
                                    annotation,
                                    Refusal.mark(annotation)
                                            + " marks a type argument, not the variable",
                                    "write it in front of the whole declaration"));
                }
            }
        }
        return found;
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
                if (isAssigned(a, r) && begun.add(Instructions.before(a.start.get(r)))) {
                    copies.add(places(a, List.of(r)));
                }
            }
            if (!copies.isEmpty()) {
                method.visibleLocalVariableAnnotations.remove(a);
                method.visibleLocalVariableAnnotations.addAll(copies);
            }
        }
    }

    /**
     * Those of an annotation's places that are in a variable which is assigned right before one of
     * them: the others are another constructor's, where that has the variable elsewhere.
     */
    static List<Integer> own(LocalVariableAnnotationNode a, List<Integer> places) {
        Set<Integer> assigned =
                places.stream()
                        .filter(r -> isAssigned(a, r))
                        .map(a.index::get)
                        .collect(Collectors.toSet());
        return places.stream().filter(r -> assigned.contains(a.index.get(r))).toList();
    }

    /** Whether the variable has just been assigned where one of an annotation's places begins. */
    private static boolean isAssigned(LocalVariableAnnotationNode a, int place) {
        AbstractInsnNode init = Instructions.before(a.start.get(place));
        return init != null && Liveness.written(init) == a.index.get(place);
    }

    /** An annotation, at some of its places. */
    static LocalVariableAnnotationNode places(LocalVariableAnnotationNode a, List<Integer> some) {
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
        if (!shape.find() || !variables.find()) {
            return null;
        }
        String name = WovenMethods.loopName(shape.method.name, number);
        MethodNode body = new OutlinedLoop(shape, variables).create(name);
        replace(body, number);
        return body;
    }

    /**
     * Puts the call before the loop, which stays for where nobody would steal: there it costs what
     * it costs unwoven.
     */
    private void replace(MethodNode body, int number) {
        int stack = shape.method.maxLocals;
        int firstValue = stack + 1;
        int stepValue = firstValue + 2;
        int count = stepValue + 2;
        int partial = count + 2;
        int boundValue = partial + 1;
        shape.method.maxLocals = boundValue + 2;
        shape.method.maxStack += 12 + 2 * variables.captured.size();
        Code c = new Code();
        LabelNode asWritten = new LabelNode();
        c.invokeStatic(LOOP, "stack", "()L" + Code.STACK + ";", false);
        c.store(Code.STACK_TYPE, stack).loadObject(stack).jump(Opcodes.IFNULL, asWritten);
        c.load(shape.variableType(), shape.variable);
        widen(c).store(Type.LONG_TYPE, firstValue);
        c.list.add(shape.step.list);
        c.store(Type.LONG_TYPE, stepValue);
        c.load(Type.LONG_TYPE, firstValue);
        Map<LabelNode, LabelNode> none = new HashMap<>();
        for (AbstractInsnNode i : shape.bound) {
            c.add(i.clone(none));
        }
        widen(c).load(Type.LONG_TYPE, stepValue);
        c.constant(shape.isInclusive ? 1 : 0).constant(shape.isUp ? 1 : 0);
        c.invokeStatic(LOOP, shape.isLong ? "count" : "countInts", "(JJJZZ)J", false);
        c.store(Type.LONG_TYPE, count);
        c.load(Type.LONG_TYPE, count).op(Opcodes.LCONST_0).op(Opcodes.LCMP);
        c.jump(Opcodes.IFEQ, shape.exit).load(Type.LONG_TYPE, count);
        StringBuilder factory = new StringBuilder("(");
        for (int local : variables.captured) {
            c.load(variables.types.get(local), local);
            factory.append(variables.types.get(local).getDescriptor());
        }
        c.load(Type.LONG_TYPE, firstValue).load(Type.LONG_TYPE, stepValue);
        factory.append("JJ)L").append(BODY).append(';');
        c.lambda(
                factory.toString(),
                BODY_DESCRIPTOR,
                new Handle(Opcodes.H_INVOKESTATIC, owner, body.name, body.desc, isInterface));
        int line = Instructions.line(shape.first);
        c.loadObject(stack).loopConstant(number, variables.reductions, shape.method.name, line);
        c.invokeStatic(LOOP, "run", RUN_DESCRIPTOR, false);
        c.store(Type.getType("[J"), partial);
        for (int j = 0; j < variables.accumulated.size(); j++) {
            combine(c, j, partial);
        }
        c.jump(Opcodes.GOTO, shape.exit).label(asWritten);
        if (!isBoundSteady()) {
            evaluateBoundFirst(c, boundValue);
        }
        shape.code.insert(shape.init, c.list);
    }

    /** Whether it makes no difference how often the bound is evaluated. */
    private boolean isBoundSteady() {
        return shape.bound.stream()
                .allMatch(
                        i ->
                                Liveness.read(i) >= 0
                                        || i.getOpcode() == Opcodes.ARRAYLENGTH
                                        || i.getOpcode() == Opcodes.I2L
                                        || Instructions.isConstant(i));
    }

    private void evaluateBoundFirst(Code c, int local) {
        Code kept = new Code().load(shape.variableType(), local);
        shape.code.insertBefore(shape.bound.get(0), kept.list);
        for (AbstractInsnNode i : shape.bound) {
            shape.code.remove(i);
            c.add(i);
        }
        c.store(shape.variableType(), local);
    }

    private Code widen(Code c) {
        return shape.isLong ? c : c.op(Opcodes.I2L);
    }

    /** The variable, combined with what the loop has accumulated. */
    private void combine(Code c, int j, int partial) {
        Type type = variables.accumulatedType(j);
        int local = variables.accumulated.get(j);
        c.load(type, local).loadObject(partial).constant(j).op(Opcodes.LALOAD).fromBits(type);
        String reduction = variables.reductions.get(j);
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
}
