package dev.cleave.weaver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.TypeReference;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The method of its own that a parallel loop moves to, and which runs a range of its iterations.
 */
final class OutlinedLoop {
    private final LoopShape shape;
    private final LoopVariables variables;

    /** Where the captured variables are here: they are the first parameters. */
    private final Map<Integer, Integer> locals = new HashMap<>();

    /** Of the loop's labels, those that are here. */
    private final Map<LabelNode, LabelNode> labels = new HashMap<>();

    /** Behind the loop. */
    private final LabelNode out = new LabelNode();

    // The parameters behind the captured variables, and what is computed from them.
    private final int firstValue;
    private final int stepValue;
    private final int from;
    private final int to;
    private final int partial;
    private final int end;

    /** How far all other variables move up. */
    private final int base;

    OutlinedLoop(LoopShape shape, LoopVariables variables) {
        this.shape = shape;
        this.variables = variables;
        int next = 0;
        for (int local : variables.captured) {
            locals.put(local, next);
            next += variables.types.get(local).getSize();
        }
        firstValue = next;
        stepValue = next + 2;
        from = next + 4;
        to = next + 6;
        partial = next + 8;
        end = next + 9;
        base = next + 11;
        for (AbstractInsnNode i : shape.code) {
            if (i instanceof LabelNode label) {
                labels.put(label, shape.isExit(label) ? out : new LabelNode());
            }
        }
    }

    private String descriptor() {
        StringBuilder d = new StringBuilder("(");
        for (int local : variables.captured) {
            d.append(variables.types.get(local).getDescriptor());
        }
        return d.append("JJJJ[J)V").toString(); // first value, step, from, to, partial
    }

    /** The method, and takes from the loop that stays the marks that are now here. */
    MethodNode create(String name) {
        MethodNode body =
                new MethodNode(
                        Opcodes.ASM9,
                        Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                        name,
                        descriptor(),
                        null,
                        shape.method.exceptions.toArray(String[]::new));
        LabelNode head = new LabelNode();
        Code c = new Code();
        initialise(c);
        iterate(c, head);
        storePartialResults(c);
        c.op(Opcodes.RETURN);
        for (LabelNode handler : outerHandlers()) {
            AbstractInsnNode i = handler;
            for (; i.getOpcode() != Opcodes.ATHROW; i = i.getNext()) {
                c.add(moved(i, Map.of()));
            }
            c.op(Opcodes.ATHROW);
        }
        body.instructions.add(c.list);
        // A jump to the condition goes to the new one.
        for (AbstractInsnNode i : body.instructions) {
            if (i instanceof JumpInsnNode jump && body.instructions.indexOf(jump.label) < 0) {
                jump.label = head;
            }
        }
        body.maxLocals = base + shape.method.maxLocals + 2;
        body.maxStack = shape.method.maxStack + 8;
        copyTables(body);
        nameOuterVariables(body, head);
        if (LoopWeaver.hasLoops(body)) {
            markReductions(body, head);
        }
        return body;
    }

    private void initialise(Code c) {
        Type type = shape.variableType();
        iterationValue(c, from).store(type, base + shape.variable);
        iterationValue(c, to).store(type, end);
        variables.constants.forEach(
                (local, value) ->
                        c.add(value.clone(null)).store(variables.types.get(local), base + local));
        for (int j = 0; j < variables.accumulated.size(); j++) {
            identity(c, j).store(variables.accumulatedType(j), base + variables.accumulated.get(j));
        }
    }

    private void iterate(Code c, LabelNode head) {
        Type type = shape.variableType();
        c.label(head).load(type, base + shape.variable).load(type, end);
        if (shape.isLong) {
            c.op(Opcodes.LCMP).jump(shape.isUp ? Opcodes.IFGE : Opcodes.IFLE, out);
        } else {
            c.jump(shape.isUp ? Opcodes.IF_ICMPGE : Opcodes.IF_ICMPLE, out);
        }
        if (!beginsLine(shape.condition.getNext())) {
            c.line(Instructions.line(shape.condition)); // of a loop that is written in one line
        }
        for (AbstractInsnNode i = shape.condition.getNext(); i != shape.last; i = i.getNext()) {
            c.add(moved(i, locals));
        }
        c.jump(Opcodes.GOTO, head).label(out);
    }

    private void storePartialResults(Code c) {
        for (int j = 0; j < variables.accumulated.size(); j++) {
            c.loadObject(partial).constant(j);
            c.load(variables.accumulatedType(j), base + variables.accumulated.get(j))
                    .toBits(variables.accumulatedType(j));
            c.op(Opcodes.LASTORE);
        }
    }

    private AbstractInsnNode moved(AbstractInsnNode i, Map<Integer, Integer> locals) {
        AbstractInsnNode clone = i.clone(labels);
        if (clone instanceof VarInsnNode v) {
            v.var = locals.getOrDefault(v.var, base + v.var);
        } else if (clone instanceof IincInsnNode v) {
            v.var = locals.getOrDefault(v.var, base + v.var);
        }
        return clone;
    }

    /** Where what the loop throws goes to, outside it, to become another exception. */
    private Set<LabelNode> outerHandlers() {
        Set<LabelNode> outer = new LinkedHashSet<>();
        for (TryCatchBlockNode t : shape.method.tryCatchBlocks) {
            if (isInside(t) && !isInside(t.handler)) {
                outer.add(t.handler);
            }
        }
        return outer;
    }

