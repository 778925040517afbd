package dev.cleave.detector.program;

import java.util.ArrayList;
import java.util.List;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Statement;

/**
 * A condition on the way from the start of some code to what it contains.
 *
 * @param condition null if it is no plain condition
 * @param holds whether it holds where the way leads
 */
public record Guard(Expression condition, boolean holds) {
    /** The conditions on the way from the start of some code to what it contains. */
    public static List<Guard> between(Program program, J from, J body) {
        List<Guard> guards = new ArrayList<>();
        J child = from;
        J at = program.trees.parent(from);
        while (at != null && child != body) {
            if (at instanceof J.If branch && child != branch.getIfCondition()) {
                add(branch.getIfCondition().getTree(), child == branch.getThenPart(), guards);
            } else if (at instanceof J.Ternary choice && child != choice.getCondition()) {
                add(choice.getCondition(), child == choice.getTruePart(), guards);
            } else if (at instanceof J.Binary both && child == both.getRight()) {
                if (both.getOperator() == J.Binary.Type.And
                        || both.getOperator() == J.Binary.Type.Or) {
                    add(both.getLeft(), both.getOperator() == J.Binary.Type.And, guards);
                }
            } else if (at instanceof J.Block block) {
                left(program, block, child, guards);
            } else if (at instanceof J.WhileLoop
                    || at instanceof J.DoWhileLoop
                    || at instanceof J.ForLoop
                    || at instanceof J.ForEachLoop
                    || at instanceof J.Case
                    || at instanceof J.Try.Catch
                    || at instanceof J.Lambda && at != body) {
                guards.add(new Guard(null, true));
            }
            child = at;
            at = program.trees.parent(at);
        }
        return guards;
    }

    /** The parts of a condition that holds. */
    public static List<Guard> parts(Expression condition) {
        List<Guard> guards = new ArrayList<>();
        add(condition, true, guards);
        return guards;
    }

    /** Conditions of earlier statements that would have left the block. */
    private static void left(Program program, J.Block block, J child, List<Guard> guards) {
        for (Statement statement : block.getStatements()) {
            if (statement == child) {
                return;
            }
            boolean leaves = program.trees.leaves(statement);
            if (leaves && statement instanceof J.If branch) {
                add(branch.getIfCondition().getTree(), false, guards);
            } else if (leaves) {
                guards.add(new Guard(null, true));
            }
        }
    }

    /** Parts of a condition that all hold, or all fail, are conditions of their own. */
    private static void add(Expression condition, boolean holds, List<Guard> guards) {
        Expression at = Trees.unwrapped(condition);
        if (at instanceof J.Unary not && not.getOperator() == J.Unary.Type.Not) {
            add(not.getExpression(), !holds, guards);
        } else if (at instanceof J.Binary both
                && both.getOperator() == (holds ? J.Binary.Type.And : J.Binary.Type.Or)) {
            add(both.getLeft(), holds, guards);
            add(both.getRight(), holds, guards);
        } else {
            guards.add(new Guard(at, holds));
        }
    }
}
