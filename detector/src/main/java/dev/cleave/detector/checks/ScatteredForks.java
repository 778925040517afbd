package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.DeclaredType;
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

/**
 * FJ4: tasks forked one by one in a loop, between other work. Section V of the study, figures 8 and
 * 11. Not a loop that only collects tasks for {@code invokeAll}, nor one that halves its own range
 * and forks the other half (as the class documentation of {@code RecursiveAction} does), nor
 * completers, which nobody joins.
 */
public final class ScatteredForks extends Check {
    private static final Set<String> COLLECTING =
            Set.of("add", "addLast", "addFirst", "push", "offer", "of", "asList");

    private static final Set<String> JOINS =
            Set.of("join", "get", "invokeAll", "quietlyJoin", "invoke", "compute");

    /** Made by OpenRewrite too. */
    public ScatteredForks() {
        super(
                "FJ4",
                "Scattered data: tasks forked one by one",
                "Finds forks in loops, and forks whose results are collected one by one.",
                "Each fork publishes a task and may wake a worker before the next is even made;"
                        + " copying, forking and computing in turn evict each other's data from the"
                        + " caches.",
                "Make all tasks first, collect them in a list, and call invokeAll(list).");
    }

    @Override
    protected void find(Program program, Findings findings) {
        for (J.CompilationUnit file : program.files) {
            for (J element : program.trees.elements(file)) {
                if (element instanceof J.MethodInvocation call) {
                    check(program, findings, call);
                } else if (element instanceof J.MemberReference reference
                        && reference.getReference().getSimpleName().equals("fork")
                        && program.trees.parentPastWrapping(reference)
                                instanceof J.MethodInvocation call
                        && Loops.repeats(call)
                        && mayFork(program, reference)
                        && !ForkedAndJoinedAtOnce.isJoinedByStream(program, call)) {
                    report(program, findings, reference, "once an element of a collection");
                }
            }
        }
    }

    private static void check(Program program, Findings findings, J.MethodInvocation call) {
        if (isFork(program, call)) {
            J loop = Loops.around(program.trees, call);
            if (loop != null
                    && !halves(program, loop)
                    && !isOfOneRound(program, call, loop)
                    && !isOneAgain(program, call, loop)
                    && !isParent(program, call)) {
                report(program, findings, call, "in a loop");
            } else if (loop == null && isCollected(program, call) && !isOnly(program, call)) {
                report(program, findings, call, "while tasks are collected");
            }
        } else if (call.getSelect() == null
                || program.trees.text(call.getSelect()).equals("this")) {
            if (Loops.around(program.trees, call) != null || makesRepeated(program, call)) {
                helpers(program, findings, call);
            }
        }
    }

    /** Whether a call returns the function that a stream or collection calls for each element. */
    private static boolean makesRepeated(Program program, J.MethodInvocation call) {
        J around = program.trees.parentPastWrapping(call);
        return (around instanceof J.MemberReference reference
                                ? program.trees.parentPastWrapping(reference)
                                : around)
                        instanceof J.MethodInvocation repeating
                && repeating.getSelect() != call
                && Loops.repeats(repeating);
    }

    /** A helper that forks and leaves the joining to its caller, called in a loop. */
    private static void helpers(Program program, Findings findings, J.MethodInvocation call) {
        for (J.MethodDeclaration helper : program.calls.targets(call)) {
            List<J> elements = program.tasks.elements(helper);
            boolean joins =
                    elements.stream()
                            .anyMatch(
                                    it ->
                                            it instanceof J.MethodInvocation inner
                                                    && JOINS.contains(inner.getSimpleName()));
            if (!joins) {
                for (J element : elements) {
                    if (element instanceof J.MethodInvocation inner
                            && isFork(program, inner)
                            && Loops.around(program.trees, inner) == null) {
                        report(program, findings, inner, "in a helper that a loop calls");
                    }
                }
            }
        }
    }

    private static void report(Program program, Findings findings, J fork, String how) {
        findings.add(
                fork,
                program.tasks.around(fork),
                Severity.MEDIUM,
                Confidence.HIGH,
                "Tasks are forked one by one, " + how);
    }

    private static boolean isFork(Program program, J.MethodInvocation call) {
        return call.getSimpleName().equals("fork")
                && call.getSelect() != null
                && program.isCallOnTask(call)
                && !program.types.isCompleter(program.variables.typeOf(call.getSelect()))
                && !isInCompleter(program, call)
                && !isOfAnotherKind(program, call);
    }

    /** Whether an object of a class that was not given makes another, for whoever is made of it. */
    private static boolean isOfAnotherKind(Program program, J.MethodInvocation call) {
        return !program.isTask(call.getSelect())
                && program.trees.parentPastWrapping(call) instanceof J.NewClass;
    }

    /** A completer's children are completers too, even if a type variable hides it. */
    private static boolean isInCompleter(Program program, J.MethodInvocation call) {
        DeclaredType around = program.types.enclosing(call);
        return around != null && program.types.isCompleter(around.name);
    }

    private static boolean mayFork(Program program, J.MemberReference reference) {
        String type = program.variables.typeOf(reference.getContaining());
        return type == null || program.types.isTask(type) && !program.types.isCompleter(type);
    }

    private static boolean isCollected(Program program, J.MethodInvocation fork) {
        J around = program.trees.parentPastWrapping(fork);
        return around instanceof J.MethodInvocation call
                        && call.getSelect() != fork
                        && COLLECTING.contains(call.getSimpleName())
                || around instanceof J.NewArray
                || around instanceof J.Assignment assignment
                        && assignment.getVariable() instanceof J.ArrayAccess;
    }

