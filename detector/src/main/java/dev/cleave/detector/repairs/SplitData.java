package dev.cleave.detector.repairs;

import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.DataFlow;
import dev.cleave.detector.program.DataKind;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Reach;
import dev.cleave.detector.program.Trees;
import dev.cleave.detector.sources.ForkJoinLibraries;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.Flag;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * The data that a task class divides: its field, how it gets there, and who uses it. To make one is
 * to prove that tasks of the class can share it, as far as that does not depend on the pieces.
 */
final class SplitData {
    private static final List<List<String>> BOUNDS =
            List.of(
                    List.of("from", "to"),
                    List.of("start", "end"),
                    List.of("low", "high"),
                    List.of("rangeStart", "rangeEnd"));

    /** Methods of lists that only read. */
    private static final Set<String> LIST_READERS =
            Set.of("stream", "forEach", "contains", "indexOf", "containsAll");

    /** Methods of the JDK's that only read an array, and keep nothing of it. */
    private static final Set<String> ARRAY_READERS = Set.of("toString", "hashCode", "equals");

    final Program program;
    final DeclaredType type;
    final NamedVariable field;
    final DataKind kind;

    /** The constructor that stores the data, and its parameter for it. */
    J.MethodDeclaration constructor;

    J.VariableDeclarations parameter;
    int parameterIndex;
    private J.Assignment store;

    /** What the bounds of a task's range are to be called. */
    String from;

    String to;

    /**
     * Looks at a field.
     *
     * @throws CannotProve if tasks cannot be proven to be able to share what it holds
     */
    SplitData(Program program, DeclaredType type, NamedVariable field) {
        this.program = program;
        this.type = type;
        this.field = field;
        this.kind = DataKind.of(program, program.variables.typeOf(field));
        requireSimpleTask();
        findConstructor();
        requireUnchangedData();
        chooseNames();
    }

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
        Trees.elements(constructor.getBody(), it -> false).forEach(this::requireNoCodeOfTask);
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

    /** Refuses what would ask for the range in a constructor, which stores that last. */
    private void requireNoCodeOfTask(J element) {
        J around = program.trees.parent(element);
        boolean calls =
                element instanceof J.MethodInvocation call
                        && call.getSelect() == null
                        && !Set.of("this", "super").contains(call.getSimpleName())
                        && (call.getMethodType() == null
                                || !call.getMethodType().hasFlags(Flag.Static));
        boolean hands =
                element instanceof J.Identifier self
                        && self.getSimpleName().equals("this")
                        && !(around instanceof J.FieldAccess)
                        && !(around instanceof J.MethodInvocation call && call.getName() == self);
        if (calls || hands) {
            throw new CannotProve(
                    element, "the constructor runs code of the task, before that has a range");
        }
    }

    private void requireUnchangedData() {
        List<J.MethodDeclaration> entries = type.methods("compute", 0);
        if (entries.size() != 1) {
            throw new CannotProve(type.tree, "the task has no compute method of its own");
        }
        Reach reach = new Reach(program);
        if (kind == DataKind.ARRAY) {
            reach.requireNoWriteToArrays(entries.get(0), program.variables.typeOf(field));
        } else if (kind == DataKind.LIST) {
            reach.requireNoChangeOfLists(entries.get(0));
            new MadeAndRun(program, reach).requireNoChangeInBetween(type);
        }
        for (J element : Trees.elements(type.tree, it -> false)) {
            if (element instanceof J.Try.Catch handler && mayCatchIndex(handler)) {
                throw new CannotProve(
                        handler, "the end of a piece may be found by catching an exception");
            }
        }
    }

    private boolean mayCatchIndex(J.Try.Catch handler) {
        J.VariableDeclarations parameter = handler.getParameter().getTree();
        Stream<String> caught =
                parameter.getTypeExpression() instanceof J.MultiCatch several
                        ? several.getAlternatives().stream().map(program.types::name)
                        : Stream.of(parameter.getVariables().get(0)).map(program.variables::typeOf);
        return caught.anyMatch(
                it ->
                        it == null
                                || program.types.isA(it, "java.lang.IndexOutOfBoundsException")
                                || program.types.isA("java.lang.IndexOutOfBoundsException", it));
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
    List<Expression> uses() {
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

    /** Whether an expression asks the data for its length. */
    boolean isLength(Expression expression) {
        Expression data =
                expression instanceof J.FieldAccess access
                        ? access.getTarget()
                        : expression instanceof J.MethodInvocation call ? call.getSelect() : null;
        return data != null
                && program.variables.of(data) == field
                && kind.length(expression, data) != null;
    }

    /** Whether an element of the data is assigned to. */
    boolean isModified(Expression access) {
        J around = program.trees.parentPastWrapping(access);
        Expression target = Reach.modified(around);
        return target == access;
    }

    /** Whether a method is called on a list that only reads it. */
    static boolean isReadingCall(Expression list, J around) {
        return around instanceof J.MethodInvocation call
                && call.getSelect() == list
                && LIST_READERS.contains(call.getSimpleName());
    }

    /** Whether data is given to a method that only reads it, and keeps nothing of it. */
    boolean isReadOnlyArgument(Expression use, J around) {
        return isReadOnlyArgument(use, around, new HashSet<>());
    }

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
                                            || isReadingCall(use, around))
                            || isReadOnlyArgument(use, around, seen);
            if (!reads) {
                return false;
            }
        }
        return true;
    }
}
