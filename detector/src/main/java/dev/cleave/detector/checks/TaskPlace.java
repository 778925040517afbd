package dev.cleave.detector.checks;

import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Trees;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * What holds a task: a variable, or an element of an array that a number names.
 *
 * @param variable the variable, or the array's
 * @param index of the element, as it is written; empty for the variable itself
 */
record TaskPlace(NamedVariable variable, String index) {
    TaskPlace(NamedVariable variable) {
        this(variable, "");
    }

    /** The place that an expression names; null if it names none, or none that is sure. */
    static TaskPlace of(Program program, Expression expression) {
        if (Trees.unwrapped(expression) instanceof J.Assignment made) {
            return of(program, made.getVariable());
        }
        if (Trees.unwrapped(expression) instanceof J.ArrayAccess access) {
            NamedVariable array = program.variables.of(access.getIndexed());
            return array != null
                            && access.getDimension().getIndex() instanceof J.Literal index
                            && index.getValueSource() != null
                    ? new TaskPlace(array, "[" + index.getValueSource() + "]")
                    : null;
        }
        NamedVariable variable = program.variables.of(expression);
        return variable == null ? null : new TaskPlace(variable);
    }

    /** How it is written. */
    String name() {
        return variable.getSimpleName() + index;
    }
}
