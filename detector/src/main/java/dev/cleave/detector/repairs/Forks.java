package dev.cleave.detector.repairs;

import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.DataKind;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Reach;
import dev.cleave.detector.program.Trees;
import dev.cleave.detector.sources.ForkJoinLibraries;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Statement;

/** Forks and joins, as repairs look for them. */
final class Forks {
    private static final Set<String> ENDS =
            Set.of("sum", "collect", "toList", "toArray", "reduce", "max", "min", "forEach");

    private final Program program;

    Forks(Program program) {
        this.program = program;
    }

    /**
     * The local variable whose task a statement forks, and does nothing else; or null. Refuses a
     * task that is forked already, which two workers may run at once.
     */
    NamedVariable forked(Statement statement) {
        requireNoAssignment(statement);
        if (!(statement instanceof J.MethodInvocation call)
                || !call.getSimpleName().equals("fork")
                || !(call.getSelect() instanceof J.Identifier)
                || !program.isTask(call.getSelect())
                || program.types.isCompleter(program.variables.typeOf(call.getSelect()))) {
            return null;
        }
        NamedVariable variable = program.variables.of(call.getSelect());
        if (variable == null || !program.variables.isLocal(variable)) {
            return null;
        }
        for (Expression value : program.variables.values(variable)) {
            if (Trees.unwrapped(value) instanceof J.MethodInvocation made
                    && Set.of("fork", "submit").contains(made.getSimpleName())) {
                throw new CannotProve(call, "the task was forked before");
            }
        }
        return variable;
    }

    /**
     * Refuses {@code (task = …).fork()}: without the fork, the task would still have to be made.
     */
    static void requireNoAssignment(Statement statement) {
        if (statement instanceof J.MethodInvocation call
                && Trees.unwrapped(call.getSelect()) instanceof J.Assignment) {
            throw new CannotProve(call, "the task is made by the statement that forks it");
        }
    }

    /** The block in which a statement stands; refuses if it stands elsewhere. */
    J.Block blockOf(J statement) {
        if (program.trees.parent(statement) instanceof J.Block block) {
            return block;
        }
        throw new CannotProve(statement, "the code does not stand in a block of its own");
    }

    /** The statement of a block in which an element is; null if there is none. */
    Statement statementIn(J.Block block, J element) {
        J at = element;
        while (at != null && program.trees.parent(at) != block) {
            at = program.trees.parent(at);
        }
        return at instanceof Statement statement ? statement : null;
    }

    /** Whether a statement only declares variables or sets them, and calls nothing. */
    boolean isQuiet(Statement statement) {
        return (statement instanceof J.VariableDeclarations || statement instanceof J.Assignment)
                && Trees.elements(statement, it -> false).stream()
                        .noneMatch(
                                it ->
                                        it instanceof J.MethodInvocation
                                                || it instanceof J.MemberReference
                                                || it instanceof J.Lambda
                                                || it instanceof J.NewClass creation
                                                        && !isOfTheJdk(creation));
    }

    private boolean isOfTheJdk(J.NewClass creation) {
        String type = program.variables.typeOf(creation);
        return type != null && type.startsWith("java.util.") && !program.types.isTask(type);
    }

    /** Whether an element of a statement is evaluated whenever the statement is, and once. */
    boolean isUnconditional(J element, J statement) {
        J child = element;
        J at = program.trees.parent(element);
        while (child != statement) {
            boolean sometimes =
                    at instanceof J.Lambda
                            || at instanceof J.If branch && child != branch.getIfCondition()
                            || at instanceof J.Ternary choice && child != choice.getCondition()
                            || at instanceof J.Binary binary
                                    && child == binary.getRight()
                                    && (binary.getOperator() == J.Binary.Type.And
                                            || binary.getOperator() == J.Binary.Type.Or)
                            || at instanceof J.ForLoop
                            || at instanceof J.ForEachLoop
                            || at instanceof J.WhileLoop
                            || at instanceof J.DoWhileLoop
                            || at instanceof J.Try
                            || at instanceof J.Switch
                            || at instanceof J.SwitchExpression
                            || at instanceof J.Synchronized
                            || at instanceof J.ClassDeclaration
                            || at instanceof J.NewClass creation && creation.getBody() == child;
            if (at == null || sometimes) {
                return false;
            }
            child = at;
            at = program.trees.parent(at);
        }
        return true;
    }

    /** Whether something may leave a statement before its end. */
    static boolean mayLeave(J statement) {
        return Trees.elements(statement, it -> false).stream().anyMatch(Forks::leaves);
    }

    private static boolean leaves(J element) {
        return element instanceof J.Return
                || element instanceof J.Throw
                || element instanceof J.Break
                || element instanceof J.Continue
                || element instanceof J.Yield;
    }

    /** Whether something in the body of a loop may keep the loop from its next rounds. */
    static boolean mayEnd(J body) {
        return Trees.elements(body, it -> false).stream()
                .anyMatch(
                        it ->
                                leaves(it)
                                        && !(it instanceof J.Continue next
                                                && next.getLabel() == null));
    }

