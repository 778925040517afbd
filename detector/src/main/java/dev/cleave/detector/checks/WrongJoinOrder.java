package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import java.util.ArrayList;
import java.util.List;
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
        for (Statement statement : statements) {
            TaskPlace fork = IdleParent.forked(program, statement);
            if (fork != null) {
                forked.add(fork);
                worked = false;
                continue;
            }
            if (forked.size() > 1) {
                worked |=
                        !IdleParent.isQuiet(program, statement)
                                && !IdleParent.joins(program, statement, forked);
                J.MethodInvocation join = firstJoin(program, statement, forked);
                if (join != null) {
                    TaskPlace joined = TaskPlace.of(program, join.getSelect());
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

    private static J.MethodInvocation firstJoin(
            Program program, Statement statement, List<TaskPlace> forked) {
        // Operands come before operators in time, and from left to right in the source.
        return Trees.elements(statement, it -> it instanceof J.Lambda).stream()
                .filter(J.MethodInvocation.class::isInstance)
                .map(J.MethodInvocation.class::cast)
                .filter(it -> TaskCode.JOINS.contains(it.getSimpleName()) && it.getSelect() != null)
                .filter(it -> forked.contains(TaskPlace.of(program, it.getSelect())))
                .findFirst()
                .orElse(null);
    }
}
