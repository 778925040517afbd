package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Guard;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.JavaType;

/**
 * FJ10: the condition under which a task divides: missing, dividing down to single elements, the
 * wrong way round, or subtracting the end from the start. Looks from where a task makes a child up
 * to where the pool calls it, and judges the conditions on that way. Any it does not understand is
 * taken for a threshold; so are loops, for which there may be no children.
 */
public final class Threshold extends Check {
    /** Leaves of at most this many elements are counted as single ones. */
    private static final int SINGLE = 2;

    private static final Set<String> PARTS =
            Set.of("copyOfRange", "copyOf", "subList", "subarray", "substring", "subSequence");

    /** Made by OpenRewrite too. */
    public Threshold() {
        super(
                "FJ10",
                "Threshold: missing, too small, or the wrong way round",
                "Finds tasks that divide without end, to single elements, or only small work.",
                "A task costs about as much as a hundred simple operations. Divided to single"
                        + " elements, tasks cost more than the work; divided the wrong way, nothing runs"
                        + " in parallel, or the recursion never ends.",
                "Compute directly below a size that takes some ten thousand operations (or let"
                        + " Cleave's @Future decide when to divide).");
    }

    @Override
    protected void find(Program program, Findings findings) {
        Set<DeclaredType> judged = new HashSet<>();
        for (DeclaredType type : program.types.declared()) {
            if (!program.types.isTask(type.name) || !judged.add(type)) {
                continue;
            }
            for (J.NewClass child : program.calls.creations(type)) {
                TaskCode.Reached where = program.tasks.around(child);
                if (where != null
                        && program.types.enclosing(child) == type
                        && judge(program, findings, type, child, where)) {
                    break;
                }
            }
        }
    }

    /** Whether there was something to report. */
    private static boolean judge(
            Program program,
            Findings findings,
            DeclaredType type,
            J.NewClass child,
            TaskCode.Reached where) {
        List<Guard> guards = new ArrayList<>();
        if (!collect(program, child, where, guards)) {
            return false;
        }
        if (guards.isEmpty()) {
            report(findings, child, where, " divides its work without any condition");
            return true;
        }
        boolean onlySingle = true;
        J single = null;
        for (Guard guard : guards) {
            if (!(guard.condition() instanceof J.Binary comparison)) {
                onlySingle = false;
                continue;
            }
            if (isReversed(type, comparison.getLeft()) || isReversed(type, comparison.getRight())) {
                String what = " subtracts the end of its range from the start";
                report(findings, comparison, where, what);
                return true;
            }
            if (dividesOnlySmall(program, type, child, guard)) {
                String what = " divides small work, and computes large work serially";
                report(findings, comparison, where, what);
                return true;
            }
            if (isSingle(program, type, comparison)) {
                single = comparison;
            } else {
                onlySingle = false;
            }
        }
        if (onlySingle && single != null) {
            // A single element may be work enough, as a tile of an image.
            findings.add(
                    single,
                    where,
                    Severity.MEDIUM,
                    Confidence.LOW,
                    where.task() + " divides down to single elements");
            return true;
        }
        return false;
    }

    private static void report(Findings findings, J element, TaskCode.Reached where, String what) {
        findings.add(element, where, Severity.HIGH, Confidence.MEDIUM, where.task() + what);
    }

    // --- the way from the start to the child -----------------------------------------------------

    /** Whether there is such a way: a lambda that no task makes does not divide one. */
    private static boolean collect(
            Program program, J child, TaskCode.Reached where, List<Guard> guards) {
        J from = child;
        Set<J> seen = new HashSet<>();
        TaskCode.Reached at = where;
        while (at != null && seen.add(at.body())) {
            guards.addAll(Guard.between(program, from, at.body()));
            if (at.caller() == null && at.body() instanceof J.Lambda lambda) {
                // Conditions of the code that hands it to the pool are on the way, too.
                from = lambda;
                at = program.tasks.around(program.trees.parent(lambda));
                if (at == null) {
                    return false;
                }
            } else {
                from = at.call();
                at = at.caller();
            }
        }
        return true;
    }

    // --- what a comparison says ------------------------------------------------------------------

    private static boolean isLess(J.Binary comparison) {
        return comparison.getOperator() == J.Binary.Type.LessThan
                || comparison.getOperator() == J.Binary.Type.LessThanOrEqual;
    }

