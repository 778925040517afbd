package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import java.util.ArrayList;
import java.util.List;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Statement;

/**
 * FJ8: all parts of a task's work forked, and then joined, while the parent could have computed one
 * of them itself.
 */
public final class IdleParent extends Check {
    /** Made by OpenRewrite too. */
    public IdleParent() {
        super(
                "FJ8",
                "Idle parent: all halves forked",
                "Finds tasks that fork all their parts in a row and join one right after.",
                "The parent has nothing to do but wait: it takes its last child back from the queue,"
                        + " or helps with others, which costs more than calling compute, at every node"
                        + " of the tree of tasks.",
                "Fork all parts but one, compute that one, then join the others; or use invokeAll.");
    }

    @Override
    protected void find(Program program, Findings findings) {
        for (TaskCode.Reached where : program.tasks.reached()) {
            for (J.Block block : program.tasks.blocks(where.body())) {
                visit(program, findings, where, withHelpers(program, block));
            }
        }
    }

    /**
     * The statements of a block, with those of a method of the same object in the place of a
     * statement that is nothing but its call: the halves may be in fields, forked or joined there.
     */
    private static List<Statement> withHelpers(Program program, J.Block block) {
        List<Statement> statements = new ArrayList<>();
        for (Statement statement : block.getStatements()) {
            J.Block helper = helper(program, statement);
            if (helper == null) {
                statements.add(statement);
            } else {
                statements.addAll(helper.getStatements());
            }
        }
        return statements;
    }

    /** What a call of a method of the same object runs, first of all; null if it is not known. */
    private static J.Block helper(Program program, J code) {
        if (!(code instanceof J.MethodInvocation call)
                || call.getSelect() != null && !program.trees.text(call.getSelect()).equals("this")
                || Trees.elements(call, it -> false).stream()
                        .anyMatch(it -> it != call && it instanceof J.MethodInvocation)) {
            return null;
        }
        List<J.MethodDeclaration> targets = program.calls.targets(call);
        return targets.size() == 1 ? targets.get(0).getBody() : null;
    }

    private static void visit(
            Program program,
            Findings findings,
            TaskCode.Reached where,
            List<Statement> statements) {
        List<TaskPlace> forked = new ArrayList<>();
        J last = null;
        for (Statement statement : statements) {
            TaskPlace fork = forked(program, statement);
            if (fork != null) {
                forked.add(fork);
                last = statement;
            } else if (forked.size() > 1 && joins(program, statement, forked)) {
                findings.add(
                        last,
                        where,
                        Severity.MEDIUM,
                        Confidence.HIGH,
                        where.task() + " forks all its parts and waits, instead of computing one");
                forked.clear();
            } else if (!isQuiet(program, statement)) {
                forked.clear();
            }
        }
    }

    /**
     * What holds the task that a statement forks: a variable which it may declare, as in {@code var
     * left = new Part(…).fork()}; null if it forks none.
     */
    public static TaskPlace forked(Program program, Statement statement) {
        if (statement instanceof J.VariableDeclarations declaration) {
            NamedVariable declared = declaration.getVariables().get(0);
            return declaration.getVariables().size() == 1
                            && isFork(program, Trees.unwrapped(declared.getInitializer()))
                    ? new TaskPlace(declared)
                    : null;
        }
        return isFork(program, statement)
                ? TaskPlace.of(program, ((J.MethodInvocation) statement).getSelect())
                : null;
    }

    private static boolean isFork(Program program, J code) {
        return code instanceof J.MethodInvocation call
                && call.getSimpleName().equals("fork")
                && program.isCallOnTask(call)
                && !program.types.isCompleter(program.variables.typeOf(call.getSelect()));
    }

    /** Whether a statement, or the method that it calls first, begins with the join of a task. */
    static boolean joins(Program program, Statement statement, List<TaskPlace> forked) {
        if (joinsFirst(program, statement, forked)) {
            return true;
        }
        J.Block helper =
                Trees.elements(statement, it -> false).stream()
                        .filter(J.MethodInvocation.class::isInstance)
                        .findFirst()
                        .map(it -> helper(program, it))
                        .orElse(null);
        return helper != null
                && helper.getStatements().stream()
                        .filter(it -> !isQuiet(program, it))
                        .findFirst()
                        .filter(it -> joinsFirst(program, it, forked))
                        .isPresent();
    }

    /** Whether a statement joins a forked task before it does anything else. */
    private static boolean joinsFirst(
            Program program, Statement statement, List<TaskPlace> forked) {
        for (J element : Trees.elements(statement, it -> false)) {
            if (element instanceof J.MethodInvocation call) {
                if (TaskCode.JOINS.contains(call.getSimpleName())
                        && call.getSelect() != null
                        && forked.contains(TaskPlace.of(program, call.getSelect()))) {
                    return true;
                }
                boolean onlyWraps =
                        Trees.elements(call, it -> false).stream()
                                .anyMatch(
                                        it ->
                                                it != call
                                                        && it instanceof J.MethodInvocation inner
                                                        && TaskCode.JOINS.contains(
                                                                inner.getSimpleName()));
                if (!onlyWraps || call.getSimpleName().equals("compute")) {
                    return false;
                }
            }
        }
        return false;
    }

    /** Whether a statement only declares things or makes tasks, whatever goes into these. */
    public static boolean isQuiet(Program program, Statement statement) {
        return statement instanceof J.VariableDeclarations declaration
                && declaration.getVariables().stream()
                        .map(NamedVariable::getInitializer)
                        .allMatch(
                                it ->
                                        it == null
                                                || it instanceof J.NewClass creation
                                                        && program.makesTask(creation)
                                                || it instanceof J.MethodInvocation call
                                                        && program.makesTask(call)
                                                || Trees.elements(it, inner -> false).stream()
                                                        .noneMatch(
                                                                J.MethodInvocation.class
                                                                        ::isInstance));
    }
}
