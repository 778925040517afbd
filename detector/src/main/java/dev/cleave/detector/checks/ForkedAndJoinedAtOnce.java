package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.DataFlow;
import dev.cleave.detector.program.Loops;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Statement;

/**
 * FJ7: a task forked and joined before the worker does anything else, as in {@code fork().join()},
 * or {@code left.fork(); return left.join() + right.compute();}. Operands are evaluated from left
 * to right, so the join comes before the other half. So it does in a lazy stream, which takes each
 * element through all its steps before the next, and in an {@code invokeAll} of one task.
 */
public final class ForkedAndJoinedAtOnce extends Check {
    /** Made by OpenRewrite too. */
    public ForkedAndJoinedAtOnce() {
        super(
                "FJ7",
                "Fork and join at once: a parallel program that runs serially",
                "Finds tasks that are joined right after they were forked.",
                "Nothing runs beside the forked task; the worker pays for a fork and a join and then"
                        + " computes serially.",
                "Compute the other half between fork and join; if there is none, call compute or"
                        + " invoke instead of fork.");
    }

    @Override
    protected void find(Program program, Findings findings) {
        for (TaskCode.Reached where : program.tasks.reached()) {
            for (J element : program.tasks.elements(where.body())) {
                if (element instanceof J.MethodInvocation call
                        && (isAtOnce(program, call)
                                || isInLazyStream(program, call)
                                || isInvokeAllOfOne(program, call))) {
                    findings.add(
                            call,
                            where,
                            Severity.HIGH,
                            Confidence.HIGH,
                            where.task() + " joins a task right after it forked it");
                }
            }
        }
        for (J.CompilationUnit file : program.files) {
            for (J element : program.trees.elements(file)) {
                if (element instanceof J.MethodInvocation step && joinsStages(program, step)) {
                    findings.add(
                            step,
                            program.tasks.around(step),
                            Severity.HIGH,
                            Confidence.HIGH,
                            "A stream waits for each CompletableFuture before it starts the next",
                            "Collect the CompletableFutures in a list before the first is joined.");
                }
            }
        }
    }

    /**
     * Whether a step of a serial stream waits for the stage that an earlier step starts, be it
     * started in a task or not.
     */
    public static boolean joinsStages(Program program, J.MethodInvocation join) {
        if (join.getSelect() == null || !runs(program, join, "join|get")) {
            return false;
        }
        boolean starts = false;
        Expression at = Trees.unwrapped(join.getSelect());
        while (at instanceof J.MethodInvocation step && step.getSelect() != null) {
            if (step.getSimpleName().matches("parallel|parallelStream")
                    || !starts
                            && step.getSimpleName()
                                    .matches("collect|toList|sorted|toArray|stream")) {
                return false;
            }
            starts |= runs(program, step, "supplyAsync|runAsync");
            at = Trees.unwrapped(step.getSelect());
        }
        return starts;
    }

    /** Whether a step of a stream does nothing but call one of these methods, as of a stage. */
    private static boolean runs(Program program, J.MethodInvocation step, String methods) {
        List<Expression> arguments = Trees.arguments(step.getArguments());
        if (arguments.size() != 1) {
            return false;
        }
        Expression code = Trees.unwrapped(arguments.get(0));
        Expression owner = null;
        String method = "";
        if (code instanceof J.MemberReference reference) {
            owner = reference.getContaining();
            method = reference.getReference().getSimpleName();
        } else if (code instanceof J.Lambda lambda
                && lambda.getBody() instanceof J.MethodInvocation call
                && call.getSelect() != null) {
            owner = call.getSelect();
            method = call.getSimpleName();
        }
        return method.matches(methods)
                && program.types.isA(
                        program.variables.typeOf(owner), "java.util.concurrent.CompletableFuture");
    }

