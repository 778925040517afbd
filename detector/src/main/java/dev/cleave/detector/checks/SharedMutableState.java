package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.CallGraph;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Guard;
import dev.cleave.detector.program.Loops;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Loop;

/**
 * FJ14: variables and collections that several tasks change without synchronization: static fields,
 * fields of the object around a task class, captured variables, and what a task hands on to its
 * children. A constant that is assigned is the same whoever is last, and not reported.
 */
public final class SharedMutableState extends Check {
    private static final Set<String> MUTATORS =
            Set.of(
                    "add",
                    "addAll",
                    "addFirst",
                    "addLast",
                    "put",
                    "putAll",
                    "putIfAbsent",
                    "remove",
                    "clear",
                    "push",
                    "pop",
                    "poll",
                    "offer",
                    "merge",
                    "compute",
                    "computeIfAbsent",
                    "append",
                    "set");

    /** Classes whose documentation says that they are not for concurrent use. */
    private static final Set<String> UNSAFE =
            Set.of(
                    "java.util.ArrayList",
                    "java.util.LinkedList",
                    "java.util.HashMap",
                    "java.util.HashSet",
                    "java.util.LinkedHashMap",
                    "java.util.LinkedHashSet",
                    "java.util.TreeMap",
                    "java.util.TreeSet",
                    "java.util.ArrayDeque",
                    "java.util.PriorityQueue",
                    "java.util.BitSet",
                    "java.lang.StringBuilder");

    /** Made by OpenRewrite too. */
    public SharedMutableState() {
        super(
                "FJ14",
                "Shared mutable state without synchronization: a race",
                "Finds variables and collections that tasks share and change without synchronization.",
                "Updates are lost, collections break, and the result differs from run to run.",
                "Let each task have its own and combine them where tasks are joined; else use a"
                        + " LongAdder, an atomic array or a concurrent collection.");
    }

    @Override
    protected void find(Program program, Findings findings) {
        for (TaskCode.Reached where : program.tasks.reached()) {
            if (where.body() instanceof J.MethodDeclaration method && method.isConstructor()
                    || isGuarded(program, where)) {
                continue;
            }
            for (J element : program.tasks.elements(where.body())) {
                NamedVariable changed = changed(program, where, element);
                if (changed != null && !isByOneAtATime(program, element)) {
                    findings.add(
                            element,
                            where,
                            Severity.HIGH,
                            Confidence.MEDIUM,
                            String.format(
                                    "%s changes %s, which other tasks change too, without"
                                            + " synchronization",
                                    where.task(), changed.getSimpleName()));
                }
            }
        }
    }

