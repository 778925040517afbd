package dev.cleave.weaver;

import java.util.List;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Leaves a method's calls where they are, and tells the agent of those that are futures: when they
 * begin and end, and where their results are needed, or their scope is left.
 */
final class RecordingBody extends ForkingBody {
    /** Of the agent, which runs in the same virtual machine. */
    static final String PROBE = "dev/cleave/agent/workspan/Probe";

    private static final Type OBJECT = Type.getObjectType("java/lang/Object");

    /** The local variable of the first future that keeps what the agent knows of its call. */
    private final int first;

    RecordingBody(
            WovenMethods woven,
            MethodNode method,
            List<FutureVariable> variables,
            PendingAnalysis pending) {
        super(woven, method.name, method, variables, pending, -1, -1);
        first = method.maxLocals;
        method.maxLocals += variables.size();
    }

    private int local(FutureSite site) {
        return first + variables.indexOf(site.variable);
    }

    private static Code probe(Code c, String name, String descriptor) {
        return c.invokeStatic(PROBE, name, descriptor, false);
    }

    @Override
    void prologue(AbstractInsnNode from) {
        Code c = new Code();
        for (int i = 0; i < variables.size(); i++) {
            c.zero(OBJECT).store(OBJECT, first + i);
        }
        if (from == null) {
            code.insert(c.list);
        } else {
            code.insert(from, c.list);
        }
    }

    @Override
    void fork(FutureSite site) {
        LabelNode from = new LabelNode();
        LabelNode to = new LabelNode();
        code.insertBefore(site.call, probe(new Code(), "callBegins", "()V").label(from).list);
        Code c = probe(new Code().label(to), "callEnds", "()Ljava/lang/Object;");
        code.insert(site.call, c.store(OBJECT, local(site)).label(site.start).list);
        touches.add(new TryCatchBlockNode(from, to, site.failed, null));
    }

    @Override
    Code touch(FutureSite site, boolean certain, int line) {
        return touched(new Code(), site);
    }

    /** A second time there is nothing to tell. */
    private Code touched(Code c, FutureSite site) {
        probe(c.loadObject(local(site)), "touches", "(Ljava/lang/Object;)V");
        return c.zero(OBJECT).store(OBJECT, local(site));
    }

    @Override
    void complete(Code c, FutureSite site) {
        touched(c, site);
    }

    @Override
    void call(AbstractInsnNode i) {
        // Other calls stay as they are.
    }

    @Override
    void left(FutureSite site) {
        touched(tail.line(site.line), site);
    }

    @Override
    void failed(FutureSite site) {
        probe(tail.line(site.line), "callEnds", "()Ljava/lang/Object;");
        probe(tail, "touches", "(Ljava/lang/Object;)V");
    }
}
