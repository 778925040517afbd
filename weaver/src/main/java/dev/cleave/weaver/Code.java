package dev.cleave.weaver;

import java.util.List;
import java.util.stream.Collectors;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Instructions under construction, in the words of what woven code does. */
final class Code {
    static final String LAZY = "dev/cleave/lazy/";
    static final String STACK = LAZY + "FutureStack";
    static final String CALL = LAZY + "PromotedCall";
    static final String CUT = LAZY + "Cut";
    static final String LOOP_SITE = LAZY + "LoopSite";
    static final String SITE = LAZY + "Site";
    static final String BOOTSTRAP = LAZY + "Bootstrap";
    static final Type STACK_TYPE = Type.getObjectType(STACK);
    static final Type CALL_TYPE = Type.getObjectType(CALL);
    static final Type THROWABLE = Type.getObjectType("java/lang/Throwable");
    private static final Type OBJECT = Type.getObjectType("java/lang/Object");
    private static final String BOOTSTRAP_TYPE =
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                    + "Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;";
    final InsnList list = new InsnList();

    Code add(AbstractInsnNode i) {
        list.add(i);
        return this;
    }

    Code op(int opcode) {
        return add(new InsnNode(opcode));
    }

    Code label(LabelNode label) {
        return add(label);
    }

    /** The instructions that follow belong to a source line. */
    Code line(int line) {
        if (line == 0) {
            return this;
        }
        LabelNode here = new LabelNode();
        return label(here).add(new LineNumberNode(line, here));
    }

    Code jump(int opcode, LabelNode target) {
        return add(new JumpInsnNode(opcode, target));
    }

