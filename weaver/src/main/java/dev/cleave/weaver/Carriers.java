package dev.cleave.weaver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Methods without futures through which woven methods of a class reach one another: with bodies of
 * their own, they carry the future stack along, and spare the way through an entry.
 */
final class Carriers {
    private Carriers() {}

    /**
     * Those of a class; each is called by a woven method, and calls one, perhaps by others. In the
     * same order each time, so that the same class becomes the same bytes.
     */
    static List<MethodNode> find(ClassNode node, List<MethodNode> marked, WovenMethods woven) {
        Map<String, MethodNode> candidates = new HashMap<>();
        for (MethodNode method : node.methods) {
            boolean isCertain =
                    (method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL))
                                    != 0
                            || (node.access & Opcodes.ACC_FINAL) != 0;
            if (isCertain
                    && method.instructions.size() > 0
                    && !MethodWeaver.isInPlace(method)
                    && (method.access & Opcodes.ACC_SYNCHRONIZED) == 0
                    && !marked.contains(method)) {
                candidates.put(method.name + method.desc, method);
            }
        }
        Set<MethodNode> called = closure(node, marked, candidates, woven, false);
        called.retainAll(closure(node, marked, candidates, woven, true));
        return new ArrayList<>(called);
    }

    /** The candidates that the marked methods reach, or that reach them if backwards. */
    private static Set<MethodNode> closure(
            ClassNode node,
            List<MethodNode> marked,
            Map<String, MethodNode> candidates,
            WovenMethods woven,
            boolean backwards) {
        Map<MethodNode, Set<MethodNode>> next = new HashMap<>();
        Map<String, MethodNode> all = new HashMap<>(candidates);
        for (MethodNode method : marked) {
            all.put(method.name + method.desc, method);
        }
        for (MethodNode caller : all.values()) {
            for (AbstractInsnNode i : caller.instructions) {
                if (i instanceof MethodInsnNode call
                        && (call.owner.equals(node.name) || woven.isDirect(call))) {
                    MethodNode callee = all.get(call.name + call.desc);
                    if (callee != null) {
                        next.computeIfAbsent(
                                        backwards ? callee : caller, m -> new LinkedHashSet<>())
                                .add(backwards ? caller : callee);
                    }
                }
            }
        }
        Set<MethodNode> reached = new LinkedHashSet<>();
        Deque<MethodNode> todo = new ArrayDeque<>(marked);
        while (!todo.isEmpty()) {
            for (MethodNode method : next.getOrDefault(todo.remove(), Set.of())) {
                if (!marked.contains(method) && reached.add(method)) {
                    todo.add(method);
                }
            }
        }
        return reached;
    }
}
