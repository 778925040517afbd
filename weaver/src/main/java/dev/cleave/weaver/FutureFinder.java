package dev.cleave.weaver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.TypePath;
import org.objectweb.asm.TypeReference;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Finds a method's future variables and the calls that initialise them, or says why a future cannot
 * be honoured.
 */
final class FutureFinder {
    static final String ANNOTATION = "Ldev/cleave/Future;";

    private static final String INITIALISE =
            "initialise it by one call, moving the expression into a method, or remove @Future";

    private static final Set<String> BOXES =
            Set.of(
                    "java/lang/Boolean",
                    "java/lang/Byte",
                    "java/lang/Character",
                    "java/lang/Short",
                    "java/lang/Integer",
                    "java/lang/Long",
                    "java/lang/Float",
                    "java/lang/Double");

    private final String owner;
    private final String file;
    private final MethodNode method;
    private final boolean instance;
    private final List<Refusal> refusals;
    private final Set<LabelNode> jumpTargets;
    private Frame<SourceValue>[] frames;

    /**
     * For one method.
     *
     * @param instance whether local variable 0 is the receiver, whatever the method's flags say
     * @param refusals where to put what cannot be honoured
     */
    FutureFinder(
            String owner,
            String file,
            MethodNode method,
            boolean instance,
            List<Refusal> refusals) {
        this.owner = owner;
        this.file = file;
        this.method = method;
        this.instance = instance;
        this.refusals = refusals;
        this.jumpTargets = Instructions.jumpTargets(method);
    }

    static boolean hasFutures(MethodNode method) {
        return method.visibleLocalVariableAnnotations != null
                && method.visibleLocalVariableAnnotations.stream()
                        .anyMatch(a -> a.desc.equals(ANNOTATION));
    }

    /** The variables, in the order of their declarations; those refused are left out. */
    List<FutureVariable> find() throws AnalyzerException {
        frames = new Analyzer<>(new SourceInterpreter()).analyze(owner, method);
        List<FutureVariable> found = new ArrayList<>();
        for (LocalVariableAnnotationNode a : method.visibleLocalVariableAnnotations) {
            if (!a.desc.equals(ANNOTATION)) {
                continue;
            }
            found.addAll(variables(a));
        }
        found.sort(Comparator.comparingInt(v -> method.instructions.indexOf(v.sites.get(0).store)));
        return found;
    }

