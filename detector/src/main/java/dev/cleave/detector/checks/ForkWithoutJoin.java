package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * FJ11: a task forked inside a task that nobody joins. A completer is counted instead of joined; a
 * task that is returned, stored or handed on may be joined elsewhere; {@code helpQuiesce} waits for
 * all, and so may whoever a phaser or latch lets go on. None of these is reported.
 */
public final class ForkWithoutJoin extends Check {
    private static final Set<String> STARTS =
            Set.of(
                    "fork",
                    "compute",
                    "add",
                    "addAll",
                    "addFirst",
                    "addLast",
                    "push",
                    "offer",
                    "size",
                    "isEmpty");

    /** Made by OpenRewrite too. */
    public ForkWithoutJoin() {
        super(
                "FJ11",
                "Fork without join: nobody waits for the task",
                "Finds tasks that are forked inside tasks and never joined.",
                "The parent ends before its child: whoever waits for the parent sees unfinished"
                        + " results, and the child's exception is lost.",
                "Join the task before the parent returns, or use invokeAll; where nothing may be"
                        + " waited for, use a CountedCompleter.");
    }

    @Override
    protected void find(Program program, Findings findings) {
        for (TaskCode.Reached where : program.tasks.reached()) {
            if (isWaitedForOtherwise(program, where)) {
                continue;
            }
            for (J element : program.tasks.elements(where.body())) {
                Expression forked = forked(program, element);
                if (forked != null && isDropped(program, element, forked)) {
                    findings.add(
                            element,
                            where,
                            Severity.MEDIUM,
                            Confidence.MEDIUM,
                            where.task() + " forks a task that nobody joins");
                }
            }
        }
    }

    /** Whether a submission would be found here, if it were a fork. */
    public static boolean isLeftAlone(
            Program program,
            TaskCode.Reached where,
            J.MethodInvocation submission,
            Expression task) {
        return !isCompleter(program, task, submission)
                && isDropped(program, submission, task)
                && !isWaitedForOtherwise(program, where);
    }

    /** Whether code, or others whom it tells, waits for its tasks without joining them. */
    private static boolean isWaitedForOtherwise(Program program, TaskCode.Reached where) {
        DeclaredType type = program.types.enclosing(where.body());
        return program.tasks.elements(where.body()).stream().anyMatch(ForkWithoutJoin::waitsForAll)
                || type != null
                        && Trees.elements(type.body, it -> false).stream()
                                .anyMatch(it -> isCounted(program, it));
    }

    private static boolean waitsForAll(J element) {
        return element instanceof J.MethodInvocation call
                && call.getSimpleName().contains("uiesce");
    }

    /** Whether a call counts tasks for somebody who waits. */
    private static boolean isCounted(Program program, J element) {
        if (!(element instanceof J.MethodInvocation call) || call.getSelect() == null) {
            return false;
        }
        String type = program.variables.typeOf(call.getSelect());
        return program.types.isA(type, "java.util.concurrent.Phaser")
                || program.types.isA(type, "java.util.concurrent.CountDownLatch");
    }

    /** The task that a call forks, or the collection whose tasks it forks; null if it does not. */
    private static Expression forked(Program program, J element) {
        if (element instanceof J.MethodInvocation call
                && call.getSimpleName().equals("fork")
                && call.getSelect() != null
                && program.isCallOnTask(call)
                && program.isTask(call.getSelect())
                && !isCompleter(program, call.getSelect(), call)) {
            return call.getSelect();
        }
        if (element instanceof J.MemberReference reference
                && reference.getReference().getSimpleName().equals("fork")
                && program.types.isTask(program.variables.typeOf(reference.getContaining()))
                && program.trees.parentPastWrapping(reference) instanceof J.MethodInvocation call
                && call.getSimpleName().equals("forEach")
                && !isCompleter(program, reference.getContaining(), call)) {
            return call.getSelect();
        }
        return null;
    }

    private static boolean isCompleter(Program program, Expression task, J place) {
        DeclaredType around = program.types.enclosing(place);
        return program.types.isCompleter(program.variables.typeOf(task))
                || around != null && program.types.isCompleter(around.name);
    }

    /** Whether a forked task, or collection of tasks, is not kept so that it could be joined. */
    public static boolean isDropped(Program program, J fork, Expression task) {
        J around = program.trees.parentPastWrapping(fork);
        boolean statement =
                fork instanceof J.MemberReference
                        || around instanceof J.Block
                        || around instanceof J.If
                        || around instanceof J.If.Else
                        || around instanceof J.ForLoop
                        || around instanceof J.ForEachLoop
                        || around instanceof J.Case
                        || around instanceof J.Lambda lambda
                                && program.trees.parentPastWrapping(lambda)
                                        instanceof J.MethodInvocation call
                                && call.getSimpleName().startsWith("forEach");
        if (!statement) {
            return false;
        }
        Expression at = Trees.unwrapped(task);
        if (at instanceof J.NewClass) {
            return true;
        }
        NamedVariable variable = program.variables.of(at);
        return variable != null && isNeverJoined(program, variable, fork, 0);
    }

    /**
     * Whether all that is done to a task, or to a collection of tasks, is forking.
     *
     * @param fork the fork in question, or what is as good as one
     */
    private static boolean isNeverJoined(
            Program program, NamedVariable variable, J fork, int depth) {
        if (depth > 2 || !program.variables.isLocal(variable)) {
            return false;
        }
        for (Expression use : program.variables.uses(variable)) {
            J around = program.trees.parentPastWrapping(use);
            if (around == fork) {
                continue;
            }
            if (around instanceof J.MethodInvocation call && call.getSelect() == use) {
                boolean forksAll =
                        call.getSimpleName().equals("forEach")
                                && program.trees.text(call).contains("fork");
                if (!STARTS.contains(call.getSimpleName()) && !forksAll) {
                    return false;
                }
            } else if (around instanceof J.MethodInvocation call
                    && call.getSelect() != null
                    && call.getSimpleName().startsWith("add")) {
                NamedVariable collection = program.variables.of(call.getSelect());
                if (collection == null || !isNeverJoined(program, collection, fork, depth + 1)) {
                    return false;
                }
            } else if (around instanceof J.ForEachLoop.Control control) {
                boolean joins =
                        !(control.getVariable() instanceof J.VariableDeclarations element)
                                || !isNeverJoined(
                                        program, element.getVariables().get(0), fork, depth + 1);
                if (joins) {
                    return false;
                }
            } else {
                return false;
            }
        }
        Expression source = depth == 0 ? collection(program, variable) : null;
        if (source == null) {
            return true;
        }
        NamedVariable collection = program.variables.of(source);
        return collection != null && isNeverJoined(program, collection, fork, depth + 1);
    }

    /** What a variable stands for each element of; null if it stands for itself. */
    private static Expression collection(Program program, NamedVariable variable) {
        J around = program.trees.parent(program.variables.declaration(variable));
        if (around instanceof J.ForEachLoop.Control control) {
            return control.getIterable();
        }
        J lambda = around instanceof J.Lambda.Parameters ? program.trees.parent(around) : around;
        return lambda instanceof J.Lambda
                        && program.trees.parentPastWrapping(lambda)
                                instanceof J.MethodInvocation call
                ? call.getSelect()
                : null;
    }
}