    /** Whether nothing happens between a fork and this join of it. */
    public static boolean isAtOnce(Program program, J.MethodInvocation join) {
        if (!TaskCode.JOINS.contains(join.getSimpleName()) || !program.isCallOnTask(join)) {
            return false;
        }
        if (Trees.unwrapped(join.getSelect()) instanceof J.MethodInvocation fork) {
            return fork.getSimpleName().equals("fork") && program.isCallOnTask(fork);
        }
        TaskPlace task = TaskPlace.of(program, join.getSelect());
        Statement statement = outermostBeginning(program, statement(program, join));
        if (task == null || statement == null) {
            return false;
        }
        List<Statement> block = siblings(program.trees.parent(statement));
        int at = block.indexOf(statement);
        int fork = before(program, block, at);
        return fork >= 0
                && block.subList(fork, at).stream().noneMatch(it -> assigns(program, it, task))
                && forks(program, block.get(fork), task)
                && !runsBesideAnother(program, block, fork)
                && comesFirst(program, statement, join);
    }

    /**
     * The index of the statement that a block runs before one of its statements, less declarations
     * of variables, and assignments to some, that only take values, by a getter, say, or make tasks
     * or empty collections: often the other half is made between fork and join. -1 if there is
     * none.
     */
    public static int before(Program program, List<Statement> block, int statement) {
        int at = statement - 1;
        while (at >= 0
                && (block.get(at) instanceof J.VariableDeclarations
                        || block.get(at) instanceof J.Assignment assigned
                                && (assigned.getVariable() instanceof J.Identifier
                                        || assigned.getVariable() instanceof J.FieldAccess access
                                                && DataFlow.isSelf(access.getTarget())))
                && Trees.elements(block.get(at), it -> false).stream()
                        .noneMatch(
                                it ->
                                        it instanceof J.MethodInvocation call
                                                        && !program.calls.isGetter(call)
                                                        && !program.makesTask(call)
                                                || it instanceof J.NewArray
                                                || it instanceof J.NewClass creation
                                                        && !program.makesTask(creation)
                                                        && !isEmptyCollection(program, creation))) {
            at--;
        }
        return at;
    }

    /** Whether a statement puts something else where a task is. */
    private static boolean assigns(Program program, Statement statement, TaskPlace task) {
        return statement instanceof J.Assignment assigned
                && program.variables.of(assigned.getVariable()) == task.variable();
    }

    static boolean isEmptyCollection(Program program, J.NewClass creation) {
        String type = program.variables.typeOf(creation);
        return type != null
                && type.startsWith("java.util.")
                && program.types.isCollection(type)
                && creation.getBody() == null
                && Trees.arguments(creation.getArguments()).isEmpty();
    }

    /** Whether tasks join what a step of a stream forks before the stream's next element. */
    static boolean isJoinedByStream(Program program, J.MethodInvocation step) {
        J.MethodInvocation at = step;
        while (program.trees.parentPastWrapping(at) instanceof J.MethodInvocation next
                && Trees.unwrapped(next.getSelect()) == at) {
            if (isInLazyStream(program, next)) {
                return program.tasks.around(next) != null;
            }
            at = next;
        }
        return false;
    }

    /**
     * A step of a stream that joins what an earlier step forks, with no step between that waits.
     */
    private static boolean isInLazyStream(Program program, J.MethodInvocation call) {
        if (!mentions(program, call, TaskCode.JOINS) || call.getSelect() == null) {
            return false;
        }
        Expression at = Trees.unwrapped(call.getSelect());
        while (at instanceof J.MethodInvocation step && step.getSelect() != null) {
            if (mentions(program, step, Set.of("fork"))) {
                return true;
            }
            if (step.getSimpleName().matches("collect|toList|sorted|toArray|stream")) {
                return false;
            }
            at = Trees.unwrapped(step.getSelect());
        }
        return false;
    }

    /** Whether a step of a stream calls one of these methods of its element. */
    private static boolean mentions(Program program, J.MethodInvocation step, Set<String> methods) {
        List<Expression> arguments = Trees.arguments(step.getArguments());
        if (arguments.size() != 1
                || !Loops.repeats(step) && !step.getSimpleName().startsWith("mapTo")) {
            return false;
        }
        Expression code = Trees.unwrapped(arguments.get(0));
        if (code instanceof J.MemberReference reference) {
            String type = program.variables.typeOf(reference.getContaining());
            return methods.contains(reference.getReference().getSimpleName())
                    && program.types.isTask(type)
                    && !program.types.isCompleter(type);
        }
        return code instanceof J.Lambda lambda
                && lambda.getBody() instanceof J.MethodInvocation call
                && methods.contains(call.getSimpleName())
                && program.isCallOnTask(call);
    }

