package dev.cleave.agent.workspan;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/** Leaves a method as it is, for when all passes; else its copy is called, which tells. */
final class Passing extends MethodVisitor {
    /** Follows the names of methods' copies that tell what they do. */
    static final String TOLD = "$told";

    private final String owner;
    private final boolean isInterface;
    private final MethodNode method;
    private final boolean expands;
    private final String question;

    /**
     * Leaves a method.
     *
     * @param owner its class, which is an interface or not
     * @param expands whether frames tell all variables, not only what has changed
     * @param question which of {@link Probe}'s tells whether all passes
     */
    Passing(
            MethodVisitor to,
            String owner,
            boolean isInterface,
            MethodNode method,
            boolean expands,
            String question) {
        super(Opcodes.ASM9, to);
        this.owner = owner;
        this.isInterface = isInterface;
        this.method = method;
        this.expands = expands;
        this.question = question;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        Label passes = new Label();
        String probe = Type.getInternalName(Probe.class);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, probe, question, "()Z", false);
        super.visitJumpInsn(Opcodes.IFNE, passes);
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        List<Object> locals = load(mv, isStatic ? null : owner, method.desc);
        int call = isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL;
        super.visitMethodInsn(call, owner, method.name + TOLD, method.desc, isInterface);
        super.visitInsn(Type.getReturnType(method.desc).getOpcode(Opcodes.IRETURN));
        super.visitLabel(passes);
        if (expands) {
            super.visitFrame(Opcodes.F_NEW, locals.size(), locals.toArray(), 0, new Object[0]);
        } else {
            super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        }
        super.visitInsn(Opcodes.NOP); // the method may begin with a frame of its own
    }

    /**
     * Has a method's arguments on the stack.
     *
     * @param owner of its object, which comes first; null if it has none
     * @return their types, as frames have them
     */
    static List<Object> load(MethodVisitor to, String owner, String descriptor) {
        List<Object> locals = new ArrayList<>();
        int local = 0;
        if (owner != null) {
            to.visitVarInsn(Opcodes.ALOAD, local++);
            locals.add(owner);
        }
        for (Type type : Type.getArgumentTypes(descriptor)) {
            to.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
            local += type.getSize();
            locals.add(inFrame(type));
        }
        return locals;
    }

    private static Object inFrame(Type type) {
        switch (type.getSort()) {
            case Type.OBJECT:
            case Type.ARRAY:
                return type.getInternalName();
            case Type.LONG:
                return Opcodes.LONG;
            default:
                return Opcodes.INTEGER;
        }
    }
}