    /** Whether a lock or monitor is held on the way to a body, or taken in it. */
    private static boolean isGuarded(Program program, TaskCode.Reached where) {
        for (TaskCode.Reached at = where; at != null; at = at.caller()) {
            boolean monitor =
                    at.body() instanceof J.MethodDeclaration method
                            && method.hasModifier(J.Modifier.Type.Synchronized);
            if (monitor || program.trees.text(at.body()).matches(".*\\.(lock|writeLock)\\(.*")) {
                return true;
            }
            if (at.call() != null && isByOneAtATime(program, at.call())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isByOneAtATime(Program program, J element) {
        return isSynchronized(program, element) || isForOne(program, element);
    }

    /** Whether code runs in the one task that an atomic variable, or a lock, has let through. */
    private static boolean isForOne(Program program, J element) {
        J method = program.trees.enclosing(element, J.MethodDeclaration.class);
        return method != null
                && Guard.between(program, element, method).stream()
                        .anyMatch(
                                it ->
                                        it.condition() instanceof J.MethodInvocation asked
                                                && asked.getSimpleName()
                                                        .matches(
                                                                it.holds()
                                                                        ? "compareAndSet|tryLock"
                                                                        : "getAndSet"));
    }

    private static boolean isSynchronized(Program program, J element) {
        J around = program.trees.enclosing(element, J.Synchronized.class);
        J method = program.trees.enclosing(element, J.MethodDeclaration.class);
        return around != null && (method == null || program.trees.within(around, method));
    }

    /** The shared variable that an element changes; null if there is none. */
    private static NamedVariable changed(Program program, TaskCode.Reached where, J element) {
        if (element instanceof J.Unary unary && unary.getOperator().isModifying()) {
            return shared(program, where, unary.getExpression());
        }
        if (element instanceof J.AssignmentOperation operation) {
            return shared(program, where, operation.getVariable());
        }
        if (element instanceof J.Assignment assignment) {
            Expression value = Trees.unwrapped(assignment.getAssignment());
            NamedVariable variable = shared(program, where, assignment.getVariable());
            return value instanceof J.Literal
                            || variable == null
                            || program.variables
                                    .declaration(variable)
                                    .hasModifier(J.Modifier.Type.Volatile)
                    ? null
                    : variable;
        }
        if (element instanceof J.MethodInvocation call
                && call.getSelect() != null
                && MUTATORS.contains(call.getSimpleName())
                && !mayBeItsOwnElement(program, call)) {
            return changed(program, where, element, call.getSelect());
        }
        return element instanceof J.MemberReference reference
                        && MUTATORS.contains(reference.getReference().getSimpleName())
                ? changed(program, where, element, reference.getContaining())
                : null;
    }

    /** The shared collection that an element changes, if it is one without locks; null if not. */
    private static NamedVariable changed(
            Program program, TaskCode.Reached where, J change, Expression collection) {
        NamedVariable variable = program.variables.of(collection);
        return variable != null
                        && isUnsafe(program, collection)
                        && (isShared(program, where, collection, variable)
                                || isCaptured(program, where, variable, change)
                                || isHandedOn(program, variable))
                ? variable
                : null;
    }

    /** Whether a call sets the element of a list at a computed index, as of an array. */
    private static boolean mayBeItsOwnElement(Program program, J.MethodInvocation call) {
        return call.getSimpleName().equals("set")
                && !(Trees.unwrapped(call.getArguments().get(0)) instanceof J.Literal)
                && !program.tasks.anyOrigin(
                        call.getSelect(),
                        it -> "java.util.BitSet".equals(program.variables.typeOf(it)));
    }

    /** The field or array that several tasks write to, if a written expression is one. */
    private static NamedVariable shared(
            Program program, TaskCode.Reached where, Expression written) {
        Expression at = Trees.unwrapped(written);
        if (at instanceof J.ArrayAccess access) {
            NamedVariable array = program.variables.of(access.getIndexed());
            return array != null
                            && mayMeet(program, access)
                            && (isShared(program, where, access.getIndexed(), array)
                                    || isCaptured(program, where, array, access)
                                    || isHandedOn(program, array))
                    ? array
                    : null;
        }
        NamedVariable variable = program.variables.of(at);
        return variable != null && isShared(program, where, at, variable) ? variable : null;
    }

    /**
     * Whether tasks may write to the same element of an array: the index is a number, or what the
     * data says, as where values are counted. Any other index may be the task's own.
     */
    private static boolean mayMeet(Program program, J.ArrayAccess access) {
        Expression index = Trees.unwrapped(access.getDimension().getIndex());
        if (index instanceof J.Literal) {
            return true;
        }
        J change = program.trees.parentPastWrapping(access);
        boolean changes =
                change instanceof J.Unary
                        || change instanceof J.AssignmentOperation
                        || change instanceof J.Assignment assignment
                                && program.trees
                                        .text(assignment.getAssignment())
                                        .contains(program.trees.text(access));
        boolean counts =
                change instanceof J.Unary
                        || change instanceof J.AssignmentOperation operation
                                && operation.getAssignment() instanceof J.Literal;
        NamedVariable variable = program.variables.of(index);
        boolean computed =
                variable != null
                        && program.variables.isLocal(variable)
                        && program.variables.values(variable).size() == 1;
        Expression value = computed ? program.variables.values(variable).get(0) : index;
        return changes && (isOfData(value) || counts && isElement(program, index));
    }

    /** Whether an index is computed of values of the data, or so that many have the same. */
    private static boolean isOfData(Expression index) {
        return Trees.elements(index, it -> false).stream()
                .anyMatch(
                        it ->
                                it instanceof J.ArrayAccess
                                        || it instanceof J.Binary division
                                                && division.getOperator() == J.Binary.Type.Modulo
                                        || it instanceof J.MethodInvocation call
                                                && call.getSimpleName()
                                                        .matches("charAt|length|hashCode|ordinal"));
    }

    /**
     * Whether an index is one element of the data after the other, maybe less the first there is.
     */
    private static boolean isElement(Program program, Expression index) {
        if (index instanceof J.Binary moved) {
            return isElement(program, moved.getLeft()) || isElement(program, moved.getRight());
        }
        NamedVariable variable = program.variables.of(index);
        J around =
                variable == null
                        ? null
                        : program.trees.parent(program.variables.declaration(variable));
        if (!(around instanceof J.Lambda.Parameters)) {
            return around instanceof J.ForEachLoop.Control;
        }
        J at = program.trees.parentPastWrapping(program.trees.parent(around));
        while (at instanceof J.MethodInvocation call) {
            if (call.getSimpleName().matches("parallelStream|stream|chars")) {
                return true;
            }
            at = call.getSelect();
        }
        return false;
    }

    /** Whether a field is static, or of the one object around all tasks of a class. */
    private static boolean isShared(
            Program program, TaskCode.Reached where, Expression use, NamedVariable variable) {
        if (!program.variables.isField(variable)) {
            return false;
        }
        if (isOfOneTask(program, where, variable, use)) {
            return false;
        }
        if (program.variables.declaration(variable).hasModifier(J.Modifier.Type.Static)) {
            return true;
        }
        if (!(Trees.unwrapped(use) instanceof J.Identifier)) {
            return false;
        }
        DeclaredType owner = program.types.enclosing(variable);
        TaskCode.Reached entry = where;
        while (entry.caller() != null) {
            // A method of another object works on fields of that object, which may be this task's.
            if (!(entry.call() instanceof J.MethodInvocation call) || call.getSelect() != null) {
                return false;
            }
            entry = entry.caller();
        }
        DeclaredType task = program.types.enclosing(entry.body());
        if (owner == null || task == null) {
            return false;
        }
        return entry.body() instanceof J.MethodDeclaration
                ? !program.types.isTask(owner.name) && isAround(owner, task)
                : isRunSideBySide(program, entry.body())
                        && (CallGraph.withSupertypes(task).contains(owner)
                                || isAround(owner, task));
    }

    /** Whether one piece of code is run several times at once, with all that is around it. */
    private static boolean isRunSideBySide(Program program, J body) {
        J.MethodInvocation handing = handing(program, made(program, body));
        return handing != null
                && (program.tasks.functions.isOfParallelStream(handing)
                        || Loops.around(program.trees, handing) != null
                                && !isWaitedFor(program, body));
    }

    private static boolean isAround(DeclaredType owner, DeclaredType task) {
        DeclaredType at = task.outer;
        while (at != null && !CallGraph.withSupertypes(at).contains(owner)) {
            at = at.outer;
        }
        return at != null;
    }

    private static boolean isCaptured(
            Program program, TaskCode.Reached where, NamedVariable variable, J change) {
        return !program.variables.isField(variable)
                && where.caller() == null
                && !program.trees.within(variable, where.body())
                && !isOfOneTask(program, where, variable, change);
    }

    /**
     * Whether the one task that a piece of code is written for is alone with a variable: it is
     * handed to a pool where it is written, not in a loop and not by a task, and no other task's
     * code names the variable. For a field, each call of the method has to wait for its task.
     */
    private static boolean isOfOneTask(
            Program program, TaskCode.Reached where, NamedVariable variable, J change) {
        J body = root(where).body();
        J made = made(program, body);
        J.MethodInvocation handing = handing(program, made);
        boolean waits = isWaitedFor(program, body);
        if (handing == null
                || program.tasks.functions.isOfParallelStream(handing)
                || program.tasks.around(handing) != null
                || program.variables.isField(variable) && !waits) {
            return false;
        }
        J lambda = program.trees.enclosing(change, J.Lambda.class);
        boolean inner =
                lambda != null
                        && lambda != where.body()
                        && program.trees.within(lambda, where.body());
        J loop = Loops.around(program.trees, made);
        return !inner
                && (loop == null
                        || program.trees.within(program.variables.declaration(variable), loop))
                && Stream.of(program.variables.uses(variable), program.variables.values(variable))
                        .flatMap(List::stream)
                        .map(program.tasks::around)
                        .allMatch(
                                it ->
                                        it == null
                                                || root(it).body() == body
                                                || waits && isWaitedFor(program, root(it).body()));
    }

    /** Whether who hands a task to a pool waits for it, and so does not hand over another. */
    private static boolean isWaitedFor(Program program, J body) {
        J.MethodInvocation handing = handing(program, made(program, body));
        return handing != null
                && (handing.getSimpleName().equals("invoke")
                        || program.trees.parentPastWrapping(handing)
                                        instanceof J.MethodInvocation waiting
                                && waiting.getSelect() == handing
                                && TaskCode.JOINS.contains(waiting.getSimpleName()));
    }

    /** The call that a task is an argument of where it is made; null if there is none. */
    private static J.MethodInvocation handing(Program program, J made) {
        return made != null
                        && program.trees.parentPastWrapping(made) instanceof J.MethodInvocation call
                ? call
                : null;
    }

    /** The body by which tasks get to another. */
    private static TaskCode.Reached root(TaskCode.Reached where) {
        TaskCode.Reached root = where;
        while (root.caller() != null) {
            root = root.caller();
        }
        return root;
    }

    /** Where the only task of a body is made: a lambda, or an anonymous class; null otherwise. */
    private static J made(Program program, J body) {
        DeclaredType type = program.types.enclosing(body);
        return body instanceof J.Lambda || body instanceof J.MemberReference
                ? body
                : type != null && type.tree instanceof J.NewClass creation ? creation : null;
    }

    /** Whether a task's field is given to its children as it is, while it may still use it. */
    private static boolean isHandedOn(Program program, NamedVariable variable) {
        DeclaredType owner = program.types.enclosing(variable);
        if (!program.variables.isField(variable)
                || owner == null
                || !program.types.isTask(owner.name)) {
            return false;
        }
        List<J.NewClass> children = program.calls.handingOn(owner, variable);
        return children.size() > 1 || children.size() == 1 && !isLast(program, children.get(0));
    }

    /** Whether a task does nothing more once it has made another one, and made none before. */
    private static boolean isLast(Program program, J.NewClass child) {
        J at = child;
        J around = program.trees.parent(at);
        while (around != null && !(around instanceof J.MethodDeclaration)) {
            if (around instanceof J.Block block
                            && block.getStatements().indexOf(at) < block.getStatements().size() - 1
                    || around instanceof J.Try attempt && attempt.getFinally() != null
                    || around instanceof J.Case
                    || around instanceof J.Lambda
                    || around instanceof J.NewClass
                    || around instanceof Loop) {
                return false;
            }
            at = around;
            around = program.trees.parent(at);
        }
        return around instanceof J.MethodDeclaration method
                && method.getSimpleName().matches("compute|exec");
    }

    private static boolean isUnsafe(Program program, Expression collection) {
        return program.tasks.anyOrigin(collection, it -> isNew(program, it, true))
                && !program.tasks.anyOrigin(collection, it -> isNew(program, it, false));
    }

    /** Whether an expression makes a collection that is not for concurrent use, or one that is. */
    private static boolean isNew(Program program, Expression value, boolean unsafe) {
        String type = program.variables.typeOf(value);
        if (value instanceof J.NewClass) {
            return type != null && UNSAFE.contains(type) == unsafe;
        }
        return !unsafe
                && value instanceof J.MethodInvocation call
                && call.getSimpleName().matches("synchronized.*|new.*(Set|Map|List)|newKeySet");
    }
}
