package dev.cleave.detector.repairs;

import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Reach;
import dev.cleave.detector.program.Trees;
import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * Tasks that start as they were made. What a task knows of a list when it is made, as how long it
 * is, holds when it runs only if nobody changed the list in between; no race is needed for that.
 */
final class MadeAndRun {
    private static final Set<String> RUNNING =
            Set.of("invoke", "compute", "fork", "submit", "execute", "invokeAll");

    private final Program program;
    private final Reach reach;

    MadeAndRun(Program program, Reach reach) {
        this.program = program;
        this.reach = reach;
    }

    /**
     * Refuses if a list may change between the creation of a task outside its class and its run.
     */
    void requireNoChangeInBetween(DeclaredType type) {
        for (J.NewClass creation : program.calls.creations(type)) {
            if (!isChild(creation, type) && !isRunAtOnce(creation)) {
                throw new CannotProve(
                        creation, "the list may change after a task got it and before that runs");
            }
        }
    }

    /** Whether a task makes another: of what it runs, nothing changes lists. */
    private boolean isChild(J.NewClass creation, DeclaredType type) {
        J.MethodDeclaration method = program.trees.enclosing(creation, J.MethodDeclaration.class);
        return method != null
                && program.types.enclosing(creation) == type
                && !method.hasModifier(J.Modifier.Type.Static);
    }

    private boolean isRunAtOnce(J.NewClass creation) {
        J around = program.trees.parentPastWrapping(creation);
        if (isRun(around, creation)) {
            return true;
        }
        J.MethodDeclaration method = program.trees.enclosing(creation, J.MethodDeclaration.class);
        NamedVariable task =
                around instanceof NamedVariable declared
                        ? declared
                        : around instanceof J.Assignment assignment
                                ? program.variables.of(assignment.getVariable())
                                : null;
        if (method == null || task == null || !program.variables.isLocal(task)) {
            return false;
        }
        List<J> elements = Trees.elements(method, it -> false);
        for (J element : elements.subList(elements.indexOf(creation) + 1, elements.size())) {
            if (program.trees.within(element, creation)) {
                continue;
            }
            if (element instanceof J.Identifier use && program.variables.of(use) == task) {
                return isRun(program.trees.parentPastWrapping(use), use);
            }
            if (element instanceof J.MethodInvocation call
                    && !isRunOf(call, task)
                    && reach.mayChangeLists(call)) {
                return false;
            }
        }
        return true; // it never runs
    }

    private boolean isRunOf(J.MethodInvocation call, NamedVariable task) {
        return RUNNING.contains(call.getSimpleName())
                && Trees.elements(call, it -> false).stream()
                        .anyMatch(
                                it ->
                                        it instanceof J.Identifier use
                                                && program.variables.of(use) == task);
    }

    private static boolean isRun(J around, Expression task) {
        return around instanceof J.MethodInvocation call
                && RUNNING.contains(call.getSimpleName())
                && (Trees.unwrapped(call.getSelect()) == task
                        || call.getArguments().stream()
                                .anyMatch(it -> Trees.unwrapped(it) == task));
    }
}
