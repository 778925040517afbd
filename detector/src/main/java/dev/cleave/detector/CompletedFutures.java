package dev.cleave.detector;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * Futures that are done when they are asked for their result, so that nobody waits: code before has
 * asked whether they are, or runs when they are.
 */
final class CompletedFutures {
    private static final Set<String> ASKING =
            Set.of("isDone", "isCompletedExceptionally", "isCancelled");

    /** What runs code when a stage is complete, and returns a stage that is complete after that. */
    private static final Pattern AFTER =
            Pattern.compile(
                    "(then(Apply|Accept|Run|Compose)|handle|whenComplete"
                            + "|thenCombine|thenAcceptBoth|runAfterBoth)(Async)?");

    /** Those of them that wait for two. */
    private static final Pattern AFTER_BOTH =
            Pattern.compile("(thenCombine|thenAcceptBoth|runAfterBoth)(Async)?");

    /** What returns futures that it was given, or has. */
    private static final Set<String> TAKING =
            Set.of(
                    "allOf",
                    "asList",
                    "collect",
                    "copyOf",
                    "entrySet",
                    "filter",
                    "get",
                    "getValue",
                    "iterator",
                    "next",
                    "of",
                    "stream",
                    "toArray",
                    "toList",
                    "values");

    private final Program program;

    private CompletedFutures(Program program) {
        this.program = program;
    }

    /** Whether what is asked for its result is done for certain. */
    static boolean isDone(Program program, Expression future) {
        CompletedFutures futures = new CompletedFutures(program);
        return futures.wasAsked(future) || futures.completesFirst(future);
    }

    private boolean wasAsked(Expression future) {
        J method = program.trees.enclosing(future, J.MethodDeclaration.class);
        return Guard.between(program, future, method).stream()
                .filter(Guard::holds)
                .map(Guard::condition)
                .anyMatch(
                        it ->
                                it instanceof J.MethodInvocation asked
                                        && asked.getSelect() != null
                                        && ASKING.contains(asked.getSimpleName())
                                        && program.trees
                                                .text(asked.getSelect())
                                                .equals(program.trees.text(future)));
    }

    /** Whether code that contains it runs when it, or all of what it is an element of, is done. */
    private boolean completesFirst(Expression future) {
        for (J at = future; at != null; at = program.trees.parent(at)) {
            if (at instanceof J.Lambda
                    && program.trees.parentPastWrapping(at) instanceof J.MethodInvocation call
                    && isAfter(call, future, new HashSet<>())) {
                return true;
            }
        }
        return false;
    }

    private boolean isAfter(
            J.MethodInvocation stage, Expression future, Set<NamedVariable> followed) {
        return stage.getSelect() != null
                && AFTER.matcher(stage.getSimpleName()).matches()
                && (includes(stage.getSelect(), future, followed)
                        || AFTER_BOTH.matcher(stage.getSimpleName()).matches()
                                && includes(stage.getArguments().get(0), future, followed));
    }

    /** Whether a stage is complete only when a future is. */
    private boolean includes(Expression stage, Expression future, Set<NamedVariable> followed) {
        Expression at = Trees.unwrapped(stage);
        if (at instanceof J.MethodInvocation call) {
            return call.getSimpleName().equals("allOf")
                    ? !Collections.disjoint(holders(call), holders(future))
                    : isAfter(call, future, followed);
        }
        NamedVariable variable = program.variables.of(at);
        if (variable == null || variable == program.variables.of(future)) {
            return variable != null;
        }
        List<Expression> values = program.variables.values(variable);
        return program.variables.isLocal(variable)
                && followed.add(variable)
                && values.size() == 1
                && includes(values.get(0), future, followed);
    }

    /** The variables that hold a future, or futures, and those that it was taken out of. */
    private Set<NamedVariable> holders(Expression futures) {
        Set<NamedVariable> found = new LinkedHashSet<>();
        addHolders(futures, found);
        return found;
    }

    private void addHolders(J futures, Set<NamedVariable> found) {
        if (isMadeAnew(futures)) {
            return;
        }
        for (J element : Trees.elements(futures, this::isMadeAnew)) {
            NamedVariable variable =
                    element instanceof J.Identifier name ? program.variables.of(name) : null;
            if (variable == null || !mayHoldFutures(variable) || !found.add(variable)) {
                continue;
            }
            program.variables.values(variable).forEach(it -> addHolders(it, found));
            J around = program.trees.parent(program.variables.declaration(variable));
            J.Lambda each = program.trees.enclosing(variable, J.Lambda.class);
            if (around instanceof J.ForEachLoop.Control control) {
                addHolders(control.getIterable(), found);
            } else if (each != null
                    && program.trees.within(variable, each.getParameters())
                    && program.trees.parentPastWrapping(each) instanceof J.MethodInvocation call
                    && call.getSelect() != null) {
                addHolders(call.getSelect(), found);
            }
        }
    }

    /** Whether something is no future, or collection of futures, that there was before. */
    private boolean isMadeAnew(J element) {
        return element instanceof J.Lambda
                || element instanceof J.MethodInvocation call
                        && !TAKING.contains(call.getSimpleName());
    }

    /** By what is written; the type of a lambda's parameter often is not. */
    private boolean mayHoldFutures(NamedVariable variable) {
        J written = program.variables.declaration(variable).getTypeExpression();
        return written == null
                || program.trees.text(written).matches("(?s)var|.*(Future|Stage|Entry).*");
    }
}
