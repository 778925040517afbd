package dev.cleave.detector.checks;

import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Guard;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Statement;

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
                            + "|thenCombine|thenAcceptBoth|runAfterBoth)(Async)?|listen|addListener");

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
        return futures.wasAsked(future)
                || futures.isOneOfThoseDone(future)
                || futures.completesFirst(future)
                || futures.wereAwaited(future)
                || program.tasks.anyOrigin(future, futures::invokesAll);
    }

    private boolean wasAsked(Expression future) {
        J method = program.trees.enclosing(future, J.MethodDeclaration.class);
        String text = program.trees.text(future);
        return Guard.between(program, future, method).stream()
                .anyMatch(it -> asks(it, text) || asksByHelper(it, text));
    }

    private boolean asks(Guard guard, String future) {
        return guard.holds()
                && guard.condition() instanceof J.MethodInvocation asked
                && asked.getSelect() != null
                && ASKING.contains(asked.getSimpleName())
                && program.trees.text(asked.getSelect()).equals(future);
    }

    /** Whether a condition is a method of the program that asks what it is given. */
    private boolean asksByHelper(Guard guard, String future) {
        if (!guard.holds()
                || !(guard.condition() instanceof J.MethodInvocation call)
                || program.calls.targets(call).size() != 1) {
            return false;
        }
        J.MethodDeclaration helper = program.calls.targets(call).get(0);
        List<Statement> statements = helper.getBody().getStatements();
        List<J.VariableDeclarations> parameters = DeclaredType.parameters(helper);
        List<Expression> arguments = Trees.arguments(call.getArguments());
        return statements.size() == 1
                && statements.get(0) instanceof J.Return result
                && result.getExpression() != null
                && IntStream.range(0, Math.min(parameters.size(), arguments.size()))
                        .filter(it -> program.trees.text(arguments.get(it)).equals(future))
                        .mapToObj(it -> parameters.get(it).getVariables().get(0).getSimpleName())
                        .anyMatch(
                                name ->
                                        Guard.parts(result.getExpression()).stream()
                                                .anyMatch(it -> asks(it, name)));
    }

    /** Whether it is an element of a stream that only those pass which are done. */
    private boolean isOneOfThoseDone(Expression future) {
        NamedVariable variable = program.variables.of(future);
        J.Lambda each = variable == null ? null : program.trees.enclosing(variable, J.Lambda.class);
        J at =
                each != null
                                && program.trees.parentPastWrapping(each)
                                        instanceof J.MethodInvocation call
                        ? call.getSelect()
                        : future;
        while (at instanceof J.MethodInvocation call) {
            if (call.getSimpleName().equals("filter") && asks(call.getArguments().get(0))) {
                return true;
            }
            at = call.getSelect();
        }
        return false;
    }

    private static boolean asks(Expression condition) {
        return condition instanceof J.MemberReference reference
                        && ASKING.contains(reference.getReference().getSimpleName())
                || condition instanceof J.Lambda lambda
                        && lambda.getBody() instanceof J.MethodInvocation asked
                        && ASKING.contains(asked.getSimpleName());
    }

    /** Whether code before it has waited for all of what it is an element of: that was told. */
    private boolean wereAwaited(Expression future) {
        return program.trees.earlier(future).stream()
                .anyMatch(
                        it ->
                                it instanceof J.MethodInvocation wait
                                        && TaskCode.JOINS.contains(wait.getSimpleName())
                                        && allOf(wait.getSelect()) != null
                                        && !Collections.disjoint(
                                                holders(allOf(wait.getSelect())), holders(future)));
    }

    /** The call that makes a stage of many, also where it is in a variable; else null. */
    private J.MethodInvocation allOf(Expression stage) {
        NamedVariable variable = program.variables.of(stage);
        List<Expression> values =
                variable != null
                        ? program.variables.values(variable)
                        : stage == null ? List.of() : List.of(stage);
        return values.size() == 1
                        && Trees.unwrapped(values.get(0)) instanceof J.MethodInvocation call
                        && call.getSimpleName().equals("allOf")
                ? call
                : null;
    }

    /** Whether an executor returns futures, all of which are done. */
    private boolean invokesAll(Expression futures) {
        return futures instanceof J.MethodInvocation call
                && call.getSelect() != null
                && call.getSimpleName().equals("invokeAll")
                && program.types.isA(
                        program.variables.typeOf(call.getSelect()),
                        "java.util.concurrent.ExecutorService");
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
