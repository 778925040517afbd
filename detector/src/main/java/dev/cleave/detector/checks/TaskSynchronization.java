package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.ConfinedObject;
import dev.cleave.detector.program.DataFlow;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import dev.cleave.detector.program.TypeNames;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Statement;

/**
 * FJ5: monitors, locks, latches and synchronized collections in tasks. Section V of the study,
 * figure 9. Says which can simply go: around an object that only this task knows, around an array
 * element whose index is this task's own, around a call that synchronizes by itself. Atomic
 * variables and collections without locks are not reported.
 */
public final class TaskSynchronization extends Check {
    private static final String BY_LATCH = "synchronizes by a latch";

    private static final String LOCKS = "java.util.concurrent.locks.";

    private static final Set<String> SYNCHRONIZED =
            Set.of("java.util.Vector", "java.util.Hashtable", "java.util.concurrent.BlockingQueue");

    /** They lock when they are changed, not when they are read. */
    private static final Set<String> COPIED_ON_WRITE =
            Set.of(
                    "java.util.concurrent.CopyOnWriteArrayList",
                    "java.util.concurrent.CopyOnWriteArraySet");

    private static final Pattern CHANGING =
            Pattern.compile("(add|remove|set|put|clear|retain|replace|sort).*");

    /** What linked queues tell without a lock; that of arrays take it. */
    private static final Set<String> COUNTS = Set.of("size", "isEmpty", "remainingCapacity");

    private static final Pattern LINKED_QUEUE =
            Pattern.compile("java\\.util\\.concurrent\\.(Linked(Blocking|Transfer)|Blocking)Queue");

    private static final String ACCUMULATE =
            "Let each task collect into a variable of its own and combine these where tasks are"
                    + " joined (or use a LongAdder, or a collection without locks).";

    /** Made by OpenRewrite too. */
    public TaskSynchronization() {
        super(
                "FJ5",
                "Exacting intra-task synchronization",
                "Finds monitors, locks, latches and synchronized collections that tasks use.",
                "A worker that waits for a lock cannot run or steal anything else, and the tasks"
                        + " behind it wait with it.",
                ACCUMULATE);
    }

    @Override
    protected void find(Program program, Findings findings) {
        for (TaskCode.Reached where : program.tasks.reached()) {
            if (runsAfterFailures(program, where.body(), Trees.identitySet())) {
                continue;
            }
            if (where.body() instanceof J.MethodDeclaration method
                    && method.hasModifier(J.Modifier.Type.Synchronized)
                    && !isMethodOfException(program, method)
                    && !runsInConstructors(program, method, Trees.identitySet())) {
                findings.add(
                        method.getName(),
                        where,
                        Severity.MEDIUM,
                        Confidence.HIGH,
                        String.format(
                                "%s runs the synchronized method %s",
                                where.task(), method.getSimpleName()));
            }
            Set<NamedVariable> collections = Trees.identitySet();
            for (J element : program.tasks.elements(where.body())) {
                if (isAfterFailure(program, element, where.body())) {
                    continue;
                }
                if (element instanceof J.Synchronized monitor) {
                    visit(program, findings, where, monitor);
                } else if (element instanceof J.MethodInvocation call && call.getSelect() != null) {
                    visit(program, findings, where, call, collections);
                } else if (element instanceof J.MemberReference reference
                        && SleepyWorkers.waits(program, reference) == null) {
                    String method = reference.getReference().getSimpleName();
                    Expression receiver = reference.getContaining();
                    if (isOfLatch(program, program.variables.typeOf(receiver), method)) {
                        report(findings, where, reference, BY_LATCH);
                    } else {
                        visit(program, findings, where, reference, receiver, method, collections);
                    }
                }
            }
        }
    }

    /** Whether tasks run a method only when something has failed, which is seldom. */
    private static boolean runsAfterFailures(Program program, J body, Set<J> seen) {
        TaskCode.Reached reached = program.tasks.reached(body);
        return !seen.add(body)
                || reached != null
                        && reached.call() != null
                        && !program.tasks.callers(body).isEmpty()
                        && program.tasks.callers(body).stream()
                                .allMatch(
                                        it -> {
                                            TaskCode.Reached caller = program.tasks.around(it);
                                            return caller != null
                                                    && (isAfterFailure(program, it, caller.body())
                                                            || runsAfterFailures(
                                                                    program, caller.body(), seen));
                                        });
    }