    Code load(Type type, int local) {
        return add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), local));
    }

    Code store(Type type, int local) {
        return add(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), local));
    }

    Code loadObject(int local) {
        return load(OBJECT, local);
    }

    Code loadInt(int local) {
        return load(Type.INT_TYPE, local);
    }

    Code constant(int value) {
        if (value >= -1 && value <= 5) {
            return op(Opcodes.ICONST_0 + value);
        }
        if (value == (byte) value) {
            return add(new IntInsnNode(Opcodes.BIPUSH, value));
        }
        if (value == (short) value) {
            return add(new IntInsnNode(Opcodes.SIPUSH, value));
        }
        return add(new LdcInsnNode(value));
    }

    /** What a variable of the type holds before anything is assigned to it. */
    Code zero(Type type) {
        switch (type.getSort()) {
            case Type.LONG:
                return op(Opcodes.LCONST_0);
            case Type.FLOAT:
                return op(Opcodes.FCONST_0);
            case Type.DOUBLE:
                return op(Opcodes.DCONST_0);
            case Type.ARRAY:
            case Type.OBJECT:
                return op(Opcodes.ACONST_NULL);
            default:
                return op(Opcodes.ICONST_0);
        }
    }

    Code invokeStatic(String owner, String name, String descriptor, boolean isInterface) {
        return add(new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor, isInterface));
    }

    Code invokeVirtual(String owner, String name, String descriptor) {
        return add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false));
    }

    Code stack(String name, String descriptor) {
        return invokeVirtual(STACK, name, descriptor);
    }

    Code cut(String name, String descriptor) {
        return invokeVirtual(CUT, name, descriptor);
    }

    Code cast(Type type) {
        return type.equals(OBJECT)
                ? this
                : add(new TypeInsnNode(Opcodes.CHECKCAST, type.getInternalName()));
    }

    /**
     * Makes an object of one method, run, from the variables that the factory's descriptor names.
     */
    Code lambda(String factory, String descriptor, Handle body) {
        return add(
                new InvokeDynamicInsnNode(
                        "run",
                        factory,
                        new Handle(
                                Opcodes.H_INVOKESTATIC,
                                "java/lang/invoke/LambdaMetafactory",
                                "metafactory",
                                bootstrapType(
                                        "Ljava/lang/invoke/MethodType;"
                                                + "Ljava/lang/invoke/MethodHandle;"
                                                + "Ljava/lang/invoke/MethodType;"),
                                false),
                        Type.getMethodType(descriptor),
                        body,
                        Type.getMethodType(descriptor)));
    }

    /** Pushes the constant that stands for a future's site in the method of that name. */
    Code site(FutureSite site, int frame, String method) {
        return lazyConstant(
                "site",
                SITE,
                site.ordinal,
                ":" + site.primitives() + ":" + site.references() + ":" + (frame - site.offset),
                method + ":" + site.line);
    }

    /** Pushes the constant that holds a method's cut. */
    Code cutConstant(int ordinal, int frame) {
        return lazyConstant("cut", CUT, ordinal, ":" + frame);
    }

    /** Pushes the constant that holds what a loop in the method of that name has of its own. */
    Code loopConstant(int ordinal, List<String> reductions, String method, int line) {
        return lazyConstant(
                "loop",
                LOOP_SITE,
                ordinal,
                reductions.stream().map(r -> ":" + r).collect(Collectors.joining()),
                method + ":" + line);
    }

    /** Pushes a constant that is made when first used, of what its name and the strings say. */
    private Code lazyConstant(
            String kind, String type, int ordinal, String rest, Object... strings) {
        return add(
                new InvokeDynamicInsnNode(
                        kind + ":" + ordinal + rest,
                        "()L" + type + ";",
                        new Handle(
                                Opcodes.H_INVOKESTATIC,
                                BOOTSTRAP,
                                kind,
                                bootstrapType("Ljava/lang/String;".repeat(strings.length)),
                                false),
                        strings));
    }

    private static String bootstrapType(String arguments) {
        return BOOTSTRAP_TYPE.replace(")", arguments + ")");
    }

    /** Makes an object of an int, a long or a double. */
    Code box(Type type) {
        switch (type.getSort()) {
            case Type.INT:
                return invokeStatic(
                        "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
            case Type.LONG:
                return invokeStatic("java/lang/Long", "valueOf", "(J)Ljava/lang/Long;", false);
            case Type.DOUBLE:
                return invokeStatic("java/lang/Double", "valueOf", "(D)Ljava/lang/Double;", false);
            default:
                return this;
        }
    }

    /** And back. */
    Code unbox(Type type) {
        switch (type.getSort()) {
            case Type.INT:
                return unboxed("java/lang/Integer", "intValue", type);
            case Type.LONG:
                return unboxed("java/lang/Long", "longValue", type);
            case Type.DOUBLE:
                return unboxed("java/lang/Double", "doubleValue", type);
            default:
                return this;
        }
    }

    private Code unboxed(String box, String method, Type type) {
        return cast(Type.getObjectType(box)).invokeVirtual(box, method, "()" + type);
    }

    /** From a primitive of the type to the bits that a future stack keeps. */
    Code toBits(Type type) {
        switch (type.getSort()) {
            case Type.LONG:
                return this;
            case Type.FLOAT:
                return invokeStatic("java/lang/Float", "floatToRawIntBits", "(F)I", false)
                        .op(Opcodes.I2L);
            case Type.DOUBLE:
                return invokeStatic("java/lang/Double", "doubleToRawLongBits", "(D)J", false);
            default:
                return op(Opcodes.I2L);
        }
    }

    /** And back. */
    Code fromBits(Type type) {
        switch (type.getSort()) {
            case Type.LONG:
                return this;
            case Type.FLOAT:
                return op(Opcodes.L2I)
                        .invokeStatic("java/lang/Float", "intBitsToFloat", "(I)F", false);
            case Type.DOUBLE:
                return invokeStatic("java/lang/Double", "longBitsToDouble", "(J)D", false);
            default:
                return op(Opcodes.L2I); // it was of the type when it was saved
        }
    }
}
