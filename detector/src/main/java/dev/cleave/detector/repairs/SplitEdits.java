package dev.cleave.detector.repairs;

import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.DataKind;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Loops;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Trees;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Statement;

/** How a task class is changed to share its data among tasks, each with a range. For one use. */
final class SplitEdits {
    private static final List<String> INDICES = List.of("i", "j", "k", "index");

    private final Program program;
    private final SplitData data;
    private final SplitPieces proven;
    private final NamedVariable field;
    private final DataKind kind;
    private final String from;
    private final String to;
    private final Patch patch;

    /** What the patch takes away; what is inside needs no change. */
    private final Set<J> removed = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The parts that are made positions in the whole data where they are declared. */
    private final Set<String> shifted = new HashSet<>();

    /** The names of the indices that loops get. */
    private final Map<J, String> indices = new IdentityHashMap<>();

    /** Whether variables of a method may have the name of the field. */
    private final Map<J.MethodDeclaration, Boolean> hiding = new IdentityHashMap<>();

    SplitEdits(SplitData data, SplitPieces proven) {
        this.program = data.program;
        this.data = data;
        this.proven = proven;
        this.field = data.field;
        this.kind = data.kind;
        this.from = data.from;
        this.to = data.to;
        this.patch =
                new Patch(
                        program,
                        String.format(
                                "%s shares %s and works on a range of it",
                                data.type.simpleName, field.getSimpleName()));
    }

    /**
     * The changes.
     *
     * @throws CannotProve if a use of the data cannot be given a range
     */
    Patch patch() {
        proven.copying.forEach(patch::remove);
        removed.addAll(proven.copying);
        shiftParts();
        changeClass();
        changeConstructor();
        proven.pieces.forEach(this::changePiece);
        proven.otherUses.stream().filter(it -> !isRemoved(it)).forEach(this::changeUse);
        return patch;
    }

    private boolean isRemoved(J element) {
        return removed.stream().anyMatch(it -> program.trees.within(element, it));
    }

    /** Parts whose variables serve for nothing but these pieces become positions in the whole. */
    private void shiftParts() {
        proven.parts.forEach(
                (part, variable) -> {
                    boolean onlyHere =
                            program.variables.uses(variable).stream()
                                    .allMatch(it -> isRemoved(it) || isInPiece(it));
                    boolean alone =
                            proven.pieces.stream()
                                    .allMatch(
                                            it ->
                                                    isBound(it.begin(), part)
                                                            && isBound(it.end(), part));
                    if (onlyHere && alone && isInScope(variable)) {
                        shifted.add(part);
                        boolean compound =
                                Trees.unwrapped(variable.getInitializer()) instanceof J.Binary sum
                                        && isShift(sum.getOperator());
                        patch.insertBefore(
                                variable.getInitializer(), compound ? from + " + (" : from + " + ");
                        if (compound) {
                            patch.insertAfter(variable.getInitializer(), ")");
                        }
                    }
                });
    }

    private boolean isInPiece(J use) {
        return proven.pieces.stream().anyMatch(it -> program.trees.within(use, it.argument()));
    }

    /** Whether a bound is this part and nothing else, or has nothing to do with it. */
    private static boolean isBound(Position bound, String part) {
        return part.equals(bound.onlyPart()) || !bound.toString().contains(part);
    }

    private boolean isInScope(NamedVariable variable) {
        return proven.pieces.stream().allMatch(it -> isInScope(variable, it.child()));
    }

    private boolean isInScope(NamedVariable variable, J place) {
        J.VariableDeclarations declaration = program.variables.declaration(variable);
        return program.trees.within(place, program.trees.parent(declaration))
                && program.trees.isBefore(declaration, place);
    }

    private static boolean isShift(J.Binary.Type operator) {
        return operator == J.Binary.Type.RightShift || operator == J.Binary.Type.UnsignedRightShift;
    }

