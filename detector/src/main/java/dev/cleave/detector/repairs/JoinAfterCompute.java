package dev.cleave.detector.repairs;

import dev.cleave.detector.checks.ForkedAndJoinedAtOnce;
import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Loops;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Reach;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Statement;

/**
 * FJ7: a task that is joined right after its fork. If the same statement computes another task, as
 * in {@code left.join() + right.compute()}, or the next one does, that comes first; else the task
 * is invoked.
 *
 * <p>What was a serial program becomes a parallel one, so it proves that the tasks change nothing
 * but what is their own, and neither does what the statement calls before. Invoking a task instead
 * of forking and joining it needs no proof. Assumes that, if both halves fail, it does not matter
 * whose exception is thrown.
 */
public final class JoinAfterCompute extends Repair {
    private static final Set<String> NUMBERS =
            Set.of(
                    "int",
                    "long",
                    "short",
                    "byte",
                    "java.lang.Integer",
                    "java.lang.Long",
                    "java.lang.Short",
                    "java.lang.Byte");

    /** The row of the last finding: the next is often of the same one. */
    private transient SerialParts row;

    /** Made by OpenRewrite too. */
    public JoinAfterCompute() {
        super(
                new ForkedAndJoinedAtOnce(),
                "Compute the other half before the join",
                "Moves joins behind the computation of the other half; where there is none, replaces"
                        + " fork and join by invoke.");
    }

    @Override
    protected Patch patch(Program program, J finding) {
        J.MethodInvocation join = (J.MethodInvocation) finding;
        if (!TaskCode.JOINS.contains(join.getSimpleName())) {
            throw new CannotProve(
                    CannotProve.noRepairOf(
                            "this shape",
                            ForkedAndJoinedAtOnce.joinsStages(program, join)
                                    ? "Collect all CompletableFutures before the first is joined."
                                    : "Make all tasks first, and call invokeAll."));
        }
        if (!Forks.isJoin(join)) {
            throw new CannotProve("get and quietlyJoin report failures in other ways than invoke");
        }
        if (row == null || !row.runs(program, join)) {
            row = SerialParts.around(program, statementsAround(program, join), join);
        }
        SerialParts parts = row;
        if (parts.areSeveral()) {
            return parts.together();
        }
        requireNoLoop(program, join);
        if (join.getSelect() instanceof J.MethodInvocation fork) {
            requireNoOther(program, join);
            parts.requireNothingBetween();
            Patch patch = new Patch(program, "fork().join() is invoke()");
            patch.replaceAfter(fork.getSelect(), join, ".invoke()");
            return patch;
        }
        Forks forks = new Forks(program);
        J at = join;
        while (!(program.trees.parent(at) instanceof J.Block)) {
            at = program.trees.parent(at);
        }
        if (at instanceof J.Case) {
            throw new CannotProve(at, "the task is joined in a case of a switch");
        }
        Statement statement = (Statement) at;
        List<Statement> statements = forks.blockOf(statement).getStatements();
        int joined = statements.indexOf(statement);
        int before = ForkedAndJoinedAtOnce.before(program, statements, joined);
        if (before < 0) {
            throw new CannotProve(join, "the task is forked outside of the block that joins it");
        }
        Statement fork = statements.get(before);
        NamedVariable task =
                fork instanceof J.VariableDeclarations declaration
                        ? declaration.getVariables().get(0)
                        : forks.forked(fork);
        if (task == null || task != program.variables.of(join.getSelect())) {
            throw new CannotProve("the task is not a local variable");
        }
        J.MethodInvocation compute = computed(program, statement, task);
        if (compute != null) {
            return swapped(program, join, compute, List.of(statement));
        }
        Patch patch = swappedWithNext(program, join, statements.subList(joined, statements.size()));
        if (patch != null) {
            return patch;
        }
        if (parts.runsOthers()) {
            return parts.together();
        }
        if (fork instanceof J.VariableDeclarations) {
            throw new CannotProve(fork, "the task is forked where its variable is declared");
        }
        parts.requireNothingBetween();
        return invoked(program, fork, join, statement);
    }

    static void requireNoLoop(Program program, J.MethodInvocation call) {
        if (Loops.around(program.trees, call) != null) {
            throw new CannotProve(
                    "the loop runs one task after the other; fork them all before the first is"
                            + " joined, or hand them to invokeAll");
        }
    }