    private static boolean isAfterFailure(Program program, J element, J body) {
        J at = element;
        while (at != null && at != body && !(at instanceof J.Try.Catch)) {
            at = program.trees.parent(at);
        }
        return at instanceof J.Try.Catch;
    }

    /** An exception belongs to one failure: tasks that do not fail never meet at its monitor. */
    private static boolean isMethodOfException(Program program, J.MethodDeclaration method) {
        DeclaredType owner = program.types.enclosing(method);
        return owner != null
                && !method.hasModifier(J.Modifier.Type.Static)
                && program.types.isA(owner.name, "java.lang.Throwable");
    }

    /**
     * Whether tasks run a method only on objects whose constructors call it: nobody else can hold
     * the monitor of an object that is being made.
     */
    private static boolean runsInConstructors(
            Program program, J.MethodDeclaration method, Set<J> seen) {
        if (method.isConstructor() || !seen.add(method)) {
            return true;
        }
        TaskCode.Reached reached = program.tasks.reached(method);
        return reached != null
                && reached.call() != null
                && !method.hasModifier(J.Modifier.Type.Static)
                && program.tasks.callers(method).stream()
                        .allMatch(
                                it ->
                                        isOnSameObject(program, it, method)
                                                && runsInConstructors(
                                                        program,
                                                        program.trees.enclosing(
                                                                it, J.MethodDeclaration.class),
                                                        seen));
    }

    /** Whether a call is made by a method of an object on that object. */
    private static boolean isOnSameObject(Program program, J caller, J.MethodDeclaration called) {
        DeclaredType type = program.types.enclosing(caller);
        J.MethodDeclaration method = program.trees.enclosing(caller, J.MethodDeclaration.class);
        return caller instanceof J.MethodInvocation call
                && (call.getSelect() == null || DataFlow.isSelf(call.getSelect()))
                && type != null
                && method != null
                && program.types.enclosing(method) == type
                && program.types.isA(type.name, program.types.enclosing(called).name);
    }

    private static void visit(
            Program program, Findings findings, TaskCode.Reached where, J.Synchronized monitor) {
        Expression lock = Trees.unwrapped(monitor.getLock().getTree());
        String needless = needless(program, monitor, lock);
        findings.add(
                monitor,
                where,
                needless == null ? Severity.MEDIUM : Severity.HIGH,
                needless == null ? Confidence.HIGH : Confidence.MEDIUM,
                String.format(
                        "%s enters a monitor%s",
                        where.task(), needless == null ? "" : " that can go: " + needless),
                needless == null ? ACCUMULATE : "Remove the synchronized block, keep its content.");
    }

    /** Why a monitor protects nothing; null if it may. */
    private static String needless(Program program, J.Synchronized monitor, Expression lock) {
        NamedVariable variable = program.variables.of(lock);
        if (variable != null
                && program.variables.isLocal(variable)
                && !program.variables.values(variable).isEmpty()
                && program.variables.values(variable).stream()
                        .map(Trees::unwrapped)
                        .allMatch(it -> it instanceof J.NewClass || it instanceof J.NewArray)
                && program.variables.uses(variable).stream()
                        .noneMatch(it -> isHandedOver(program, variable, it))) {
            return "only this task knows " + variable.getSimpleName();
        }
        List<Statement> statements = monitor.getBody().getStatements();
        if (statements.size() != 1) {
            return null;
        }
        Statement only = statements.get(0);
        if (only instanceof J.MethodInvocation call && isSynchronized(program, call)) {
            return call.getSimpleName() + " is synchronized itself";
        }
        if (only instanceof J.Assignment assignment
                && Trees.unwrapped(assignment.getVariable()) instanceof J.ArrayAccess target
                && isOwnIndex(program, target)) {
            return "the index is this task's own";
        }
        return null;
    }

    /**
     * Whether a use of a variable is an argument, or assigned, or in a lambda or class that the
     * variable is outside of, so that others may know the object too.
     */
    private static boolean isHandedOver(Program program, NamedVariable variable, Expression use) {
        J around = program.trees.parentPastWrapping(use);
        J home = ConfinedObject.body(program, program.variables.declaration(variable));
        return ConfinedObject.body(program, use) != home
                || around instanceof J.NewClass
                || around instanceof J.NewArray
                || around instanceof J.Assignment
                || around instanceof NamedVariable
                || around instanceof J.MethodInvocation call && call.getSelect() != use;
    }

