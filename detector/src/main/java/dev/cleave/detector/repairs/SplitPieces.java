package dev.cleave.detector.repairs;

import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.DataKind;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Reach;
import dev.cleave.detector.program.Trees;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Statement;

/**
 * The pieces of its data that a task hands to its children, each proven to lie within the data,
 * whatever its length.
 */
final class SplitPieces {
    /**
     * What a child gets instead of a copy.
     *
     * @param child where it is made
     * @param argument the copy, or the variable that holds it
     */
    record Piece(J.NewClass child, Expression argument, Position begin, Position end) {}

    private final Program program;
    private final SplitData data;
    private final DataKind kind;

    final List<Piece> pieces = new ArrayList<>();

    /** The uses of the data that make no piece. */
    final List<Expression> otherUses = new ArrayList<>();

    /** The statements that make copies and nothing else. */
    final List<Statement> copying = new ArrayList<>();

    /** The variables that are no longer needed, by their declarations. */
    private final Map<J.VariableDeclarations, List<NamedVariable>> dropped =
            new IdentityHashMap<>();

    /** The variables that hold a part of the length, by that part, and by what initializes them. */
    final Map<String, NamedVariable> parts = new LinkedHashMap<>();

    /** The variables that hold the whole length. */
    final List<NamedVariable> lengths = new ArrayList<>();

    /**
     * Finds the pieces.
     *
     * @throws CannotProve if there are none, or if one cannot be proven to lie within the data
     */
    SplitPieces(SplitData data) {
        this.program = data.program;
        this.data = data;
        this.kind = data.kind;
        for (Expression use : data.uses()) {
            if (!isPiece(use)) {
                otherUses.add(use);
            }
        }
        if (pieces.isEmpty()) {
            throw new CannotProve("no copy goes straight into the constructor of a child");
        }
        dropped.forEach(this::dropDeclaration);
        pieces.forEach(it -> requireMadeByTask(it.child, new HashSet<>()));
    }

    /** Refuses if others may have a piece made, and change the data before that runs. */
    private void requireMadeByTask(J place, Set<J> seen) {
        J.MethodDeclaration method = program.trees.enclosing(place, J.MethodDeclaration.class);
        if (method == null
                || program.types.enclosing(place) != data.type
                || method.hasModifier(J.Modifier.Type.Static)) {
            throw new CannotProve(
                    place, "the data may change after a piece is made and before that runs");
        }
        if (data.type.methods("compute", 0).contains(method) || !seen.add(method)) {
            return;
        }
        for (J.CompilationUnit file : program.files) {
            for (J element : program.trees.elements(file)) {
                if (element instanceof J.MethodInvocation call
                                && program.calls.targets(call).contains(method)
                        || element instanceof J.MemberReference reference
                                && program.calls.targets(reference).contains(method)) {
                    requireMadeByTask(element, seen);
                }
            }
        }
    }

    /** Takes up a use of the data that makes a piece for a child; false if it is another use. */
    private boolean isPiece(Expression use) {
        J around = program.trees.parent(use);
        if (around instanceof J.NewClass child && isChild(child)) {
            if (child.getArguments().get(data.parameterIndex) == use) {
                pieces.add(new Piece(child, use, Position.START, Position.END));
                return true;
            }
            return false;
        }
        if (DataKind.isCallWith(around, use, "arraycopy", 5)) {
            return copiedInto((J.MethodInvocation) around);
        }
        Position begin;
        Position end;
        Expression copy = (Expression) (around instanceof J.MethodInvocation ? around : use);
        List<Expression> arguments =
                around instanceof J.MethodInvocation call
                        ? Trees.arguments(call.getArguments())
                        : List.of();
        if (kind == DataKind.ARRAY && DataKind.isCallWith(around, use, "copyOfRange", 3)) {
            begin = position(arguments.get(1));
            end = position(arguments.get(2));
        } else if (kind == DataKind.ARRAY && DataKind.isCallWith(around, use, "copyOf", 2)) {
            begin = Position.START;
            end = position(arguments.get(1));
        } else if (kind == DataKind.STRING && DataKind.isCall(around, use, "substring", 1)) {
            begin = position(arguments.get(0));
            end = Position.END;
        } else if (kind == DataKind.STRING && DataKind.isCall(around, use, "substring", 2)
                || kind == DataKind.LIST && DataKind.isCall(around, use, "subList", 2)) {
            begin = position(arguments.get(0));
            end = position(arguments.get(1));
        } else {
            return false;
        }
        if (kind == DataKind.LIST) {
            copy = withCopyAround(copy);
        }
        List<Piece> found = destinations(copy, begin, end);
        if (found.isEmpty()) {
            return false;
        }
        if (begin == null || end == null || !isRange(begin, end)) {
            throw new CannotProve(copy, "that this piece lies within the data cannot be proven");
        }
        pieces.addAll(found);
        return true;
    }

