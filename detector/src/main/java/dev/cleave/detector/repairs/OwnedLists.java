package dev.cleave.detector.repairs;

import dev.cleave.detector.program.CallGraph;
import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.ConfinedObject;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Trees;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/** Lists that belong to whoever gets them: new, and known to nobody else. */
final class OwnedLists {
    private static final Set<String> RESULTS = Set.of("join", "compute", "invoke");

    private final Program program;

    /** What is being looked at; a recursive method returns what it returns. */
    private final Set<J> open = Collections.newSetFromMap(new IdentityHashMap<>());

    OwnedLists(Program program) {
        this.program = program;
    }

    static boolean isNewList(Program program, J.NewClass creation) {
        return creation.getBody() == null
                && "java.util.ArrayList".equals(program.variables.typeOf(creation));
    }

    private static CannotProve unknown(J place) {
        return new CannotProve(place, "that this is a list which nobody else knows is not seen");
    }

    /** Refuses unless an expression is the result of a task made in this block, asked for once. */
    void requireResult(Expression expression, J.Block block) {
        if (!(Trees.unwrapped(expression) instanceof J.MethodInvocation call)
                || call.getSelect() == null
                || !RESULTS.contains(call.getSimpleName())
                || !Trees.arguments(call.getArguments()).isEmpty()
                || !program.isTask(call.getSelect())) {
            throw unknown(expression);
        }
        Expression made = call.getSelect();
        NamedVariable task = program.variables.of(made);
        if (task != null) {
            requireAskedOnce(task, call, block);
            made = task.getInitializer();
        }
        DeclaredType type =
                made instanceof J.NewClass creation && creation.getBody() == null
                        ? program.calls.created(creation)
                        : null;
        List<J.MethodDeclaration> bodies = type == null ? List.of() : type.methods("compute", 0);
        if (bodies.size() != 1
                || !type.subtypes.isEmpty()
                || CallGraph.withSupertypes(type).stream()
                        .anyMatch(it -> !it.methods("getRawResult", 0).isEmpty())) {
            throw unknown(expression);
        }
        requireNoSelf(type);
        requireNew(bodies.get(0));
    }

    private void requireAskedOnce(NamedVariable task, J.MethodInvocation call, J.Block block) {
        J.VariableDeclarations declaration = program.variables.declaration(task);
        if (program.trees.parent(declaration) != block
                || program.trees.enclosing(call, J.Block.class) != block
                || program.variables.values(task).size() != 1
                || task.getInitializer() == null) {
            throw new CannotProve(call, "the child's list may be asked for again");
        }
        for (Expression use : program.variables.uses(task)) {
            J around = program.trees.parent(use);
            boolean runs =
                    around instanceof J.MethodInvocation run
                            && (run.getSelect() == use
                                    ? run == call
                                            || run.getSimpleName().equals("fork")
                                                    && program.trees.parent(run) instanceof J.Block
                                    : run.getSimpleName().equals("invokeAll")
                                            && program.calls.targets(run).isEmpty());
            if (!runs) {
                throw new CannotProve(use, "the child's list may be asked for again");
            }
        }
    }

    /** Refuses if tasks hand themselves to somebody, or set their results by hand. */
    private void requireNoSelf(DeclaredType type) {
        for (J element : Trees.elements(type.tree, it -> false)) {
            boolean self =
                    element instanceof J.Identifier identifier
                            && identifier.getSimpleName().equals("this")
                            && !(program.trees.parent(identifier) instanceof J.FieldAccess access
                                    && access.getTarget() == identifier)
                            && !(program.trees.parent(identifier) instanceof J.MethodInvocation call
                                    && (call.getName() == identifier
                                            || call.getSelect() == identifier));
            boolean sets =
                    element instanceof J.MethodInvocation call
                            && Set.of("complete", "setRawResult", "getRawResult")
                                    .contains(call.getSimpleName());
            if (self || sets) {
                throw new CannotProve(element, "others may get the child's list from it");
            }
        }
    }

    /** Refuses unless whatever a method returns is a list that nobody else knows. */
    private void requireNew(J.MethodDeclaration method) {
        if (!open.add(method)) {
            return;
        }
        if (method.getBody() == null) {
            throw unknown(method);
        }
        for (J element : Trees.elements(method.getBody(), Trees::returnsByItself)) {
            if (element instanceof J.Return result) {
                if (result.getExpression() == null) {
                    throw unknown(result);
                }
                requireNew(result.getExpression());
            }
        }
    }

    private void requireNew(Expression expression) {
        Expression at = Trees.unwrapped(expression);
        if (at instanceof J.NewClass creation && isNewList(program, creation)) {
            return;
        }
        NamedVariable variable = program.variables.of(at);
        if (variable != null
                && ConfinedObject.isDeclaredInBlock(program, variable)
                && !program.variables.values(variable).isEmpty()) {
            if (open.add(variable)) {
                ConfinedObject.require(program, variable, true);
                program.variables.values(variable).forEach(this::requireNew);
            }
        } else if (at instanceof J.Ternary choice) {
            requireNew(choice.getTruePart());
            requireNew(choice.getFalsePart());
        } else if (at instanceof J.MethodInvocation call
                && call.getSelect() != null
                && program.isTask(call.getSelect())) {
            requireResult(call, program.trees.enclosing(call, J.Block.class));
        } else if (at instanceof J.MethodInvocation call) {
            requireNewOf(call);
        } else {
            throw unknown(expression);
        }
    }

    /** A helper of the task's own class, which nobody overrides. */
    private void requireNewOf(J.MethodInvocation call) {
        List<J.MethodDeclaration> targets = program.calls.targets(call);
        if (call.getSelect() != null
                || targets.size() != 1
                || program.types.enclosing(targets.get(0)) != program.types.enclosing(call)) {
            throw unknown(call);
        }
        requireNew(targets.get(0));
    }
}