    /**
     * Whether a variable is declared in the loop's body. If that ends by a continue, its last jump
     * may be the loop's own, and the variable's place ends behind it.
     */
    private boolean isInside(LabelNode start, LabelNode end) {
        return shape.code.indexOf(start) >= shape.code.indexOf(shape.condition)
                && (shape.code.indexOf(end) <= shape.code.indexOf(shape.last) || shape.isExit(end));
    }

    private boolean isInside(TryCatchBlockNode t) {
        return shape.code.indexOf(t.start) >= shape.code.indexOf(shape.condition)
                && shape.code.indexOf(t.end) <= shape.code.indexOf(shape.last) + 1;
    }

    private boolean isInside(LabelNode label) {
        return shape.code.indexOf(label) >= shape.code.indexOf(shape.condition)
                && shape.code.indexOf(label) <= shape.code.indexOf(shape.last);
    }

    private static boolean beginsLine(AbstractInsnNode at) {
        AbstractInsnNode i = at;
        while (i.getOpcode() < 0 && !(i instanceof LineNumberNode)) {
            i = i.getNext();
        }
        return i instanceof LineNumberNode;
    }

    private Code iterationValue(Code c, int iteration) {
        c.load(Type.LONG_TYPE, firstValue).load(Type.LONG_TYPE, iteration);
        c.load(Type.LONG_TYPE, stepValue).op(Opcodes.LMUL).op(Opcodes.LADD);
        return shape.isLong ? c : c.op(Opcodes.L2I);
    }

    private Code identity(Code c, int j) {
        Type type = variables.accumulatedType(j);
        String reduction = variables.reductions.get(j);
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
    private void copyTables(MethodNode body) {
        for (TryCatchBlockNode t : shape.method.tryCatchBlocks) {
            if (isInside(t)) {
                body.tryCatchBlocks.add(
                        new TryCatchBlockNode(
                                labels.get(t.start),
                                labels.get(t.end),
                                labels.get(t.handler),
                                t.type));
            }
        }
        if (shape.method.visibleLocalVariableAnnotations != null) {
            shape.method.visibleLocalVariableAnnotations.remove(shape.mark);
            body.visibleLocalVariableAnnotations = new ArrayList<>();
            for (LocalVariableAnnotationNode a :
                    List.copyOf(shape.method.visibleLocalVariableAnnotations)) {
                List<Integer> inside = new ArrayList<>();
                List<Integer> outside = new ArrayList<>();
                for (int r = 0; r < a.start.size(); r++) {
                    (isInside(a.start.get(r), a.end.get(r)) ? inside : outside).add(r);
                }
                if (!inside.isEmpty()) {
                    shape.method.visibleLocalVariableAnnotations.remove(a);
                    List<Integer> own = LoopWeaver.own(a, inside);
                    if (!own.isEmpty()) {
                        body.visibleLocalVariableAnnotations.add(moved(LoopWeaver.places(a, own)));
                    }
                    List<Integer> ofOtherCopies = LoopWeaver.own(a, outside);
                    if (!ofOtherCopies.isEmpty()) {
                        shape.method.visibleLocalVariableAnnotations.add(
                                LoopWeaver.places(a, ofOtherCopies));
                    }
                }
            }
        }
        if (shape.method.localVariables != null) {
            body.localVariables = new ArrayList<>();
            for (LocalVariableNode v : shape.method.localVariables) {
                if (isInside(v.start, v.end)) {
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

    /** What the loop counts, takes from outside and accumulates is there for debuggers, too. */
    private void nameOuterVariables(MethodNode body, LabelNode head) {
        if (shape.method.localVariables == null) {
            return;
        }
        for (LocalVariableNode v : shape.method.localVariables) {
            boolean isKept =
                    locals.containsKey(v.index)
                            || variables.constants.containsKey(v.index)
                            || v.index == shape.variable
                            || variables.accumulated.contains(v.index);
            if (isKept
                    && shape.code.indexOf(v.start) <= shape.code.indexOf(shape.first)
                    && shape.code.indexOf(v.end) >= shape.code.indexOf(shape.last)) {
                body.localVariables.add(
                        new LocalVariableNode(
                                v.name,
                                v.desc,
                                v.signature,
                                head,
                                out,
                                locals.getOrDefault(v.index, base + v.index)));
            }
        }
    }

    /** A loop inside may add to what this one adds to. */
    private void markReductions(MethodNode body, LabelNode head) {
        int kind = TypeReference.newTypeReference(TypeReference.LOCAL_VARIABLE).getValue();
        for (int local : variables.accumulated) {
            body.visibleLocalVariableAnnotations.add(
                    new LocalVariableAnnotationNode(
                            Opcodes.ASM9,
                            kind,
                            null,
                            new LabelNode[] {head},
                            new LabelNode[] {out},
                            new int[] {base + local},
                            LoopWeaver.REDUCE));
        }
    }

    private LocalVariableAnnotationNode moved(LocalVariableAnnotationNode a) {
        LabelNode[] starts = a.start.stream().map(labels::get).toArray(LabelNode[]::new);
        LabelNode[] ends = a.end.stream().map(labels::get).toArray(LabelNode[]::new);
        int[] indices = a.index.stream().mapToInt(i -> locals.getOrDefault(i, base + i)).toArray();
        LocalVariableAnnotationNode copy =
                new LocalVariableAnnotationNode(
                        Opcodes.ASM9, a.typeRef, a.typePath, starts, ends, indices, a.desc);
        copy.values = a.values;
        return copy;
    }
}