    /** The statements in a row among which a call stands; none in a case that is an expression. */
    static List<Statement> statementsAround(Program program, J call) {
        J at = call;
        while (!(at instanceof J.Block) && !(at instanceof J.Case)) {
            at = program.trees.parent(at);
        }
        if (at instanceof J.Block block) {
            return block.getStatements();
        }
        J.Case branch = (J.Case) at;
        return branch.getType() == J.Case.Type.Statement ? branch.getStatements() : List.of();
    }

    /** Refuses if an expression that is no statement of a block runs another task at once, too. */
    static void requireNoOther(Program program, J.MethodInvocation join) {
        J at = join;
        J around = program.trees.parent(at);
        while (around instanceof Expression && !(around instanceof J.Lambda)
                || around instanceof J.Return
                || around instanceof J.Yield
                || around instanceof NamedVariable
                || around instanceof J.VariableDeclarations) {
            boolean chosen = around instanceof J.Ternary choice && choice.getCondition() != at;
            if (chosen) {
                break;
            }
            at = around;
            around = program.trees.parent(at);
        }
        for (J element : Trees.elements(at, it -> it instanceof J.Lambda)) {
            if (element != join
                    && element instanceof J.MethodInvocation other
                    && !program.trees.within(join, other)
                    && (ForkedAndJoinedAtOnce.isAtOnce(program, other)
                            || SerialPart.isComputed(program, other)
                            || SerialPart.isHandedToPool(program, other))) {
                throw new CannotProve(
                        other, "another task could run beside it; write this as a block");
            }
        }
    }

    /**
     * The patch where the statement behind the one that joins computes the other half; null if it
     * does not, or if it needs the result for that: then nothing could run beside the task.
     */
    private static Patch swappedWithNext(
            Program program, J.MethodInvocation join, List<Statement> statements) {
        Statement first = statements.get(0);
        if (statements.size() == 1 || first != join && !(first instanceof J.VariableDeclarations)) {
            return null;
        }
        Statement next = statements.get(1);
        J.MethodInvocation compute;
        try {
            compute = computed(program, next, program.variables.of(join.getSelect()));
        } catch (CannotProve several) {
            return null;
        }
        boolean needed =
                compute == null
                        || !new Forks(program).isUnconditional(compute, next)
                        || Trees.elements(compute, it -> false).stream()
                                .anyMatch(
                                        it ->
                                                it instanceof J.Identifier name
                                                        && isResult(program, name, join, first));
        return needed ? null : swapped(program, join, compute, statements.subList(0, 2));
    }

    /** Whether a name stands for a task, or for what the statement that joins it declares. */
    private static boolean isResult(
            Program program, J.Identifier name, J.MethodInvocation join, Statement statement) {
        NamedVariable variable = program.variables.of(name);
        return variable != null
                && (variable == program.variables.of(join.getSelect())
                        || program.trees.within(variable, statement));
    }

    /** The only other task that a statement computes; null if there is none. */
    private static J.MethodInvocation computed(
            Program program, Statement statement, NamedVariable task) {
        List<J.MethodInvocation> found = new ArrayList<>();
        for (J element : Trees.elements(statement, it -> false)) {
            if (element instanceof J.MethodInvocation call
                    && Set.of("compute", "invoke", "fork", "invokeAll")
                            .contains(call.getSimpleName())
                    && (call.getSelect() == null || program.isTask(call.getSelect()))) {
                found.add(call);
            }
        }
        if (found.isEmpty()) {
            return null;
        }
        J.MethodInvocation call = found.get(0);
        NamedVariable other =
                call.getSelect() == null ? null : program.variables.of(call.getSelect());
        boolean simple =
                found.size() == 1
                        && Set.of("compute", "invoke").contains(call.getSimpleName())
                        && (other != null && other != task
                                || call.getSelect() instanceof J.NewClass);
        if (!simple) {
            throw new CannotProve(call, "the statement does more with tasks than compute one");
        }
        return call;
    }