    /** A position in the whole data, as code. */
    private String absolute(Position position, J place) {
        if (position.isStart()) {
            return from;
        }
        if (position.isEnd()) {
            return to;
        }
        Integer number = position.onlyNumber();
        if (number != null) {
            return from + " + " + number;
        }
        Integer beyond = position.beyondEnd();
        if (beyond != null) {
            return beyond < 0 ? to + " - " + -beyond : to + " + " + beyond;
        }
        String part = position.onlyPart();
        if (part != null) {
            return shifted.contains(part)
                    ? proven.parts.get(part).getSimpleName()
                    : from + " + " + relative(part, place);
        }
        String beforeEnd = Position.END.minus(position).onlyPart();
        if (beforeEnd != null && !shifted.contains(beforeEnd)) {
            return to + " - " + relative(beforeEnd, place);
        }
        throw new CannotProve(place, "the bounds of this piece are too involved");
    }

    private String relative(String part, J place) {
        NamedVariable variable = proven.parts.get(part);
        if (variable != null && isInScope(variable, place)) {
            return variable.getSimpleName();
        }
        String half = Position.END + "/2";
        if (part.equals(half)) {
            return proven.lengths.stream()
                            .filter(it -> isInScope(it, place))
                            .map(NamedVariable::getSimpleName)
                            .findFirst()
                            .orElse("(" + to + " - " + from + ")")
                    + " / 2";
        }
        throw new CannotProve(place, "the bounds of this piece are too involved");
    }

    private void changeClass() {
        J.VariableDeclarations declaration = program.variables.declaration(field);
        patch.addLineAfter(declaration, "private final int " + from + ";");
        patch.addLineAfter(declaration, "private final int " + to + ";");
    }

    /** A new private constructor also takes a range; the old one calls it for all of the data. */
    private void changeConstructor() {
        J.MethodDeclaration constructor = data.constructor;
        List<String> arguments = new ArrayList<>();
        List<String> parameters = new ArrayList<>();
        for (J.VariableDeclarations each : DeclaredType.parameters(constructor)) {
            arguments.add(each.getVariables().get(0).getSimpleName());
            parameters.add(patch.text(each));
        }
        String whole = data.parameter.getVariables().get(0).getSimpleName();
        Collections.addAll(arguments, "0", whole + kind.length);
        Collections.addAll(parameters, "int " + from, "int " + to);
        String end = patch.lineEnd(constructor);
        String indent = patch.indent(constructor);
        String body = patch.text(constructor.getBody());
        String begun = body.substring(0, body.length() - 1).stripTrailing();
        List<Statement> statements = constructor.getBody().getStatements();
        boolean oneLine = !body.contains("\n");
        String inner =
                oneLine
                        ? indent + step(indent)
                        : patch.indent(statements.get(statements.size() - 1));
        String stored =
                String.join(
                        oneLine ? " " : end + inner,
                        begun,
                        String.format("this.%s = %s;", from, from),
                        String.format("this.%s = %s;", to, to));
        patch.replace(
                constructor.getBody(),
                String.join(
                        end,
                        "{",
                        inner + "this(" + String.join(", ", arguments) + ");",
                        indent + "}",
                        "",
                        String.format(
                                "%sprivate %s(%s)%s %s%s}",
                                indent,
                                data.type.simpleName,
                                String.join(", ", parameters),
                                thrown(constructor),
                                stored,
                                oneLine ? " " : end + indent)));
    }

    private static String step(String indent) {
        return indent.indexOf('\t') < 0 ? "    " : "\t";
    }

    private String thrown(J.MethodDeclaration method) {
        return method.getThrows() == null || method.getThrows().isEmpty()
                ? ""
                : method.getThrows().stream()
                        .map(patch::text)
                        .collect(Collectors.joining(", ", " throws ", ""));
    }

    private void changePiece(SplitPieces.Piece piece) {
        if (program.variables.of(piece.argument()) != field) {
            String name = field.getSimpleName();
            patch.replace(piece.argument(), isHidden(piece.child()) ? "this." + name : name);
        }
        removed.add(piece.argument());
        List<Expression> arguments = piece.child().getArguments();
        patch.insertAfter(
                arguments.get(arguments.size() - 1),
                ", "
                        + absolute(piece.begin(), piece.child())
                        + ", "
                        + absolute(piece.end(), piece.child()));
    }

