package dev.cleave.detector.checks;

import dev.cleave.detector.program.DataFlow;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Loops;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Trees;
import dev.cleave.detector.program.TypeNames;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * What in the code of a task stands for what its children have computed: what they return, their
 * fields, what they were handed to fill, and collections, streams and variables that hold such.
 */
final class ChildResults {
    /** Methods of a task that return what it computed. */
    static final Set<String> RESULTS =
            Set.of("join", "get", "invoke", "compute", "getRawResult", "resultNow");

    /** What these return is a part of what they are called on. */
    private static final Set<String> PARTS =
            Set.of(
                    "stream",
                    "parallelStream",
                    "iterator",
                    "listIterator",
                    "keySet",
                    "entrySet",
                    "values",
                    "subList",
                    "toArray",
                    "toString",
                    "boxed",
                    "mapToInt",
                    "mapToLong",
                    "mapToDouble",
                    "mapToObj",
                    "filter",
                    "sorted",
                    "flatMap",
                    "distinct");

    /** What classes are called that hold many values. */
    private static final Pattern LARGE =
            Pattern.compile("(Matrix|Histogram|Trie|Polynomial|Graph)$");

    /** What they return is their first argument in another dress. */
    private static final Set<String> WRAPPERS =
            Set.of(
                    "asList",
                    "stream",
                    "unmodifiableList",
                    "unmodifiableSet",
                    "unmodifiableCollection",
                    "unmodifiableMap",
                    "requireNonNull");

    private final Program program;
    private final SharedData shared;
    private final Set<NamedVariable> passed;
    private final Set<NamedVariable> holders;

    /**
     * Those about which {@link #holdsResults} has yet to answer: two may be filled by each other.
     */
    private final Set<NamedVariable> asked = new HashSet<>();

    /** The same of {@link #isStreamOfResults}, which may come back to one by a result. */
    private final Set<NamedVariable> streams = new HashSet<>();

    /**
     * What stands for results in one body.
     *
     * @param passed parameters that stand for results because a caller passes some
     * @param holders parameters that hold collections or arrays of results for the same reason
     */
    ChildResults(
            Program program,
            SharedData shared,
            Set<NamedVariable> passed,
            Set<NamedVariable> holders) {
        this.program = program;
        this.shared = shared;
        this.passed = passed;
        this.holders = holders;
    }

    /** What children work in together with their parents. */
    SharedData shared() {
        return shared;
    }

    /** Whether an expression is what a child returns, or has in a field, or a part of that. */
    boolean isResult(Expression expression) {
        return isResult(expression, new HashSet<>());
    }

    private boolean isResult(Expression expression, Set<NamedVariable> open) {
        Expression at = Trees.unwrapped(expression);
        if (at instanceof J.MethodInvocation call) {
            return isResultOfCall(call, open);
        }
        if (at instanceof J.NewClass creation) {
            return (CopyOnFork.isCopy(program, creation) || mayBeCopy(creation))
                    && isResult(creation.getArguments().get(0), open);
        }
        if (at instanceof J.Ternary choice) {
            return isResult(choice.getTruePart(), open) || isResult(choice.getFalsePart(), open);
        }
        if (at instanceof J.Assignment assignment) {
            return isResult(assignment.getAssignment(), open);
        }
        if (at instanceof J.FieldAccess access) {
            return !DataFlow.isSelf(access.getTarget())
                    && (program.isTask(access.getTarget())
                                    && program.variables.of(access.getTarget()) != null
                                    && !isGivenText(access)
                            || isResult(access.getTarget(), open));
        }
        if (at instanceof J.ArrayAccess access) {
            NamedVariable array = program.variables.of(access.getIndexed());
            return isRow(access)
                    && (isResult(access.getIndexed(), open)
                            || array != null && holdsResults(array));
        }
        NamedVariable variable = at instanceof J.Identifier ? program.variables.of(at) : null;
        if (variable == null || !open.add(variable)) {
            return false;
        }
        return passed.contains(variable)
                || isHandedToHelper(variable, open)
                || program.variables.isLocal(variable)
                        && isOfTask(variable)
                        && (program.variables.values(variable).stream()
                                        .anyMatch(it -> isResult(it, open))
                                || isLeftByChild(variable, at)
                                || isElementOfResults(variable, open)
                                || isFilledWithResults(variable, open));
    }