    /** The variables of a declaration: one, but for what a compiler has repeated. */
    private List<FutureVariable> variables(LocalVariableAnnotationNode a) {
        AbstractInsnNode first = a.start.get(0);
        if (new TypeReference(a.typeRef).getSort() != TypeReference.LOCAL_VARIABLE) {
            refuse(
                    first,
                    "@Future marks a resource of a try statement",
                    "declare the resource without it");
            return List.of();
        }
        if (a.typePath != null && marksTypeArgument(a.typePath)) {
            refuse(
                    first,
                    "@Future marks a type argument, not the variable",
                    "write it in front of the whole declaration");
            return List.of();
        }
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
            refuse(
                    first,
                    "the method is synchronized, and whoever runs the call would not have the lock",
                    "synchronize a part that neither declares nor uses the future");
            return List.of();
        }
        List<FutureVariable> variables = new ArrayList<>();
        List<FutureVariable> copies = copies(a);
        if (copies.isEmpty()) {
            refuse(first, "the variable is not initialised by an assignment", INITIALISE);
        }
        for (FutureVariable variable : copies) {
            for (FutureVariable.Range range : variable.ranges) {
                if (isAssignedBefore(variable, range)) {
                    FutureSite site = site(variable, range);
                    if (site == null) {
                        return List.of();
                    }
                    variable.sites.add(site);
                } // else paths on which it has been assigned meet there
            }
            if (variable.sites.isEmpty()) {
                refuse(first, "the variable is not initialised by an assignment", INITIALISE);
                return List.of();
            }
            if (!isAssignedOnce(variable)) {
                return List.of();
            }
            variables.add(variable);
        }
        return variables;
    }

    /**
     * A compiler repeats the code of a finally block at every way out of the try statement, and
     * with it the variables declared there. Pieces of code belong to the same one if control goes
     * from one into the other.
     */
    private List<FutureVariable> copies(LocalVariableAnnotationNode a) {
        List<FutureVariable> copies = new ArrayList<>();
        for (FutureVariable piece : pieces(a)) {
            FutureVariable merged = new FutureVariable(piece.index, new ArrayList<>(piece.ranges));
            for (FutureVariable other : List.copyOf(copies)) {
                if (other.index == merged.index && (leads(other, merged) || leads(merged, other))) {
                    copies.remove(other);
                    merged.ranges.addAll(0, other.ranges);
                }
            }
            copies.add(merged);
        }
        return copies;
    }

    /** The pieces of code that a declaration names, each as a variable. */
    private List<FutureVariable> pieces(LocalVariableAnnotationNode a) {
        List<FutureVariable> pieces = new ArrayList<>();
        for (int i = 0; i < a.start.size(); i++) {
            FutureVariable.Range range = new FutureVariable.Range(a.start.get(i), a.end.get(i));
            pieces.add(new FutureVariable(a.index.get(i), List.of(range)));
        }
        if (method.name.equals("<init>")) {
            pieces = ofThisConstructor(pieces);
        }
        return pieces;
    }

    /**
     * A compiler gives each constructor what it knows of the copies of an initialiser in all of
     * them. What belongs to this one begins behind an assignment, or where only jumps lead that
     * come from such a piece.
     */
    private List<FutureVariable> ofThisConstructor(List<FutureVariable> pieces) {
        List<FutureVariable> own = new ArrayList<>();
        for (FutureVariable piece : pieces) {
            FutureVariable.Range range = piece.ranges.get(0);
            AbstractInsnNode before = Instructions.before(range.start());
            boolean belongs =
                    isAssignedBefore(piece, range)
                            || before != null
                                    && !Instructions.fallsThrough(before)
                                    && pieces.stream()
                                            .anyMatch(
                                                    p -> p.index == piece.index && leads(p, piece));
            boolean isNew =
                    own.stream()
                            .noneMatch(
                                    p ->
                                            p.index == piece.index
                                                    && p.ranges.get(0).start() == range.start());
            if (belongs && isNew) {
                own.add(piece);
            }
        }
        return own;
    }

    /** Whether control goes from one of a variable's ranges into one of another's. */
    private boolean leads(FutureVariable from, FutureVariable to) {
        for (int at = 0; at < method.instructions.size(); at++) {
            AbstractInsnNode i = method.instructions.get(at);
            boolean assigns =
                    from.ranges.stream().anyMatch(r -> Instructions.before(r.start()) == i);
            if (!assigns && !from.isInScope(method.instructions, at)) {
                continue;
            }
            if (Instructions.fallsThrough(i) && to.isInScope(method.instructions, at + 1)) {
                return true;
            }
            for (LabelNode target : Instructions.targets(i)) {
                if (to.isInScope(method.instructions, method.instructions.indexOf(target))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean marksTypeArgument(TypePath path) {
        for (int i = 0; i < path.getLength(); i++) {
            int step = path.getStep(i);
            if (step == TypePath.TYPE_ARGUMENT || step == TypePath.WILDCARD_BOUND) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAssignedBefore(FutureVariable variable, FutureVariable.Range range) {
        return Instructions.before(range.start()) instanceof VarInsnNode store
                && store.getOpcode() >= Opcodes.ISTORE
                && store.getOpcode() <= Opcodes.ASTORE
                && store.var == variable.index;
    }

    private FutureSite site(FutureVariable variable, FutureVariable.Range range) {
        VarInsnNode store = (VarInsnNode) Instructions.before(range.start());
        Deque<AbstractInsnNode> conversions = new ArrayDeque<>();
        AbstractInsnNode at = Instructions.before(store);
        while (isConversion(at)) {
            conversions.addFirst(at);
            at = Instructions.before(at);
        }
        if (!(at instanceof MethodInsnNode call)
                || call.getOpcode() == Opcodes.INVOKEDYNAMIC
                || joinsBetween(at, store)) {
            return refuse(store, "the initialiser is not a call", INITIALISE);
        }
        if (frame(call) == null) {
            return refuse(store, "the declaration is never reached", "remove @Future");
        }
        AbstractInsnNode allocation = null;
        if (call.name.equals("<init>")) {
            allocation = allocation(call);
            if (allocation == null) {
                return refuse(
                        store,
                        "the object is not made by a plain new expression",
                        "move it into a method");
            }
        }
        return new FutureSite(
                variable,
                call,
                List.copyOf(conversions),
                store,
                allocation,
                receiver(call),
                Instructions.line(call));
    }

    private boolean joinsBetween(AbstractInsnNode from, AbstractInsnNode to) {
        for (AbstractInsnNode i = from; i != to; i = i.getNext()) {
            if (i instanceof LabelNode label && jumpTargets.contains(label)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isConversion(AbstractInsnNode i) {
        if (i == null) {
            return false;
        }
        int opcode = i.getOpcode();
        if ((opcode >= Opcodes.I2L && opcode <= Opcodes.I2S) || opcode == Opcodes.CHECKCAST) {
            return true;
        }
        if (!(i instanceof MethodInsnNode call) || !BOXES.contains(call.owner)) {
            return false;
        }
        boolean boxes =
                opcode == Opcodes.INVOKESTATIC
                        && call.name.equals("valueOf")
                        && Type.getArgumentTypes(call.desc).length == 1
                        && FutureSite.isPrimitive(Type.getArgumentTypes(call.desc)[0]);
        boolean unboxes =
                opcode == Opcodes.INVOKEVIRTUAL
                        && call.name.endsWith("Value")
                        && Type.getArgumentTypes(call.desc).length == 0;
        if (!boxes && !unboxes) {
            return false;
        }
        AbstractInsnNode converted = Instructions.before(i);
        while (isConversion(converted)) {
            converted = Instructions.before(converted);
        }
        return converted instanceof MethodInsnNode; // else this call is itself the initialiser
    }

    private Frame<SourceValue> frame(AbstractInsnNode at) {
        return frames[method.instructions.indexOf(at)];
    }

    /** The NEW of a constructor call whose object is duplicated right after, as compilers do. */
    private AbstractInsnNode allocation(MethodInsnNode call) {
        Frame<SourceValue> frame = frame(call);
        int depth = Type.getArgumentTypes(call.desc).length;
        Set<AbstractInsnNode> sources = frame.getStack(frame.getStackSize() - 1 - depth).insns;
        if (sources.size() != 1) {
            return null;
        }
        AbstractInsnNode dup = sources.iterator().next();
        AbstractInsnNode allocation = Instructions.before(dup);
        return dup.getOpcode() == Opcodes.DUP
                        && allocation != null
                        && allocation.getOpcode() == Opcodes.NEW
                ? allocation
                : null;
    }

    /** As what a saved receiver is to be cast: a protected method needs one of this class. */
    private Type receiver(MethodInsnNode call) {
        if (call.getOpcode() != Opcodes.INVOKESTATIC && !call.name.equals("<init>") && instance) {
            Frame<SourceValue> frame = frame(call);
            int depth = Type.getArgumentTypes(call.desc).length;
            Set<AbstractInsnNode> sources = frame.getStack(frame.getStackSize() - 1 - depth).insns;
            boolean isThis = !sources.isEmpty();
            for (AbstractInsnNode source : sources) {
                isThis &=
                        source instanceof VarInsnNode load
                                && load.getOpcode() == Opcodes.ALOAD
                                && load.var == 0;
            }
            if (isThis || call.getOpcode() == Opcodes.INVOKESPECIAL) {
                return Type.getObjectType(owner);
            }
        }
        return Type.getObjectType(call.owner);
    }

    private boolean isAssignedOnce(FutureVariable variable) {
        for (AbstractInsnNode i : method.instructions) {
            boolean assigns =
                    i instanceof VarInsnNode v
                                    && v.getOpcode() >= Opcodes.ISTORE
                                    && v.getOpcode() <= Opcodes.ASTORE
                                    && v.var == variable.index
                            || i instanceof IincInsnNode increment
                                    && increment.var == variable.index;
            if (assigns
                    && variable.isInScope(method.instructions, method.instructions.indexOf(i))) {
                refuse(
                        i,
                        "the future is assigned again",
                        "use another variable for the second value");
                return false;
            }
        }
        return true;
    }

    /** Notes a refusal; null, for the caller to return. */
    <T> T refuse(AbstractInsnNode at, String reason, String remedy) {
        refusals.add(
                new Refusal(
                        file,
                        Instructions.line(at),
                        owner.replace('/', '.') + "." + method.name,
                        reason,
                        remedy));
        return null;
    }
}
