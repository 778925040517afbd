package dev.cleave.detector.repairs;

import dev.cleave.detector.checks.JoinUnderLock;
import dev.cleave.detector.checks.SleepyWorkers;
import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Statement;

/**
 * FJ6: a loop that sleeps or spins until tasks are done becomes {@code quietlyJoin} of each, which
 * runs other tasks meanwhile and, like the loop, says nothing of failures.
 *
 * <p>Proves that the loop does nothing else, that what it asks is {@code isDone} of fork/join
 * tasks, and that no monitor or lock is held. Assumes that nobody interrupts the sleep: workers are
 * interrupted only where a pool is stopped. Gives up on every other sleep or wait; what it is for
 * is not in the code. Does not make them {@code ManagedBlocker}s: a pool refuses to have more than
 * so many blocked threads, and throws.
 */
public final class JoinInsteadOfPolling extends Repair {
    /** Made by OpenRewrite too. */
    public JoinInsteadOfPolling() {
        super(
                new SleepyWorkers(),
                "Join tasks instead of polling them",
                "Replaces loops that sleep or spin until tasks are done by quietlyJoin.");
    }

    @Override
    protected Patch patch(Program program, J finding) {
        J.WhileLoop loop =
                finding instanceof J.MethodInvocation asking
                                && SleepyWorkers.spinningLoop(program, asking)
                                        instanceof J.WhileLoop spinning
                                && program.trees.within(asking, spinning.getCondition())
                        ? spinning
                        : null;
        if (loop == null) {
            if (!(finding instanceof J.MethodInvocation sleep)
                    || !sleep.getSimpleName().startsWith("sleep")) {
                throw new CannotProve(
                        CannotProve.noRepairOf("this kind of wait", check().remedy()));
            }
            loop = loop(program, sleep);
            new PlainExpression(program).require(Trees.arguments(sleep.getArguments()));
        }
        List<Expression> tasks = new ArrayList<>();
        requirePolling(program, loop.getCondition().getTree(), tasks);
        J.MethodDeclaration method = program.trees.enclosing(loop, J.MethodDeclaration.class);
        if (JoinUnderLock.held(program, method, loop) != null) {
            throw new CannotProve(loop, "a task that is joined here may run under this lock");
        }
        Patch patch = new Patch(program, "the tasks are joined instead of polled");
        J waiting = waiting(program, loop);
        String text = patch.text(waiting);
        if (text.contains("/*") || text.contains("//")) {
            throw new CannotProve(waiting, "there is a comment in the code to replace");
        }
        boolean alone = tasks.size() == 1 || program.trees.parent(waiting) instanceof J.Block;
        String lines =
                tasks.stream()
                        .map(it -> patch.text(it) + ".quietlyJoin();")
                        .collect(
                                Collectors.joining(
                                        alone
                                                ? patch.lineEnd(waiting) + patch.indent(waiting)
                                                : " "));
        patch.replace(waiting, alone ? lines : "{ " + lines + " }");
        return patch;
    }

    /** The loop that a sleep is all of. */
    private static J.WhileLoop loop(Program program, J.MethodInvocation sleep) {
        J at = sleep;
        while (true) {
            J around = program.trees.parent(at);
            if (around instanceof J.WhileLoop loop && loop.getBody() == at) {
                return loop;
            }
            if (!isAllOf(around) && !isAllOf(program, around)) {
                throw new CannotProve(
                        "the sleep is not all that a loop does until tasks are done; what it is for"
                                + " is not in the code");
            }
            at = around;
        }
    }

    /** A loop, or the {@code try} around it that is for its sleep only. */
    private static J waiting(Program program, J.WhileLoop loop) {
        J block = program.trees.parent(loop);
        J around = program.trees.parent(block);
        return isAllOf(block) && isAllOf(program, around) ? around : loop;
    }

    private static boolean isAllOf(J around) {
        return around instanceof J.Block block && block.getStatements().size() == 1;
    }

    /** Whether this is a {@code try} that does nothing but go on after an exception. */
    private static boolean isAllOf(Program program, J around) {
        return around instanceof J.Try attempt
                && attempt.getResources() == null
                && attempt.getFinally() == null
                && attempt.getCatches().stream().allMatch(it -> goesOn(program, it));
    }

    /** Whether a handler does nothing, but note the interrupt. */
    private static boolean goesOn(Program program, J.Try.Catch handler) {
        List<Statement> statements = handler.getBody().getStatements();
        return statements.isEmpty()
                || statements.size() == 1
                        && program.trees
                                .text(statements.get(0))
                                .equals("Thread.currentThread().interrupt()");
    }

    /** Collects the tasks of {@code !a.isDone() || !b.isDone()}; refuses anything else. */
    private static void requirePolling(
            Program program, Expression condition, List<Expression> tasks) {
        Expression at = Trees.unwrapped(condition);
        if (at instanceof J.Binary either && either.getOperator() == J.Binary.Type.Or) {
            requirePolling(program, either.getLeft(), tasks);
            requirePolling(program, either.getRight(), tasks);
            return;
        }
        boolean polls =
                at instanceof J.Unary not
                        && not.getOperator() == J.Unary.Type.Not
                        && Trees.unwrapped(not.getExpression()) instanceof J.MethodInvocation call
                        && call.getSimpleName().equals("isDone")
                        && call.getSelect() != null
                        && program.isTask(call.getSelect())
                        && new PlainExpression(program).isLasting(call.getSelect())
                        && tasks.add(call.getSelect());
        if (!polls) {
            throw new CannotProve(at, "the loop waits for something else than tasks that it knows");
        }
    }
}
