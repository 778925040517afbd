package dev.cleave.weaver;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * A method that makes a call that other classes may override: by a body, if the receiver is of
 * exactly the class that has it, as no other method can be meant then; else as it is written.
 */
final class Guard {
    private Guard() {}

    /**
     * Makes one.
     *
     * @param descriptor the receiver's type, as the call has it, then the body's other parameters
     * @param owner the class of the body
     * @param body what to call instead
     * @param forks whether the last parameters are the stack and the end of the caller's frame
     */
    static MethodNode create(
            String name,
            String descriptor,
            String owner,
            MethodInsnNode call,
            MethodInsnNode body,
            boolean forks) {
        MethodNode method =
                new MethodNode(
                        Opcodes.ASM9,
                        Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                        name,
                        descriptor,
                        null,
                        null);
        Type[] parameters = Type.getArgumentTypes(descriptor);
        int result = Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN);
        LabelNode another = new LabelNode();
        Code c = new Code();
        // A missing receiver is for the call to complain of.
        c.loadObject(0).jump(Opcodes.IFNULL, another);
        c.loadObject(0).invokeVirtual("java/lang/Object", "getClass", "()Ljava/lang/Class;");
        c.add(new LdcInsnNode(Type.getObjectType(owner)));
        c.jump(Opcodes.IF_ACMPNE, another);
        c.loadObject(0).add(new TypeInsnNode(Opcodes.CHECKCAST, owner));
        int locals = load(c, parameters.length - 1, parameters);
        c.add(body).op(result).label(another);
        if (forks) {
            c.loadObject(locals - 2).loadInt(locals - 1).stack("top", "(I)V");
        }
        load(c.loadObject(0), Type.getArgumentTypes(call.desc).length, parameters);
        c.add(call.clone(null)).op(result);
        method.instructions.add(c.list);
        return method;
    }

    /** Loads parameters behind the receiver; the local variable behind the last. */
    private static int load(Code c, int count, Type[] parameters) {
        int next = 1;
        for (int i = 1; i <= count; i++) {
            c.load(parameters[i], next);
            next += parameters[i].getSize();
        }
        return next;
    }
}
