package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.DataKind;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import java.util.List;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * FJ13: arrays and collections as large as all the data, made by each task although it works on a
 * range of them. The data is what a task hands to its children as it is: its size does not shrink.
 */
public final class FullSizeAllocation extends Check {
    /** Made by OpenRewrite too. */
    public FullSizeAllocation() {
        super(
                "FJ13",
                "Full-size allocation in each task",
                "Finds arrays and collections that a task makes as large as the data of all tasks.",
                "Memory and the time to clear it grow with the number of tasks times the size of"
                        + " the data, however small each task's range is.",
                "Make it as large as the task's range, or once at the root and share it.");
    }

    @Override
    protected void find(Program program, Findings findings) {
        for (TaskCode.Reached where : program.tasks.reached()) {
            DeclaredType type = program.types.enclosing(where.body());
            if (type == null || !program.types.isTask(type.name)) {
                continue;
            }
            for (J element : program.tasks.elements(where.body())) {
                Expression size = size(program, element);
                NamedVariable data = size == null ? null : measured(program, size);
                if (data != null
                        && program.calls.isHandedOn(type, data)
                        && !isUsedWhole(program, data)) {
                    findings.add(
                            element,
                            where,
                            Severity.MEDIUM,
                            Confidence.MEDIUM,
                            String.format(
                                    "%s allocates as much as all of %s",
                                    where.task(), data.getSimpleName()));
                }
            }
        }
    }

    /** The size that something is made with; null if nothing is made, or of no stated size. */
    private static Expression size(Program program, J element) {
        if (element instanceof J.NewArray array && array.getDimensions().size() == 1) {
            return array.getDimensions().get(0).getIndex();
        }
        if (element instanceof J.NewClass creation
                && program.types.isCollection(program.variables.typeOf(creation))) {
            List<Expression> arguments = Trees.arguments(creation.getArguments());
            return arguments.isEmpty() ? null : arguments.get(0);
        }
        return null;
    }

    /** The field whose length or size an expression is. */
    private static NamedVariable measured(Program program, Expression size) {
        Expression at = Trees.unwrapped(size);
        Expression data =
                at instanceof J.FieldAccess access && access.getSimpleName().equals("length")
                        ? access.getTarget()
                        : at instanceof J.MethodInvocation call
                                        && call.getSimpleName().equals("size")
                                        && call.getSelect() != null
                                ? call.getSelect()
                                : null;
        NamedVariable variable = data == null ? null : program.variables.of(data);
        return variable != null && program.variables.isField(variable) ? variable : null;
    }

    /**
     * Whether each task goes through all of the data, as through the centres of clusters: then it
     * allocates as much as it works on. A range of it begins at a variable, the whole at zero.
     */
    private static boolean isUsedWhole(Program program, NamedVariable data) {
        DataKind kind = DataKind.of(program, program.variables.typeOf(data));
        boolean whole = false;
        for (Expression use : program.variables.uses(data)) {
            J around = program.trees.parent(use);
            Expression index = kind == null ? null : kind.index(around, use);
            J home =
                    index == null || program.variables.of(index) == null
                            ? null
                            : program.trees.parent(
                                    program.variables.declaration(program.variables.of(index)));
            if (home instanceof J.ForLoop.Control) {
                if (!(program.variables.of(index).getInitializer() instanceof J.Literal)) {
                    return false;
                }
                whole = true;
            } else {
                whole |= around instanceof J.ForEachLoop.Control;
            }
        }
        return whole;
    }
}
