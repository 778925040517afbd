package dev.cleave.weaver;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * The methods of a class that are being woven, and the names of their bodies. A call whose target
 * is certain goes from body to body.
 */
final class WovenMethods {
    static final String FORKING = "$cleave";
    static final String BELOW = "$below";
    static final String MIDDLE = "$middle";
    static final String SERIAL = "$serial";

    /** What a body's parameters begin with, and whether others could override the method. */
    private record Target(boolean isStatic, boolean isCertain) {}

    private final String owner;
    final boolean isInterface;
    private final boolean isFinal;
    private final Map<String, Target> targets = new HashMap<>();

    WovenMethods(String owner, int classAccess) {
        this.owner = owner;
        this.isInterface = (classAccess & Opcodes.ACC_INTERFACE) != 0;
        this.isFinal = (classAccess & Opcodes.ACC_FINAL) != 0;
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
                        isStatic
                                || isFinal
                                || (access & (Opcodes.ACC_FINAL | Opcodes.ACC_PRIVATE)) != 0));
    }

    boolean isEmpty() {
        return targets.isEmpty();
    }

    boolean contains(String name, String descriptor) {
        return targets.containsKey(name + descriptor);
    }

    /** Whether the call certainly reaches a woven method of this class. */
    boolean isDirect(MethodInsnNode call) {
        Target target = call.owner.equals(owner) ? targets.get(call.name + call.desc) : null;
        return target != null
                && target.isStatic == (call.getOpcode() == Opcodes.INVOKESTATIC)
                && (target.isCertain || call.getOpcode() == Opcodes.INVOKESPECIAL);
    }

    /** Turns a direct call into one of a body, whose further arguments are on the stack. */
    MethodInsnNode toBody(MethodInsnNode call, String suffix) {
        return new MethodInsnNode(
                Opcodes.INVOKESTATIC,
                owner,
                call.name + suffix,
                bodyDescriptor(call.getOpcode() == Opcodes.INVOKESTATIC, call.desc, suffix),
                isInterface);
    }

    /**
     * The descriptor of a body: static, with the receiver first and the weaver's arguments last.
     */
    String bodyDescriptor(boolean isStatic, String descriptor, String suffix) {
        StringBuilder d = new StringBuilder("(");
        if (!isStatic) {
            d.append('L').append(owner).append(';');
        }
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            d.append(argument.getDescriptor());
        }
        if (!suffix.equals(SERIAL)) {
            d.append(Code.STACK_TYPE.getDescriptor());
            if (!suffix.equals(MIDDLE)) {
                d.append('I');
            }
        }
        return d.append(')').append(Type.getReturnType(descriptor).getDescriptor()).toString();
    }
}