    /** Whether a copy is one of those that are no longer made. */
    boolean contain(J copy) {
        return copying.stream().anyMatch(it -> program.trees.within(copy, it))
                || pieces.stream().anyMatch(it -> program.trees.within(copy, it.argument));
    }

    /** Whether two positions are the bounds of a range within the data. */
    static boolean isRange(Position begin, Position end) {
        return begin.isWithin() && end.isWithin() && end.minus(begin).isNeverNegative();
    }

    /** A view that is only made to be copied. */
    private Expression withCopyAround(Expression view) {
        J around = program.trees.parent(view);
        if (around instanceof J.NewClass creation
                && Trees.arguments(creation.getArguments()).size() == 1
                && program.calls.created(creation) == null
                && program.types.isA(program.variables.typeOf(creation), "java.util.List")) {
            return creation;
        }
        return around instanceof J.MethodInvocation call
                        && List.of("copyOf", "newArrayList", "newLinkedList")
                                .contains(call.getSimpleName())
                        && program.calls.targets(call).isEmpty()
                        && Trees.arguments(call.getArguments()).size() == 1
                ? call
                : view;
    }

    private boolean isChild(J.NewClass creation) {
        return creation.getBody() == null
                && program.calls.created(creation) == data.type
                && program.calls.constructors(creation).equals(List.of(data.constructor))
                && program.types.enclosing(creation) == data.type;
    }

    /** The children that a copy goes to; none if it goes elsewhere. */
    private List<Piece> destinations(Expression copy, Position begin, Position end) {
        J around = program.trees.parent(copy);
        if (around instanceof J.NewClass child && isChild(child)) {
            return child.getArguments().get(data.parameterIndex) == copy
                    ? List.of(new Piece(child, copy, begin, end))
                    : List.of();
        }
        if (!(around instanceof NamedVariable variable)
                || program.variables.values(variable).size() != 1) {
            return List.of();
        }
        List<Piece> found = new ArrayList<>();
        for (Expression use : program.variables.uses(variable)) {
            if (!(program.trees.parent(use) instanceof J.NewClass child)
                    || !isChild(child)
                    || child.getArguments().get(data.parameterIndex) != use) {
                if (found.isEmpty()) {
                    return List.of();
                }
                throw new CannotProve(use, "the copy is used for more than a child");
            }
            found.add(new Piece(child, use, begin, end));
        }
        if (!found.isEmpty()) {
            drop(variable);
        }
        return found;
    }

    private void drop(NamedVariable variable) {
        dropped.computeIfAbsent(program.variables.declaration(variable), it -> new ArrayList<>())
                .add(variable);
    }

    private void dropDeclaration(
            J.VariableDeclarations declaration, List<NamedVariable> variables) {
        if (declaration.getVariables().size() != variables.size()
                || !(program.trees.parent(declaration) instanceof J.Block)) {
            throw new CannotProve(
                    variables.get(0),
                    "the copy is not declared in a statement of its own, or of copies");
        }
        copying.add(declaration);
    }

    /** A new array that is filled by {@code arraycopy} and given to children. */
    private boolean copiedInto(J.MethodInvocation call) {
        List<Expression> arguments = Trees.arguments(call.getArguments());
        NamedVariable target = program.variables.of(arguments.get(2));
        if (target == null
                || !program.variables.isLocal(target)
                || program.variables.values(target).size() != 1
                || !(program.trees.parent(call) instanceof J.Block)) {
            return false;
        }
        List<Piece> found = new ArrayList<>();
        for (Expression use : program.variables.uses(target)) {
            if (program.trees.within(use, call)) {
                continue;
            }
            if (program.trees.parent(use) instanceof J.NewClass child
                    && isChild(child)
                    && child.getArguments().get(data.parameterIndex) == use) {
                found.add(new Piece(child, use, null, null));
            } else if (!(program.trees.parent(use) instanceof J.FieldAccess length
                    && isRemovable(length))) {
                return false;
            }
        }
        if (found.isEmpty()) {
            return false;
        }
        Position size = newLength(target);
        Position begin = position(arguments.get(1));
        Position into = position(arguments.get(3));
        Position count =
                arguments.get(4) instanceof J.FieldAccess length
                                && program.variables.of(length.getTarget()) == target
                        ? size
                        : position(arguments.get(4));
        if (size == null
                || begin == null
                || into == null
                || count == null
                || !into.isStart()
                || !count.isSameAs(size)
                || !isRange(begin, begin.plus(count))) {
            throw new CannotProve(call, "that this copies a piece of the data cannot be proven");
        }
        found.forEach(it -> pieces.add(new Piece(it.child, it.argument, begin, begin.plus(count))));
        copying.add(call);
        drop(target);
        return true;
    }

