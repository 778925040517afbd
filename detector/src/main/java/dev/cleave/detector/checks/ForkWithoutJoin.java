package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.CallGraph;
import dev.cleave.detector.program.DataFlow;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import dev.cleave.detector.program.TypeNames;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * FJ11: a task forked inside a task that nobody joins, and a task joined anywhere that nobody
 * forks. A completer is counted instead of joined; a task that is returned, stored or handed on may
 * be joined or forked elsewhere; {@code helpQuiesce} waits for all, and so may whoever a phaser or
 * latch lets go on. None of these is reported.
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

    /** What gives a task out of a collection, which keeps it or has handed it to nobody else. */
    private static final Pattern TAKES =
            Pattern.compile("(get|next|poll|peek|pop|remove|take|element)([A-Z].*)?");

    /** What may be called of a task, or of a list of tasks, that starts none. */
    private static final Set<String> STARTS_NONE =
            Set.of(
                    "join",
                    "get",
                    "quietlyJoin",
                    "compute",
                    "isDone",
                    "getRawResult",
                    "add",
                    "size",
                    "isEmpty");

    /** Made by OpenRewrite too. */
    public ForkWithoutJoin() {
        super(
                "FJ11",
                "Fork without join, or join without fork",
                "Finds tasks that are forked inside tasks and never joined, and joined and never"
                        + " forked.",
                "A parent that does not join its child ends before it: whoever waits for the parent"
                        + " sees unfinished results, and the child's exception is lost. A join of a"
                        + " task that nobody forks never ends.",
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
        for (J.CompilationUnit file : program.files) {
            for (J element : program.trees.elements(file)) {
                if (element instanceof J.MethodInvocation call
                        && TaskCode.JOINS.contains(call.getSimpleName())
                        && program.isCallOnTask(call)
                        && isNeverForked(program, Trees.unwrapped(call.getSelect()))) {
                    TaskCode.Reached where = program.tasks.around(call);
                    findings.add(
                            call,
                            where,
                            Severity.HIGH,
                            Confidence.HIGH,
                            (where == null ? "Code outside tasks" : where.task())
                                    + " waits for ever for a task that nobody forks",
                            "Fork the task before it is joined, or call invoke instead of join; to"
                                    + " have it computed here, use what compute returns.");
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
        return variable != null && isNeverJoined(program, variable, fork, new HashSet<>());
    }

    /**
     * Whether all that is done to a task, or to a collection of tasks, is forking, by whatever
     * name.
     *
     * @param fork the fork in question, or what is as good as one
     */
    private static boolean isNeverJoined(
            Program program, NamedVariable variable, J fork, Set<NamedVariable> seen) {
        if (!seen.add(variable)) {
            return true;
        }
        if (!program.variables.isLocal(variable)) {
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
                boolean starts =
                        STARTS.contains(call.getSimpleName())
                                && Trees.arguments(call.getArguments()).stream()
                                        .filter(it -> holdsTasks(program, it))
                                        .allMatch(it -> isOnlyForked(program, it, fork, seen));
                if (!starts && !forksAll) {
                    return false;
                }
            } else if (around instanceof J.MethodInvocation call
                    && call.getSelect() != null
                    && call.getSimpleName().startsWith("add")) {
                NamedVariable collection = program.variables.of(call.getSelect());
                if (collection == null || !isNeverJoined(program, collection, fork, seen)) {
                    return false;
                }
            } else if (around instanceof J.ForEachLoop.Control control) {
                boolean joins =
                        !(control.getVariable() instanceof J.VariableDeclarations element)
                                || !isNeverJoined(
                                        program, element.getVariables().get(0), fork, seen);
                if (joins) {
                    return false;
                }
            } else if (!(around instanceof NamedVariable alias)
                    || !isNeverJoined(program, alias, fork, seen)) {
                return false;
            }
        }
        Expression source = collection(program, variable);
        NamedVariable collection = program.variables.of(source);
        return (source == null
                        || collection != null && isNeverJoined(program, collection, fork, seen))
                && program.variables.values(variable).stream()
                        .allMatch(it -> isOnlyForked(program, it, fork, seen));
    }

    /** Whether it is a new task, or collection of such, or a variable of which all is forked. */
    private static boolean isOnlyForked(
            Program program, Expression value, J fork, Set<NamedVariable> seen) {
        Expression at = Trees.unwrapped(value);
        NamedVariable variable = program.variables.of(at);
        if (variable != null) {
            return isNeverJoined(program, variable, fork, seen);
        }
        if (at instanceof J.Ternary choice) {
            return isOnlyForked(program, choice.getTruePart(), fork, seen)
                    && isOnlyForked(program, choice.getFalsePart(), fork, seen);
        }
        if (at instanceof J.NewClass copy && !program.isTask(copy)) {
            return Trees.arguments(copy.getArguments()).stream()
                    .filter(it -> holdsTasks(program, it))
                    .allMatch(it -> isOnlyForked(program, it, fork, seen));
        }
        return !program.tasks.anyOrigin(at, it -> isHeldElsewhere(program, it));
    }

    private static boolean holdsTasks(Program program, Expression argument) {
        String type = program.variables.typeOf(argument);
        return type == null || !DataFlow.isScalar(type);
    }

    private static boolean isHeldElsewhere(Program program, Expression origin) {
        NamedVariable variable = program.variables.of(origin);
        return variable != null && program.variables.isField(variable)
                || origin instanceof J.Identifier name && name.getSimpleName().equals("this")
                || origin instanceof J.Assignment
                || origin instanceof J.ArrayAccess
                || origin instanceof J.MethodInvocation call
                        && call.getSelect() != null
                        && TAKES.matcher(call.getSimpleName()).matches()
                        && program.calls.targets(call).isEmpty();
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

    // --- join without fork -----------------------------------------------------------------------

    /** Whether a task is known from where it is made, and nothing is done there that starts it. */
    private static boolean isNeverForked(Program program, Expression task) {
        boolean taken =
                task instanceof J.MethodInvocation call
                        && call.getSimpleName().equals("get")
                        && call.getSelect() != null
                        && Trees.arguments(call.getArguments()).size() == 1;
        NamedVariable variable =
                program.variables.of(taken ? ((J.MethodInvocation) task).getSelect() : task);
        return variable == null
                ? isUnforked(program, task)
                : isNeverForked(program, variable, new HashSet<>());
    }

    /** The same of a variable, and of the tasks in one that holds a list of them. */
    private static boolean isNeverForked(
            Program program, NamedVariable variable, Set<NamedVariable> seen) {
        if (!seen.add(variable)) {
            return true;
        }
        return program.variables.isLocal(variable)
                && holdsUnforked(program, variable, seen)
                && program.variables.uses(variable).stream()
                        .allMatch(it -> startsNone(program, it, seen));
    }

    private static boolean holdsUnforked(
            Program program, NamedVariable variable, Set<NamedVariable> seen) {
        if (program.trees.parent(program.variables.declaration(variable))
                instanceof J.ForEachLoop.Control each) {
            NamedVariable list = program.variables.of(each.getIterable());
            return list != null && isNeverForked(program, list, seen);
        }
        List<Expression> values = program.variables.values(variable);
        return !values.isEmpty()
                && values.stream()
                        .map(Trees::unwrapped)
                        .allMatch(
                                it ->
                                        it instanceof J.Literal
                                                || isUnforked(program, it)
                                                || it instanceof J.NewClass creation
                                                        && ForkedAndJoinedAtOnce.isEmptyCollection(
                                                                program, creation));
    }

    private static boolean startsNone(Program program, Expression use, Set<NamedVariable> seen) {
        J around = program.trees.parentPastWrapping(use);
        if (around instanceof J.ForEachLoop.Control each) {
            return each.getVariable() instanceof J.VariableDeclarations element
                    && isNeverForked(program, element.getVariables().get(0), seen);
        }
        if (!(around instanceof J.MethodInvocation call) || call.getSelect() == null) {
            return false;
        }
        List<Expression> arguments = Trees.arguments(call.getArguments());
        if (Trees.unwrapped(call.getSelect()) != use) {
            NamedVariable list = program.variables.of(call.getSelect());
            return call.getSimpleName().equals("add")
                    && list != null
                    && isNeverForked(program, list, seen);
        }
        return STARTS_NONE.contains(call.getSimpleName())
                && switch (call.getSimpleName()) {
                    case "add" ->
                            arguments.size() == 1
                                    && isAddedUnforked(program, arguments.get(0), seen);
                    case "get" ->
                            arguments.isEmpty()
                                    || program.trees.parentPastWrapping(call)
                                                    instanceof J.MethodInvocation next
                                            && next.getSelect() == call
                                            && STARTS_NONE.contains(next.getSimpleName());
                    default -> arguments.isEmpty();
                };
    }

    private static boolean isAddedUnforked(
            Program program, Expression task, Set<NamedVariable> seen) {
        NamedVariable variable = program.variables.of(task);
        return variable == null
                ? isUnforked(program, Trees.unwrapped(task))
                : isNeverForked(program, variable, seen);
    }

    /** Whether an expression makes a task of a class that neither starts nor ends itself. */
    private static boolean isUnforked(Program program, Expression made) {
        if (made instanceof J.MethodInvocation call) {
            return call.getSimpleName().startsWith("adapt")
                    && call.getSelect() != null
                    && "ForkJoinTask".equals(program.trees.text(call.getSelect()));
        }
        DeclaredType type =
                made instanceof J.NewClass
                        ? program.types.declared(program.variables.typeOf(made))
                        : null;
        return type != null
                && program.isTask(made)
                && !program.types.isCompleter(type.name)
                && CallGraph.withSupertypes(type).stream()
                        .allMatch(
                                it ->
                                        extendsKnown(program, it)
                                                && Trees.elements(it.body, inner -> false).stream()
                                                        .noneMatch(
                                                                code ->
                                                                        handsItselfOver(
                                                                                program, code)));
    }

    private static boolean extendsKnown(Program program, DeclaredType type) {
        return type.supertypes.stream()
                .allMatch(
                        it ->
                                program.types.declared(it) != null
                                        || TypeNames.inTheJdk(it) != null
                                        || it.matches(
                                                ".*\\b(Recursive(Task|Action)|ForkJoinTask|SyncTask)"));
    }

    private static boolean handsItselfOver(Program program, J element) {
        boolean itself =
                element instanceof J.Identifier name
                        && name.getSimpleName().equals("this")
                        && !(program.trees.parent(name) instanceof J.FieldAccess)
                        && !(program.trees.parent(name) instanceof J.MethodInvocation call
                                && call.getName() == name);
        return itself
                || element instanceof J.MethodInvocation call
                        && call.getSelect() == null
                        && call.getSimpleName()
                                .matches("fork|invoke|quietlyInvoke|.*[cC]omplete.*");
    }
}
