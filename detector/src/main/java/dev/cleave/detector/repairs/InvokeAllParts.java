package dev.cleave.detector.repairs;

import dev.cleave.detector.checks.IdleParent;
import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Trees;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Statement;

/**
 * FJ8: {@code a.fork(); b.fork();} before the joins of both becomes {@code invokeAll(a, b)}, which
 * computes one part in the parent. So it does where a {@code ForkJoinTask}, or a {@code var} that
 * is only joined, is declared, which then is the task itself.
 *
 * <p>Proves that all parts are joined by the next statements, whatever happens, so that waiting for
 * them earlier waits for nothing else. Assumes that what makes a part does not wait for one that
 * was forked before; if several parts fail, the exception may be another part's. Gives up on {@code
 * get} and {@code quietlyJoin}, which report failures in other ways, and on other work between the
 * joins.
 */
public final class InvokeAllParts extends Repair {
    /** Made by OpenRewrite too. */
    public InvokeAllParts() {
        super(
                new IdleParent(),
                "Let parents compute one of their parts",
                "Replaces forks of all parts of a task's work by invokeAll.");
    }

    @Override
    protected Patch patch(Program program, J finding) {
        Forks forks = new Forks(program);
        List<Statement> statements = forks.blockOf(finding).getStatements();
        int last = statements.indexOf((Statement) finding);
        List<Statement> run = new ArrayList<>();
        List<NamedVariable> tasks = new ArrayList<>();
        for (int at = last; at >= 0; at--) {
            Statement statement = statements.get(at);
            NamedVariable task =
                    statement instanceof J.VariableDeclarations declaration
                            ? declared(program, declaration)
                            : forks.forked(statement);
            if (task != null && !tasks.contains(task)) {
                run.add(0, statement);
                tasks.add(0, task);
            } else if (task != null || !IdleParent.isQuiet(program, statement)) {
                break;
            }
        }
        if (tasks.size() < 2) {
            throw new CannotProve("the tasks are not local variables");
        }
        for (Statement made : statements.subList(statements.indexOf(run.get(0)), last + 1)) {
            if (made instanceof J.VariableDeclarations && asks(program, made, tasks)) {
                throw new CannotProve(made, "what is done between the forks uses a forked task");
            }
        }
        Set<NamedVariable> open = new HashSet<>(tasks);
        for (int at = last + 1; !open.isEmpty(); at++) {
            Set<NamedVariable> joined =
                    at < statements.size()
                            ? forks.joined(statements.get(at), tasks)
                            : Set.<NamedVariable>of();
            boolean declares =
                    at < statements.size()
                            && statements.get(at) instanceof J.VariableDeclarations declaration
                            && forks.isQuiet(declaration);
            if (joined.isEmpty() && !declares || computes(statements.get(at))) {
                throw new CannotProve(
                        at < statements.size() ? statements.get(at) : finding,
                        "not all parts are joined at once, by join, before any other work");
            }
            open.removeAll(joined);
        }
        Patch patch = new Patch(program, "the parent computes one part: invokeAll");
        List<String> names = tasks.stream().map(NamedVariable::getSimpleName).toList();
        String together = forks.invokeAll(finding) + "(" + String.join(", ", names) + ")";
        for (Statement statement : run) {
            if (statement instanceof J.VariableDeclarations declaration) {
                J.MethodInvocation fork = forkIn(declaration);
                patch.replaceAfter(fork.getSelect(), fork, "");
            } else if (statement != finding) {
                patch.remove(statement);
            }
        }
        if (finding instanceof J.VariableDeclarations) {
            patch.addLineAfter((Statement) finding, together + ";");
        } else {
            patch.replace(finding, together);
        }
        return patch;
    }

    /**
     * The {@code ForkJoinTask} that a statement declares, and that it forks; null if it forks none.
     */
    private static NamedVariable declared(Program program, J.VariableDeclarations declaration) {
        if (IdleParent.forked(program, declaration) == null) {
            return null;
        }
        NamedVariable variable = declaration.getVariables().get(0);
        Expression task = forkIn(declaration).getSelect();
        boolean keepsType =
                program.trees.text(declaration.getTypeExpression()).equals("var")
                        ? program.variables.uses(variable).stream()
                                .map(program.trees::parentPastWrapping)
                                .allMatch(
                                        it ->
                                                it instanceof J.MethodInvocation use
                                                        && Forks.isJoin(use))
                        : "java.util.concurrent.ForkJoinTask"
                                .equals(program.variables.typeOf(variable));
        boolean simple =
                keepsType
                        && program.variables.values(variable).size() == 1
                        && (task instanceof J.Identifier || task instanceof J.NewClass);
        if (!simple) {
            throw new CannotProve(declaration, "a task is forked where its variable is declared");
        }
        return variable;
    }

    private static J.MethodInvocation forkIn(J.VariableDeclarations declaration) {
        return (J.MethodInvocation)
                Trees.unwrapped(declaration.getVariables().get(0).getInitializer());
    }

    /** Whether a declaration asks one of these tasks for something, or hands it to a method. */
    private static boolean asks(Program program, Statement declaration, List<NamedVariable> tasks) {
        return Trees.elements(declaration, it -> false).stream()
                .filter(J.MethodInvocation.class::isInstance)
                .flatMap(it -> Trees.elements(it, inner -> false).stream())
                .anyMatch(
                        it ->
                                it instanceof J.Identifier name
                                        && tasks.contains(program.variables.of(name)));
    }

    private static boolean computes(Statement statement) {
        return Trees.elements(statement, it -> false).stream()
                .anyMatch(
                        it ->
                                it instanceof J.MethodInvocation call
                                        && Set.of("compute", "invoke", "fork", "invokeAll")
                                                .contains(call.getSimpleName()));
    }
}