    /** Whether a variable of the method around a place may have the name of the field. */
    private boolean isHidden(J place) {
        J.MethodDeclaration method = program.trees.enclosing(place, J.MethodDeclaration.class);
        return hiding.computeIfAbsent(
                method,
                around ->
                        Trees.elements(around, it -> false).stream()
                                .anyMatch(
                                        it ->
                                                it instanceof NamedVariable variable
                                                        && variable.getSimpleName()
                                                                .equals(field.getSimpleName())));
    }

    private void changeUse(Expression use) {
        J around = program.trees.parent(use);
        Expression length = kind.length(around, use);
        if (length != null) {
            changeLength(length);
            return;
        }
        Expression index = kind.index(around, use);
        if (index != null) {
            changeIndex((Expression) around, index);
            return;
        }
        if (around instanceof J.ForEachLoop.Control control) {
            changeLoop((J.ForEachLoop) program.trees.parent(control), use);
            return;
        }
        changeWhole(use, around);
    }

    private void changeLength(Expression length) {
        J around = program.trees.parent(length);
        if (around instanceof J.Binary condition
                && condition.getRight() == length
                && loopOverAll(condition) != null) {
            shift(condition);
            return;
        }
        boolean alone =
                around instanceof J.Binary binary
                                && (isComparison(binary.getOperator())
                                        || binary.getLeft() == length
                                                && isSum(binary.getOperator()))
                        || around instanceof NamedVariable
                        || around instanceof J.Assignment
                        || around instanceof J.Return
                        || around instanceof J.Parentheses<?>
                        || around instanceof J.ControlParentheses<?>
                        || around instanceof J.MethodInvocation call && call.getSelect() != length
                        || around instanceof J.NewClass
                        || around instanceof J.ArrayAccess
                        || around instanceof J.ArrayDimension;
        String span = to + " - " + from;
        patch.replace(length, alone ? span : "(" + span + ")");
    }

    private static boolean isComparison(J.Binary.Type operator) {
        return switch (operator) {
            case LessThan, LessThanOrEqual, GreaterThan, GreaterThanOrEqual, Equal, NotEqual ->
                    true;
            default -> false;
        };
    }

    private static boolean isSum(J.Binary.Type operator) {
        return operator == J.Binary.Type.Addition || operator == J.Binary.Type.Subtraction;
    }

    /**
     * The loop of which this is the condition, if its variable runs over all indices and serves for
     * nothing else, so that it can run over the range instead; else null.
     */
    private J.ForLoop loopOverAll(J.Binary condition) {
        if (condition.getOperator() != J.Binary.Type.LessThan
                || !(program.trees.parent(program.trees.parent(condition))
                        instanceof J.ForLoop loop)
                || !data.isLength(condition.getRight())) {
            return null;
        }
        NamedVariable variable = program.variables.of(condition.getLeft());
        if (variable == null
                || loop.getControl().getInit().size() != 1
                || program.variables.declaration(variable) != loop.getControl().getInit().get(0)
                || program.variables.declaration(variable).getVariables().size() != 1
                || !(variable.getInitializer() instanceof J.Literal first)
                || !Integer.valueOf(0).equals(first.getValue())
                || program.variables.values(variable).size() != 1) {
            return null;
        }
        for (Expression use : program.variables.uses(variable)) {
            J around = program.trees.parent(use);
            boolean isCounted =
                    around instanceof J.Unary unary
                            && program.trees.parent(unary) == loop.getControl()
                            && (unary.getOperator() == J.Unary.Type.PostIncrement
                                    || unary.getOperator() == J.Unary.Type.PreIncrement);
            if (use != condition.getLeft() && !isCounted && !isIndexOfData(use)) {
                return null;
            }
        }
        return loop;
    }

    /** Lets a loop over all indices run over those of the range. */
    private void shift(J.Binary condition) {
        NamedVariable variable = program.variables.of(condition.getLeft());
        patch.replace(variable.getInitializer(), from);
        patch.replace(condition.getRight(), to);
        removed.add(condition.getRight());
    }