    private static boolean isSynchronized(Program program, J.MethodInvocation call) {
        List<J.MethodDeclaration> targets = program.calls.targets(call);
        if (!targets.isEmpty()) {
            return targets.stream().allMatch(it -> it.hasModifier(J.Modifier.Type.Synchronized));
        }
        return call.getSelect() != null
                && (isSynchronizedCollection(program, call.getSelect())
                        || "java.awt.image.BufferedImage"
                                .equals(program.variables.typeOf(call.getSelect())));
    }

    /** Whether an index is the counter of a loop between two fields of the task. */
    public static boolean isOwnIndex(Program program, J.ArrayAccess target) {
        NamedVariable index = program.variables.of(target.getDimension().getIndex());
        J around =
                index == null ? null : program.trees.parent(program.variables.declaration(index));
        if (!(around instanceof J.ForLoop.Control control) || index.getInitializer() == null) {
            return false;
        }
        NamedVariable from = program.variables.of(index.getInitializer());
        NamedVariable to =
                control.getCondition() instanceof J.Binary comparison
                        ? program.variables.of(comparison.getRight())
                        : null;
        return from != null && to != null && isTaskField(program, from) && isTaskField(program, to);
    }

    private static boolean isTaskField(Program program, NamedVariable variable) {
        DeclaredType owner = program.types.enclosing(variable);
        return program.variables.isField(variable)
                && owner != null
                && program.types.isTask(owner.name);
    }

    private static void visit(
            Program program,
            Findings findings,
            TaskCode.Reached where,
            J.MethodInvocation call,
            Set<NamedVariable> collections) {
        String type = program.variables.typeOf(call.getSelect());
        String used = used(program, where, type, call);
        if (used != null) {
            report(findings, where, call, used);
            return;
        }
        if (SleepyWorkers.waits(program, call) == null) {
            String method = call.getSimpleName();
            visit(program, findings, where, call, call.getSelect(), method, collections);
        }
    }

    private static void report(Findings findings, TaskCode.Reached where, J element, String used) {
        findings.add(
                element,
                where,
                Severity.MEDIUM,
                Confidence.HIGH,
                String.format("%s %s", where.task(), used));
    }

    private static boolean isOfLatch(Program program, String type, String method) {
        return program.types.isA(type, "java.util.concurrent.CountDownLatch")
                && Set.of("await", "countDown").contains(method);
    }

    /** Looks at the receiver of a call or method reference: it may be a collection that locks. */
    private static void visit(
            Program program,
            Findings findings,
            TaskCode.Reached where,
            J element,
            Expression receiver,
            String method,
            Set<NamedVariable> collections) {
        NamedVariable variable = program.variables.of(receiver);
        if (element instanceof J.MemberReference && variable == null
                || !isSynchronizedCollection(program, receiver)
                || !CHANGING.matcher(method).matches() && isCopiedOnWrite(program, receiver)
                || COUNTS.contains(method)
                        && LINKED_QUEUE.matcher("" + program.variables.typeOf(receiver)).matches()
                || variable != null && !collections.add(variable)) {
            return;
        }
        boolean confined =
                variable != null
                        && program.variables.isLocal(variable)
                        && program.trees.within(
                                program.variables.declaration(variable), where.body())
                        && !program.variables.values(variable).isEmpty()
                        && program.variables.values(variable).stream()
                                .map(Trees::unwrapped)
                                .allMatch(it -> makesSynchronized(program, it));
        findings.add(
                element,
                where,
                confined ? Severity.LOW : Severity.MEDIUM,
                Confidence.HIGH,
                String.format(
                        "%s uses a synchronized collection%s",
                        where.task(), confined ? " that only it knows" : ""),
                confined ? "Use the collection without synchronization." : ACCUMULATE);
    }

