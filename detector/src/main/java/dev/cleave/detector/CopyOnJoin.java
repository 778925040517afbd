package dev.cleave.detector;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * FJ3: results of child tasks copied into the parent's. Section V of the study, figure 6. Looks for
 * what comes out of children (what they return, and their fields) and gets into a bulk operation, a
 * concatenation, or a loop that copies element by element, here or in a helper. Combining a fixed
 * number of values is not a copy.
 */
public final class CopyOnJoin extends Check {
    /** Methods of a task that return what it computed. */
    static final Set<String> RESULTS =
            Set.of("join", "get", "invoke", "compute", "getRawResult", "resultNow");

    private static final Set<String> BULK =
            Set.of(
                    "addAll",
                    "putAll",
                    "retainAll",
                    "removeAll",
                    "addAllAbsent",
                    "mergeAll",
                    "appendAll",
                    "concat");

    private static final Set<String> SINGLE =
            Set.of(
                    "add",
                    "addLast",
                    "addFirst",
                    "push",
                    "offer",
                    "put",
                    "merge",
                    "putIfAbsent",
                    "compute",
                    "append",
                    "addElement");

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
                    "filter",
                    "sorted",
                    "flatMap",
                    "distinct");

    /** They copy a picture, or a part of one, into another. */
    private static final Set<String> PICTURES =
            Set.of("drawImage", "drawRenderedImage", "setData", "setRect");

    /** What runs the code that a variable holds. */
    private static final Set<String> FUNCTIONS = Set.of("apply", "accept", "combine", "reduce");

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

    /** Arguments of {@code collect} by which the elements of a stream's elements are copied. */
    private static final Pattern FLATTENING =
            Pattern.compile("joining|flatMapping|::(addAll|putAll|append)");

    private static final Pattern PRINTING =
            Pattern.compile(
                    "print(ln|f)?|log|trace|debug|info|warn(ing)?|error|severe|config|fine(r|st)?");

    /** Helpers may call each other. */
    private static final int DEEPEST_HELPER = 3;

    /** Made by OpenRewrite too. */
    public CopyOnJoin() {
        super(
                "FJ3",
                "Copy on join: results of children copied into the parent's",
                "Finds addAll, concatenation and copying loops over the results of child tasks.",
                "Every level of the recursion copies all results once more, while other workers wait"
                        + " for this join.",
                "Let children write into a shared result at their own indices, or combine once at"
                        + " the root.");
    }

    /** Where results of children are copied. */
    static Set<J> copies(Program program) {
        CopyOnJoin check = new CopyOnJoin();
        Findings findings = new Findings(program, check);
        check.find(program, findings);
        Set<J> copies = identitySet();
        findings.found().forEach(it -> copies.add(it.element()));
        return copies;
    }

    @Override
    void find(Program program, Findings findings) {
        SharedData shared = new SharedData(program);
        for (TaskCode.Reached where : program.tasks.reached()) {
            new Search(program, findings, this, shared, where, identitySet(), 0).run(where.body());
        }
    }

    private static <T> Set<T> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /**
     * Looks through one body. {@code results} are parameters that hold results because a caller
     * passes some.
     */
    private record Search(
            Program program,
            Findings findings,
            CopyOnJoin check,
            SharedData shared,
            TaskCode.Reached where,
            Set<NamedVariable> results,
            int depth) {
        void run(J body) {
            for (J element : program.tasks.elements(body)) {
                if (element instanceof J.MethodInvocation call) {
                    visit(call);
                } else if (element instanceof J.NewClass creation) {
                    visit(creation);
                } else if (element instanceof J.Binary sum) {
                    if (isConcatenation(sum) && !isMessage(outermost(sum))) {
                        report(outermost(sum), "string concatenation");
                    }
                } else if (element instanceof J.AssignmentOperation operation) {
                    if (isText(program.variables.typeOf(operation.getVariable()))
                            && isTextResult(operation.getAssignment())) {
                        report(operation, "string concatenation");
                    }
                } else if (element instanceof J.Assignment assignment
                        && copiesElement(assignment)) {
                    report(assignment, "a copying loop");
                }
            }
        }

        private void report(J element, String how) {
            findings.add(
                    element,
                    where,
                    Severity.HIGH,
                    depth == 0 ? Confidence.HIGH : Confidence.MEDIUM,
                    String.format(
                            "%s copies the results of its children by %s", where.task(), how));
        }

        private void visit(J.MethodInvocation call) {
            String name = call.getSimpleName();
            List<Expression> arguments = Trees.arguments(call.getArguments());
            List<J.MethodDeclaration> own = program.calls.targets(call);
            boolean onResult =
                    call.getSelect() != null
                            && isResult(call.getSelect())
                            && !isOnlyFilled(call.getSelect());
            boolean withResult = arguments.stream().anyMatch(this::isResult);
            if (own.isEmpty()
                    && BULK.contains(name)
                    && (withResult || onResult && !mayBeOwn(call.getSelect()))) {
                report(call, name);
            } else if (own.isEmpty()
                    && name.matches("(merge|concat|union|combine|append)\\w*")
                    && (arguments.stream().anyMatch(this::isBulkyResult)
                            || arguments.stream().anyMatch(this::isUnknownResult)
                                    && arguments.stream()
                                            .map(program.variables::typeOf)
                                            .anyMatch(this::holdsMany))) {
                report(call, name);
            } else if (own.isEmpty()
                    && SINGLE.contains(name)
                    && arguments.stream().noneMatch(program::isTask)
                    && (repeatsResult(call) || mergesByKey(call, arguments))) {
                report(call, name + " in a loop");
            } else if (name.equals("append") || name.equals("insert") || name.equals("join")) {
                if (arguments.stream().anyMatch(this::isTextResult) && isTextual(call)) {
                    report(call, name);
                }
            } else if (name.equals("arraycopy") && arguments.size() == 5) {
                if (isResult(arguments.get(0))) {
                    report(call, name);
                }
            } else if ((name.equals("copyOf") || name.equals("copyOfRange"))
                    && own.isEmpty()
                    && !arguments.isEmpty()
                    && isResult(arguments.get(0))) {
                report(call, name);
            } else if (name.startsWith("forEach")
                    && call.getSelect() != null
                    && addsEachResult(call.getSelect(), arguments, onResult)) {
                report(call, name);
            } else if (name.equals("format") || name.equals("formatted")) {
                if (arguments.stream().anyMatch(this::isTextResult)
                        && isText(program.variables.typeOf(call))
                        && own.isEmpty()) {
                    report(call, name);
                }
            } else if (Set.of("collect", "toList", "toArray").contains(name)
                    && call.getSelect() != null
                    && flattensResults(call.getSelect(), arguments)) {
                report(call, name + " of flattened results");
            } else if (Set.of("collect", "toList", "toArray").contains(name)
                    && onResult
                    && streamsResult(call.getSelect())
                    && !isStreamOfResults(call.getSelect())
                    && !DataFlow.isScalar("" + program.variables.typeOf(call))) {
                report(call, name + " of a result");
            } else if (PICTURES.contains(name) && own.isEmpty() && withResult) {
                report(call, name);
            } else if (own.isEmpty()
                    && Loops.around(program.trees, call) != null
                    && copiesElement(call, arguments)) {
                report(call, name + " in a loop");
            }
            follow(own, arguments);
            if (own.isEmpty() && call.getSelect() != null && FUNCTIONS.contains(name)) {
                followFunctions(call.getSelect(), arguments);
            }
        }

        /** Looks into the lambdas that a variable holds and that get results. */
        private void followFunctions(Expression function, List<Expression> arguments) {
            if (depth == DEEPEST_HELPER
                    || program.isTask(function)
                    || arguments.stream().noneMatch(this::isResult)) {
                return;
            }
            List<Expression> codes = new ArrayList<>();
            program.tasks.anyOrigin(
                    function,
                    it -> {
                        if (it instanceof J.Lambda || it instanceof J.MemberReference) {
                            codes.add(it);
                        }
                        return false;
                    });
            for (Expression code : codes) {
                if (code instanceof J.MemberReference reference) {
                    follow(program.calls.targets(reference), arguments);
                } else {
                    List<J> parameters = ((J.Lambda) code).getParameters().getParameters();
                    Set<NamedVariable> passed = identitySet();
                    for (int at = 0; at < Math.min(arguments.size(), parameters.size()); at++) {
                        if (parameters.get(at) instanceof J.VariableDeclarations parameter
                                && isResult(arguments.get(at))) {
                            passed.add(parameter.getVariables().get(0));
                        }
                    }
                    passed.removeIf(it -> DataFlow.isScalar("" + program.variables.typeOf(it)));
                    look(code, where, passed);
                }
            }
        }

        /** Looks into code whose parameters hold results. */
        private void look(J body, TaskCode.Reached reached, Set<NamedVariable> passed) {
            if (!passed.isEmpty()) {
                new Search(program, findings, check, shared, reached, passed, depth + 1).run(body);
            }
        }

        /** Whether an expression is a result that holds many values, as its type says. */
        private boolean isBulkyResult(Expression expression) {
            return holdsMany(program.variables.typeOf(expression)) && isResult(expression);
        }

        private boolean isUnknownResult(Expression expression) {
            return program.variables.typeOf(expression) == null && isResult(expression);
        }

        private boolean holdsMany(String type) {
            return type != null && (type.endsWith("[]") || CopyOnFork.isCollection(program, type));
        }

        private boolean isTextual(J.MethodInvocation call) {
            return call.getSelect() != null
                    && (call.getSimpleName().equals("join")
                            ? program.trees.text(call.getSelect()).equals("String")
                            : isText(program.variables.typeOf(call.getSelect())));
        }

        private void visit(J.NewClass creation) {
            List<Expression> arguments = Trees.arguments(creation.getArguments());
            if ((CopyOnFork.isCopy(program, creation) || mayBeCopy(creation, arguments))
                    && isResult(arguments.get(0))) {
                report(creation, "a new collection");
            }
            if (!program.types.isTask(program.variables.typeOf(creation))) {
                follow(program.calls.constructors(creation), arguments);
            }
        }

        /** Whether a new collection is made of something whose type is not known. */
        private boolean mayBeCopy(J.NewClass creation, List<Expression> arguments) {
            return arguments.size() == 1
                    && creation.getBody() == null
                    && program.variables.typeOf(arguments.get(0)) == null
                    && CopyOnFork.isCollection(program, program.variables.typeOf(creation));
        }

        /** Looks into helpers that get results. */
        private void follow(List<J.MethodDeclaration> targets, List<Expression> arguments) {
            if (depth == DEEPEST_HELPER) {
                return;
            }
            for (J.MethodDeclaration target : targets) {
                List<J.VariableDeclarations> parameters = DeclaredType.parameters(target);
                Set<NamedVariable> passed = identitySet();
                for (int at = 0; at < Math.min(arguments.size(), parameters.size()); at++) {
                    NamedVariable parameter = parameters.get(at).getVariables().get(0);
                    String type = program.variables.typeOf(parameter);
                    if (isResult(arguments.get(at))
                            && (type == null || !DataFlow.isScalar(type))
                            && !program.types.isTask(type)) {
                        passed.add(parameter);
                    }
                }
                TaskCode.Reached helper = program.tasks.reached(target);
                look(target, helper == null ? where : helper, passed);
            }
        }

        // --- what is a result ----------------------------------------------------------------

        private boolean isResult(Expression expression) {
            return isResult(expression, new HashSet<>());
        }

        private boolean isResult(Expression expression, Set<NamedVariable> open) {
            Expression at = Trees.unwrapped(expression);
            if (at instanceof J.MethodInvocation call) {
                return isResultOfCall(call, open);
            }
            if (at instanceof J.Ternary choice) {
                return isResult(choice.getTruePart(), open)
                        || isResult(choice.getFalsePart(), open);
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
                return holdsMany(program.variables.typeOf(access))
                        && (isResult(access.getIndexed(), open)
                                || array != null && holdsResults(array));
            }
            NamedVariable variable = at instanceof J.Identifier ? program.variables.of(at) : null;
            if (variable == null || !open.add(variable)) {
                return false;
            }
            return results.contains(variable)
                    || program.variables.isLocal(variable)
                            && (program.variables.values(variable).stream()
                                            .anyMatch(it -> isResult(it, open))
                                    || isLeftByChild(variable, at)
                                    || isElementOfResults(variable, open)
                                    || isFilledWithResults(variable, open));
        }

        /**
         * Whether a new array or collection of this method was handed to one child, which returns
         * nothing: what it has to say is there.
         */
        private boolean isLeftByChild(NamedVariable variable, Expression use) {
            if (!holdsMany(program.variables.typeOf(variable))
                    || !CopyOnFork.holdsNew(program, variable)) {
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
                    && program.types.isA(
                            "" + program.variables.typeOf(children.get(0)),
                            "java.util.concurrent.RecursiveAction")
                    && program.trees.isBefore(children.get(0), use);
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
        private boolean mayBeOwn(Expression expression) {
            NamedVariable variable = program.variables.of(expression);
            return variable != null
                    && program.variables.values(variable).stream()
                            .map(Trees::unwrapped)
                            .anyMatch(J.NewClass.class::isInstance);
        }

        /** What results were copied into may get other things, too. */
        private boolean isOnlyFilled(Expression expression) {
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
                                            && BULK.contains(call.getSimpleName())
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
            if (!program.calls.targets(call).isEmpty()
                    && holdsMany(program.variables.typeOf(call))
                    && arguments.stream()
                            .anyMatch(
                                    it ->
                                            holdsMany(program.variables.typeOf(it))
                                                    && isResult(it, open))) {
                return true; // made of results
            }
            if (select == null) {
                return false;
            }
            NamedVariable collection = program.variables.of(select);
            if (collection != null
                    && name.matches("(get|remove|poll|peek|pop)(First|Last)?")
                    && holdsResults(collection)) {
                return true;
            }
            // Many things have a get; only one that is surely a task's returns a child's result.
            if (RESULTS.contains(name)
                    && (name.equals("get") ? program.isTask(select) : program.isCallOnTask(call))) {
                return !DataFlow.isSelf(select) && !shared.isReturnedBy(call);
            }
            String type = program.variables.typeOf(call);
            if (program.isTask(select)) {
                return !DataFlow.isSelf(select)
                        && !name.equals("fork")
                        && arguments.isEmpty()
                        && type != null
                        && !DataFlow.isScalar(type)
                        && !program.types.isTask(type)
                        && program.variables.of(select) != null
                        && !shared.isReturnedBy(call);
            }
            String owner = program.variables.typeOf(select);
            if (owner != null && DataFlow.isScalar(owner)) {
                return false;
            }
            boolean part =
                    PARTS.contains(name)
                            || name.startsWith("get")
                            || arguments.isEmpty()
                                    && (owner == null || TypeNames.inTheJdk(owner) == null);
            return part && (type == null || !DataFlow.isScalar(type)) && isResult(select, open)
                    || name.equals("map") && isStreamOfResults(call)
                    || name.equals("next") && holdsMany(type) && isStreamOfResults(select);
        }

        /**
         * A loop variable or lambda parameter that stands for each result, or each of its parts.
         */
        private boolean isElementOfResults(NamedVariable variable, Set<NamedVariable> open) {
            String type = program.variables.typeOf(variable);
            if (type != null && (DataFlow.isScalar(type) || program.types.isTask(type))) {
                return false;
            }
            J around = program.trees.parent(program.variables.declaration(variable));
            if (around instanceof J.ForEachLoop.Control control) {
                NamedVariable collection = program.variables.of(control.getIterable());
                return isResult(control.getIterable(), open)
                        || collection != null && holdsResults(collection);
            }
            J lambda =
                    around instanceof J.Lambda.Parameters ? program.trees.parent(around) : around;
            return lambda instanceof J.Lambda
                    && program.trees.parentPastWrapping(lambda) instanceof J.MethodInvocation call
                    && call.getSelect() != null
                    && (isStreamOfResults(call.getSelect())
                            || Loops.repeats(call) && isResult(call.getSelect(), open));
        }

        /** Whether a stream's elements are results: some map joins each task. */
        private boolean isStreamOfResults(Expression stream) {
            return isStreamOfResults(stream, false, identitySet());
        }

        /** Whether a stream's elements are those of results. */
        private boolean isFlattened(Expression stream) {
            return isStreamOfResults(stream, true, identitySet());
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
                for (Expression argument : Trees.arguments(call.getArguments())) {
                    Expression code = Trees.unwrapped(argument);
                    if (call.getSimpleName().endsWith("ap")
                            && (code instanceof J.MemberReference reference && joins(reference)
                                    || code instanceof J.Lambda lambda
                                            && lambda.getBody() instanceof Expression body
                                            && isResult(body))) {
                        return flat;
                    }
                }
                at = call.getSelect() == null ? null : Trees.unwrapped(call.getSelect());
            }
            NamedVariable variable = at instanceof J.Identifier ? program.variables.of(at) : null;
            if (variable == null || !program.variables.isLocal(variable) || !open.add(variable)) {
                return false;
            }
            boolean flatten = !flat;
            return holdsResults(variable)
                    ? flat
                    : program.variables.values(variable).stream()
                            .anyMatch(it -> isStreamOfResults(it, flatten, open));
        }

        /** Whether a variable holds a collection or array whose elements are results. */
        private boolean holdsResults(NamedVariable variable) {
            return program.variables.isLocal(variable)
                    && program.variables.uses(variable).stream()
                            .map(it -> program.trees.parent(it))
                            .anyMatch(it -> storesResult(it, variable));
        }

        private boolean storesResult(J use, NamedVariable variable) {
            if (use instanceof J.MethodInvocation call) {
                return SINGLE.contains(call.getSimpleName())
                        && call.getSelect() != null
                        && program.variables.of(call.getSelect()) == variable
                        && Trees.arguments(call.getArguments()).stream()
                                .anyMatch(this::isWholeResult);
            }
            return use instanceof J.ArrayAccess access
                    && program.trees.parent(access) instanceof J.Assignment assignment
                    && assignment.getVariable() == access
                    && isWholeResult(assignment.getAssignment());
        }

        /** Whether an expression is what a child returns, and more than one value. */
        private boolean isWholeResult(Expression expression) {
            String type = program.variables.typeOf(expression);
            return Trees.unwrapped(expression) instanceof J.MethodInvocation call
                    && RESULTS.contains(call.getSimpleName())
                    && type != null
                    && !DataFlow.isScalar(type)
                    && isResult(call);
        }

        private boolean joins(J.MemberReference reference) {
            String type = program.variables.typeOf(reference.getContaining());
            return Set.of("join", "invoke", "getRawResult")
                                    .contains(reference.getReference().getSimpleName())
                            && (type == null || program.types.isTask(type))
                    || program.types.isTask(type)
                            && program.calls.targets(reference).stream()
                                    .map(J.MethodDeclaration::getReturnTypeExpression)
                                    .anyMatch(it -> holdsMany(program.types.name(it)));
        }

        // --- what copies ---------------------------------------------------------------------

        private boolean flattensResults(Expression stream, List<Expression> arguments) {
            if (!isStreamOfResults(stream)) {
                return false;
            }
            return isFlattened(stream)
                    || arguments.stream()
                            .map(program.trees::text)
                            .anyMatch(FLATTENING.asPredicate());
        }

        /** Of a stream whose elements are whole results, only a bulk operation copies each. */
        private boolean addsEachResult(
                Expression stream, List<Expression> arguments, boolean ofResult) {
            return addsEach(arguments, SINGLE)
                            && (isFlattened(stream) || ofResult && !isStreamOfResults(stream))
                    || (addsEach(arguments, BULK) || addsEach(arguments, Set.of("append")))
                            && isStreamOfResults(stream);
        }

        private static boolean addsEach(List<Expression> arguments, Set<String> methods) {
            return arguments.size() == 1
                    && Trees.unwrapped(arguments.get(0)) instanceof J.MemberReference reference
                    && methods.contains(reference.getReference().getSimpleName());
        }

        /** Whether a call is in a loop over a result, or in a lambda called for each element. */
        private boolean repeatsResult(J.MethodInvocation call) {
            J loop = Loops.around(program.trees, call);
            while (loop != null) {
                if (loop instanceof J.ForEachLoop each) {
                    if (isResult(each.getControl().getIterable())) {
                        return true;
                    }
                } else if (loop instanceof J.MethodInvocation repeating) {
                    if (repeating.getSelect() != null
                            && (isResult(repeating.getSelect())
                                    || isFlattened(repeating.getSelect()))) {
                        return true;
                    }
                } else if (asksResult(loop, call)) {
                    return true;
                }
                loop = Loops.around(program.trees, loop);
            }
            return false;
        }

        /** Whether a map gets, in a loop, what the maps of children have for a key. */
        private boolean mergesByKey(J.MethodInvocation call, List<Expression> arguments) {
            return program.types.isA(
                            "" + program.variables.typeOf(call.getSelect()), "java.util.Map")
                    && Loops.around(program.trees, call) != null
                    && arguments.stream().anyMatch(it -> takesByKey(it, true));
        }

        private boolean takesByKey(Expression value, boolean follow) {
            return Trees.elements(value, it -> false).stream()
                    .anyMatch(
                            it ->
                                    it instanceof J.MethodInvocation taken
                                                    && taken.getSelect() != null
                                                    && taken.getSimpleName()
                                                            .matches("get(OrDefault)?|remove")
                                                    && !(taken.getArguments().get(0)
                                                            instanceof J.Literal)
                                                    && program.types.isA(
                                                            ""
                                                                    + program.variables.typeOf(
                                                                            taken.getSelect()),
                                                            "java.util.Map")
                                                    && isResult(taken.getSelect())
                                            || follow && isMadeByKey(it));
        }

        private boolean isMadeByKey(J element) {
            NamedVariable variable =
                    element instanceof J.Identifier name ? program.variables.of(name) : null;
            return variable != null
                    && program.variables.isLocal(variable)
                    && program.variables.values(variable).stream()
                            .anyMatch(it -> takesByKey(it, false));
        }

        /** A counting loop whose condition asks a result for its size, and that takes from it. */
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
                                                            && isResult(inner.getSelect())
                                                    || it instanceof J.FieldAccess access
                                                            && access.getSimpleName()
                                                                    .equals("length")
                                                            && isResult(access.getTarget()));
            return asked
                    && Trees.arguments(call.getArguments()).stream()
                            .flatMap(it -> Trees.elements(it, inner -> false).stream())
                            .anyMatch(this::takesFromResult);
        }

        private boolean takesFromResult(J element) {
            if (element instanceof J.Identifier identifier) {
                NamedVariable variable = program.variables.of(identifier);
                return variable != null
                        && program.variables.isLocal(variable)
                        && program.variables.values(variable).stream()
                                .filter(it -> Loops.around(program.trees, it) != null)
                                .flatMap(it -> choices(it).stream())
                                .anyMatch(
                                        it -> !(it instanceof J.Identifier) && takesFromResult(it));
            }
            return element instanceof J.MethodInvocation call
                            && call.getSelect() != null
                            && Set.of("get", "next", "remove", "poll", "charAt")
                                    .contains(call.getSimpleName())
                            && isResult(call.getSelect())
                    || element instanceof J.ArrayAccess access
                            && !isOneOfMany(access)
                            && isResult(access.getIndexed());
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

        private boolean copiesElement(J.Assignment assignment) {
            if (!(Trees.unwrapped(assignment.getVariable()) instanceof J.ArrayAccess place)
                    || place.getDimension().getIndex() instanceof J.Literal
                    || Loops.around(program.trees, assignment) == null) {
                return false;
            }
            return choices(assignment.getAssignment()).stream().anyMatch(this::takesFromResult);
        }

        /** Whether a call puts an element of a result, as it is, to a place of its own. */
        private boolean copiesElement(J.MethodInvocation call, List<Expression> arguments) {
            if (arguments.isEmpty()) {
                return false;
            }
            Expression value = arguments.get(arguments.size() - 1);
            return switch (call.getSimpleName()) {
                case "set" ->
                        arguments.size() == 2
                                && CopyOnFork.isCollection(
                                        program, program.variables.typeOf(call.getSelect()))
                                && choices(value).stream().anyMatch(this::takesFromResult);
                case "setRGB", "setPixel" ->
                        Trees.unwrapped(value) instanceof J.MethodInvocation taken
                                && taken.getSelect() != null
                                && Set.of("getRGB", "getPixel").contains(taken.getSimpleName())
                                && isResult(taken.getSelect());
                default -> false;
            };
        }

        /** Whether a stream is of the elements of a result, and not the result itself. */
        private boolean streamsResult(Expression stream) {
            Expression at = Trees.unwrapped(stream);
            while (at instanceof J.MethodInvocation call && call.getSelect() != null) {
                if (Set.of("stream", "parallelStream").contains(call.getSimpleName())) {
                    return true;
                }
                at = Trees.unwrapped(call.getSelect());
            }
            return false;
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

        private boolean isConcatenation(J.Binary sum) {
            return sum.getOperator() == J.Binary.Type.Addition
                    && isText(program.variables.typeOf(sum))
                    && (isTextResult(sum.getLeft()) || isTextResult(sum.getRight()));
        }

        /** Whether a text is made to be read by people: printed, logged, or an exception's. */
        private boolean isMessage(J text) {
            J around = program.trees.parentPastWrapping(text);
            return around instanceof J.Assert
                    || around instanceof J.MethodInvocation call
                            && call.getSelect() != text
                            && PRINTING.matcher(call.getSimpleName()).matches()
                    || around instanceof J.NewClass creation
                            && ("" + program.variables.typeOf(creation))
                                    .matches(".*(Exception|Error)");
        }

        private boolean isTextResult(Expression expression) {
            return isText(program.variables.typeOf(expression)) && isResult(expression);
        }

        private static boolean isText(String type) {
            return type != null
                    && Set.of(
                                    "java.lang.String",
                                    "java.lang.StringBuilder",
                                    "java.lang.StringBuffer",
                                    "java.lang.CharSequence")
                            .contains(type);
        }

        private J outermost(J.Binary sum) {
            J at = sum;
            while (program.trees.parentPastWrapping(at) instanceof J.Binary outer) {
                at = outer;
            }
            return at;
        }
    }
}