    /** The class of a task, also of one that is called a {@code ForkJoinTask}, as fork returns. */
    private static DeclaredType classOf(Program program, Expression task) {
        NamedVariable variable = program.variables.of(task);
        boolean isForked =
                variable != null
                        && program.variables.values(variable).size() == 1
                        && variable.getInitializer() instanceof J.MethodInvocation fork
                        && fork.getSimpleName().equals("fork")
                        && program.isCallOnTask(fork);
        return program.types.declared(
                program.variables.typeOf(
                        isForked
                                ? ((J.MethodInvocation) variable.getInitializer()).getSelect()
                                : task));
    }

    private static Patch invoked(
            Program program, Statement fork, J.MethodInvocation join, Statement statement) {
        if (!new Forks(program).isUnconditional(join, statement)) {
            throw new CannotProve(join, "the task is joined on some paths only");
        }
        Patch patch = new Patch(program, "the task is invoked: nothing ran beside it");
        patch.remove(fork);
        patch.replace(join.getName(), "invoke");
        return patch;
    }

    private static Patch swapped(
            Program program,
            J.MethodInvocation join,
            J.MethodInvocation compute,
            List<Statement> statements) {
        Statement statement = statements.get(0);
        Statement last = statements.get(statements.size() - 1);
        if (!new Forks(program).isUnconditional(compute, last)
                || !new Forks(program).isUnconditional(join, statement)) {
            throw new CannotProve(compute, "the other half is computed on some paths only");
        }
        List<J> elements =
                statements.stream()
                        .flatMap(it -> Trees.elements(it, element -> false).stream())
                        .toList();
        for (J element : elements) {
            if (element != last && Reach.modified(element) != null) {
                throw new CannotProve(element, "the statement changes a variable in between");
            }
        }
        Independence independence = new Independence(program);
        DeclaredType type = classOf(program, join.getSelect());
        DeclaredType other = program.types.declared(program.variables.typeOf(compute.getSelect()));
        independence.require(type);
        independence.require(other);
        for (J element : elements) {
            boolean inCompute = program.trees.within(element, compute);
            if (inCompute
                    && element instanceof J.Identifier name
                    && program.variables.of(name) == program.variables.of(join.getSelect())) {
                throw new CannotProve(element, "the other half is made of the task that is joined");
            }
            boolean runs = element instanceof J.MethodInvocation || element instanceof J.NewClass;
            if (runs
                    && element != join
                    && !program.trees.within(compute, element)
                    && (inCompute || program.trees.isBefore(element, compute))) {
                independence.require(element);
            }
        }
        Patch patch = new Patch(program, "the other half is computed before the join");
        if (program.trees.parent(join) instanceof J.Binary sum
                && sum.getLeft() == join
                && sum.getRight() == compute
                && (sum.getOperator() == J.Binary.Type.Addition
                        || sum.getOperator() == J.Binary.Type.Multiplication)
                && NUMBERS.contains("" + program.variables.typeOf(join))
                && NUMBERS.contains("" + program.variables.typeOf(compute))) {
            patch.replace(join, patch.text(compute));
            patch.replace(compute, patch.text(join));
            return patch;
        }
        if (last == compute
                || last != statement
                        && last instanceof J.VariableDeclarations declared
                        && declared.getVariables().size() == 1
                        && declared.getVariables().get(0).getInitializer() == compute) {
            patch.addLineBefore(statement, patch.text(last) + ";");
            patch.remove(last);
            return patch;
        }
        String result = result(patch, other);
        String name = new NewNames(program, statement).ofResult();
        patch.addLineBefore(statement, result + " " + name + " = " + patch.text(compute) + ";");
        patch.replace(compute, name);
        return patch;
    }

    /** The type of a task's result, as its class says it. */
    private static String result(Patch patch, DeclaredType type) {
        Expression written =
                type.supertypeTrees().isEmpty()
                                || !(type.supertypeTrees().get(0)
                                        instanceof J.ParameterizedType superclass)
                                || superclass.getTypeParameters() == null
                                || superclass.getTypeParameters().size() != 1
                        ? null
                        : superclass.getTypeParameters().get(0);
        boolean generic =
                type.tree instanceof J.ClassDeclaration declaration
                        && declaration.getTypeParameters() != null;
        if (written == null || generic) {
            throw new CannotProve(type.tree, "the type of the result is not plain to see");
        }
        return patch.text(written);
    }
}