    /** Calls of {@code invokeAll} as they can be written at a place. */
    String invokeAll(J place) {
        boolean inTask = false;
        for (DeclaredType at = program.types.enclosing(place); at != null; at = at.outer) {
            if (at.methods.stream().anyMatch(it -> it.getSimpleName().equals("invokeAll"))) {
                throw new CannotProve(at.tree, "the class has an invokeAll of its own");
            }
            inTask |= program.types.isTask(at.name);
        }
        if (inTask) {
            return "invokeAll";
        }
        List<J.Import> imports =
                program.trees.file(place).getImports().stream()
                        .filter(it -> !it.isStatic())
                        .toList();
        String home =
                imports.stream()
                        .map(J.Import::getPackageName)
                        .filter(ForkJoinLibraries::isForeign)
                        .findFirst()
                        .orElse("java.util.concurrent");
        boolean imported =
                imports.stream()
                        .map(J.Import::getTypeName)
                        .anyMatch(
                                it -> it.equals(home + ".ForkJoinTask") || it.equals(home + ".*"));
        return (imported ? "" : home + ".") + "ForkJoinTask.invokeAll";
    }

    /** The unconditional joins of variables in a statement. */
    Set<NamedVariable> joined(Statement statement, Collection<NamedVariable> tasks) {
        Set<NamedVariable> joined = new HashSet<>();
        for (J element : Trees.elements(statement, it -> false)) {
            if (element instanceof J.MethodInvocation call && isJoin(call)) {
                NamedVariable task = program.variables.of(call.getSelect());
                if (tasks.contains(task) && isUnconditional(call, statement)) {
                    joined.add(task);
                }
            }
        }
        return joined;
    }

    static boolean isJoin(J.MethodInvocation call) {
        return call.getSimpleName().equals("join")
                && call.getSelect() != null
                && Trees.arguments(call.getArguments()).isEmpty();
    }

    /**
     * Whether the statements from an index on join every task of a collection or array before they
     * do anything else.
     *
     * @param count how many tasks there are, as written; null if only the collection tells
     */
    boolean joinAll(List<Statement> statements, int from, NamedVariable tasks, String count) {
        boolean first = false;
        Set<Integer> single = new HashSet<>();
        for (int at = from; at < statements.size(); at++) {
            Statement statement = statements.get(at);
            if (isLoopOverAll(statement, tasks, count, first)
                    || isStreamOverAll(statement, tasks)) {
                return true;
            }
            Set<Integer> here = joinedIndices(statement, tasks);
            single.addAll(here);
            first |= here.contains(0);
            if (count != null && isEveryIndex(single, count)) {
                return true;
            }
            if (here.isEmpty() && !isQuiet(statement)) {
                return false;
            }
        }
        return false;
    }

    private static boolean isEveryIndex(Set<Integer> indices, String count) {
        return count.matches("\\d{1,3}")
                && Integer.parseInt(count) > 0
                && indices.size() == Integer.parseInt(count);
    }

    private Set<Integer> joinedIndices(Statement statement, NamedVariable tasks) {
        Set<Integer> found = new HashSet<>();
        for (J element : Trees.elements(statement, it -> false)) {
            if (element instanceof J.MethodInvocation call
                    && isJoin(call)
                    && isUnconditional(call, statement)
                    && indexInto(call.getSelect(), tasks) instanceof J.Literal literal
                    && literal.getValue() instanceof Integer index) {
                found.add(index);
            }
        }
        return found;
    }

    /** The index in {@code tasks[index]} or {@code tasks.get(index)}; null for anything else. */
    private Expression indexInto(Expression expression, NamedVariable tasks) {
        Expression at = Trees.unwrapped(expression);
        if (at instanceof J.ArrayAccess access
                && program.variables.of(access.getIndexed()) == tasks) {
            return access.getDimension().getIndex();
        }
        return at instanceof J.MethodInvocation call
                        && call.getSelect() != null
                        && call.getSimpleName().equals("get")
                        && program.variables.of(call.getSelect()) == tasks
                ? call.getArguments().get(0)
                : null;
    }

    private boolean isLoopOverAll(
            Statement statement, NamedVariable tasks, String count, boolean firstIsJoined) {
        if (mayLeave(statement)) {
            return false;
        }
        if (statement instanceof J.ForEachLoop loop) {
            return program.variables.of(loop.getControl().getIterable()) == tasks
                    && loop.getControl().getVariable() instanceof J.VariableDeclarations declared
                    && !joined(loop.getBody(), List.of(declared.getVariables().get(0))).isEmpty();
        }
        if (!(statement instanceof J.ForLoop loop)) {
            return false;
        }
        NamedVariable index = indexOfAll(loop, tasks, count, firstIsJoined);
        return index != null && joinsAtIndex(loop.getBody(), tasks, index);
    }

