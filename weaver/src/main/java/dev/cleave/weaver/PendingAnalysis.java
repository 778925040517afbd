package dev.cleave.weaver;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Where each future may be pending, and where monitors are held: a forward analysis over the
 * method's instructions, before anything is inserted.
 */
final class PendingAnalysis {
    /** No path leads here with a value for the variable. */
    static final int NONE = 0;

    /** Some path leads here on which the future has been touched. */
    static final int DONE = 1;

    /** Some path leads here on which it has been forked and not touched. */
    static final int PENDING = 2;

    private final MethodNode method;
    private final InsnList code;
    private final List<FutureVariable> variables;

    /** By variable and instruction: the state before the instruction. */
    private final byte[][] states;

    /** By variable and instruction: whether the variable has a value there. */
    private final boolean[][] isAlive;

    /** The same, but for the parts of its try statements that are left: see {@link #inScope}. */
    private final boolean[][] inScope;

    /** Where each instruction was before anything was inserted. */
    private final Map<AbstractInsnNode, Integer> index = new IdentityHashMap<>();

    /** What each of the variables' assignments assigns. */
    private final Map<AbstractInsnNode, FutureVariable> assigned = new IdentityHashMap<>();

    /** Monitors held before each instruction; -1 where no path leads. */
    private final int[] monitors;

    PendingAnalysis(MethodNode method, List<FutureVariable> variables) {
        this.method = method;
        this.code = method.instructions;
        this.variables = variables;
        this.states = new byte[variables.size()][code.size()];
        this.isAlive = new boolean[variables.size()][code.size()];
        this.inScope = new boolean[variables.size()][code.size()];
        for (AbstractInsnNode i : code) {
            index.put(i, index.size());
        }
        for (FutureVariable v : variables) {
            v.sites.forEach(site -> assigned.put(site.store, v));
        }
        for (int v = 0; v < variables.size(); v++) {
            for (int i = 0; i < code.size(); i++) {
                isAlive[v][i] = variables.get(v).isInScope(code, i);
            }
            inScope(v);
        }
        this.monitors = new int[code.size()];
        Arrays.fill(monitors, -1);
        run();
    }

    /**
     * A compiler repeats the code of a finally block at every way out of the try statement, and
     * leaves the try's variables alive there. So a future that a try statement encloses ends where
     * the try's handlers no longer apply.
     */
    private void inScope(int variable) {
        FutureVariable v = variables.get(variable);
        boolean[] scope = isAlive[variable].clone();
        for (TryCatchBlockNode enclosing : method.tryCatchBlocks) {
            if (!Instructions.covers(code, enclosing, v.sites.get(0).call)
                    || isAlive[variable][code.indexOf(enclosing.handler)]) {
                continue;
            }
            boolean[] covered = new boolean[scope.length];
            for (TryCatchBlockNode t : method.tryCatchBlocks) {
                if (t.handler == enclosing.handler) {
                    Arrays.fill(covered, code.indexOf(t.start), code.indexOf(t.end), true);
                }
            }
            for (int i = 0; i < scope.length; i++) {
                scope[i] &= covered[i];
            }
        }
        inScope[variable] = scope;
    }

    /** The state of a variable before an instruction. */
    int state(int variable, AbstractInsnNode at) {
        return states[variable][index.get(at)];
    }

    /** Whether the future may be pending at an instruction. */
    boolean isInScope(int variable, AbstractInsnNode at) {
        return inScope[variable][index.get(at)];
    }

    /** Whether the future may be pending after an instruction. */
    boolean mayHold(int variable, AbstractInsnNode at) {
        return isInScope(variable, at) || assigned.get(at) == variables.get(variable);
    }

    /** Whether the variable has a value at an instruction. */
    boolean isAlive(int variable, AbstractInsnNode at) {
        return isAlive[variable][index.get(at)];
    }

    int monitors(AbstractInsnNode at) {
        return monitors[index.get(at)];
    }

    /** The state of a variable after an instruction, if it goes on as usual. */
    int after(int variable, AbstractInsnNode at) {
        int before = state(variable, at);
        FutureVariable v = variables.get(variable);
        if (assigned.get(at) == v) {
            return PENDING;
        }
        return isUse(v, at) && isInScope(variable, at) && before != NONE ? DONE : before;
    }

    static boolean isUse(FutureVariable variable, AbstractInsnNode at) {
        return at instanceof VarInsnNode load
                && load.getOpcode() >= Opcodes.ILOAD
                && load.getOpcode() <= Opcodes.ALOAD
                && load.var == variable.index;
    }

    private void run() {
        Deque<Integer> work = new ArrayDeque<>();
        monitors[0] = 0;
        work.add(0);
        while (!work.isEmpty()) {
            int i = work.remove();
            AbstractInsnNode at = code.get(i);
            int held =
                    monitors[i]
                            + (at.getOpcode() == Opcodes.MONITORENTER ? 1 : 0)
                            - (at.getOpcode() == Opcodes.MONITOREXIT ? 1 : 0);
            if (Instructions.fallsThrough(at) && i + 1 < code.size()) {
                flow(i, i + 1, held, false, work);
            }
            for (LabelNode target : Instructions.targets(at)) {
                flow(i, code.indexOf(target), held, false, work);
            }
            for (TryCatchBlockNode block : method.tryCatchBlocks) {
                if (Instructions.covers(code, block, at)) {
                    flow(i, code.indexOf(block.handler), monitors[i], true, work);
                }
            }
        }
    }

    private void flow(int from, int to, int held, boolean exceptional, Deque<Integer> work) {
        boolean changed = false;
        for (int v = 0; v < states.length; v++) {
            int flowing = after(v, code.get(from));
            if (exceptional) {
                flowing |= states[v][from];
            }
            // Out of its scope a future is complete: the way there completes it.
            if (!inScope[v][to] || !inScope[v][from] && flowing != PENDING) {
                flowing = NONE;
            }
            int merged = states[v][to] | flowing;
            changed |= merged != states[v][to];
            states[v][to] = (byte) merged;
        }
        int most = Math.max(monitors[to], Math.max(0, held));
        // A monitor that its handler releases again and again would count up for ever.
        changed |= most != monitors[to] && monitors[to] < 0;
        if (monitors[to] < 0) {
            monitors[to] = most;
        }
        if (changed) {
            work.add(to);
        }
    }
}
