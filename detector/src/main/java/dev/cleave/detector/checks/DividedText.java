package dev.cleave.detector.checks;

import dev.cleave.detector.program.DataFlow;
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

/**
 * Tells text that a task divides among its children from text that it found, as an address in a
 * page, of which it takes a part: only the first is the task's own field, or was handed on from it.
 */
final class DividedText {
    private final Program program;
    private final Set<J> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    DividedText(Program program) {
        this.program = program;
    }

    /** Whether an expression may be the text that a task was given. */
    boolean isOrigin(Expression expression) {
        Expression at = Trees.unwrapped(expression);
        if (at instanceof J.MethodInvocation call) {
            return call.getSelect() != null
                            && isText(program.variables.typeOf(call.getSelect()))
                            && isOrigin(call.getSelect())
                    || isGeneratedGetter(call);
        }
        if (at instanceof J.Ternary choice) {
            return isOrigin(choice.getTruePart()) || isOrigin(choice.getFalsePart());
        }
        NamedVariable variable = program.variables.of(at);
        if (variable == null || !seen.add(variable)) {
            return false;
        }
        if (program.variables.isField(variable)) {
            DeclaredType owner = program.types.enclosing(variable);
            return owner != null && program.types.isTask(owner.name);
        }
        return program.variables.values(variable).stream().anyMatch(this::isOrigin)
                || program.variables.isParameter(variable) && isHandedOn(variable);
    }

    /** Whether a method that nobody wrote, as with Lombok, returns a text of the task. */
    private boolean isGeneratedGetter(J.MethodInvocation call) {
        DeclaredType owner = program.types.enclosing(call);
        return (call.getSelect() == null || DataFlow.isSelf(call.getSelect()))
                && program.calls.targets(call).isEmpty()
                && owner != null
                && program.types.isTask(owner.name)
                && owner.fieldsOfGetter(call.getSimpleName())
                        .anyMatch(it -> isText(program.variables.typeOf(it)));
    }

    private boolean isHandedOn(NamedVariable parameter) {
        J.VariableDeclarations declaration = program.variables.declaration(parameter);
        J.MethodDeclaration method = (J.MethodDeclaration) program.trees.parent(declaration);
        DeclaredType owner = program.types.enclosing(method);
        if (method.isConstructor() && owner != null && program.types.isTask(owner.name)) {
            return true;
        }
        int index = DeclaredType.parameters(method).indexOf(declaration);
        for (J caller : program.tasks.callers(method)) {
            if (caller instanceof J.MethodInvocation call) {
                List<Expression> arguments = Trees.arguments(call.getArguments());
                if (index < arguments.size() && isOrigin(arguments.get(index))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isText(String type) {
        return Set.of("java.lang.String", "java.lang.CharSequence", "java.lang.StringBuilder")
                .contains("" + type);
    }
}
