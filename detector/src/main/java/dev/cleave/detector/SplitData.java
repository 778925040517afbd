package dev.cleave.detector;

import java.util.ArrayList;
import java.util.Collections;
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

/** How one task class is changed to share a field's data among tasks. For one use. */
final class SplitData {
    private static final List<List<String>> BOUNDS =
            List.of(
                    List.of("from", "to"),
                    List.of("start", "end"),
                    List.of("low", "high"),
                    List.of("rangeStart", "rangeEnd"));

    private static final List<String> INDICES = List.of("i", "j", "k", "index");

    /** Methods of lists that only read. */
    private static final Set<String> LIST_READERS =
            Set.of("stream", "forEach", "contains", "indexOf", "containsAll");

    /** Methods of the JDK's that only read an array, and keep nothing of it. */
    private static final Set<String> ARRAY_READERS = Set.of("toString", "hashCode", "equals");

    /**
     * What a child gets instead of a copy.
     *
     * @param child where it is made
     * @param argument the copy, or the variable that holds it
     */
    private record Piece(J.NewClass child, Expression argument, Position begin, Position end) {}

    private final Program program;
    private final DeclaredType type;
    private final NamedVariable field;
    private final DataKind kind;
    private final Patch patch;
    private final Reach reach;

    private J.MethodDeclaration constructor;
    private J.VariableDeclarations parameter;
    private int parameterIndex;
    private J.Assignment store;
    private String from;
    private String to;

    private final List<Piece> pieces = new ArrayList<>();

    /** What the patch takes away; what is inside needs no change. */
    private final Set<J> removed = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The variables that hold a part of the length, by that part, and by what initializes them. */
    private final Map<String, NamedVariable> parts = new LinkedHashMap<>();

    /** The parts that are made positions in the whole data where they are declared. */
    private final Set<String> shifted = new HashSet<>();

    SplitData(Program program, DeclaredType type, NamedVariable field) {
        this.program = program;
        this.type = type;
        this.field = field;
        this.kind = DataKind.of(program, program.variables.typeOf(field));
        this.reach = new Reach(program);
        this.patch =
                new Patch(
                        program,
                        String.format(
                                "%s shares %s and works on a range of it",
                                type.simpleName, field.getSimpleName()));
    }

    Patch patch() {
        requireSimpleTask();
        findConstructor();
        requireUnchangedData();
        chooseNames();
        List<Expression> others = new ArrayList<>();
        for (Expression use : uses()) {
            if (!isPiece(use)) {
                others.add(use);
            }
        }
        if (pieces.isEmpty()) {
            throw new CannotProve("no copy goes straight into the constructor of a child");
        }
        shiftParts();
        changeClass();
        changeConstructor();
        pieces.forEach(this::changePiece);
        others.stream().filter(it -> !isRemoved(it)).forEach(this::changeUse);
        return patch;
    }

    // --- what has to be so -----------------------------------------------------------------------

    private void requireSimpleTask() {
        if (kind == null) {
            throw new CannotProve(field, "what is divided is no array, string or list");
        }
        String superclass = type.supertypes.isEmpty() ? "" : type.supertypes.get(0);
        if (!(type.tree instanceof J.ClassDeclaration)
                || !ForkJoinLibraries.isTask(superclass)
                || !superclass.substring(superclass.lastIndexOf('.') + 1).startsWith("Recursive")) {
            throw new CannotProve(
                    type.tree,
                    "the task is not a named class right below RecursiveTask or -Action");
        }
        if (!type.subtypes.isEmpty()) {
            throw new CannotProve(type.subtypes.get(0).tree, "the task has a subclass");
        }
        J.VariableDeclarations declaration = program.variables.declaration(field);
        if (declaration.hasModifier(J.Modifier.Type.Static)
                || declaration.hasModifier(J.Modifier.Type.Public)
                || declaration.hasModifier(J.Modifier.Type.Protected)) {
            throw new CannotProve(field, "code that is not seen may use this field");
        }
        if (field.getInitializer() != null && kind != DataKind.STRING) {
            throw new CannotProve(field, "the field has an initial value");
        }
    }

