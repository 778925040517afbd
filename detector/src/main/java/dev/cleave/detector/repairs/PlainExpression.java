package dev.cleave.detector.repairs;

import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.DataFlow;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Reach;
import dev.cleave.detector.program.Trees;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * Expressions that have no effect and whose value no other thread can change: it does not matter
 * whether a lock is held while they are evaluated.
 */
final class PlainExpression {
    private static final Set<String> VALUES =
            Set.of(
                    "boolean",
                    "byte",
                    "char",
                    "short",
                    "int",
                    "long",
                    "float",
                    "double",
                    "java.lang.Boolean",
                    "java.lang.Byte",
                    "java.lang.Character",
                    "java.lang.Short",
                    "java.lang.Integer",
                    "java.lang.Long",
                    "java.lang.Float",
                    "java.lang.Double",
                    "java.lang.String");

    /** Classes whose objects do not change, and whose methods do nothing but compute. */
    private static final Set<String> UNCHANGING =
            Set.of("java.awt.Color", "java.math.BigInteger", "java.math.BigDecimal");

    /** Methods of {@link Math} and its like that remember something. */
    private static final Set<String> REMEMBERING =
            Set.of("random", "getInteger", "getLong", "getBoolean", "intern", "format");

    private final Program program;
    private final Predicate<J.ArrayAccess> constantElement;

    /** Of no array's elements is it known that nobody else changes them. */
    PlainExpression(Program program) {
        this(program, element -> false);
    }

    /** {@code constantElement} says which array elements nobody else changes meanwhile. */
    PlainExpression(Program program, Predicate<J.ArrayAccess> constantElement) {
        this.program = program;
        this.constantElement = constantElement;
    }

    /** Refuses unless all of them are plain. */
    void require(List<Expression> expressions) {
        expressions.forEach(this::require);
    }

    private void require(Expression expression) {
        Expression at = Trees.unwrapped(expression);
        if (at instanceof J.Literal || isThis(at) || isLasting(at)) {
            return;
        }
        if (at instanceof J.Unary unary && !unary.getOperator().isModifying()) {
            require(unary.getExpression());
        } else if (at instanceof J.Binary binary
                && isValue(program, binary.getLeft())
                && isValue(program, binary.getRight())) {
            require(List.of(binary.getLeft(), binary.getRight()));
        } else if (at instanceof J.ArrayAccess access && constantElement.test(access)) {
            require(List.of(access.getIndexed(), access.getDimension().getIndex()));
        } else if (at instanceof J.Ternary choice) {
            require(List.of(choice.getCondition(), choice.getTruePart(), choice.getFalsePart()));
        } else if (at instanceof J.MethodInvocation call
                && isComputing(call)
                && Trees.arguments(call.getArguments()).stream()
                        .allMatch(it -> isValue(program, it))) {
            require(Trees.arguments(call.getArguments()));
            if (call.getSelect() != null && !isClass(call.getSelect())) {
                require(call.getSelect());
            }
        } else if (!(at instanceof J.MemberReference reference && isComputing(reference))) {
            throw new CannotProve(
                    expression, "what is computed under the lock may depend on the lock");
        }
    }

    private static boolean isThis(Expression at) {
        return at instanceof J.Identifier identifier && identifier.getSimpleName().equals("this");
    }

    /**
     * Whether an expression names a variable that others cannot change: it is local, or final and
     * found in a lasting place.
     */
    boolean isLasting(Expression expression) {
        Expression at = Trees.unwrapped(expression);
        NamedVariable variable = program.variables.of(at);
        if (variable == null) {
            return false;
        }
        if (!program.variables.isField(variable)) {
            return true;
        }
        J.VariableDeclarations declaration = program.variables.declaration(variable);
        return declaration.hasModifier(J.Modifier.Type.Final)
                && (at instanceof J.Identifier
                        || declaration.hasModifier(J.Modifier.Type.Static)
                        || at instanceof J.FieldAccess access
                                && (DataFlow.isSelf(access.getTarget())
                                        || isLasting(access.getTarget())));
    }

    /** Whether an expression is a number, a truth value, a character or a string. */
    static boolean isValue(Program program, Expression expression) {
        return expression instanceof J.Literal
                || VALUES.contains("" + program.variables.typeOf(expression));
    }

    private boolean isClass(Expression select) {
        return program.variables.of(select) == null
                && (select instanceof J.Identifier || select instanceof J.FieldAccess);
    }

    private static boolean isComputing(J.MethodInvocation call) {
        String owner = Reach.owner(call);
        return owner != null
                && (VALUES.contains(owner)
                        || UNCHANGING.contains(owner)
                        || owner.equals("java.lang.Math"))
                && !REMEMBERING.contains(call.getSimpleName());
    }

    private boolean isComputing(J.MemberReference reference) {
        String owner = "" + program.variables.typeOf(reference.getContaining());
        return Set.of("java.lang.Integer", "java.lang.Long", "java.lang.Double").contains(owner)
                && Set.of("sum", "max", "min").contains(reference.getReference().getSimpleName());
    }
}
