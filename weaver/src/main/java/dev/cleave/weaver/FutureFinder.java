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
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
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

    /** Some code where the variable has a value, and which local variable of the frame it is. */
    private record Place(int index, FutureVariable.Range range) {
        boolean contains(InsnList code, AbstractInsnNode at) {
            int i = at == null ? -1 : code.indexOf(at);
            return code.indexOf(range.start()) <= i && i < code.indexOf(range.end());
        }
    }

    private final String owner;
    private final String file;
    private final MethodNode method;
    private final boolean instance;
    private final TypeHierarchy hierarchy;
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
            TypeHierarchy hierarchy,
            List<Refusal> refusals) {
        this.owner = owner;
        this.file = file;
        this.method = method;
        this.instance = instance;
        this.hierarchy = hierarchy;
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
        frames = Instructions.frames(new StackSources(), owner, method);
        List<FutureVariable> found = new ArrayList<>();
        if (!hasFutures(method)) {
            return found;
        }
        for (LocalVariableAnnotationNode a : method.visibleLocalVariableAnnotations) {
            if (!a.desc.equals(ANNOTATION)) {
                continue;
            }
            for (FutureVariable variable : variables(a)) {
                if (found.stream().anyMatch(other -> isSame(variable, other))) {
                    refuse(
                            variable.sites.get(0).store,
                            "two variables have one place in the frame and one value",
                            "mark one of them, or compile with javac");
                } else {
                    found.add(variable);
                }
            }
        }
        found.sort(Comparator.comparingInt(v -> method.instructions.indexOf(v.sites.get(0).store)));
        return found;
    }

    /** Whether two variables have an assignment in common. */
    private static boolean isSame(FutureVariable a, FutureVariable b) {
        return a.sites.stream()
                .anyMatch(s -> b.sites.stream().anyMatch(other -> s.store == other.store));
    }

    /**
     * The variables that an annotation marks: several, if the compiler has repeated the code of
     * their declaration, as it does with what a finally block declares.
     */
    private List<FutureVariable> variables(LocalVariableAnnotationNode a) {
        List<Place> places = places(a);
        if (places.isEmpty()) {
            return List.of(); // nothing follows the declaration in its block
        }
        AbstractInsnNode first = places.get(0).range.start();
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
        List<FutureVariable> found = new ArrayList<>();
        boolean initialised = false;
        for (List<Place> connected : connected(places)) {
            FutureVariable variable =
                    new FutureVariable(
                            connected.get(0).index, connected.stream().map(Place::range).toList());
            for (FutureVariable.Range range : variable.ranges) {
                // A method with far jumps is compiled twice, and its annotations have both places.
                if (isAssignedBefore(variable, range) && !isKnown(variable, range)) {
                    initialised = true;
                    FutureSite site = site(variable, range);
                    if (site == null) {
                        return List.of();
                    }
                    variable.sites.add(site);
                } // else paths on which it has been assigned meet there
            }
            if (variable.sites.isEmpty()) {
                continue; // another constructor's place
            }
            if (!isAssignedOnce(variable)) {
                return List.of();
            }
            found.add(variable);
        }
        if (!initialised) {
            refuse(first, "the variable is not initialised by an assignment", INITIALISE);
        }
        return found;
    }

    /** The annotation's places, without those of another constructor as far as one can tell. */
    private List<Place> places(LocalVariableAnnotationNode a) {
        List<Place> all = new ArrayList<>();
        for (int i = 0; i < a.start.size(); i++) {
            FutureVariable.Range range = new FutureVariable.Range(a.start.get(i), a.end.get(i));
            all.add(new Place(a.index.get(i), range));
        }
        List<Place> named = all.stream().filter(this::isNamed).toList();
        return named.isEmpty() ? all : named;
    }

    /**
     * Whether the debugger is told of a variable there; optimisers tell it of less of its range.
     */
    private boolean isNamed(Place place) {
        return method.localVariables != null
                && method.localVariables.stream()
                        .anyMatch(v -> v.index == place.index && v.start == place.range.start());
    }

    /** Parts the places among which control never goes with the variable's value. */
    private List<List<Place>> connected(List<Place> places) {
        int[] group = new int[places.size()];
        for (int i = 0; i < group.length; i++) {
            group[i] = i;
        }
        for (int i = 0; i < group.length; i++) {
            for (int j = 0; j < group.length; j++) {
                if (group[i] != group[j] && leads(places.get(i), places.get(j))) {
                    int merged = group[j];
                    for (int k = 0; k < group.length; k++) {
                        group[k] = group[k] == merged ? group[i] : group[k];
                    }
                }
            }
        }
        List<List<Place>> connected = new ArrayList<>();
        for (int i = 0; i < group.length; i++) {
            List<Place> members = new ArrayList<>();
            for (int j = 0; j < group.length; j++) {
                if (group[j] == i) {
                    members.add(places.get(j));
                }
            }
            if (!members.isEmpty()) {
                connected.add(members);
            }
        }
        return connected;
    }

    /** Whether control may go from one place to another, without an assignment between. */
    private boolean leads(Place from, Place to) {
        if (from.index != to.index) {
            return false;
        }
        InsnList code = method.instructions;
        int end = code.indexOf(from.range.end());
        for (int i = code.indexOf(from.range.start()); i < end; i++) {
            AbstractInsnNode at = code.get(i);
            if (Instructions.fallsThrough(at) && to.contains(code, at.getNext())) {
                return true;
            }
            for (LabelNode target : Instructions.targets(at)) {
                if (to.contains(code, target)) {
                    return true;
                }
            }
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (to.contains(code, block.handler)
                    && code.indexOf(block.start) < end
                    && code.indexOf(from.range.start()) < code.indexOf(block.end)) {
                return true;
            }
        }
        return false;
    }

    /** Whether an annotation with the path marks a part of the type only. */
    static boolean marksTypeArgument(TypePath path) {
        for (int i = 0; i < path.getLength(); i++) {
            int step = path.getStep(i);
            if (step == TypePath.TYPE_ARGUMENT || step == TypePath.WILDCARD_BOUND) {
                return true;
            }
        }
        return false;
    }

    private static boolean isKnown(FutureVariable variable, FutureVariable.Range range) {
        AbstractInsnNode store = Instructions.before(range.start());
        return variable.sites.stream().anyMatch(site -> site.store == store);
    }

    private static boolean isAssignedBefore(FutureVariable variable, FutureVariable.Range range) {
        return Instructions.before(range.start()) instanceof VarInsnNode store
                && store.getOpcode() >= Opcodes.ISTORE
                && store.getOpcode() <= Opcodes.ASTORE
                && store.var == variable.index;
    }

    private FutureSite site(FutureVariable variable, FutureVariable.Range range) {
        VarInsnNode store = (VarInsnNode) Instructions.before(range.start());
        if (ForEachLoop.assigns(method, store)) {
            return refuse(
                    store,
                    "@Future marks the variable of a loop, which no call initialises",
                    "declare a variable in the loop's body");
        }
        Deque<AbstractInsnNode> conversions = new ArrayDeque<>();
        AbstractInsnNode at = Instructions.before(store);
        while (isConversion(at) && !isCallOfJoined(at)) {
            conversions.addFirst(at);
            at = Instructions.before(at);
        }
        if (!(at instanceof MethodInsnNode call)
                || Instructions.joinsBetween(at, store, jumpTargets)
                || !makesValue(call)) {
            return refuse(store, "the initialiser is not a call", INITIALISE);
        }
        AbstractInsnNode allocation = null;
        if (call.name.equals("<init>")) {
            allocation = allocation(call);
            if (allocation == null || !isStored(allocation, store)) {
                return refuse(
                        store,
                        "the object is not made by a plain new expression",
                        "move it into a method");
            }
        }
        if (call.owner.equals("java/lang/Object")
                && call.name.equals("clone")
                && !receiver(call).getInternalName().equals(owner)) {
            // The verifier allows it of what it knows to be an array. javac names the array's type.
            return refuse(
                    store,
                    "the call is of Object.clone, on an array",
                    "move it into a method, or compile with javac");
        }
        FutureSite site =
                new FutureSite(
                        variable,
                        call,
                        List.copyOf(conversions),
                        store,
                        allocation,
                        receiver(call),
                        Instructions.line(call));
        for (Type type : site.saved) {
            if (!hierarchy.mayName(owner, type)) {
                return refuseHidden(store, type);
            }
        }
        return hierarchy.mayName(owner, site.result()) ? site : refuseHidden(store, site.result());
    }

    /** Whoever makes the call elsewhere casts what it gets, which needs the type's name. */
    private FutureSite refuseHidden(AbstractInsnNode at, Type type) {
        return refuse(
                at,
                "the call takes or returns a " + type.getClassName() + ", which is not public",
                "call it from a method of that package, or remove @Future");
    }

    /**
     * Whether it is a written call, as in {@code Long.valueOf(b ? f() : g())}, and boxes no call.
     */
    private boolean isCallOfJoined(AbstractInsnNode at) {
        return at.getOpcode() == Opcodes.INVOKESTATIC
                && Instructions.joinsBetween(Instructions.before(at), at, jumpTargets);
    }

    /** Other compilers check a value by a call between its making and its assignment. */
    private static boolean makesValue(MethodInsnNode call) {
        return call.name.equals("<init>") || Type.getReturnType(call.desc) != Type.VOID_TYPE;
    }

    private static boolean isConversion(AbstractInsnNode i) {
        if (i == null || !mayConvert(i)) {
            return false;
        }
        if (!(i instanceof MethodInsnNode)) {
            return true;
        }
        AbstractInsnNode converted = Instructions.before(i);
        while (isConversion(converted)) {
            converted = Instructions.before(converted);
        }
        return converted instanceof MethodInsnNode; // else this call is itself the initialiser
    }

    /** Whether it may be what Java puts around a value: a cast, boxing, unboxing. */
    static boolean mayConvert(AbstractInsnNode i) {
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
        return boxes || unboxes;
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

    /** Whether what is assigned is the new object, which its constructor's call leaves. */
    private boolean isStored(AbstractInsnNode allocation, VarInsnNode store) {
        Frame<SourceValue> frame = frame(store);
        AbstractInsnNode value = frame.getStack(frame.getStackSize() - 1).insns.iterator().next();
        return Instructions.before(value) == allocation || value.getOpcode() == Opcodes.CHECKCAST;
    }

    /** As what a saved receiver is to be cast: a protected method needs one of this class. */
    private Type receiver(MethodInsnNode call) {
        if (call.getOpcode() == Opcodes.INVOKESPECIAL && !call.name.equals("<init>")) {
            return Type.getObjectType(owner); // in a parallel loop, the method is a static one
        }
        if (call.getOpcode() != Opcodes.INVOKESTATIC && !call.name.equals("<init>")) {
            Frame<SourceValue> frame = frame(call);
            int depth = Type.getArgumentTypes(call.desc).length;
            Set<AbstractInsnNode> sources = frame.getStack(frame.getStackSize() - 1 - depth).insns;
            boolean isThis = !sources.isEmpty();
            for (AbstractInsnNode source : sources) {
                isThis &=
                        source instanceof VarInsnNode load
                                && load.getOpcode() == Opcodes.ALOAD
                                && load.var == 0
                                && (instance || isFirstParameterOfOwner());
            }
            if (isThis) {
                return Type.getObjectType(owner);
            }
        }
        return Type.getObjectType(call.owner);
    }

    /** As in the method that a parallel loop has moved to. */
    private boolean isFirstParameterOfOwner() {
        Type[] parameters = Type.getArgumentTypes(method.desc);
        if (parameters.length == 0 || !parameters[0].equals(Type.getObjectType(owner))) {
            return false;
        }
        for (AbstractInsnNode i : method.instructions) {
            if (Liveness.written(i) == 0) {
                return false;
            }
        }
        return true;
    }

    private boolean isAssignedOnce(FutureVariable variable) {
        for (AbstractInsnNode i : method.instructions) {
            if (Liveness.written(i) == variable.index
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
        refusals.add(Refusal.at(at, file, owner, method, ANNOTATION, reason, remedy));
        return null;
    }
}