    /** Whether no other task is forked to be collected, outside loops, in the same method. */
    private static boolean isOnly(Program program, J.MethodInvocation fork) {
        J method = program.trees.enclosing(fork, J.MethodDeclaration.class);
        return method != null
                && Trees.elements(method, it -> false).stream()
                        .noneMatch(
                                it ->
                                        it instanceof J.MethodInvocation other
                                                && other != fork
                                                && isFork(program, other)
                                                && isCollected(program, other)
                                                && Loops.around(program.trees, other) == null);
    }

    /**
     * Whether the round of a loop that forks a task joins it, too: a loop over steps, each of which
     * runs in parallel; or at once, which is FJ7's.
     */
    private static boolean isOfOneRound(Program program, J.MethodInvocation fork, J loop) {
        if (loop instanceof J.MethodInvocation step
                && ForkedAndJoinedAtOnce.isJoinedByStream(program, step)) {
            return true;
        }
        J around = program.trees.parentPastWrapping(fork);
        if (around instanceof J.MethodInvocation join
                && TaskCode.JOINS.contains(join.getSimpleName())) {
            return join.getSelect() == fork;
        }
        NamedVariable task =
                around instanceof NamedVariable variable
                        ? variable
                        : program.variables.of(fork.getSelect());
        return task != null
                && program.variables.isLocal(task)
                && program.variables.uses(task).stream()
                        .map(program.trees::parentPastWrapping)
                        .anyMatch(
                                it ->
                                        it instanceof J.MethodInvocation join
                                                && TaskCode.JOINS.contains(join.getSimpleName())
                                                && program.variables.of(join.getSelect()) == task
                                                && Loops.around(program.trees, join) == loop);
    }

    /** Whether a loop forks one task again and again: it was made before. */
    private static boolean isOneAgain(Program program, J.MethodInvocation fork, J loop) {
        NamedVariable task = program.variables.of(fork.getSelect());
        return task != null
                && !program.trees.within(program.variables.declaration(task), loop)
                && program.variables.values(task).stream()
                        .noneMatch(it -> program.trees.within(it, loop));
    }

    /** Whether a task goes from child to parent, and forks one that has to run once more. */
    private static boolean isParent(Program program, J.MethodInvocation fork) {
        NamedVariable task = program.variables.of(fork.getSelect());
        return task != null
                && program.variables.values(task).stream()
                        .anyMatch(
                                it ->
                                        Trees.unwrapped(it) instanceof J.FieldAccess access
                                                && access.getSimpleName().equals("parent")
                                                && program.variables.of(access.getTarget())
                                                        == task);
    }

    /** Whether a loop divides its own work, or forks only while others are hungry. */
    private static boolean halves(Program program, J loop) {
        if (asksForHunger(program, loop)) {
            return true;
        }
        if (!(loop instanceof J.WhileLoop
                || loop instanceof J.DoWhileLoop
                || loop instanceof J.ForLoop)) {
            return false;
        }
        return Trees.elements(loop, it -> false).stream()
                .anyMatch(
                        it ->
                                it instanceof J.Assignment assignment
                                                && program.variables.of(assignment.getVariable())
                                                        != null
                                                && isMiddle(program, assignment)
                                        || it instanceof J.AssignmentOperation operation
                                                && operation.getVariable() instanceof J.Identifier
                                                && (program.trees
                                                                .text(operation)
                                                                .matches("(?s).*(>>=|/=\\s*2).*")
                                                        || isHalfOf(program, operation)));
    }

    /** Whether a variable loses, or gains, half of what it is: {@code left -= left / 2}. */
    private static boolean isHalfOf(Program program, J.AssignmentOperation operation) {
        Expression by = operation.getAssignment();
        NamedVariable changed = program.variables.of(operation.getVariable());
        return Stream.concat(
                        Stream.of(by), program.variables.values(program.variables.of(by)).stream())
                .filter(it -> isHalf(program, it))
                .flatMap(it -> Trees.elements(it, inner -> false).stream())
                .anyMatch(
                        it ->
                                it instanceof J.Identifier name
                                        && program.variables.of(name) == changed);
    }

    /** Whether a loop, or a method that it calls, asks how many tasks wait to be stolen. */
    private static boolean asksForHunger(Program program, J loop) {
        return countsTasks(loop)
                || Trees.elements(loop, it -> false).stream()
                        .filter(J.MethodInvocation.class::isInstance)
                        .flatMap(it -> program.calls.targets((J.MethodInvocation) it).stream())
                        .anyMatch(ScatteredForks::countsTasks);
    }

    private static boolean countsTasks(J code) {
        return Trees.elements(code, it -> false).stream()
                .anyMatch(
                        it ->
                                it instanceof J.MethodInvocation call
                                        && call.getSimpleName().endsWith("QueuedTaskCount"));
    }

    private static boolean isMiddle(Program program, J.Assignment assignment) {
        NamedVariable source = program.variables.of(assignment.getAssignment());
        return source == null
                ? isHalf(program, assignment.getAssignment())
                : program.variables.values(source).stream().anyMatch(it -> isHalf(program, it));
    }

    private static boolean isHalf(Program program, J value) {
        String text = program.trees.text(value);
        return text.contains(">>") || text.contains("/ 2");
    }
}