    private boolean joinsAtIndex(Statement body, NamedVariable tasks, NamedVariable index) {
        return Trees.elements(body, it -> false).stream()
                .anyMatch(
                        it ->
                                it instanceof J.MethodInvocation call
                                        && isJoin(call)
                                        && isUnconditional(call, body)
                                        && indexInto(call.getSelect(), tasks)
                                                instanceof J.Identifier used
                                        && program.variables.of(used) == index);
    }

    /** The variable of a loop that runs over all indices, up or down; null if it does not. */
    NamedVariable indexOfAll(
            J.ForLoop loop, NamedVariable tasks, String count, boolean firstIsDone) {
        J.ForLoop.Control control = loop.getControl();
        if (control.getInit().size() != 1
                || control.getUpdate().size() != 1
                || !(control.getInit().get(0) instanceof J.VariableDeclarations declared)
                || declared.getVariables().size() != 1
                || !(control.getCondition() instanceof J.Binary condition)
                || !(control.getUpdate().get(0) instanceof J.Unary step)) {
            return null;
        }
        NamedVariable index = declared.getVariables().get(0);
        boolean changedInside =
                Trees.elements(loop.getBody(), it -> false).stream()
                        .map(Reach::modified)
                        .anyMatch(it -> it != null && program.variables.of(it) == index);
        if (changedInside
                || index.getInitializer() == null
                || program.variables.of(condition.getLeft()) != index
                || program.variables.of(step.getExpression()) != index) {
            return null;
        }
        String first = program.trees.text(index.getInitializer());
        boolean up =
                step.getOperator() == J.Unary.Type.PostIncrement
                        || step.getOperator() == J.Unary.Type.PreIncrement;
        boolean down =
                step.getOperator() == J.Unary.Type.PostDecrement
                        || step.getOperator() == J.Unary.Type.PreDecrement;
        boolean all =
                up
                                && condition.getOperator() == J.Binary.Type.LessThan
                                && (first.equals("0") || firstIsDone && first.equals("1"))
                                && isCount(condition.getRight(), tasks, count)
                        || down
                                && condition.getOperator() == J.Binary.Type.GreaterThanOrEqual
                                && program.trees.text(condition.getRight()).equals("0")
                                && index.getInitializer() instanceof J.Binary last
                                && last.getOperator() == J.Binary.Type.Subtraction
                                && program.trees.text(last.getRight()).equals("1")
                                && isCount(last.getLeft(), tasks, count);
        return all ? index : null;
    }

    private boolean isCount(Expression expression, NamedVariable tasks, String count) {
        String text = program.trees.text(expression);
        String name = tasks.getSimpleName();
        return text.equals(name + ".length") || text.equals(name + ".size()") || text.equals(count);
    }

    /**
     * {@code tasks.forEach(T::join)}, and streams that join each task and are evaluated; a lambda
     * may join it, too.
     */
    private boolean isStreamOverAll(Statement statement, NamedVariable tasks) {
        for (J element : Trees.elements(statement, it -> false)) {
            if (joinsItsArgument(element)
                    && program.trees.parent(element) instanceof J.MethodInvocation call
                    && isUnconditional(call, statement)) {
                Expression source = call.getSelect();
                boolean streamed = DataKind.isCall(source, select(source), "stream", 0);
                boolean evaluated =
                        call.getSimpleName().equals("forEach")
                                || call.getSimpleName().matches("map|mapTo(Int|Long|Double)")
                                        && streamed
                                        && program.trees.parent(call)
                                                instanceof J.MethodInvocation end
                                        && end.getSelect() == call
                                        && ENDS.contains(end.getSimpleName());
                Expression whole = streamed ? select(source) : source;
                if (evaluated && whole != null && program.variables.of(whole) == tasks) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether a function joins the task that it is given, whatever it does besides. */
    private boolean joinsItsArgument(J function) {
        if (function instanceof J.MemberReference reference) {
            return reference.getReference().getSimpleName().equals("join");
        }
        return function instanceof J.Lambda lambda
                && lambda.getParameters().getParameters().size() == 1
                && lambda.getParameters().getParameters().get(0)
                        instanceof J.VariableDeclarations declared
                && !mayLeaveBeforeEnd(lambda)
                && Trees.elements(lambda.getBody(), it -> false).stream()
                        .anyMatch(
                                it ->
                                        it instanceof J.MethodInvocation call
                                                && isJoin(call)
                                                && program.variables.of(call.getSelect())
                                                        == declared.getVariables().get(0)
                                                && isUnconditional(call, lambda.getBody()));
    }

    /** Whether the code of a lambda may end elsewhere than in its last statement. */
    private static boolean mayLeaveBeforeEnd(J.Lambda lambda) {
        return lambda.getBody() instanceof J.Block block
                && block.getStatements().stream()
                        .anyMatch(it -> !(it instanceof J.Return) && mayLeave(it));
    }

    private static Expression select(Expression expression) {
        return expression instanceof J.MethodInvocation call ? call.getSelect() : null;
    }
}