    /**
     * The length of the other piece, and where that begins, may be computed from the length of this
     * one. That is no longer needed if the other is no longer copied either; else the compiler will
     * miss it.
     */
    private boolean isRemovable(J.FieldAccess length) {
        if (!length.getSimpleName().equals("length")) {
            return false;
        }
        J.MethodInvocation call = program.trees.enclosing(length, J.MethodInvocation.class);
        return program.trees.enclosing(length, J.NewArray.class) != null
                || call != null && isCopyOfData(call);
    }

    private boolean isCopyOfData(J.MethodInvocation call) {
        Expression from = call.getArguments().get(0);
        return DataKind.isCallWith(call, from, "arraycopy", 5)
                && program.variables.of(from) == data.field;
    }

    private Position newLength(NamedVariable array) {
        return Trees.unwrapped(array.getInitializer()) instanceof J.NewArray made
                        && made.getInitializer() == null
                        && made.getDimensions().size() == 1
                ? position(made.getDimensions().get(0).getIndex())
                : null;
    }

    /** What an expression is in terms of the length of the data; null if that cannot be told. */
    Position position(Expression expression) {
        Expression at = expression;
        while (at instanceof J.Parentheses<?> parentheses
                && parentheses.getTree() instanceof Expression inner) {
            at = inner;
        }
        if (at instanceof J.Literal literal) {
            return literal.getValue() instanceof Integer value ? Position.number(value) : null;
        }
        if (data.isLength(at)) {
            return Position.END;
        }
        if (at instanceof J.Identifier) {
            return positionOf(program.variables.of(at));
        }
        if (at instanceof J.FieldAccess access && access.getSimpleName().equals("length")) {
            // The length of the new array for another piece.
            NamedVariable array = program.variables.of(access.getTarget());
            return array != null
                            && program.variables.isLocal(array)
                            && program.variables.values(array).size() == 1
                    ? newLength(array)
                    : null;
        }
        return at instanceof J.Binary binary ? position(binary) : null;
    }

    private Position position(J.Binary binary) {
        Position left = position(binary.getLeft());
        Position right = position(binary.getRight());
        if (left == null || right == null) {
            return null;
        }
        Integer by = right.onlyNumber();
        return switch (binary.getOperator()) {
            case Addition -> left.plus(right);
            case Subtraction -> left.minus(right);
            case Division -> by != null && by >= 1 ? part(left, by) : null;
            case RightShift, UnsignedRightShift ->
                    by != null && by >= 0 && by < 31 ? part(left, 1 << by) : null;
            default -> null;
        };
    }

    /** A quotient lies between 0 and the length if the dividend does, or is one more and halved. */
    private static Position part(Position dividend, int divisor) {
        boolean oneMore = divisor >= 2 && dividend.isSameAs(Position.END.plus(Position.number(1)));
        return dividend.isWithin() || oneMore ? Position.part(dividend + "/" + divisor) : null;
    }

    private Position positionOf(NamedVariable variable) {
        if (variable == null
                || !program.variables.isLocal(variable)
                || !"int".equals(program.variables.typeOf(variable))
                || variable.getInitializer() == null
                || !isNeverChanged(variable)) {
            return null;
        }
        Position value = position(variable.getInitializer());
        if (value != null && value.onlyPart() != null) {
            parts.putIfAbsent(value.onlyPart(), variable);
        } else if (value != null && value.isEnd()) {
            lengths.add(variable);
        }
        return value;
    }

    private boolean isNeverChanged(NamedVariable variable) {
        if (program.variables.values(variable).size() != 1) {
            return false;
        }
        return program.variables.uses(variable).stream()
                .noneMatch(
                        it ->
                                Reach.modified(program.trees.parent(it)) == it
                                        || Reach.modified(program.trees.parentPastWrapping(it))
                                                == it);
    }
}
