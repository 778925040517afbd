package dev.cleave.weaver.javac;

import com.sun.source.tree.AnnotatedTypeTree;
import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ArrayTypeTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.tools.Diagnostic;

/** Looks at every {@code @Future} in a class, and reports those that cannot be honoured. */
final class FutureChecker extends TreePathScanner<Void, Void> {
    private static final String FUTURE = "dev.cleave.Future";
    private static final String MARK = "@Future";
    private static final Set<String> LOOPS = Set.of("dev.cleave.Parallel", "dev.cleave.Reduce");

    private static final String INITIALISE =
            "initialise it by one call, moving the expression into a method, or remove @Future";

    private static final String MOVE = "write it in front of the whole declaration";

    private static final String DECLARE =
            "mark the local variable that a call initialises, or remove @Future";

    private final Trees trees;
    private final Diagnostic.Kind kind;
    private final Set<VariableTree> inferred;

    FutureChecker(Trees trees, Diagnostic.Kind kind, Set<VariableTree> inferred) {
        this.trees = trees;
        this.kind = kind;
        this.inferred = inferred;
    }

    @Override
    public Void visitAnnotation(AnnotationTree annotation, Void unused) {
        String mark = mark(annotation);
        if (mark.equals(FUTURE)) {
            TreePath variable = variable(getCurrentPath());
            if (variable != null) {
                check(variable);
            }
        } else if (LOOPS.contains(mark)) {
            checkLoop("@" + mark.substring(mark.lastIndexOf('.') + 1));
        }
        return super.visitAnnotation(annotation, unused);
    }

    /** The annotation's full name. */
    private String mark(AnnotationTree annotation) {
        Element type =
                trees.getElement(new TreePath(getCurrentPath(), annotation.getAnnotationType()));
        return type instanceof TypeElement element ? element.getQualifiedName().toString() : "";
    }

    /** The weaver sees the loop's shape; it does not see a variable without a type. */
    private void checkLoop(String mark) {
        TreePath at = getCurrentPath().getParentPath().getParentPath();
        if (at.getLeaf() instanceof VariableTree) {
            refusesInferred(mark, at);
        }
    }

    /** The variable that is marked; null if that is something else, which has been reported. */
    private TreePath variable(TreePath annotation) {
        TreePath at = annotation.getParentPath();
        if (at.getLeaf() instanceof ModifiersTree) {
            at = at.getParentPath();
            return at.getLeaf() instanceof VariableTree
                    ? at
                    : refuse(
                            annotation,
                            "@Future marks a "
                                    + (at.getLeaf() instanceof ClassTree ? "class" : "result")
                                    + ", not a local variable",
                            DECLARE);
        }
        // In front of the last name of a type, or of the brackets of an array.
        Tree below = annotation.getLeaf();
        while (at.getLeaf() instanceof AnnotatedTypeTree
                || at.getLeaf() instanceof ArrayTypeTree
                || at.getLeaf() instanceof MemberSelectTree
                || at.getLeaf() instanceof ParameterizedTypeTree type && type.getType() == below) {
            below = at.getLeaf();
            at = at.getParentPath();
        }
        return at.getLeaf() instanceof VariableTree ? at : refuseTypeUse(annotation, at.getLeaf());
    }

    private TreePath refuseTypeUse(TreePath annotation, Tree around) {
        if (around instanceof ParameterizedTypeTree) {
            return refuse(annotation, "@Future marks a type argument, not the variable", MOVE);
        }
        String what;
        if (around instanceof TypeCastTree) {
            what = "a cast";
        } else if (around instanceof NewClassTree || around instanceof NewArrayTree) {
            what = "a new expression";
        } else if (around instanceof InstanceOfTree) {
            what = "an instanceof";
        } else if (around instanceof MemberReferenceTree) {
            what = "a method reference";
        } else {
            what = "a type";
        }
        return refuse(annotation, "@Future marks " + what + ", not a local variable", DECLARE);
    }

