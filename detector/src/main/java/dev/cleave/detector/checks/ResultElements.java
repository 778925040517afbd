package dev.cleave.detector.checks;

import dev.cleave.detector.program.DataFlow;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Loops;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * What in the code of a task takes the results of children element by element, to add each to a
 * collection, or to copy it, or what is computed of it, into an array.
 */
record ResultElements(Program program, ChildResults results) {
    private static final Pattern CONSTANT = Pattern.compile("\\d+|(\\w+\\.)*[A-Z][A-Z_0-9]+");

    /**
     * Whether a call, of a method that adds one element, is made for each of a result. To add
     * something to each is none.
     */
    boolean areAddedBy(J.MethodInvocation call, List<Expression> arguments) {
        return !isPartOfResult(call.getSelect())
                && (repeatsResult(call) || mergesByKey(call, arguments));
    }

    /** Whether a call is in a loop over a result, or in a lambda called for each element. */
    private boolean repeatsResult(J.MethodInvocation call) {
        J loop = Loops.around(program.trees, call);
        while (loop != null) {
            if (loop instanceof J.ForEachLoop each) {
                if (results.isResult(each.getControl().getIterable())) {
                    return true;
                }
            } else if (loop instanceof J.MethodInvocation repeating) {
                if (repeating.getSelect() != null
                        && (results.isResult(repeating.getSelect())
                                || results.isFlattened(repeating.getSelect()))) {
                    return true;
                }
            } else if (asksResult(loop, call)) {
                return true;
            }
            loop = Loops.around(program.trees, loop);
        }
        return false;
    }

    /** Whether a variable is that of a loop over a result, or of a lambda for each element. */
    private boolean isPartOfResult(Expression expression) {
        NamedVariable variable = program.variables.of(expression);
        if (variable == null || isElementOfResult(variable)) {
            return variable != null;
        }
        J declaration = program.variables.declaration(variable);
        J.Lambda code = program.trees.enclosing(declaration, J.Lambda.class);
        return code != null
                && code.getParameters().getParameters().contains(declaration)
                && program.trees.parentPastWrapping(code) instanceof J.MethodInvocation each
                && each.getSelect() != null
                && results.isResult(each.getSelect());
    }

    /** Whether a map gets, in a loop, what the maps of children have for a key. */
    private boolean mergesByKey(J.MethodInvocation call, List<Expression> arguments) {
        NamedVariable into = program.variables.of(call.getSelect());
        return isMap(call.getSelect())
                && Loops.around(program.trees, call) != null
                && arguments.stream().anyMatch(it -> takesByKey(it, into, true));
    }

    private boolean takesByKey(Expression value, NamedVariable into, boolean follow) {
        return Trees.elements(value, it -> false).stream()
                .anyMatch(it -> isTakenByKey(it, into) || follow && isMadeByKey(it, into));
    }

    /** What a map has for a key already does not come from another. */
    private boolean isTakenByKey(J element, NamedVariable into) {
        return element instanceof J.MethodInvocation call
                && call.getSelect() != null
                && call.getSimpleName().matches("get(OrDefault)?|remove")
                && !(call.getArguments().get(0) instanceof J.Literal)
                && isMap(call.getSelect())
                && (into == null || program.variables.of(call.getSelect()) != into)
                && results.isResult(call.getSelect());
    }

    private boolean isMap(Expression expression) {
        return program.types.isA(program.variables.typeOf(expression), "java.util.Map");
    }

    private boolean isMadeByKey(J element, NamedVariable into) {
        NamedVariable variable =
                element instanceof J.Identifier name ? program.variables.of(name) : null;
        return variable != null
                && program.variables.isLocal(variable)
                && program.variables.values(variable).stream()
                        .anyMatch(it -> takesByKey(it, into, false));
    }

    /**
     * A counting loop whose condition asks a result for its size, or whose indices take from it.
     */
    private boolean asksResult(J loop, J.MethodInvocation call) {
        J condition =
                loop instanceof J.ForLoop counting
                        ? counting.getControl().getCondition()
                        : loop instanceof J.WhileLoop repeated
                                ? repeated.getCondition()
                                : loop instanceof J.DoWhileLoop repeated
                                        ? repeated.getWhileCondition()
                                        : loop;
        boolean asked =
                Trees.elements(condition, it -> false).stream()
                        .anyMatch(
                                it ->
                                        it instanceof J.MethodInvocation inner
                                                        && Set.of(
                                                                        "size", "length",
                                                                        "hasNext", "isEmpty")
                                                                .contains(inner.getSimpleName())
                                                        && inner.getSelect() != null
                                                        && results.isResult(inner.getSelect())
                                                || it instanceof J.FieldAccess access
                                                        && access.getSimpleName().equals("length")
                                                        && results.isResult(access.getTarget()));
        return Trees.arguments(call.getArguments()).stream()
                .flatMap(it -> Trees.elements(it, inner -> false).stream())
                .anyMatch(it -> asked ? takesFromResult(it) : isTakenByIndex(it));
    }