    private static boolean isInvokeAllOfOne(Program program, J.MethodInvocation call) {
        List<Expression> arguments = Trees.arguments(call.getArguments());
        return call.getSimpleName().equals("invokeAll")
                && arguments.size() == 1
                && program.isTask(arguments.get(0))
                && program.calls.targets(call).isEmpty() // the library's, and none of the program's
                && !isWhatIsLeft(program, call);
    }

    /** Whether another branch of the same choice runs more tasks: this one has no others to run. */
    private static boolean isWhatIsLeft(Program program, J.MethodInvocation call) {
        J child = call;
        for (J at = program.trees.parent(call);
                at instanceof J.If
                        || at instanceof J.If.Else
                        || at instanceof J.Block block && block.getStatements().size() == 1;
                at = program.trees.parent(at)) {
            if (at instanceof J.If choice
                    && choice.getElsePart() != null
                    && runsMany(
                            child == choice.getThenPart()
                                    ? choice.getElsePart()
                                    : choice.getThenPart())) {
                return true;
            }
            child = at;
        }
        return false;
    }

    private static boolean runsMany(J code) {
        return Trees.elements(code, it -> it instanceof J.Lambda).stream()
                .anyMatch(
                        it ->
                                it instanceof J.MethodInvocation call
                                        && call.getSimpleName().equals("invokeAll")
                                        && call.getArguments().size() > 1);
    }

    /** Whether a task that was forked just before runs beside the one that a statement forks. */
    private static boolean runsBesideAnother(Program program, List<Statement> block, int fork) {
        for (int at = fork - 1; at >= 0; at--) {
            if (isFork(block.get(at)) || IdleParent.forked(program, block.get(at)) != null) {
                return true;
            }
            if (!IdleParent.isQuiet(program, block.get(at))) {
                return false;
            }
        }
        return false;
    }

    private static boolean isFork(Statement statement) {
        return statement instanceof J.MethodInvocation call && call.getSimpleName().equals("fork");
    }

    /** The statements of a block, or of a case that is written with a colon; else null. */
    private static List<Statement> siblings(J around) {
        return around instanceof J.Block block
                ? block.getStatements()
                : around instanceof J.Case branch && branch.getType() == J.Case.Type.Statement
                        ? branch.getStatements()
                        : null;
    }

    /**
     * The statement of a block that contains a call, be it in one of the expressions that a switch
     * chooses from; null if a lambda or loop is in between.
     */
    private static Statement statement(Program program, J call) {
        J at = call;
        while (at != null && (at instanceof J.Case || siblings(program.trees.parent(at)) == null)) {
            at = program.trees.parent(at);
            if (at instanceof J.Lambda
                    || at instanceof J.ForLoop
                    || at instanceof J.ForEachLoop
                    || at instanceof J.WhileLoop) {
                return null;
            }
        }
        return at instanceof Statement statement ? statement : null;
    }

    /** The statement that a statement is the beginning of: it may be a try's first one. */
    private static Statement outermostBeginning(Program program, Statement statement) {
        Statement at = statement;
        while (at != null
                && program.trees.parent(at) instanceof J.Block block
                && block.getStatements().get(0) == at
                && program.trees.parent(block) instanceof J.Try attempt
                && attempt.getBody() == block
                && attempt.getResources() == null
                && program.trees.parent(attempt) instanceof J.Block) {
            at = attempt;
        }
        return at;
    }

    private static boolean forks(Program program, Statement statement, TaskPlace task) {
        return isFork(statement)
                        && statement instanceof J.MethodInvocation fork
                        && fork.getSelect() != null
                        && task.equals(TaskPlace.of(program, fork.getSelect()))
                || task.equals(IdleParent.forked(program, statement));
    }

    /** Whether a statement does no other work before a call in it. */
    private static boolean comesFirst(
            Program program, Statement statement, J.MethodInvocation join) {
        Predicate<J> skipped = it -> it instanceof J.Case && !program.trees.within(join, it);
        for (J element : Trees.elements(statement, skipped)) {
            if (element == join) {
                return true;
            }
            boolean contains = program.trees.within(join, element);
            if (!contains
                    && (element instanceof J.MethodInvocation || element instanceof J.NewClass)) {
                return false;
            }
        }
        return false;
    }
}
