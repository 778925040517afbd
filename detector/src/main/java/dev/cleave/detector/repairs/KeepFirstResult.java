package dev.cleave.detector.repairs;

import dev.cleave.detector.checks.CopyOnJoin;
import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.ConfinedObject;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Trees;
import java.util.List;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Statement;

/**
 * FJ3: a parent that copies its first child's list into a new one, to add the other children's,
 * takes that list itself. The others are still copied, so each level copies one half instead of
 * both. Section V of the study, figure 6.
 *
 * <p>Proves that the child's result is a new {@code ArrayList} that nobody else knows, and that it
 * is asked for once. Gives up on all other copies: to write into a shared result needs to be known
 * beforehand how much each child finds.
 */
public final class KeepFirstResult extends Repair {
    private final String rest;

    /** Made by OpenRewrite too. */
    public KeepFirstResult() {
        super(
                new CopyOnJoin(),
                "Keep the first child's list",
                "Adds the other children's results to the first child's list, instead of all to a new"
                        + " one.");
        rest = CannotProve.noRepairOf("this copy", check().remedy());
    }

    @Override
    protected Patch patch(Program program, J finding) {
        if (finding instanceof J.NewClass copy) {
            Expression result = onlyArgument(copy.getArguments());
            if (result == null || !OwnedLists.isNewList(program, copy)) {
                throw new CannotProve(rest);
            }
            requireOnly(program, copy, result);
            Patch patch = patch(program);
            patch.replace(copy, patch.text(result));
            return patch;
        }
        if (!(finding instanceof J.MethodInvocation call)
                || !call.getSimpleName().equals("addAll")
                || !(program.trees.parent(call) instanceof J.Block block)) {
            throw new CannotProve(rest);
        }
        NamedVariable all =
                call.getSelect() == null ? null : program.variables.of(call.getSelect());
        Expression result = onlyArgument(call.getArguments());
        if (all == null
                || result == null
                || !ConfinedObject.isDeclaredInBlock(program, all)
                || !(all.getInitializer() instanceof J.NewClass empty)
                || !Trees.arguments(empty.getArguments()).isEmpty()
                || !OwnedLists.isNewList(program, empty)
                || !isEmptyAt(program, all, block.getStatements(), call)) {
            throw new CannotProve(rest);
        }
        requireOnly(program, call, result);
        Patch patch = patch(program);
        List<Statement> statements = block.getStatements();
        J.VariableDeclarations declaration = program.variables.declaration(all);
        List<Statement> between =
                statements.subList(
                        statements.indexOf(declaration) + 1, statements.indexOf((Statement) call));
        if (between.isEmpty()) {
            patch.replace(empty, patch.text(result));
            patch.remove(call);
        } else if (declaration.getVariables().size() > 1
                || between.stream().anyMatch(it -> mentions(it, all))) {
            patch.replace(call, all.getSimpleName() + " = " + patch.text(result));
        } else {
            patch.replace(call, patch.textBefore(empty, declaration) + patch.text(result));
            patch.remove(declaration);
        }
        return patch;
    }

    /**
     * Whether nothing that runs before a statement knows a new list: what does, leaves the method.
     */
    private static boolean isEmptyAt(
            Program program,
            NamedVariable list,
            List<Statement> statements,
            J.MethodInvocation at) {
        int declared = statements.indexOf(program.variables.declaration(list));
        int end = statements.indexOf((Statement) at);
        return declared >= 0
                && statements.subList(declared + 1, end).stream()
                        .allMatch(it -> leaves(it, list) || !mentions(it, list));
    }

    private static boolean leaves(Statement statement, NamedVariable list) {
        if (!(statement instanceof J.If choice)
                || mentions(choice.getIfCondition(), list)
                || choice.getElsePart() != null
                || !(choice.getThenPart() instanceof J.Block then)
                || then.getStatements().isEmpty()) {
            return false;
        }
        Statement last = then.getStatements().get(then.getStatements().size() - 1);
        return last instanceof J.Return || last instanceof J.Throw;
    }

    private static boolean mentions(J code, NamedVariable list) {
        return Trees.elements(code, it -> false).stream()
                .anyMatch(
                        it ->
                                it instanceof J.Identifier name
                                        && name.getSimpleName().equals(list.getSimpleName()));
    }

    private static Patch patch(Program program) {
        return new Patch(program, "the first child's list is kept, and not copied");
    }

    private static Expression onlyArgument(List<Expression> arguments) {
        List<Expression> given = Trees.arguments(arguments);
        return given.size() == 1 ? given.get(0) : null;
    }

    /**
     * Refuses unless a result is a new list, and the place where it is copied all that knows it.
     */
    private static void requireOnly(Program program, J copy, Expression result) {
        OwnedLists lists = new OwnedLists(program);
        J.Block block = program.trees.enclosing(copy, J.Block.class);
        NamedVariable variable = program.variables.of(result);
        if (variable == null) {
            lists.requireResult(result, block);
            return;
        }
        if (!ConfinedObject.isDeclaredInBlock(program, variable)
                || program.trees.parent(program.variables.declaration(variable)) != block
                || program.variables.values(variable).size() != 1
                || variable.getInitializer() == null
                || program.variables.uses(variable).size() != 1) {
            throw new CannotProve(result, "the child's list is used elsewhere, too");
        }
        lists.requireResult(variable.getInitializer(), block);
    }
}
