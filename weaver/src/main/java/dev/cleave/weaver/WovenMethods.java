package dev.cleave.weaver;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The methods of a class that are being woven, and the names of their bodies. A call whose target
 * is certain goes from body to body; one that may reach another class's method, to a {@link Guard}.
 */
final class WovenMethods {
    static final String FORKING = "$cleave";
    static final String BELOW = "$below";
    static final String MIDDLE = "$middle";
    static final String RISING = "$rising";
    static final String SERIAL = "$serial";
    private static final String GUARD = "$guard";

    /** As javac names the lambdas in them. */
    private static final Map<String, String> INITIALISERS =
            Map.of("<init>", "new", "<clinit>", "static");

    /**
     * A method.
     *
     * @param isCertain whether no other method could override it
     * @param bodies what its bodies' names begin with
     */
    private record Target(boolean isStatic, boolean isPrivate, boolean isCertain, String bodies) {}

    private final String owner;
    final boolean isInterface;
    private final boolean isFinal;
    private final boolean isAbstract;
    private final TypeHierarchy hierarchy;
    private final Map<String, Target> targets = new HashMap<>();
    private final Map<String, MethodNode> guards = new LinkedHashMap<>();

    /** Names and descriptors of the class's methods, bodies included. */
    private final Set<String> taken = new HashSet<>();

    WovenMethods(ClassNode node, TypeHierarchy hierarchy) {
        this.owner = node.name;
        this.hierarchy = hierarchy;
        this.isAbstract = (node.access & Opcodes.ACC_ABSTRACT) != 0;
        this.isInterface = (node.access & Opcodes.ACC_INTERFACE) != 0;
        this.isFinal = (node.access & Opcodes.ACC_FINAL) != 0;
        for (MethodNode method : node.methods) {
            taken.add(method.name + method.desc);
        }
    }

    String owner() {
        return owner;
    }

    void add(int access, String name, String descriptor) {
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        targets.put(
                name + descriptor,
                new Target(
                        isStatic,
                        (access & Opcodes.ACC_PRIVATE) != 0,
                        isStatic
                                || isFinal
                                || (access & (Opcodes.ACC_FINAL | Opcodes.ACC_PRIVATE)) != 0,
                        nameBodies(isStatic, name, descriptor)));
    }

    /** The name of the method whose body, or whose loop, has been given a name. */
    static String writtenName(String made) {
        String written =
                made.replaceFirst("(\\$\\d+)?\\$(cleave|below|middle|rising|serial)$", "")
                        .replaceFirst("(\\$loop\\d+)+$", "");
        for (Map.Entry<String, String> initialiser : INITIALISERS.entrySet()) {
            if (initialiser.getValue().equals(written)) { // no method can be called so
                return initialiser.getKey();
            }
        }
        return written;
    }

    /** The name of the method that a method's loop moves to. */
    static String loopName(String method, int number) {
        return INITIALISERS.getOrDefault(method, method) + "$loop" + number;
    }

    /** An instance method's bodies could be taken for those of a static one. */
    private String nameBodies(boolean isStatic, String name, String descriptor) {
        String bodies = name;
        for (int i = 2; !takeAll(isStatic, bodies, descriptor); i++) {
            bodies = name + "$" + i;
        }
        return bodies;
    }

    private boolean takeAll(boolean isStatic, String name, String descriptor) {
        Set<String> wanted = new HashSet<>();
        for (String suffix : List.of(FORKING, BELOW, MIDDLE, RISING, SERIAL)) {
            wanted.add(name + suffix + bodyDescriptor(isStatic, descriptor, suffix));
        }
        return Collections.disjoint(taken, wanted) && taken.addAll(wanted);
    }

    /** Whether a body may be given null where the method has a receiver. */
    boolean mayLackReceiver(String name, String descriptor) {
        Target target = targets.get(name + descriptor);
        return !target.isStatic && target.isCertain;
    }

    /** A body's name. */
    String bodyName(String name, String descriptor, String suffix) {
        return targets.get(name + descriptor).bodies + suffix;
    }

    /** Whether the call reaches a woven method of this class, or does if a guard finds so. */
    boolean isDirect(MethodInsnNode call) {
        return isCertain(call) || isGuarded(call);
    }

    private boolean isCertain(MethodInsnNode call) {
        Target target = call.owner.equals(owner) ? targets.get(call.name + call.desc) : null;
        return target != null
                && target.isStatic == (call.getOpcode() == Opcodes.INVOKESTATIC)
                && (target.isCertain || call.getOpcode() == Opcodes.INVOKESPECIAL);
    }

    /** Whether the call runs a woven method if the receiver is of exactly this class. */
    private boolean isGuarded(MethodInsnNode call) {
        Target target = targets.get(call.name + call.desc);
        return target != null
                && !isAbstract
                && !target.isStatic
                && !target.isPrivate
                && (call.getOpcode() == Opcodes.INVOKEVIRTUAL
                        || call.getOpcode() == Opcodes.INVOKEINTERFACE)
                && (call.owner.equals(owner)
                        || hierarchy.isOverridden(call.owner, owner, call.name, call.desc));
    }

    /** Turns a direct call into one of a body, whose further arguments are on the stack. */
    MethodInsnNode toBody(MethodInsnNode call, String suffix) {
        if (!isCertain(call)) {
            MethodNode guard =
                    guards.computeIfAbsent(
                            call.owner + "." + call.name + call.desc + suffix,
                            key -> guard(call, suffix));
            return new MethodInsnNode(
                    Opcodes.INVOKESTATIC, owner, guard.name, guard.desc, isInterface);
        }
        return new MethodInsnNode(
                Opcodes.INVOKESTATIC,
                owner,
                bodyName(call.name, call.desc, suffix),
                bodyDescriptor(call.getOpcode() == Opcodes.INVOKESTATIC, call.desc, suffix),
                isInterface);
    }

    private MethodNode guard(MethodInsnNode call, String suffix) {
        String descriptor = bodyDescriptor(call.owner, call.desc, suffix);
        String kind = suffix.equals(FORKING) ? "" : suffix;
        String name = targets.get(call.name + call.desc).bodies + kind + GUARD;
        while (!taken.add(name + descriptor)) {
            name += "$2";
        }
        MethodInsnNode body =
                new MethodInsnNode(
                        Opcodes.INVOKESTATIC,
                        owner,
                        bodyName(call.name, call.desc, suffix),
                        bodyDescriptor(false, call.desc, suffix),
                        isInterface);
        return Guard.create(name, descriptor, owner, call, body, suffix.equals(FORKING));
    }

    /** The guards that calls have been turned to. */
    Collection<MethodNode> guards() {
        return guards.values();
    }

    /**
     * The descriptor of a body: static, with the receiver first and the weaver's arguments last.
     */
    String bodyDescriptor(boolean isStatic, String descriptor, String suffix) {
        return bodyDescriptor(isStatic ? null : owner, descriptor, suffix);
    }

    private static String bodyDescriptor(String receiver, String descriptor, String suffix) {
        StringBuilder d = new StringBuilder("(");
        if (receiver != null) {
            d.append('L').append(receiver).append(';');
        }
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            d.append(argument.getDescriptor());
        }
        if (!suffix.equals(SERIAL)) {
            d.append(Code.STACK_TYPE.getDescriptor()).append('I');
        }
        return d.append(')').append(Type.getReturnType(descriptor).getDescriptor()).toString();
    }
}
