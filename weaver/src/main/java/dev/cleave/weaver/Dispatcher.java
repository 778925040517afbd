package dev.cleave.weaver;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** The method of a woven class that makes any of its future calls from saved arguments. */
final class Dispatcher {
    /** As in {@code dev.cleave.lazy.Bootstrap}. */
    static final String NAME = "cleave$call";

    private static final int ORDINAL = 0;
    private static final int CALL = 1;
    private static final int STACK = 2;
    private static final int TOP = 3;

    private Dispatcher() {}

    static MethodNode create(WovenMethods woven, List<FutureSite> sites) {
        MethodNode method =
                new MethodNode(
                        Opcodes.ASM9,
                        Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                        NAME,
                        "(I" + Code.CALL_TYPE.getDescriptor() + "L" + Code.STACK + ";I)V",
                        null,
                        null);
        LabelNode[] labels = new LabelNode[sites.size()];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = new LabelNode();
        }
        LabelNode none = new LabelNode();
        Code c = new Code().loadInt(ORDINAL);
        c.add(new TableSwitchInsnNode(0, labels.length - 1, none, labels));
        for (int i = 0; i < labels.length; i++) {
            c.label(labels[i]).line(sites.get(i).line);
            make(woven, c, sites.get(i));
        }
        c.label(none).add(new TypeInsnNode(Opcodes.NEW, "java/lang/IllegalStateException"));
        c.op(Opcodes.DUP);
        c.add(
                new MethodInsnNode(
                        Opcodes.INVOKESPECIAL,
                        "java/lang/IllegalStateException",
                        "<init>",
                        "()V",
                        false));
        c.op(Opcodes.ATHROW);
        method.instructions.add(c.list);
        return method;
    }

    private static void make(WovenMethods woven, Code c, FutureSite site) {
        boolean direct = woven.isDirect(site.call);
        if (!direct) {
            c.loadObject(STACK).loadInt(TOP).stack("top", "(I)V");
        }
        c.loadObject(CALL);
        if (site.allocation != null) {
            c.add(new TypeInsnNode(Opcodes.NEW, site.call.owner)).op(Opcodes.DUP);
        }
        int primitive = 0;
        int reference = 0;
        for (Type type : site.saved) {
            c.loadObject(CALL);
            if (FutureSite.isPrimitive(type)) {
                c.constant(primitive++).invokeVirtual(Code.CALL, "primitive", "(I)J");
                c.fromBits(type);
            } else {
                c.constant(reference++);
                c.invokeVirtual(Code.CALL, "reference", "(I)Ljava/lang/Object;").cast(type);
            }
        }
        if (direct) {
            c.loadObject(STACK).loadInt(TOP).add(woven.toBody(site.call, WovenMethods.FORKING));
        } else {
            c.add(site.call.clone(null));
        }
        Type result = site.result();
        if (FutureSite.isPrimitive(result)) {
            c.toBits(result).invokeVirtual(Code.CALL, "result", "(J)V");
        } else {
            c.invokeVirtual(Code.CALL, "result", "(Ljava/lang/Object;)V");
        }
        c.op(Opcodes.RETURN);
    }
}