    private void findConstructor() {
        for (J.MethodDeclaration method : type.methods) {
            for (J element : Trees.elements(method, it -> false)) {
                if (element instanceof J.Assignment assignment
                        && program.variables.of(assignment.getVariable()) == field) {
                    if (constructor != null || !method.isConstructor()) {
                        throw new CannotProve(assignment, "the field is assigned more than once");
                    }
                    constructor = method;
                    store = assignment;
                }
            }
        }
        if (constructor == null
                || !(program.trees.parent(store) instanceof J.Block block)
                || program.trees.parent(block) != constructor) {
            throw new CannotProve(field, "no constructor just stores the data");
        }
        int values =
                program.variables.values(field).size() - (field.getInitializer() == null ? 0 : 1);
        NamedVariable source = program.variables.of(store.getAssignment());
        if (values != 1
                || source == null
                || !program.variables.isParameter(source)
                || program.trees.parent(program.variables.declaration(source)) != constructor
                || program.variables.uses(source).size() != 1
                || !program.variables.values(source).isEmpty()) {
            throw new CannotProve(store, "the constructor does more with the data than store it");
        }
        parameter = program.variables.declaration(source);
        List<J.VariableDeclarations> parameters = DeclaredType.parameters(constructor);
        parameterIndex = parameters.indexOf(parameter);
        String stored = program.variables.typeOf(field);
        if (parameters.stream().anyMatch(it -> it.getVarargs() != null)
                || constructor.getTypeParameters() != null
                || !stored.equals(program.variables.typeOf(source))) {
            throw new CannotProve(
                    constructor,
                    "the constructor takes the data as another type, or as separate arguments");
        }
        for (J.MethodDeclaration other : type.methods) {
            boolean clash =
                    other.isConstructor()
                            && other != constructor
                            && (DeclaredType.parameters(other).size() == parameters.size() + 2
                                    || DeclaredType.parameters(other).stream()
                                            .anyMatch(it -> it.getVarargs() != null));
            if (clash) {
                throw new CannotProve(other, "a constructor like the one that is needed exists");
            }
        }
    }

    private void requireUnchangedData() {
        List<J.MethodDeclaration> entries = type.methods("compute", 0);
        if (entries.size() != 1) {
            throw new CannotProve(type.tree, "the task has no compute method of its own");
        }
        if (kind == DataKind.ARRAY) {
            reach.requireNoWriteToArrays(entries.get(0), program.variables.typeOf(field));
        } else if (kind == DataKind.LIST) {
            reach.requireNoChangeOfLists(entries.get(0));
        }
        for (J element : Trees.elements(type.tree, it -> false)) {
            if (element instanceof J.Try.Catch handler) {
                String caught =
                        program.variables.typeOf(
                                handler.getParameter().getTree().getVariables().get(0));
                if (caught == null
                        || program.types.isA(caught, "java.lang.IndexOutOfBoundsException")
                        || program.types.isA("java.lang.IndexOutOfBoundsException", caught)) {
                    throw new CannotProve(
                            handler, "the end of a piece may be found by catching an exception");
                }
            }
        }
    }

    private void chooseNames() {
        Set<String> taken = new HashSet<>();
        for (J element : Trees.elements(type.tree, it -> false)) {
            if (element instanceof J.Identifier identifier) {
                taken.add(identifier.getSimpleName());
            }
        }
        for (List<String> names : BOUNDS) {
            if (names.stream().noneMatch(taken::contains)) {
                from = names.get(0);
                to = names.get(1);
                return;
            }
        }
        throw new CannotProve(type.tree, "all names for the bounds of a range are taken");
    }

    /** Every use of the field but the one that stores it, all of them in the task's own methods. */
    private List<Expression> uses() {
        List<Expression> uses = new ArrayList<>();
        for (Expression use : program.variables.uses(field)) {
            if (use == store.getVariable()) {
                continue;
            }
            J.MethodDeclaration method = program.trees.enclosing(use, J.MethodDeclaration.class);
            boolean own =
                    use instanceof J.Identifier
                            || use instanceof J.FieldAccess access
                                    && DataFlow.isSelf(access.getTarget());
            if (!own
                    || program.types.enclosing(use) != type
                    || method == null
                    || method.isConstructor()) {
                throw new CannotProve(
                        use, "the data is used from outside of the methods of its task");
            }
            uses.add(use);
        }
        return uses;
    }

    private boolean isRemoved(J element) {
        return removed.stream().anyMatch(it -> program.trees.within(element, it));
    }

    // --- pieces ----------------------------------------------------------------------------------

