package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.Loops;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Statement;

/**
 * FJ1: tasks that hand tasks to the pool instead of forking them. Section IV of the study. The
 * submission by which a computation starts is not one, nor is a branch that asks {@code
 * inForkJoinPool()} first.
 */
public final class CentralizedPooling extends Check {
    /** What a field of a class that was not given is called if it holds a pool. */
    private static final Pattern POOL = Pattern.compile("(?i)(pool|executor)$");

    private static final Set<String> SUBMISSIONS =
            Set.of(
                    "invoke",
                    "submit",
                    "execute",
                    "invokeAll",
                    "invokeAny",
                    "externalSubmit",
                    "lazySubmit");

    /** Made by OpenRewrite too. */
    public CentralizedPooling() {
        super(
                "FJ1",
                "Centralized pooling: a task submits to the pool",
                "Finds calls of a fork/join pool's invoke, submit and execute that run inside tasks.",
                "A submitted task goes through a queue that all workers share, and a worker that"
                        + " waits in invoke may need a spare thread in its place; a forked one goes to"
                        + " the worker's own queue.",
                "Fork the task (or use invokeAll of the task class), and join it.");
    }

    @Override
    protected void find(Program program, Findings findings) {
        for (TaskCode.Reached where : program.tasks.reached()) {
            for (J element : program.tasks.elements(where.body())) {
                if (element instanceof J.MethodInvocation call
                        && submits(program, call)
                        && !startsOutside(program, call)) {
                    findings.add(
                            call,
                            where,
                            Severity.HIGH,
                            Confidence.HIGH,
                            message(where, call.getSimpleName()));
                } else if (element instanceof J.MemberReference reference
                        && submitsEach(program, reference)
                        && !startsOutside(program, reference)) {
                    findings.add(
                            reference,
                            where,
                            Severity.HIGH,
                            Confidence.HIGH,
                            message(where, reference.getReference().getSimpleName()));
                }
            }
        }
    }

    private static String message(TaskCode.Reached where, String method) {
        return String.format(
                "%s hands work to the pool with %s instead of forking it", where.task(), method);
    }

    /**
     * Whether a method reference, handed to a loop over a collection or stream, is a submission.
     */
    private static boolean submitsEach(Program program, J.MemberReference reference) {
        return SUBMISSIONS.contains(reference.getReference().getSimpleName())
                && program.tasks.isForkJoinPool(reference.getContaining())
                && program.trees.parentPastWrapping(reference) instanceof J.MethodInvocation call
                && Loops.repeats(call);
    }

    private static boolean submits(Program program, J.MethodInvocation call) {
        List<Expression> arguments = Trees.arguments(call.getArguments());
        if (call.getSelect() == null
                || arguments.isEmpty()
                || !SUBMISSIONS.contains(call.getSimpleName())) {
            return false;
        }
        if (program.tasks.isForkJoinPool(call.getSelect())) {
            return true;
        }
        String receiver = program.variables.typeOf(call.getSelect());
        return program.isTask(arguments.get(0))
                && (receiver == null
                        || program.types.isA(receiver, "java.util.concurrent.Executor")
                        || !program.types.isKnown(receiver)
                                && POOL.matcher(program.trees.text(call.getSelect())).find());
    }

    /** Whether a test before the call makes sure that no worker gets there. */
    private static boolean startsOutside(Program program, J call) {
        J child = call;
        J at = program.trees.parent(call);
        while (at != null && !(at instanceof J.MethodDeclaration)) {
            if (at instanceof J.If branch && child != branch.getIfCondition()) {
                Boolean inside = asksForWorker(program, branch.getIfCondition());
                if (inside != null && inside == (child != branch.getThenPart())) {
                    return true;
                }
            } else if (at instanceof J.Ternary choice && child != choice.getCondition()) {
                Boolean inside = asksForWorker(program, choice.getCondition());
                if (inside != null && inside == (child == choice.getFalsePart())) {
                    return true;
                }
            } else if (at instanceof J.Block block && leftBefore(program, block, child)) {
                return true;
            }
            child = at;
            at = program.trees.parent(at);
        }
        return false;
    }

    private static boolean leftBefore(Program program, J.Block block, J child) {
        for (Statement statement : block.getStatements()) {
            if (statement == child) {
                return false;
            }
            if (statement instanceof J.If branch
                    && Boolean.TRUE.equals(asksForWorker(program, branch.getIfCondition()))
                    && Trees.elements(branch.getThenPart(), it -> false).stream()
                            .anyMatch(J.Return.class::isInstance)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a condition holds in a worker, or only elsewhere; null if it asks something else. */
    private static Boolean asksForWorker(Program program, J condition) {
        String text = program.trees.text(condition);
        if (asksForWorker(text)) {
            return !text.contains("!");
        }
        J at = condition;
        while (at instanceof J.ControlParentheses<?> || at instanceof J.Parentheses<?>) {
            at =
                    at instanceof J.ControlParentheses<?> outer
                            ? outer.getTree()
                            : ((J.Parentheses<?>) at).getTree();
        }
        boolean negated = at instanceof J.Unary not && not.getOperator() == J.Unary.Type.Not;
        Expression answer =
                negated
                        ? ((J.Unary) at).getExpression()
                        : at instanceof Expression asked ? asked : null;
        Boolean inside =
                answer instanceof J.MethodInvocation call
                        ? answers(program, call)
                        : holds(program, answer);
        return inside == null ? null : inside != negated;
    }

    private static boolean asksForWorker(String text) {
        return text.contains("inForkJoinPool") || text.contains("ForkJoinWorkerThread");
    }

    /** What a variable that has one value holds the answer to; null if to something else. */
    private static Boolean holds(Program program, Expression answer) {
        NamedVariable variable = answer == null ? null : program.variables.of(answer);
        if (variable == null || program.variables.values(variable).size() != 1) {
            return null;
        }
        Expression value = Trees.unwrapped(program.variables.values(variable).get(0));
        return value instanceof J.Identifier ? null : asksForWorker(program, value);
    }

    /** What a method of the program that only returns an answer asks; null if something else. */
    private static Boolean answers(Program program, J.MethodInvocation call) {
        List<J.MethodDeclaration> targets = program.calls.targets(call);
        return targets.size() == 1
                        && targets.get(0).getBody().getStatements().size() == 1
                        && targets.get(0).getBody().getStatements().get(0)
                                instanceof J.Return answer
                        && answer.getExpression() != null
                        && asksForWorker(program.trees.text(answer.getExpression()))
                ? asksForWorker(program, answer.getExpression())
                : null;
    }
}