    /** What was joined outside tasks is what later ones are given to work on. */
    private boolean isOfTask(NamedVariable local) {
        return program.tasks.around(program.variables.declaration(local)) != null;
    }

    /** Whether a new collection is made of something whose type is not known. */
    private boolean mayBeCopy(J.NewClass creation) {
        List<Expression> arguments = Trees.arguments(creation.getArguments());
        return arguments.size() == 1
                && creation.getBody() == null
                && program.variables.typeOf(arguments.get(0)) == null
                && program.types.isCollection(program.variables.typeOf(creation));
    }

    /**
     * Whether a new array or collection of this method was handed to one child, of whose result
     * nothing is made: what it has to say is there.
     */
    private boolean isLeftByChild(NamedVariable variable, Expression use) {
        if (!holdsMany(program.variables.typeOf(variable)) && !isArray(variable)
                || !CopyOnFork.holdsNew(program, variable) && !holdsCopy(variable)) {
            return false;
        }
        List<J.NewClass> children =
                program.variables.uses(variable).stream()
                        .map(program.trees::parent)
                        .filter(J.NewClass.class::isInstance)
                        .map(J.NewClass.class::cast)
                        .filter(program::makesTask)
                        .toList();
        return children.size() == 1
                && (program.types.isA(
                                program.variables.typeOf(children.get(0)),
                                "java.util.concurrent.RecursiveAction")
                        || dropsResults(use))
                && program.trees.isBefore(children.get(0), use)
                && !program.trees.within(use, children.get(0));
    }

    /** Whether a variable is an array, of a class that may not have been given. */
    private boolean isArray(NamedVariable variable) {
        return program.variables.values(variable).stream()
                .anyMatch(it -> Trees.unwrapped(it) instanceof J.NewArray);
    }

    private boolean holdsCopy(NamedVariable variable) {
        return program.variables.values(variable).stream()
                .map(Trees::unwrapped)
                .anyMatch(
                        it ->
                                it instanceof J.MethodInvocation call
                                        && call.getSimpleName().matches("copyOf(Range)?|clone")
                                        && program.calls.targets(call).isEmpty());
    }

    /** Whether the method around an element joins tasks, but only to wait for them. */
    private boolean dropsResults(J element) {
        List<J> joins =
                Trees.elements(
                                program.trees.enclosing(element, J.MethodDeclaration.class),
                                it -> false)
                        .stream()
                        .filter(
                                it ->
                                        it instanceof J.MethodInvocation call
                                                && RESULTS.contains(call.getSimpleName())
                                                && program.isCallOnTask(call))
                        .toList();
        return !joins.isEmpty()
                && joins.stream().allMatch(it -> program.trees.parent(it) instanceof J.Block);
    }

    /** Whether an element of an array holds many itself, or is taken for such. */
    private boolean isRow(J.ArrayAccess element) {
        String type = program.variables.typeOf(element);
        J around = program.trees.parentPastWrapping(element);
        return type == null
                ? around instanceof J.ArrayAccess
                        || around instanceof NamedVariable row
                                && holdsMany(program.variables.typeOf(row))
                : holdsMany(type);
    }