    /**
     * Whether an element, or what a variable of a loop may hold, is taken from where an index or an
     * iterator says.
     */
    private boolean isTakenByIndex(J element) {
        if (element instanceof J.Identifier name) {
            return holdsInLoop(
                    program.variables.of(name),
                    it -> it instanceof J.MethodInvocation && isTakenByIndex(it));
        }
        if (!(element instanceof J.MethodInvocation call)) {
            return false;
        }
        if (call.getSelect() == null) {
            return isTakenByHelper(call);
        }
        String owner = program.variables.typeOf(call.getSelect());
        boolean byIndex =
                call.getSimpleName().equals("get")
                        && call.getArguments().size() == 1
                        && call.getArguments().get(0) instanceof J.Identifier
                        && program.types.isA(owner, "java.util.List");
        boolean byIterator =
                call.getSimpleName().equals("next")
                        && program.types.isA(owner, "java.util.Iterator");
        return (byIndex || byIterator) && results.isResult(call.getSelect());
    }

    /** Whether a method of the program returns the next of the elements that it is handed. */
    private boolean isTakenByHelper(J.MethodInvocation call) {
        List<Expression> arguments = Trees.arguments(call.getArguments());
        for (J.MethodDeclaration helper : program.calls.targets(call)) {
            List<J.VariableDeclarations> parameters = DeclaredType.parameters(helper);
            for (int at = 0; at < Math.min(arguments.size(), parameters.size()); at++) {
                NamedVariable given = parameters.get(at).getVariables().get(0);
                if (results.isResult(arguments.get(at))
                        && program.variables.uses(given).stream()
                                .anyMatch(it -> isReturnedNext(it, helper))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isReturnedNext(Expression elements, J.MethodDeclaration helper) {
        J around = program.trees.parent(elements);
        J.Return returned = program.trees.enclosing(elements, J.Return.class);
        return around instanceof J.MethodInvocation call
                && call.getSelect() == elements
                && Set.of("next", "poll", "remove", "removeFirst", "pollFirst")
                        .contains(call.getSimpleName())
                && returned != null
                && program.trees.enclosing(returned, J.MethodDeclaration.class) == helper;
    }

    private boolean takesFromResult(J element) {
        if (element instanceof J.Identifier name) {
            NamedVariable variable = program.variables.of(name);
            return variable != null && isElementOfResult(variable)
                    || holdsInLoop(
                            variable, it -> !(it instanceof J.Identifier) && takesFromResult(it));
        }
        return element instanceof J.MethodInvocation helped && isTakenByHelper(helped)
                || element instanceof J.MethodInvocation call
                        && call.getSelect() != null
                        && (Set.of("get", "next", "remove", "poll", "charAt")
                                        .contains(call.getSimpleName())
                                || isTakenByIndices(call))
                        && results.isResult(call.getSelect())
                || element instanceof J.ArrayAccess access
                        && !isOneOfMany(access)
                        && results.isResult(access.getIndexed());
    }

    /** Whether what a local variable is set to in a loop satisfies a condition. */
    private boolean holdsInLoop(NamedVariable variable, Predicate<Expression> condition) {
        return variable != null
                && program.variables.isLocal(variable)
                && program.variables.values(variable).stream()
                        .filter(it -> Loops.around(program.trees, it) != null)
                        .flatMap(it -> choices(it).stream())
                        .anyMatch(condition);
    }

    /** Whether a loop over a result has a variable for each element. */
    private boolean isElementOfResult(NamedVariable variable) {
        return program.trees.parent(program.variables.declaration(variable))
                        instanceof J.ForEachLoop.Control each
                && results.isResult(each.getIterable());
    }

    /** Whether a call asks for one of the values of an object, as a matrix, by two indices. */
    private boolean isTakenByIndices(J.MethodInvocation call) {
        List<Expression> indices = Trees.arguments(call.getArguments());
        return indices.size() == 2
                && call.getSimpleName().startsWith("get")
                && indices.stream().noneMatch(J.Literal.class::isInstance)
                && DataFlow.isScalar("" + program.variables.typeOf(call));
    }

    /** One value, always the same, of what a child returns. */
    private static boolean isOneOfMany(J.ArrayAccess access) {
        Expression array = Trees.unwrapped(access.getIndexed());
        while (array instanceof J.ArrayAccess row) {
            array = Trees.unwrapped(row.getIndexed());
        }
        return array instanceof J.MethodInvocation
                && access.getDimension().getIndex() instanceof J.Literal;
    }

    /** Whether an element of a result, or what is made of it, is put into an array, in a loop. */
    boolean areCopiedBy(J.Assignment assignment) {
        if (!(Trees.unwrapped(assignment.getVariable()) instanceof J.ArrayAccess place)
                || place.getDimension().getIndex() instanceof J.Literal
                || Loops.around(program.trees, assignment) == null) {
            return false;
        }
        return choices(assignment.getAssignment()).stream()
                .anyMatch(it -> takesFromResult(it) || computesOfElements(it, assignment, place));
    }

    /** Whether an element of a result is added to one of an array, in a loop over many. */
    boolean areAddedBy(J.AssignmentOperation operation) {
        return (operation.getOperator() == J.AssignmentOperation.Type.Addition
                        || operation.getOperator() == J.AssignmentOperation.Type.Subtraction)
                && Trees.unwrapped(operation.getVariable()) instanceof J.ArrayAccess place
                && !(place.getDimension().getIndex() instanceof J.Literal)
                && addsMany(operation, place)
                && (takesFromResult(Trees.unwrapped(operation.getAssignment()))
                        || computesOfElements(operation.getAssignment(), operation, place));
    }

    /** Whether a value is computed of elements of a result: a sum, or a butterfly. */
    private boolean computesOfElements(Expression value, J around, J.ArrayAccess place) {
        return addsMany(around, place)
                && Trees.elements(value, it -> it instanceof J.ArrayDimension).stream()
                        .anyMatch(it -> it instanceof J.ArrayAccess && takesFromResult(it));
    }

    /** Whether what a list gets at an index is computed of elements of another, a result. */
    private boolean computesOfElements(Expression value, J.MethodInvocation set) {
        NamedVariable list = program.variables.of(set.getSelect());
        return isRepeatedOften(set)
                && !(set.getArguments().get(0) instanceof J.Literal)
                && Trees.elements(value, it -> false).stream()
                        .anyMatch(
                                it ->
                                        it instanceof J.MethodInvocation taken
                                                && taken.getSelect() != null
                                                && program.variables.of(taken.getSelect()) != list
                                                && takesFromResult(taken));
    }

    /** Whether a sum is in a loop, and not just for so many elements as a constant says. */
    private boolean addsMany(J sum, J.ArrayAccess place) {
        NamedVariable array = program.variables.of(place.getIndexed());
        return isRepeatedOften(sum)
                && (array == null
                        || program.variables.values(array).isEmpty()
                        || !program.variables.values(array).stream()
                                .allMatch(this::isOfConstantSize))
                && !makesConstantSizes(sum);
    }

    private boolean isRepeatedOften(J element) {
        J loop = Loops.around(program.trees, element);
        return loop != null
                && !(loop instanceof J.ForLoop counting
                        && counting.getControl().getCondition() instanceof J.Binary bound
                        && isConstant(bound.getRight()));
    }

    private boolean isOfConstantSize(J array) {
        return array instanceof J.NewArray made
                && made.getDimensions().stream().allMatch(it -> isConstant(it.getIndex()));
    }

    /** Whether all arrays that a class makes are of constant sizes, or as long as others. */
    private boolean makesConstantSizes(J element) {
        List<J> arrays =
                Trees.elements(
                                program.trees.enclosing(element, J.ClassDeclaration.class),
                                it -> false)
                        .stream()
                        .filter(J.NewArray.class::isInstance)
                        .toList();
        return arrays.stream().anyMatch(this::isOfConstantSize)
                && arrays.stream()
                        .allMatch(
                                it ->
                                        isOfConstantSize(it)
                                                || program.trees.text(it).endsWith(".length]"));
    }

    /** Whether a number is written there, or a constant, by its name or its declaration. */
    private boolean isConstant(Expression size) {
        if (CONSTANT.matcher(program.trees.text(size)).matches()) {
            return true;
        }
        NamedVariable variable = program.variables.of(size);
        return variable != null
                && variable.getInitializer() != null
                && program.variables.declaration(variable).hasModifier(J.Modifier.Type.Final)
                && Trees.elements(variable.getInitializer(), it -> false).stream()
                        .allMatch(
                                it ->
                                        it instanceof J.Literal
                                                || it instanceof J.Binary
                                                || it instanceof J.Parentheses<?>);
    }

    /** Whether a call puts an element of a result to a place of its own; or, in a list, a sum. */
    boolean areCopiedBy(J.MethodInvocation call, List<Expression> arguments) {
        if (arguments.isEmpty()) {
            return false;
        }
        Expression value = arguments.get(arguments.size() - 1);
        return switch (call.getSimpleName()) {
            case "set" ->
                    arguments.size() == 2
                            && program.types.isCollection(
                                    program.variables.typeOf(call.getSelect()))
                            && (choices(value).stream().anyMatch(this::takesFromResult)
                                    || computesOfElements(value, call));
            case "setRGB", "setPixel" ->
                    Trees.unwrapped(value) instanceof J.MethodInvocation taken
                            && taken.getSelect() != null
                            && Set.of("getRGB", "getPixel").contains(taken.getSimpleName())
                            && results.isResult(taken.getSelect());
            default -> false;
        };
    }

    private static List<Expression> choices(Expression value) {
        Expression at = Trees.unwrapped(value);
        if (at instanceof J.Ternary choice) {
            List<Expression> both = new ArrayList<>(choices(choice.getTruePart()));
            both.addAll(choices(choice.getFalsePart()));
            return both;
        }
        return List.of(at);
    }
}
