package dev.cleave.weaver.javac;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;

/** Where a local variable is assigned, and where it is used first, in the order of the text. */
final class VariableUses extends TreePathScanner<Void, Void> {
    /** Assignments of every kind. */
    final List<TreePath> assigned = new ArrayList<>();

    /** The first place where the value is wanted; null if there is none. */
    TreePath first;

    private final Trees trees;
    private final Element variable;

    VariableUses(Trees trees, Element variable) {
        this.trees = trees;
        this.variable = variable;
    }

    /** What a plain assignment assigns; null for those that also need the old value. */
    static ExpressionTree value(TreePath assignment) {
        return assignment.getLeaf() instanceof AssignmentTree plain ? plain.getExpression() : null;
    }

    @Override
    public Void visitAssignment(AssignmentTree assignment, Void unused) {
        if (is(assignment.getVariable())) {
            assigned.add(getCurrentPath());
            return scan(assignment.getExpression(), null);
        }
        return super.visitAssignment(assignment, unused);
    }

    @Override
    public Void visitCompoundAssignment(CompoundAssignmentTree assignment, Void unused) {
        if (is(assignment.getVariable())) {
            assigned.add(getCurrentPath());
        }
        return super.visitCompoundAssignment(assignment, unused);
    }

    @Override
    public Void visitUnary(UnaryTree operation, Void unused) {
        switch (operation.getKind()) {
            case PREFIX_INCREMENT:
            case PREFIX_DECREMENT:
            case POSTFIX_INCREMENT:
            case POSTFIX_DECREMENT:
                if (is(operation.getExpression())) {
                    assigned.add(getCurrentPath());
                }
                break;
            default:
                break;
        }
        return super.visitUnary(operation, unused);
    }

    @Override
    public Void visitIdentifier(IdentifierTree identifier, Void unused) {
        if (first == null && variable.equals(trees.getElement(getCurrentPath()))) {
            first = getCurrentPath();
        }
        return super.visitIdentifier(identifier, unused);
    }

    private boolean is(Tree target) {
        return target instanceof IdentifierTree
                && variable.equals(trees.getElement(new TreePath(getCurrentPath(), target)));
    }
}