    /** What a call does with a lock or a latch; null if it does nothing of the kind. */
    private static String used(
            Program program, TaskCode.Reached where, String type, J.MethodInvocation call) {
        String method = call.getSimpleName();
        if (type == null && method.equals("lock")) {
            return hasCounterpart(program, where, call, "unlock") ? "takes a lock" : null;
        }
        if (!program.types.isKnown(type)
                && method.equals("acquire")
                && Trees.arguments(call.getArguments()).stream()
                        .allMatch(it -> DataFlow.isScalar("" + program.variables.typeOf(it)))) {
            return hasCounterpart(program, where, call, "release") ? "acquires a semaphore" : null;
        }
        if (type == null) {
            return null;
        }
        boolean timed = Trees.arguments(call.getArguments()).size() > 1;
        boolean lock =
                program.types.isA(type, LOCKS + "Lock")
                        || type.startsWith(LOCKS + "StampedLock")
                        || program.types.declared(type) == null
                                && TypeNames.inTheJdk(type) == null
                                && type.endsWith("Lock");
        if (lock
                && (Set.of("lock", "lockInterruptibly", "readLock", "writeLock").contains(method)
                        || method.equals("tryLock") && timed)) {
            return "takes a lock";
        }
        if (isOfLatch(program, type, method)) {
            return BY_LATCH;
        }
        if (program.types.isA(type, "java.util.concurrent.Semaphore")
                && (method.startsWith("acquire") || method.equals("tryAcquire") && timed)) {
            return "acquires a semaphore";
        }
        if (program.types.isA(type, "java.util.concurrent.Semaphore")
                && method.equals("release")
                && !hasCounterpart(program, where, call, "(a|tryA)cquire.*")) {
            return "releases a semaphore";
        }
        if (program.types.isA(type, "java.util.concurrent.CyclicBarrier") && method.equals("await")
                || program.types.isA(type, "java.util.concurrent.Phaser")
                        && (method.startsWith("await") || method.startsWith("arriveAndAwait"))
                || program.types.isA(type, "java.util.concurrent.Exchanger")
                        && method.equals("exchange")) {
            return "waits at a barrier";
        }
        if (program.types.isA(type, "java.util.concurrent.Phaser") && method.startsWith("arrive")) {
            return "arrives at a barrier";
        }
        return null;
    }

    /** Whether the same body calls a method whose name matches on the same object. */
    private static boolean hasCounterpart(
            Program program, TaskCode.Reached where, J.MethodInvocation call, String method) {
        String object = program.trees.text(call.getSelect());
        return program.tasks.elements(where.body()).stream()
                .anyMatch(
                        it ->
                                it instanceof J.MethodInvocation other
                                        && other.getSimpleName().matches(method)
                                        && other.getSelect() != null
                                        && program.trees.text(other.getSelect()).equals(object));
    }

    private static boolean isSynchronizedCollection(Program program, Expression receiver) {
        if (Trees.unwrapped(receiver) instanceof J.MethodInvocation result
                && ChildResults.RESULTS.contains(result.getSimpleName())
                && program.isCallOnTask(result)) {
            return false; // Nobody else has it once the child is done.
        }
        String type = program.variables.typeOf(receiver);
        if (type != null
                && (isSynchronized(program, type)
                        || type.equals("java.lang.StringBuffer") && !isLocal(program, receiver))) {
            return true;
        }
        return (type == null || program.types.isCollection(type))
                && program.tasks.anyOrigin(receiver, it -> makesSynchronized(program, it));
    }

    private static boolean isCopiedOnWrite(Program program, Expression receiver) {
        return program.tasks.anyOrigin(
                receiver, it -> isCopiedOnWrite(program, program.variables.typeOf(it)));
    }

    private static boolean isCopiedOnWrite(Program program, String type) {
        return type != null && COPIED_ON_WRITE.stream().anyMatch(it -> program.types.isA(type, it));
    }

    private static boolean isLocal(Program program, Expression receiver) {
        NamedVariable variable = program.variables.of(receiver);
        return variable == null || program.variables.isLocal(variable);
    }

    private static boolean makesSynchronized(Program program, Expression value) {
        if (value instanceof J.MethodInvocation call) {
            return call.getSimpleName().matches("synchronized(List|Map|Set|Collection|Sorted.*)");
        }
        return value instanceof J.NewClass creation
                && isSynchronized(program, program.variables.typeOf(creation));
    }

    /** Properties are a table by inheritance only; who uses them configures something. */
    private static boolean isSynchronized(Program program, String type) {
        return type != null
                && (SYNCHRONIZED.stream().anyMatch(it -> program.types.isA(type, it))
                        || isCopiedOnWrite(program, type))
                && !program.types.isA(type, "java.util.Properties");
    }
}