    private static boolean isGreater(J.Binary comparison) {
        return comparison.getOperator() == J.Binary.Type.GreaterThan
                || comparison.getOperator() == J.Binary.Type.GreaterThanOrEqual;
    }

    private static boolean isEqual(J.Binary comparison) {
        return comparison.getOperator() == J.Binary.Type.Equal
                || comparison.getOperator() == J.Binary.Type.NotEqual;
    }

    /** Whether an expression is the size of a task's data: a difference, a length, a size. */
    private static boolean isSize(Program program, Expression expression) {
        Expression at = Trees.unwrapped(expression);
        if (at instanceof J.Binary difference) {
            return difference.getOperator() == J.Binary.Type.Subtraction
                    && program.variables.of(difference.getLeft()) != null
                    && program.variables.of(difference.getRight()) != null;
        }
        if (at instanceof J.FieldAccess access) {
            return access.getSimpleName().equals("length");
        }
        if (at instanceof J.MethodInvocation call) {
            return Set.of("size", "length").contains(call.getSimpleName())
                    && Trees.arguments(call.getArguments()).isEmpty();
        }
        NamedVariable variable = program.variables.of(at);
        return variable != null
                && program.variables.isLocal(variable)
                && program.variables.values(variable).size() == 1
                && !(program.variables.values(variable).get(0) instanceof J.Identifier)
                && isSize(program, program.variables.values(variable).get(0));
    }

    private static boolean dividesOnlySmall(
            Program program, DeclaredType type, J.NewClass child, Guard guard) {
        J.Binary comparison = (J.Binary) guard.condition();
        boolean left = isWork(program, type, child, comparison.getLeft());
        boolean right = isWork(program, type, child, comparison.getRight());
        boolean small = isLess(comparison) && left || isGreater(comparison) && right;
        boolean large = isGreater(comparison) && left || isLess(comparison) && right;
        return guard.holds() ? small && !large : large && !small;
    }

    /**
     * Whether an expression is the size of what a task divides: of a range whose ends children get,
     * or of data of which this child gets a part. The size of what grows from task to task, as a
     * path, or is only bounded, as the pages that a search has seen, says nothing about the work.
     */
    private static boolean isWork(
            Program program, DeclaredType type, J.NewClass child, Expression expression) {
        if (!isSize(program, expression)) {
            return false;
        }
        Expression at = Trees.unwrapped(expression);
        NamedVariable local = program.variables.of(at);
        if (local != null && program.variables.isLocal(local)) {
            at = Trees.unwrapped(program.variables.values(local).get(0));
        }
        if (at instanceof J.Binary range) {
            return isHandedOn(program, type, program.variables.of(range.getLeft()))
                    && isHandedOn(program, type, program.variables.of(range.getRight()));
        }
        NamedVariable data =
                at instanceof J.FieldAccess length
                        ? program.variables.of(length.getTarget())
                        : at instanceof J.MethodInvocation size && size.getSelect() != null
                                ? program.variables.of(size.getSelect())
                                : null;
        return data != null
                && Trees.arguments(child.getArguments()).stream()
                        .anyMatch(it -> isPart(program, it, data));
    }

    private static boolean isHandedOn(Program program, DeclaredType type, NamedVariable variable) {
        return variable != null && program.calls.isHandedOn(type, variable);
    }

    /** Whether a value, or what a variable was initialized with, is a part of some data. */
    private static boolean isPart(Program program, Expression value, NamedVariable data) {
        NamedVariable local = program.variables.of(value);
        List<Expression> made =
                local != null && program.variables.isLocal(local)
                        ? program.variables.values(local)
                        : List.of(value);
        return made.stream()
                .flatMap(it -> Trees.elements(it, inner -> false).stream())
                .anyMatch(
                        it ->
                                it instanceof J.MethodInvocation call
                                        && takesPart(program, call, data));
    }

    private static boolean takesPart(Program program, J.MethodInvocation call, NamedVariable data) {
        List<Expression> arguments = Trees.arguments(call.getArguments());
        return PARTS.contains(call.getSimpleName())
                && (call.getSelect() != null && program.variables.of(call.getSelect()) == data
                        || !arguments.isEmpty() && program.variables.of(arguments.get(0)) == data);
    }