    private void check(TreePath path) {
        VariableTree variable = (VariableTree) path.getLeaf();
        Element element = trees.getElement(path);
        if (element == null || isRepeated(path)) {
            return; // the compiler has reported more than we could, or this has been reported
        }
        if (element.getKind() == ElementKind.RESOURCE_VARIABLE) {
            refuse(
                    path,
                    "@Future marks a resource of a try statement",
                    "declare the resource without it");
        } else if (element.getKind() != ElementKind.LOCAL_VARIABLE) {
            String what =
                    element.getKind()
                            .toString()
                            .toLowerCase(java.util.Locale.ROOT)
                            .replace('_', ' ')
                            .replace("field", isComponent(element) ? "record's component" : "field")
                            .replace("exception parameter", "caught exception");
            refuse(
                    path,
                    "@Future marks "
                            + (what.startsWith("e") ? "an " : "a ")
                            + what
                            + ", not a local variable",
                    DECLARE);
        } else if (path.getParentPath().getLeaf() instanceof EnhancedForLoopTree loop
                && loop.getVariable() == variable) {
            refuse(
                    path,
                    "@Future marks the variable of a loop, which no call initialises",
                    "declare a variable in the loop's body");
        } else if (!refusesInferred(MARK, path) && !refusesLock(path)) {
            checkUses(path, variable, element);
        }
    }

    /** Whether it is a parameter that the compiler has made of a record's component. */
    private boolean isRepeated(TreePath path) {
        return path.getParentPath().getLeaf() instanceof MethodTree
                && path.getParentPath().getParentPath().getLeaf() instanceof ClassTree around
                && around.getMembers().stream()
                        .filter(VariableTree.class::isInstance)
                        .anyMatch(
                                field -> typeStart(path, field) == typeStart(path, path.getLeaf()));
    }

    /** The modifiers before it have no place in what the compiler makes. */
    private long typeStart(TreePath path, Tree variable) {
        Tree type = ((VariableTree) variable).getType();
        return trees.getSourcePositions().getStartPosition(path.getCompilationUnit(), type);
    }

    private static boolean isComponent(Element field) {
        return field.getEnclosingElement().getKind() == ElementKind.RECORD
                && !field.getModifiers().contains(Modifier.STATIC);
    }

    /** Whether whoever runs the call would not have the lock. */
    private boolean refusesLock(TreePath variable) {
        for (TreePath at = variable.getParentPath(); at != null; at = at.getParentPath()) {
            Tree tree = at.getLeaf();
            if (tree instanceof SynchronizedTree) {
                refuse(
                        variable,
                        "a future is declared inside a synchronized block",
                        "declare and use it outside, and synchronize the rest");
                return true;
            }
            if (tree instanceof MethodTree method) {
                if (method.getModifiers().getFlags().contains(Modifier.SYNCHRONIZED)) {
                    refuse(
                            variable,
                            "the method is synchronized, and whoever runs the call would not have"
                                    + " the lock",
                            "synchronize a part that neither declares nor uses the future");
                    return true;
                }
                return false;
            }
            if (tree instanceof LambdaExpressionTree || tree instanceof ClassTree) {
                return false;
            }
        }
        return false;
    }

    private void checkUses(TreePath path, VariableTree variable, Element element) {
        VariableUses uses = new VariableUses(trees, element);
        uses.scan(path.getParentPath(), null);
        ExpressionTree initialiser = variable.getInitializer();
        if (initialiser != null && !isCall(initialiser)) {
            refuse(path, "the initialiser is not a call", INITIALISE);
            return;
        }
        if (initialiser == null && uses.assigned.isEmpty()) {
            refuse(path, "the variable is not initialised by an assignment", INITIALISE);
            return;
        }
        for (TreePath assignment : uses.assigned) {
            ExpressionTree value = VariableUses.value(assignment);
            if (initialiser != null || value == null) {
                refuse(
                        assignment,
                        "the future is assigned again",
                        "use another variable for the second value");
                return;
            }
            if (!isCall(value)) {
                refuse(assignment, "the initialiser is not a call", INITIALISE);
                return;
            }
        }
        if (uses.first != null && isSynchronized(uses.first, path.getParentPath())) {
            refuse(
                    uses.first,
                    "a future is used for the first time inside a synchronized block",
                    "declare and use it outside, and synchronize the rest");
        }
    }

    /** With conversions around it, which wait for the call's result. */
    private boolean isCall(ExpressionTree expression) {
        if (expression instanceof ParenthesizedTree parentheses) {
            return isCall(parentheses.getExpression());
        }
        if (expression instanceof TypeCastTree cast) {
            return isCall(cast.getExpression());
        }
        if (expression.getKind() == Tree.Kind.UNARY_PLUS) {
            return isCall(((UnaryTree) expression).getExpression());
        }
        // What a constant decides, the compiler leaves out; the weaver sees what remains.
        if (expression instanceof ConditionalExpressionTree choice) {
            return isConstant(choice.getCondition())
                    && (isCall(choice.getTrueExpression()) || isCall(choice.getFalseExpression()));
        }
        if (expression instanceof BinaryTree both) {
            return (both.getKind() == Tree.Kind.CONDITIONAL_AND
                            || both.getKind() == Tree.Kind.CONDITIONAL_OR)
                    && isConstant(both.getLeftOperand())
                    && isCall(both.getRightOperand());
        }
        if (expression instanceof SwitchExpressionTree choice) {
            List<ExpressionTree> values = values(choice);
            return values.size() == 1
                    && values.get(0) == lastValue(choice)
                    && isCall(values.get(0));
        }
        return expression instanceof MethodInvocationTree || expression instanceof NewClassTree;
    }

