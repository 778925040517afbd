package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Statement;

/**
 * FJ9: tasks joined in the order in which they were forked. A worker's queue gives back the
 * youngest task first, as the documentation of {@code ForkJoinTask} says: returns (joins) should be
 * performed innermost-first. Where the parent does nothing in between it is {@link IdleParent}'s.
 */
public final class WrongJoinOrder extends Check {
    /** Made by OpenRewrite too. */
    public WrongJoinOrder() {
        super(
                "FJ9",
                "Wrong join order: the oldest fork joined first",
                "Finds tasks that are joined in the order in which they were forked.",
                "The task that is joined lies below the younger ones in the worker's queue, and was"
                        + " probably stolen; the worker waits or searches for it while work of its own is"
                        + " at hand.",
                "Join in the opposite order: the task that was forked last, first.");
    }

    @Override
    protected void find(Program program, Findings findings) {
        for (TaskCode.Reached where : program.tasks.reached()) {
            for (J.Block block : program.tasks.blocks(where.body())) {
                visit(program, findings, where, block.getStatements());
            }
        }
    }

    private static void visit(
            Program program,
            Findings findings,
            TaskCode.Reached where,
            List<Statement> statements) {
        List<TaskPlace> forked = new ArrayList<>();
        boolean worked = false;
        for (int at = 0; at < statements.size(); at++) {
            Statement statement = statements.get(at);
            TaskPlace fork = IdleParent.forked(program, statement);
            if (fork != null) {
                forked.add(fork);
                worked = false;
                continue;
            }
            forked.removeAll(polled(program, statement));
            if (forked.size() > 1) {
                worked |=
                        !IdleParent.isQuiet(program, statement)
                                && !IdleParent.joins(program, statement, forked);
                J.MethodInvocation join =
                        joins(program, statement, forked).findFirst().orElse(null);
                if (join != null) {
                    TaskPlace joined = TaskPlace.of(program, join.getSelect());
                    Set<TaskPlace> all =
                            statements.subList(at, statements.size()).stream()
                                    .flatMap(it -> joins(program, it, forked))
                                    .map(it -> TaskPlace.of(program, it.getSelect()))
                                    .collect(Collectors.toSet());
                    forked.retainAll(all); // a task that is not joined has no place in the order
                    if (worked && !joined.equals(forked.get(forked.size() - 1))) {
                        findings.add(
                                join,
                                where,
                                Severity.LOW,
                                Confidence.HIGH,
                                String.format(
                                        "%s joins %s before %s, which it forked later",
                                        where.task(),
                                        joined.name(),
                                        forked.get(forked.size() - 1).name()));
                    }
                    return;
                }
            }
        }
    }

    /** The joins of tasks in a statement, in the order in which they are made. */
    private static Stream<J.MethodInvocation> joins(
            Program program, Statement statement, List<TaskPlace> forked) {
        // Operands come before operators in time, and from left to right in the source.
        return Trees.elements(statement, it -> it instanceof J.Lambda).stream()
                .filter(J.MethodInvocation.class::isInstance)
                .map(J.MethodInvocation.class::cast)
                .filter(it -> TaskCode.JOINS.contains(it.getSimpleName()) && it.getSelect() != null)
                .filter(it -> forked.contains(TaskPlace.of(program, it.getSelect())));
    }

    /** The tasks that a loop asks whether they are done: after it, no join of them waits. */
    private static List<TaskPlace> polled(Program program, Statement statement) {
        J condition =
                statement instanceof J.WhileLoop loop
                        ? loop.getCondition()
                        : statement instanceof J.DoWhileLoop loop ? loop.getWhileCondition() : null;
        return condition == null
                ? List.of()
                : Trees.elements(condition, it -> false).stream()
                        .filter(
                                it ->
                                        it instanceof J.MethodInvocation call
                                                && call.getSimpleName().equals("isDone")
                                                && call.getSelect() != null)
                        .map(it -> TaskPlace.of(program, ((J.MethodInvocation) it).getSelect()))
                        .toList();
    }
}