    private boolean isIndexOfData(Expression use) {
        J around = program.trees.parent(use);
        if (around instanceof J.ArrayDimension) {
            around = program.trees.parent(around);
        }
        Expression indexed =
                around instanceof J.ArrayAccess access
                        ? access.getIndexed()
                        : around instanceof J.MethodInvocation call ? call.getSelect() : null;
        return indexed != null
                && program.variables.of(indexed) == field
                && kind.index(around, indexed) == use;
    }

    private void changeIndex(Expression access, Expression index) {
        if (kind == DataKind.ARRAY && data.isModified(access)) {
            throw new CannotProve(access, "the task writes to its data");
        }
        NamedVariable variable = program.variables.of(index);
        if (index instanceof J.Identifier
                && variable != null
                && program.trees.parent(program.variables.declaration(variable))
                        instanceof J.ForLoop.Control control
                && control.getCondition() instanceof J.Binary condition
                && loopOverAll(condition) != null) {
            shift(condition);
            return;
        }
        Position position = proven.position(index);
        if (position != null
                && (position.onlyNumber() != null && position.onlyNumber() >= 0
                        || position.beyondEnd() != null && position.beyondEnd() < 0)) {
            removed.add(index);
            patch.replace(index, absolute(position, access));
            return;
        }
        boolean compound =
                !(index instanceof J.Identifier
                        || index instanceof J.Literal
                        || index instanceof J.MethodInvocation
                        || index instanceof J.FieldAccess
                        || index instanceof J.ArrayAccess
                        || index instanceof J.Parentheses<?>
                        || index instanceof J.Unary
                        || index instanceof J.Binary sum
                                && (isSum(sum.getOperator())
                                        || sum.getOperator() == J.Binary.Type.Multiplication));
        patch.insertBefore(index, from + (compound ? " + (" : " + "));
        if (compound) {
            patch.insertAfter(index, ")");
        }
    }

    /** A loop over all elements becomes one over the range. */
    private void changeLoop(J.ForEachLoop loop, Expression use) {
        if (loop.getControl().getIterable() != use) {
            throw new CannotProve(use, "the data is used in a way that is not understood");
        }
        if (kind == DataKind.LIST) {
            patch.insertAfter(use, ".subList(" + from + ", " + to + ")");
            return;
        }
        Set<String> taken = new HashSet<>();
        indices.forEach(
                (other, name) -> {
                    if (program.trees.within(loop, other) || program.trees.within(other, loop)) {
                        taken.add(name);
                    }
                });
        J.MethodDeclaration method = program.trees.enclosing(loop, J.MethodDeclaration.class);
        for (J element : Trees.elements(method, it -> false)) {
            if (element instanceof J.Identifier identifier) {
                taken.add(identifier.getSimpleName());
            }
        }
        String index =
                INDICES.stream()
                        .filter(it -> !taken.contains(it) && !data.type.fields.containsKey(it))
                        .findFirst()
                        .orElseThrow(
                                () -> new CannotProve(loop, "all names for an index are taken"));
        indices.put(loop, index);
        String element =
                patch.text(loop.getControl().getVariable())
                        + " = "
                        + patch.text(use)
                        + "["
                        + index
                        + "];";
        patch.replaceSpan(
                loop.getControl().getVariable(),
                use,
                String.format("int %s = %s; %s < %s; %s++", index, from, index, to, index));
        if (loop.getBody() instanceof J.Block block) {
            List<Statement> statements = block.getStatements();
            boolean ownLine = !statements.isEmpty() && patch.text(block).contains("\n");
            patch.insertAtStart(
                    block,
                    ownLine
                            ? patch.lineEnd(loop) + patch.indent(statements.get(0)) + element
                            : " " + element + (statements.isEmpty() ? " " : ""));
        } else {
            patch.insertBefore(loop.getBody(), "{ " + element + " ");
            patch.insertBehind(loop.getBody(), " }");
        }
    }