    /** Whether it is made of literals and constants only. */
    private boolean isConstant(ExpressionTree expression) {
        if (expression instanceof ParenthesizedTree parentheses) {
            return isConstant(parentheses.getExpression());
        }
        if (expression instanceof UnaryTree operation) {
            return isConstant(operation.getExpression());
        }
        if (expression instanceof BinaryTree both) {
            return isConstant(both.getLeftOperand()) && isConstant(both.getRightOperand());
        }
        Element named =
                trees.getElement(trees.getPath(getCurrentPath().getCompilationUnit(), expression));
        return expression instanceof LiteralTree
                || named instanceof VariableElement variable && variable.getConstantValue() != null;
    }

    /** What a switch may be, where it does not throw. */
    private static List<ExpressionTree> values(SwitchExpressionTree choice) {
        List<ExpressionTree> values = new ArrayList<>();
        TreeScanner<Void, Void> yields =
                new TreeScanner<>() {
                    @Override
                    public Void visitYield(YieldTree yield, Void unused) {
                        values.add(yield.getValue());
                        return null;
                    }

                    @Override
                    public Void visitSwitchExpression(SwitchExpressionTree other, Void unused) {
                        return null;
                    }
                };
        for (CaseTree each : choice.getCases()) {
            if (each.getBody() instanceof ExpressionTree value) {
                values.add(value);
            } else if (each.getCaseKind() == CaseTree.CaseKind.RULE) {
                yields.scan(each.getBody(), null);
            } else {
                yields.scan(each.getStatements(), null);
            }
        }
        return values;
    }

    /** What a switch is at its very end, where the call's result needs no jump; or null. */
    private static ExpressionTree lastValue(SwitchExpressionTree choice) {
        CaseTree end = choice.getCases().get(choice.getCases().size() - 1);
        if (end.getBody() instanceof ExpressionTree value) {
            return value;
        }
        List<? extends Tree> statements =
                end.getCaseKind() == CaseTree.CaseKind.RULE
                        ? List.of(end.getBody())
                        : end.getStatements();
        Tree last = null;
        while (!statements.isEmpty()) {
            last = statements.get(statements.size() - 1);
            statements = last instanceof BlockTree block ? block.getStatements() : List.of();
        }
        return last instanceof YieldTree yield ? yield.getValue() : null;
    }

    /** A lambda or a class takes the value where it is made, whatever it does with it. */
    private static boolean isSynchronized(TreePath use, TreePath scope) {
        boolean locked = false;
        for (TreePath at = use; at.getLeaf() != scope.getLeaf(); at = at.getParentPath()) {
            Tree tree = at.getLeaf();
            if (tree instanceof LambdaExpressionTree || tree instanceof ClassTree) {
                locked = false;
            } else if (tree instanceof SynchronizedTree) {
                // The lock itself is evaluated before it is held.
                locked |= !isLockOf((SynchronizedTree) tree, use);
            }
        }
        return locked;
    }

    private static boolean isLockOf(SynchronizedTree block, TreePath use) {
        for (TreePath at = use; at.getLeaf() != block; at = at.getParentPath()) {
            if (at.getLeaf() == block.getExpression()) {
                return true;
            }
        }
        return false;
    }

    /** Whether the compiler keeps the annotation to itself. */
    private boolean refusesInferred(String mark, TreePath path) {
        boolean isInferred = inferred.contains((VariableTree) path.getLeaf());
        if (isInferred) {
            refuse(
                    mark,
                    path,
                    "the compiler writes nothing about " + mark + " var into the class file",
                    "write the variable's type instead of var");
        }
        return isInferred;
    }

    /** Reports; null, for the caller to return. */
    private TreePath refuse(TreePath at, String reason, String remedy) {
        return refuse(MARK, at, reason, remedy);
    }

    private TreePath refuse(String mark, TreePath at, String reason, String remedy) {
        trees.printMessage(
                kind,
                CleavePlugin.message(mark, reason, remedy),
                at.getLeaf(),
                at.getCompilationUnit());
        return null;
    }
}