    /** Takes up a use of the data that makes a piece for a child; false if it is another use. */
    private boolean isPiece(Expression use) {
        J around = program.trees.parent(use);
        if (around instanceof J.NewClass child && isChild(child)) {
            if (child.getArguments().get(parameterIndex) == use) {
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

    private static boolean isRange(Position begin, Position end) {
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
                        && Trees.arguments(call.getArguments()).size() == 1
                ? call
                : view;
    }

    private boolean isChild(J.NewClass creation) {
        return creation.getBody() == null
                && program.calls.created(creation) == type
                && program.calls.constructors(creation).equals(List.of(constructor))
                && program.types.enclosing(creation) == type;
    }

    /** The children that a copy goes to; none if it goes elsewhere. */
    private List<Piece> destinations(Expression copy, Position begin, Position end) {
        J around = program.trees.parent(copy);
        if (around instanceof J.NewClass child && isChild(child)) {
            return child.getArguments().get(parameterIndex) == copy
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
                    || child.getArguments().get(parameterIndex) != use) {
                if (found.isEmpty()) {
                    return List.of();
                }
                throw new CannotProve(use, "the copy is used for more than a child");
            }
            found.add(new Piece(child, use, begin, end));
        }
        if (!found.isEmpty()) {
            removeDeclaration(variable);
        }
        return found;
    }

    private void removeDeclaration(NamedVariable variable) {
        J.VariableDeclarations declaration = program.variables.declaration(variable);
        if (declaration.getVariables().size() != 1
                || !(program.trees.parent(declaration) instanceof J.Block)) {
            throw new CannotProve(variable, "the copy is not declared in a statement of its own");
        }
        removed.add(declaration);
        patch.remove(declaration);
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
                    && child.getArguments().get(parameterIndex) == use) {
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
        removed.add(call);
        patch.remove(call);
        removeDeclaration(target);
        return true;
    }

    /** The length of the other piece may be computed from that of this one. */
    private boolean isRemovable(J.FieldAccess length) {
        return length.getSimpleName().equals("length")
                && program.trees.enclosing(length, J.NewArray.class) != null;
    }

    private Position newLength(NamedVariable array) {
        return Trees.unwrapped(array.getInitializer()) instanceof J.NewArray made
                        && made.getInitializer() == null
                        && made.getDimensions().size() == 1
                ? position(made.getDimensions().get(0).getIndex())
                : null;
    }

    // --- positions -------------------------------------------------------------------------------

    /** What an expression is in terms of the length of the data; null if that cannot be told. */
    private Position position(Expression expression) {
        Expression at = expression;
        while (at instanceof J.Parentheses<?> parentheses
                && parentheses.getTree() instanceof Expression inner) {
            at = inner;
        }
        if (at instanceof J.Literal literal) {
            return literal.getValue() instanceof Integer value ? Position.number(value) : null;
        }
        if (isLength(at)) {
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

    private boolean isLength(Expression expression) {
        Expression data =
                expression instanceof J.FieldAccess access
                        ? access.getTarget()
                        : expression instanceof J.MethodInvocation call ? call.getSelect() : null;
        return data != null
                && program.variables.of(data) == field
                && kind.length(expression, data) != null;
    }

    /** Parts whose variables serve for nothing but these pieces become positions in the whole. */
    private void shiftParts() {
        parts.forEach(
                (part, variable) -> {
                    boolean onlyHere =
                            program.variables.uses(variable).stream()
                                    .allMatch(it -> isRemoved(it) || isInPiece(it));
                    boolean alone =
                            pieces.stream()
                                    .allMatch(
                                            it -> isBound(it.begin, part) && isBound(it.end, part));
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
        return pieces.stream().anyMatch(it -> program.trees.within(use, it.argument));
    }

    /** Whether a bound is this part and nothing else, or has nothing to do with it. */
    private static boolean isBound(Position bound, String part) {
        return part.equals(bound.onlyPart()) || !bound.toString().contains(part);
    }

    private boolean isInScope(NamedVariable variable) {
        J scope = program.trees.parent(program.variables.declaration(variable));
        return pieces.stream().allMatch(it -> program.trees.within(it.child, scope));
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
                    ? parts.get(part).getSimpleName()
                    : from + " + " + relative(part, place);
        }
        String beforeEnd = Position.END.minus(position).onlyPart();
        if (beforeEnd != null && !shifted.contains(beforeEnd)) {
            return to + " - " + relative(beforeEnd, place);
        }
        throw new CannotProve(place, "the bounds of this piece are too involved");
    }

    private String relative(String part, J place) {
        NamedVariable variable = parts.get(part);
        if (variable != null
                && program.trees.within(
                        place, program.trees.parent(program.variables.declaration(variable)))) {
            return variable.getSimpleName();
        }
        String half = Position.END + "/2";
        if (part.equals(half)) {
            return "(" + to + " - " + from + ") / 2";
        }
        throw new CannotProve(place, "the bounds of this piece are too involved");
    }

    // --- changes ---------------------------------------------------------------------------------

    private void changeClass() {
        J.VariableDeclarations declaration = program.variables.declaration(field);
        patch.addLineAfter(declaration, "private final int " + from + ";");
        patch.addLineAfter(declaration, "private final int " + to + ";");
    }

    /** The constructor stays for whoever uses it, and a private one takes over what it did. */
    private void changeConstructor() {
        List<String> names = new ArrayList<>();
        List<String> parameters = new ArrayList<>();
        for (J.VariableDeclarations each : DeclaredType.parameters(constructor)) {
            names.add(each.getVariables().get(0).getSimpleName());
            parameters.add(patch.text(each));
        }
        String data = parameter.getVariables().get(0).getSimpleName();
        names.add("0");
        names.add(data + kind.length);
        parameters.add("int " + from);
        parameters.add("int " + to);
        String end = patch.lineEnd(constructor);
        String indent = patch.indent(constructor);
        Statement last =
                constructor
                        .getBody()
                        .getStatements()
                        .get(constructor.getBody().getStatements().size() - 1);
        boolean oneLine = !patch.text(constructor.getBody()).contains("\n");
        String inner = oneLine ? indent + "    " : patch.indent(last);
        String body = patch.text(constructor.getBody());
        String before = body.substring(0, body.length() - 1).stripTrailing();
        String assignments =
                oneLine
                        ? String.format(" this.%s = %s; this.%s = %s; }", from, from, to, to)
                        : end
                                + inner
                                + String.format("this.%s = %s;", from, from)
                                + end
                                + inner
                                + String.format("this.%s = %s;", to, to)
                                + end
                                + indent
                                + "}";
        String thrown =
                constructor.getThrows() == null || constructor.getThrows().isEmpty()
                        ? ""
                        : " throws "
                                + String.join(
                                        ", ",
                                        constructor.getThrows().stream().map(patch::text).toList());
        patch.replace(
                constructor.getBody(),
                "{"
                        + end
                        + inner
                        + "this("
                        + String.join(", ", names)
                        + ");"
                        + end
                        + indent
                        + "}"
                        + end
                        + end
                        + indent
                        + "private "
                        + type.simpleName
                        + "("
                        + String.join(", ", parameters)
                        + ")"
                        + thrown
                        + " "
                        + before
                        + assignments);
    }

    private void changePiece(Piece piece) {
        if (program.variables.of(piece.argument) != field) {
            String data = field.getSimpleName();
            patch.replace(piece.argument, isHidden(piece.child) ? "this." + data : data);
        }
        removed.add(piece.argument);
        List<Expression> arguments = piece.child.getArguments();
        patch.insertAfter(
                arguments.get(arguments.size() - 1),
                ", "
                        + absolute(piece.begin, piece.child)
                        + ", "
                        + absolute(piece.end, piece.child));
    }

    /** Whether a variable of the method around a place may have the name of the field. */
    private boolean isHidden(J place) {
        J.MethodDeclaration method = program.trees.enclosing(place, J.MethodDeclaration.class);
        return Trees.elements(method, it -> false).stream()
                .anyMatch(
                        it ->
                                it instanceof NamedVariable variable
                                        && variable.getSimpleName().equals(field.getSimpleName()));
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
            changeIndex(use, (Expression) around, index);
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
                || !isLength(condition.getRight())) {
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
        Expression data =
                around instanceof J.ArrayAccess access
                        ? access.getIndexed()
                        : around instanceof J.MethodInvocation call ? call.getSelect() : null;
        return data != null
                && program.variables.of(data) == field
                && kind.index(around, data) == use;
    }

    private void changeIndex(Expression use, Expression access, Expression index) {
        if (kind == DataKind.ARRAY && isModified(access)) {
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
        Position position = position(index);
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

    private boolean isModified(Expression access) {
        J around = program.trees.parentPastWrapping(access);
        Expression target = Reach.modified(around);
        return target == access;
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
        J.MethodDeclaration method = program.trees.enclosing(loop, J.MethodDeclaration.class);
        for (J element : Trees.elements(method, it -> false)) {
            if (element instanceof J.Identifier identifier) {
                taken.add(identifier.getSimpleName());
            }
        }
        String index =
                INDICES.stream()
                        .filter(it -> !taken.contains(it) && !type.fields.containsKey(it))
                        .findFirst()
                        .orElseThrow(
                                () -> new CannotProve(loop, "all names for an index are taken"));
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
                    patch.insertAfter(use, ".substring(" + from + ", " + to + ")");
                }
            }
            case LIST -> {
                if (DataKind.isCall(around, use, "isEmpty", 0)) {
                    changeIsEmpty(around);
                } else if (around instanceof J.MethodInvocation call
                                && call.getSelect() == use
                                && LIST_READERS.contains(call.getSimpleName())
                        || isReadOnlyArgument(use, around, new HashSet<>())) {
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
                    changeIndex(use, (Expression) around, index);
                } else if (isReadOnlyArgument(use, around, new HashSet<>())) {
                    patch.replace(use, copy(use, Position.START, Position.END));
                } else {
                    changeCopy(use, around);
                }
            }
        }
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
            end = position(((J.MethodInvocation) around).getArguments().get(1));
        } else if (DataKind.isCallWith(around, use, "copyOfRange", 3)) {
            begin = position(((J.MethodInvocation) around).getArguments().get(1));
            end = position(((J.MethodInvocation) around).getArguments().get(2));
        }
        if (begin == null || end == null || !isRange(begin, end)) {
            throw new CannotProve(use, "the data may be changed or kept here");
        }
        removed.add(around);
        patch.replace(around, copy(use, begin, end));
    }

    private String copy(Expression data, Position begin, Position end) {
        return String.format(
                "%s.copyOfRange(%s, %s, %s)",
                arrays(), patch.text(data), absolute(begin, data), absolute(end, data));
    }

    /** The class {@code Arrays}, as it can be written in this file. */
    private String arrays() {
        boolean imported =
                program.trees.file(type.tree).getImports().stream()
                        .anyMatch(
                                it ->
                                        !it.isStatic()
                                                && (it.getTypeName().equals("java.util.Arrays")
                                                        || it.getTypeName().equals("java.util.*")));
        return imported ? "Arrays" : "java.util.Arrays";
    }

    /** Whether data is given to a method that only reads it, and keeps nothing of it. */
    private boolean isReadOnlyArgument(Expression use, J around, Set<J> seen) {
        if (!(around instanceof J.MethodInvocation call) || call.getSelect() == use) {
            return false;
        }
        String owner = Reach.owner(call);
        if ("java.util.Arrays".equals(owner) && ARRAY_READERS.contains(call.getSimpleName())) {
            return true;
        }
        int index = call.getArguments().indexOf(use);
        List<J.MethodDeclaration> targets = program.calls.targets(call);
        return !targets.isEmpty() && targets.stream().allMatch(it -> isReadOnly(it, index, seen));
    }

    private boolean isReadOnly(J.MethodDeclaration method, int index, Set<J> seen) {
        List<J.VariableDeclarations> parameters = DeclaredType.parameters(method);
        if (index < 0 || index >= parameters.size() || parameters.get(index).getVarargs() != null) {
            return false;
        }
        if (!seen.add(method)) {
            return true;
        }
        NamedVariable given = parameters.get(index).getVariables().get(0);
        if (!program.variables.values(given).isEmpty()
                || kind != DataKind.of(program, program.variables.typeOf(given))) {
            return false;
        }
        for (Expression use : program.variables.uses(given)) {
            J around = program.trees.parent(use);
            boolean reads =
                    kind.length(around, use) != null
                            || kind.index(around, use) != null && !isModified((Expression) around)
                            || around instanceof J.ForEachLoop.Control
                            || DataKind.isCallWith(around, use, "copyOf", 2)
                            || DataKind.isCallWith(around, use, "copyOfRange", 3)
                            || DataKind.isCallWith(around, use, "stream", 1)
                            || DataKind.isCallWith(around, use, "arraycopy", 5)
                            || kind == DataKind.LIST
                                    && (DataKind.isCall(around, use, "isEmpty", 0)
                                            || around instanceof J.MethodInvocation call
                                                    && call.getSelect() == use
                                                    && LIST_READERS.contains(call.getSimpleName()))
                            || isReadOnlyArgument(use, around, seen);
            if (!reads) {
                return false;
            }
        }
        return true;
    }
}