    private void changeWhole(Expression use, J around) {
        switch (kind) {
            case STRING -> {
                boolean identity =
                        around instanceof J.Binary binary && isComparison(binary.getOperator())
                                || around instanceof J.ControlParentheses<?>
                                        && program.trees.parent(around) instanceof J.Synchronized;
                if (identity) {
                    throw new CannotProve(use, "which object the data is may matter here");
                }
                if (DataKind.isCall(around, use, "isEmpty", 0)) {
                    changeIsEmpty(around);
                } else {
                    requireOnce(use);
                    patch.insertAfter(use, ".substring(" + from + ", " + to + ")");
                }
            }
            case LIST -> {
                if (DataKind.isCall(around, use, "isEmpty", 0)) {
                    changeIsEmpty(around);
                } else if (SplitData.isReadingCall(use, around)
                        || data.isReadOnlyArgument(use, around)) {
                    patch.insertAfter(use, ".subList(" + from + ", " + to + ")");
                } else {
                    throw new CannotProve(use, "the data may be changed or kept here");
                }
            }
            default -> {
                if (DataKind.isCallWith(around, use, "stream", 1)) {
                    patch.insertAfter(use, ", " + from + ", " + to);
                } else if (DataKind.isCallWith(around, use, "arraycopy", 5)) {
                    Expression index = ((J.MethodInvocation) around).getArguments().get(1);
                    changeIndex((Expression) around, index);
                } else if (data.isReadOnlyArgument(use, around)) {
                    requireOnce(use);
                    patch.replace(use, copy(use, Position.START, Position.END));
                } else {
                    changeCopy(use, around);
                }
            }
        }
    }

    /**
     * Where the whole piece is used, it is copied: each time in a loop would cost more than it
     * saves.
     */
    private void requireOnce(Expression use) {
        if (isRepeated(use, new HashSet<>())) {
            throw new CannotProve(
                    use, "the whole piece is used in a loop, and would be copied there");
        }
    }

    /** Whether a loop or lambda of the class repeats this, or the method that it is in. */
    private boolean isRepeated(J element, Set<J> seen) {
        J.MethodDeclaration method = program.trees.enclosing(element, J.MethodDeclaration.class);
        J.Lambda lambda = program.trees.enclosing(element, J.Lambda.class);
        return Loops.around(program.trees, element) != null
                || lambda != null && program.trees.within(lambda, method)
                || method != null
                        && seen.add(method)
                        && program.calls.named(method.getSimpleName()).stream()
                                .filter(it -> program.types.enclosing(it) == data.type)
                                .anyMatch(it -> isRepeated(it, seen));
    }

    private void changeIsEmpty(J question) {
        J around = program.trees.parent(question);
        boolean alone =
                around instanceof J.ControlParentheses<?>
                        || around instanceof J.Return
                        || around instanceof J.Binary binary
                                && (binary.getOperator() == J.Binary.Type.And
                                        || binary.getOperator() == J.Binary.Type.Or);
        String empty = from + " == " + to;
        patch.replace(question, alone ? empty : "(" + empty + ")");
    }

    /** A copy that a leaf works on becomes one of the range. */
    private void changeCopy(Expression use, J around) {
        Position begin = Position.START;
        Position end = null;
        if (DataKind.isCall(around, use, "clone", 0)) {
            end = Position.END;
        } else if (DataKind.isCallWith(around, use, "copyOf", 2)) {
            end = proven.position(((J.MethodInvocation) around).getArguments().get(1));
        } else if (DataKind.isCallWith(around, use, "copyOfRange", 3)) {
            begin = proven.position(((J.MethodInvocation) around).getArguments().get(1));
            end = proven.position(((J.MethodInvocation) around).getArguments().get(2));
        }
        if (begin == null || end == null || !SplitPieces.isRange(begin, end)) {
            throw new CannotProve(use, "the data may be changed or kept here");
        }
        removed.add(around);
        patch.replace(around, copy(use, begin, end));
    }

    private String copy(Expression whole, Position begin, Position end) {
        return String.format(
                "%s.copyOfRange(%s, %s, %s)",
                arrays(), patch.text(whole), absolute(begin, whole), absolute(end, whole));
    }

    /** The class {@code Arrays}, as it can be written in this file. */
    private String arrays() {
        boolean imported =
                program.trees.file(data.type.tree).getImports().stream()
                        .anyMatch(
                                it ->
                                        !it.isStatic()
                                                && (it.getTypeName().equals("java.util.Arrays")
                                                        || it.getTypeName().equals("java.util.*")));
        return imported ? "Arrays" : "java.util.Arrays";
    }
}