    /** Whether a field is an array, of a task that is made to combine those of others. */
    private boolean isHandedToHelper(NamedVariable field, Set<NamedVariable> open) {
        DeclaredType helper =
                program.variables.isField(field) ? program.types.enclosing(field) : null;
        if (helper == null
                || !program.types.isTask(helper.name)
                || !("" + program.variables.typeOf(field)).endsWith("[]")) {
            return false;
        }
        for (Expression value : program.variables.values(field)) {
            NamedVariable parameter = program.variables.of(value);
            if (parameter == null
                    || !program.variables.isParameter(parameter)
                    || !(program.trees.parent(program.variables.declaration(parameter))
                            instanceof J.MethodDeclaration constructor)) {
                continue;
            }
            int index =
                    DeclaredType.parameters(constructor)
                            .indexOf(program.variables.declaration(parameter));
            for (J.NewClass creation : program.calls.creations(helper)) {
                DeclaredType maker = program.types.enclosing(creation);
                if (maker != helper
                        && maker != null
                        && program.types.isTask(maker.name)
                        && program.calls.constructors(creation).contains(constructor)
                        && index < creation.getArguments().size()
                        && isResult(creation.getArguments().get(index), open)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether a field of a child is a text that the child was handed, as a name. */
    private boolean isGivenText(J.FieldAccess access) {
        NamedVariable field = program.variables.of(access);
        return field != null
                && isText(program.variables.typeOf(field))
                && !program.variables.values(field).isEmpty()
                && program.variables.values(field).stream()
                        .allMatch(
                                it ->
                                        program.variables.of(it) != null
                                                && program.variables.isParameter(
                                                        program.variables.of(it)));
    }

    /** Whether a variable that holds a result holds a new collection at other times. */
    boolean mayBeOwn(Expression expression) {
        NamedVariable variable = program.variables.of(expression);
        return variable != null
                && program.variables.values(variable).stream()
                        .map(Trees::unwrapped)
                        .anyMatch(J.NewClass.class::isInstance);
    }

    /** What results were copied into may get other things, too. */
    boolean isOnlyFilled(Expression expression) {
        NamedVariable variable = program.variables.of(expression);
        return variable != null
                && program.variables.isLocal(variable)
                && !program.variables.values(variable).isEmpty()
                && program.variables.values(variable).stream().noneMatch(this::isResult);
    }

    /** A new collection that results were copied into: to copy it is to copy these again. */
    private boolean isFilledWithResults(NamedVariable variable, Set<NamedVariable> open) {
        return program.variables.uses(variable).stream()
                .anyMatch(
                        it ->
                                program.trees.parent(it) instanceof J.MethodInvocation call
                                        && call.getSelect() == it
                                        && CopyOnJoin.BULK.contains(call.getSimpleName())
                                        && Trees.arguments(call.getArguments()).stream()
                                                .anyMatch(result -> isResult(result, open)));
    }

    private boolean isResultOfCall(J.MethodInvocation call, Set<NamedVariable> open) {
        Expression select = call.getSelect();
        String name = call.getSimpleName();
        List<Expression> arguments = Trees.arguments(call.getArguments());
        if (WRAPPERS.contains(name)
                && !arguments.isEmpty()
                && program.calls.targets(call).isEmpty()
                && isResult(arguments.get(0), open)) {
            return !DataFlow.isScalar("" + program.variables.typeOf(arguments.get(0)));
        }
        if (name.equals("of")
                        && arguments.size() == 1
                        && ("" + program.variables.typeOf(arguments.get(0))).endsWith("[]")
                        && isResult(arguments.get(0), open)
                || isMadeOfResults(call, arguments, open)) {
            return true;
        }
        if (select == null) {
            return false;
        }
        if (isTakenOut(program.variables.of(select), name)) {
            return true;
        }
        if (RESULTS.contains(name)) {
            // Many things have a get; only one that is surely a task's returns a child's result.
            if (name.equals("get") ? program.isTask(select) : program.isCallOnTask(call)) {
                return !DataFlow.isSelf(select) && !shared.isReturnedBy(call);
            }
            if (isFutureOfTask(select)) {
                return true;
            }
        }
        return program.isTask(select)
                ? arguments.isEmpty() && isGotFromTask(call)
                : isPartOfResult(call, open);
    }

    /** Whether a call of this name takes something out of a collection of results. */
    private boolean isTakenOut(NamedVariable collection, String name) {
        return collection != null
                && (name.matches("(get|remove|poll|peek|pop)(First|Last)?")
                                && holdsResults(collection)
                        || name.equals("next") && iteratesResults(collection));
    }

    private boolean isFutureOfTask(Expression expression) {
        return program.types.isA(
                        program.variables.typeOf(expression), "java.util.concurrent.Future")
                && program.tasks.anyOrigin(expression, it -> SleepyWorkers.isOfTask(program, it));
    }

    /** Whether a call on a child, without arguments, returns what the child has computed. */
    private boolean isGotFromTask(J.MethodInvocation call) {
        String type = program.variables.typeOf(call);
        return !DataFlow.isSelf(call.getSelect())
                && !Set.of("fork", "getClass").contains(call.getSimpleName())
                && type != null
                && !DataFlow.isScalar(type)
                && !program.types.isTask(type)
                && program.variables.of(call.getSelect()) != null
                && !shared.isReturnedBy(call);
    }

    /**
     * Whether a call on something that is no task returns a part of a result, or a stream of it.
     */
    private boolean isPartOfResult(J.MethodInvocation call, Set<NamedVariable> open) {
        Expression select = call.getSelect();
        String name = call.getSimpleName();
        String type = program.variables.typeOf(call);
        String owner = program.variables.typeOf(select);
        if (owner != null && DataFlow.isScalar(owner)) {
            return false;
        }
        boolean part =
                PARTS.contains(name)
                        || name.startsWith("get")
                        || Trees.arguments(call.getArguments()).isEmpty()
                                && (owner == null || TypeNames.inTheJdk(owner) == null);
        return part && (type == null || !DataFlow.isScalar(type)) && isResult(select, open)
                || name.matches("map|flatMap") && isStreamOfResults(call)
                || name.equals("next") && holdsMany(type) && isStreamOfResults(select);
    }

    /** Whether a method of the program gets results, and no other array or collection. */
    private boolean isMadeOfResults(
            J.MethodInvocation call, List<Expression> arguments, Set<NamedVariable> open) {
        List<Expression> many =
                arguments.stream().filter(it -> holdsMany(program.variables.typeOf(it))).toList();
        return !many.isEmpty()
                && holdsMany(program.variables.typeOf(call))
                && !program.calls.targets(call).isEmpty()
                && many.stream().allMatch(it -> isResult(it, open));
    }

    /** A loop variable or lambda parameter that stands for each result, or each of its parts. */
    private boolean isElementOfResults(NamedVariable variable, Set<NamedVariable> open) {
        String type = program.variables.typeOf(variable);
        if (type != null && (DataFlow.isScalar(type) || program.types.isTask(type))) {
            return false;
        }
        J around = program.trees.parent(program.variables.declaration(variable));
        if (around instanceof J.ForEachLoop.Control control) {
            NamedVariable collection = program.variables.of(control.getIterable());
            return isResult(control.getIterable(), open)
                    || isStreamOfWholes(control.getIterable())
                    || collection != null && holdsResults(collection);
        }
        J lambda = around instanceof J.Lambda.Parameters ? program.trees.parent(around) : around;
        return lambda instanceof J.Lambda
                && program.trees.parentPastWrapping(lambda) instanceof J.MethodInvocation call
                && call.getSelect() != null
                && (isStreamOfResults(call.getSelect())
                        || Loops.repeats(call) && isResult(call.getSelect(), open));
    }

    /** Whether a stream's elements are results: some map joins each task. */
    boolean isStreamOfResults(Expression stream) {
        return isStreamOfResults(stream, false, new HashSet<>());
    }

    /** Whether a stream's elements are whole results. */
    boolean isStreamOfWholes(Expression stream) {
        return isStreamOfResults(stream) && !isFlattened(stream);
    }

    /** Whether a stream's elements are those of results. */
    boolean isFlattened(Expression stream) {
        return isStreamOfResults(stream, true, new HashSet<>());
    }

    private boolean isStreamOfResults(
            Expression stream, boolean flattened, Set<NamedVariable> open) {
        boolean flat = !flattened;
        Expression at = Trees.unwrapped(stream);
        while (at instanceof J.MethodInvocation call) {
            flat |= call.getSimpleName().matches("flatMap.*|mapMulti.*");
            if (Set.of("of", "asList").contains(call.getSimpleName())
                    && program.calls.targets(call).isEmpty()
                    && Trees.arguments(call.getArguments()).stream().anyMatch(this::isResult)) {
                return flat;
            }
            if (call.getSimpleName().equals("concat")
                    && Trees.arguments(call.getArguments()).stream()
                            .anyMatch(it -> isStreamOfResults(it, false, open))) {
                return flat;
            }
            for (Expression argument : Trees.arguments(call.getArguments())) {
                Expression code = Trees.unwrapped(argument);
                if (call.getSimpleName().endsWith("ap")
                        && (code instanceof J.MemberReference reference && joins(reference)
                                || code instanceof J.Lambda lambda && returnsResult(lambda))) {
                    return flat;
                }
            }
            at = call.getSelect() == null ? null : Trees.unwrapped(call.getSelect());
        }
        NamedVariable variable = at instanceof J.Identifier ? program.variables.of(at) : null;
        if (variable == null
                || !program.variables.isLocal(variable)
                || !open.add(variable)
                || !streams.add(variable)) {
            return false;
        }
        boolean flatten = !flat;
        boolean found =
                holdsResults(variable)
                        ? flat
                        : program.variables.values(variable).stream()
                                .anyMatch(it -> isStreamOfResults(it, flatten, open));
        streams.remove(variable);
        return found;
    }

    private boolean returnsResult(J.Lambda lambda) {
        return lambda.getBody() instanceof Expression body
                ? isResult(body)
                : program.tasks.elements(lambda).stream()
                        .anyMatch(
                                it ->
                                        it instanceof J.Return result
                                                && result.getExpression() != null
                                                && program.trees.enclosing(result, J.Lambda.class)
                                                        == lambda
                                                && isResult(result.getExpression()));
    }

    /** Whether a variable holds a collection or array whose elements are results. */
    boolean holdsResults(NamedVariable variable) {
        if (holders.contains(variable)) {
            return true;
        }
        if (!program.variables.isLocal(variable) || !asked.add(variable)) {
            return false;
        }
        boolean holds =
                program.variables.uses(variable).stream()
                        .map(it -> program.trees.parent(it))
                        .anyMatch(it -> storesResult(it, variable));
        asked.remove(variable);
        return holds;
    }

    private boolean storesResult(J use, NamedVariable variable) {
        if (use instanceof J.MethodInvocation call) {
            return CopyOnJoin.SINGLE.contains(call.getSimpleName())
                    && call.getSelect() != null
                    && program.variables.of(call.getSelect()) == variable
                    && Trees.arguments(call.getArguments()).stream().anyMatch(this::isWholeResult);
        }
        return use instanceof J.ArrayAccess access
                && program.trees.parent(access) instanceof J.Assignment assignment
                && assignment.getVariable() == access
                && isWholeResult(assignment.getAssignment());
    }

    private boolean iteratesResults(NamedVariable iterator) {
        return program.variables.values(iterator).stream()
                .anyMatch(
                        it ->
                                Trees.unwrapped(it) instanceof J.MethodInvocation made
                                        && made.getSimpleName().equals("iterator")
                                        && made.getSelect() != null
                                        && isStreamOfResults(made.getSelect()));
    }

    /** Whether an expression is what a child returns, and more than one value. */
    private boolean isWholeResult(Expression expression) {
        NamedVariable variable = program.variables.of(expression);
        if (variable != null) {
            List<Expression> values = program.variables.values(variable);
            return values.size() == 1
                    && Trees.unwrapped(values.get(0)) instanceof J.MethodInvocation
                    && program.variables.isLocal(variable)
                    && isWholeResult(values.get(0));
        }
        String type = program.variables.typeOf(expression);
        return Trees.unwrapped(expression) instanceof J.MethodInvocation call
                && RESULTS.contains(call.getSimpleName())
                && (type == null ? program.isTask(call.getSelect()) : !DataFlow.isScalar(type))
                && isResult(call);
    }

    private boolean joins(J.MemberReference reference) {
        String type = program.variables.typeOf(reference.getContaining());
        return Set.of("join", "invoke", "getRawResult")
                                .contains(reference.getReference().getSimpleName())
                        && (type == null || program.types.isTask(type))
                || program.types.isTask(type)
                        && (program.calls.targets(reference).stream()
                                        .map(J.MethodDeclaration::getReturnTypeExpression)
                                        .anyMatch(it -> holdsMany(program.types.name(it)))
                                || isGeneratedGetter(
                                        program.types.declared(type),
                                        reference.getReference().getSimpleName()));
    }

    /** Whether nobody wrote a method, but Lombok would make it for a field that holds many. */
    private boolean isGeneratedGetter(DeclaredType task, String method) {
        return task != null
                && task.methods.stream().noneMatch(it -> it.getSimpleName().equals(method))
                && task.fieldsOfGetter(method)
                        .anyMatch(it -> holdsMany(program.variables.typeOf(it)));
    }

    /** Whether an expression is a result that holds many values, as its type says. */
    boolean isBulkyResult(Expression expression) {
        return holdsMany(program.variables.typeOf(expression)) && isResult(expression);
    }

    /** The same, but its type is not known. */
    boolean isUnknownResult(Expression expression) {
        return program.variables.typeOf(expression) == null && isResult(expression);
    }

    /** Whether objects of a type hold many values. */
    boolean holdsMany(String type) {
        return type != null
                && (type.endsWith("[]")
                        || program.types.isCollection(type)
                        || LARGE.matcher(type).find() && program.types.declared(type) == null);
    }

    static boolean isText(String type) {
        return type != null
                && Set.of(
                                "java.lang.String",
                                "java.lang.StringBuilder",
                                "java.lang.StringBuffer",
                                "java.lang.CharSequence")
                        .contains(type);
    }
}