    private static boolean isSingle(Program program, DeclaredType type, J.Binary comparison) {
        if (!isLess(comparison) && !isGreater(comparison) && !isEqual(comparison)) {
            return false;
        }
        for (boolean turned : new boolean[] {false, true}) {
            Expression size = turned ? comparison.getRight() : comparison.getLeft();
            Long bound = constant(program, turned ? comparison.getLeft() : comparison.getRight());
            if (bound != null) {
                return bound <= SINGLE
                        && bound >= 0
                        && (isSize(program, size) || bound > 0 && isCount(program, type, size));
            }
        }
        return isRange(program, type, comparison);
    }

    /** A number that the task was given, and that its children get less of. */
    private static boolean isCount(Program program, DeclaredType type, Expression expression) {
        NamedVariable variable = program.variables.of(expression);
        return variable != null
                && program.variables.isField(variable)
                && isWhole(variable.getType())
                && !variable.getSimpleName().matches("(?i).*(depth|level|split|height|remaining).*")
                && program.calls.creations(type).stream()
                        .filter(it -> program.types.enclosing(it) == type)
                        .flatMap(it -> Trees.arguments(it.getArguments()).stream())
                        .anyMatch(
                                it ->
                                        it instanceof J.Binary less
                                                && program.variables.of(less.getLeft())
                                                        == variable);
    }

    private static boolean isWhole(JavaType type) {
        return type == JavaType.Primitive.Int || type == JavaType.Primitive.Long;
    }

    /** Whether two ends of a range are compared, whose middle the task computes. */
    private static boolean isRange(Program program, DeclaredType type, J.Binary comparison) {
        NamedVariable low = program.variables.of(comparison.getLeft());
        NamedVariable high = program.variables.of(comparison.getRight());
        if (low == null || high == null || !isWhole(low.getType()) || !isWhole(high.getType())) {
            return false;
        }
        return Trees.elements(type.body, it -> false).stream()
                .anyMatch(
                        it ->
                                it instanceof J.Binary sum
                                        && (sum.getOperator() == J.Binary.Type.Addition
                                                || sum.getOperator() == J.Binary.Type.Subtraction)
                                        && Set.of(low, high)
                                                .equals(
                                                        pair(
                                                                program.variables.of(sum.getLeft()),
                                                                program.variables.of(
                                                                        sum.getRight()))));
    }

    private static Set<NamedVariable> pair(NamedVariable one, NamedVariable other) {
        return one == null || other == null || one == other ? Set.of() : Set.of(one, other);
    }

    private static Long constant(Program program, Expression expression) {
        Expression at = Trees.unwrapped(expression);
        if (at instanceof J.Literal literal && literal.getValue() instanceof Number number) {
            return number.longValue();
        }
        NamedVariable variable = program.variables.of(at);
        if (variable == null
                || !program.variables.declaration(variable).hasModifier(J.Modifier.Type.Final)
                || program.variables.values(variable).size() != 1) {
            return null;
        }
        return Trees.unwrapped(program.variables.values(variable).get(0)) instanceof J.Literal value
                        && value.getValue() instanceof Number number
                ? number.longValue()
                : null;
    }

    /** Whether a difference is negative: elsewhere the class counts from the left to the right. */
    private static boolean isReversed(DeclaredType type, Expression expression) {
        if (!(Trees.unwrapped(expression) instanceof J.Binary difference)
                || difference.getOperator() != J.Binary.Type.Subtraction
                || !(Trees.unwrapped(difference.getLeft()) instanceof J.Identifier low)
                || !(Trees.unwrapped(difference.getRight()) instanceof J.Identifier high)) {
            return false;
        }
        return Trees.elements(type.body, it -> false).stream()
                .anyMatch(
                        it ->
                                it instanceof J.ForLoop loop
                                        && loop.getControl().getInit().get(0)
                                                instanceof J.VariableDeclarations counter
                                        && loop.getControl().getCondition()
                                                instanceof J.Binary condition
                                        && isLess(condition)
                                        && isNamed(
                                                counter.getVariables().get(0).getInitializer(), low)
                                        && isNamed(condition.getRight(), high));
    }

    private static boolean isNamed(Expression expression, J.Identifier name) {
        Expression at = expression == null ? null : Trees.unwrapped(expression);
        return at instanceof J.Identifier identifier
                        && identifier.getSimpleName().equals(name.getSimpleName())
                || at instanceof J.FieldAccess access
                        && access.getSimpleName().equals(name.getSimpleName());
    }
}
