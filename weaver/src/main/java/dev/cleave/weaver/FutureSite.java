package dev.cleave.weaver;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** One call whose result is assigned to a future variable. */
final class FutureSite {
    final FutureVariable variable;
    final MethodInsnNode call;

    /** From the call's result to what is stored: casts, boxing, widening. */
    final List<AbstractInsnNode> conversions;

    final VarInsnNode store;

    /** Of a constructor call: what makes the object. Null otherwise. */
    final AbstractInsnNode allocation;

    final int line;

    /** Receiver, if there is one to save, and arguments. */
    final List<Type> saved = new ArrayList<>();

    /** Among the class's sites. */
    int ordinal;

    /** The first of its slots, from the start of its method's frame. */
    int offset;

    /** The local variable that keeps each saved value; parallel to {@link #saved}. */
    int[] temporaries;

    /** Where the code that forks begins. */
    final LabelNode start = new LabelNode();

    /** What handles an exception of the call. */
    final LabelNode failed = new LabelNode();

    final LabelNode failedEnd = new LabelNode();

    FutureSite(
            FutureVariable variable,
            MethodInsnNode call,
            List<AbstractInsnNode> conversions,
            VarInsnNode store,
            AbstractInsnNode allocation,
            Type receiver,
            int line) {
        this.variable = variable;
        this.call = call;
        this.conversions = conversions;
        this.store = store;
        this.allocation = allocation;
        this.line = line;
        if (call.getOpcode() != Opcodes.INVOKESTATIC && allocation == null) {
            saved.add(receiver);
        }
        saved.addAll(List.of(Type.getArgumentTypes(call.desc)));
    }

    int primitives() {
        return (int) saved.stream().filter(FutureSite::isPrimitive).count();
    }

    int references() {
        return saved.size() - primitives();
    }

    int slots() {
        return Math.max(1, Math.max(primitives(), references()));
    }

    /** Whether the call's result may be one that what follows it cannot convert. */
    boolean mayFailToConvert() {
        return conversions.stream()
                .anyMatch(
                        i ->
                                i.getOpcode() == Opcodes.CHECKCAST
                                        || i.getOpcode() == Opcodes.INVOKEVIRTUAL);
    }

    /** What the call leaves on the stack. */
    Type result() {
        return allocation != null ? Type.getObjectType(call.owner) : Type.getReturnType(call.desc);
    }

    static boolean isPrimitive(Type type) {
        return type.getSort() < Type.ARRAY;
    }
}
