package dev.cleave.detector.repairs;

import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Reach;
import dev.cleave.detector.program.Trees;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/** Calls that need no lock around them, because what they call has one or is atomic. */
final class AtomicCalls {
    private static final Set<String> OF_LISTS =
            Set.of("add", "addElement", "remove", "removeElement", "set", "setElementAt", "clear");

    private static final Set<String> OF_MAPS = Set.of("put", "remove", "clear");

    private static final Set<String> OF_BUFFERS =
            Set.of("append", "insert", "reverse", "delete", "deleteCharAt", "setCharAt", "replace");

    /** Methods that enter the monitor of their object, by class. Others of these classes do not. */
    private static final Map<String, Set<String>> SYNCHRONIZED =
            Map.of(
                    "java.util.Vector",
                    OF_LISTS,
                    "java.util.Hashtable",
                    OF_MAPS,
                    "java.lang.StringBuffer",
                    OF_BUFFERS,
                    "java.awt.image.BufferedImage",
                    Set.of("setRGB"));

    private static final Set<String> ATOMIC_VARIABLES =
            Set.of(
                    "java.util.concurrent.atomic.AtomicInteger",
                    "java.util.concurrent.atomic.AtomicLong",
                    "java.util.concurrent.atomic.AtomicIntegerArray",
                    "java.util.concurrent.atomic.AtomicLongArray");

    private static final Set<String> ADDITIONS =
            Set.of(
                    "incrementAndGet",
                    "getAndIncrement",
                    "decrementAndGet",
                    "getAndDecrement",
                    "addAndGet",
                    "getAndAdd",
                    "accumulateAndGet",
                    "getAndAccumulate");

    /** Methods that change a concurrent collection atomically. */
    private static final Map<String, Set<String>> ATOMIC =
            Map.of(
                    "java.util.concurrent.ConcurrentHashMap",
                    Set.of("put", "putIfAbsent", "merge", "remove"),
                    "java.util.concurrent.ConcurrentSkipListMap",
                    Set.of("put", "putIfAbsent", "remove"),
                    "java.util.concurrent.ConcurrentLinkedQueue",
                    Set.of("add", "offer"),
                    "java.util.concurrent.ConcurrentLinkedDeque",
                    Set.of("add", "offer", "addLast", "offerLast", "addFirst", "offerFirst"),
                    "java.util.concurrent.atomic.LongAdder",
                    Set.of("increment", "decrement", "add"));

    private final Program program;

    AtomicCalls(Program program) {
        this.program = program;
    }

    /** Whether a call enters the monitor of the object it is made on. */
    boolean entersMonitor(J.MethodInvocation call) {
        List<J.MethodDeclaration> targets = program.calls.targets(call);
        if (targets.isEmpty()) {
            return isSynchronizedByTheJdk(call);
        }
        DeclaredType owner = program.types.enclosing(targets.get(0));
        return targets.size() == 1
                && targets.get(0).hasModifier(J.Modifier.Type.Synchronized)
                && !targets.get(0).hasModifier(J.Modifier.Type.Static)
                && owner.name.equals(program.variables.typeOf(call.getSelect()))
                && owner.subtypes.isEmpty();
    }

    private boolean isSynchronizedByTheJdk(J.MethodInvocation call) {
        String type = "" + program.variables.typeOf(call.getSelect());
        String name = call.getSimpleName();
        return SYNCHRONIZED.getOrDefault(type, Set.of()).contains(name)
                        && !isInherited(type)
                        && !(name.equals("setRGB") && call.getArguments().size() != 3)
                || OF_LISTS.contains(name) && isWrapper(call, "synchronized(List|Collection|Set)")
                || OF_MAPS.contains(name) && isWrapper(call, "synchronizedMap");
    }

    /** Whether a call changes what it is made on at once for all other threads. */
    boolean isAtomic(J.MethodInvocation call) {
        if (!program.calls.targets(call).isEmpty()) {
            return false;
        }
        String type = "" + program.variables.typeOf(call.getSelect());
        String name = call.getSimpleName();
        if (isSynchronizedByTheJdk(call)
                || ATOMIC_VARIABLES.contains(type) && ADDITIONS.contains(name)) {
            return true;
        }
        // The code of a key is run by the map, maybe several times.
        return ATOMIC.getOrDefault(type, Set.of()).contains(name)
                && !isInherited(type)
                && (!type.endsWith("Map")
                        || PlainExpression.isValue(program, call.getArguments().get(0)));
    }

    /** A subclass may do without the lock of its superclass. */
    private boolean isInherited(String type) {
        for (DeclaredType declared : program.types.declared()) {
            if (program.types.isA(declared.name, type)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a call is made on a variable that only holds wrappers of collections of their own.
     */
    private boolean isWrapper(J.MethodInvocation call, String factory) {
        NamedVariable variable = program.variables.of(call.getSelect());
        return variable != null
                && !program.variables.isParameter(variable)
                && !program.variables.values(variable).isEmpty()
                && program.variables.values(variable).stream().allMatch(it -> wraps(it, factory));
    }

    private static boolean wraps(Expression value, String factory) {
        return Trees.unwrapped(value) instanceof J.MethodInvocation made
                && made.getSimpleName().matches(factory)
                && "java.util.Collections".equals(Reach.owner(made))
                && Trees.unwrapped(made.getArguments().get(0)) instanceof J.NewClass;
    }
}
