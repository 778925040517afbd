package dev.cleave.detector.program;

import dev.cleave.detector.findings.SourceRange;
import dev.cleave.detector.sources.ForkJoinLibraries;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;

/**
 * What runs inside tasks: {@code compute} and its like, lambdas handed to a fork/join pool, and
 * everything these call. Bodies are methods, constructors, lambdas and references to methods that
 * were not given. Code handed to threads or to other executors runs elsewhere and is left out; so
 * are a {@code ManagedBlocker}'s methods, whose blocking the pool makes up for.
 */
public final class TaskCode {
    private static final Set<String> ENTRIES =
            Set.of("compute", "exec", "onCompletion", "onExceptionalCompletion");

    /** The methods of objects that are handed over to be run. */
    private static final Set<String> BODIES =
            Set.of(
                    "run",
                    "call",
                    "get",
                    "apply",
                    "accept",
                    "test",
                    "applyAsInt",
                    "applyAsLong",
                    "applyAsDouble");

    private static final String FUNCTION = "java.util.function.";

    /** What methods are called that have code run later, by somebody. */
    private static final Pattern LATER = Pattern.compile("schedule\\w*|runLater|postDelayed");

    /** Methods of a task that wait for it. */
    public static final Set<String> JOINS = Set.of("join", "get", "quietlyJoin");

    /**
     * A call that may run the methods of several classes runs one of them. After so many such calls
     * one after another, what the last may run is more likely never run by tasks.
     */
    private static final int MOST_CHOICES = 2;

    private static final Set<String> SUBMISSIONS =
            Set.of("submit", "execute", "invoke", "adapt", "adaptInterruptible", "schedule");

    /**
     * A body that runs inside tasks.
     *
     * @param body the method, constructor or lambda, or the reference to a method that was not
     *     given
     * @param task what people call the task
     * @param caller the body that calls it; null if the pool does
     * @param call where; null if the pool does
     */
    public record Reached(J body, String task, Reached caller, J call) {}

    private final Trees trees;
    private final TypeNames types;
    private final Variables variables;
    private final CallGraph calls;

    /** What workers run though nobody hands it to them. */
    public final ParallelFunctions functions;

    private final Map<J, Reached> reached = new IdentityHashMap<>();
    private List<Reached> sorted = List.of();
    private final Map<J, List<J>> callers = new IdentityHashMap<>();

    private final Map<J, List<J>> elements = new IdentityHashMap<>();
    private final Deque<Reached> open = new ArrayDeque<>();
    private final Deque<Reached> doubtful = new ArrayDeque<>();
    private final Set<J> searched = Trees.identitySet();

    TaskCode(Trees trees, TypeNames types, Variables variables, CallGraph calls) {
        this.trees = trees;
        this.types = types;
        this.variables = variables;
        this.calls = calls;
        this.functions = new ParallelFunctions(trees, types, variables, calls, this);
    }

    /** Takes every method for one that tasks run, so that checks look at all of them. */
    void takeAll() {
        for (DeclaredType type : types.declared()) {
            for (J.MethodDeclaration method : type.methods) {
                if (method.getBody() != null) {
                    reach(method, type.simpleName, null, null);
                }
            }
        }
    }

    /** Finds what tasks run; after all files were added to everything else. */
    void find(Collection<J.CompilationUnit> files) {
        for (DeclaredType type : types.declared()) {
            if (types.isTask(type.name)) {
                entries(type).forEach(it -> reach(it, type.simpleName, null, null));
            }
        }
        for (J.CompilationUnit file : files) {
            for (J element : trees.elements(file)) {
                if (element instanceof J.MethodInvocation call) {
                    if (isSubmission(call) || isStageOfPool(call)) {
                        Trees.arguments(call.getArguments()).forEach(this::submitted);
                    } else if (isSubmissionOfAll(call)) {
                        submittedElements(call.getArguments().get(0));
                    } else if (functions.takesFunctions(call)) {
                        Trees.arguments(call.getArguments()).stream()
                                .flatMap(this::functions)
                                .forEach(this::submitted);
                    }
                }
            }
        }
        for (int choices = 0; choices <= MOST_CHOICES; choices++) {
            while (!open.isEmpty()) {
                followCalls();
                followFunctions();
            }
            while (!doubtful.isEmpty()) {
                Reached next = doubtful.remove();
                if (choices < MOST_CHOICES && reached.putIfAbsent(next.body(), next) == null) {
                    open.add(next);
                }
            }
        }
        sorted =
                reached.values().stream()
                        .map(it -> Map.entry(position(it.body()), it))
                        .sorted(Map.Entry.comparingByKey())
                        .map(Map.Entry::getValue)
                        .toList();
    }

    private void followCalls() {
        while (!open.isEmpty()) {
            Reached caller = open.remove();
            for (J element : elements(caller.body())) {
                List<J.MethodDeclaration> targets = targets(element);
                boolean sure =
                        targets.stream().map(types::enclosing).distinct().limit(2).count() < 2;
                for (J.MethodDeclaration target : targets) {
                    callers.computeIfAbsent(target, it -> new ArrayList<>()).add(element);
                    if (sure) {
                        reach(target, caller.task(), caller, element);
                    } else {
                        doubtful.add(new Reached(target, caller.task(), caller, element));
                    }
                }
            }
        }
    }

    /** Reaches lambdas and method references that tasks call by the variables that hold them. */
    private void followFunctions() {
        for (Reached caller : List.copyOf(reached.values())) {
            for (J element : elements(caller.body())) {
                if (element instanceof J.MethodInvocation call
                        && call.getSelect() != null
                        && variables.of(call.getSelect()) != null
                        && searched.add(call)
                        && calls.targets(call).isEmpty()) {
                    anyOrigin(call.getSelect(), it -> reachFunction(it, caller, call));
                }
            }
        }
    }

    /** Reaches the code that an expression stands for; false, so that others are looked for. */
    private boolean reachFunction(Expression function, Reached caller, J.MethodInvocation call) {
        if (function instanceof J.MemberReference reference) {
            calls.targets(reference).forEach(it -> reach(it, caller.task(), caller, call));
        } else if (function instanceof J.Lambda && !isWithinReached(function)) {
            reach(function, caller.task(), caller, call);
        } else if (function instanceof J.NewClass creation && calls.created(creation) != null) {
            DeclaredType loader = calls.created(creation);
            if (loader.supertypes.stream().anyMatch(it -> it.endsWith("CacheLoader"))) {
                loader.methods("load", 1).forEach(it -> reach(it, caller.task(), caller, call));
            }
        } else if (function instanceof J.MethodInvocation cache
                && cache.getSimpleName().equals("build")
                && call.getSimpleName().matches("get(Unchecked|All)?|refresh")) {
            // Whoever asks a cache for what it has not has it loaded.
            Trees.arguments(cache.getArguments())
                    .forEach(it -> anyOrigin(it, loader -> reachFunction(loader, caller, call)));
        }
        return false;
    }

    private boolean isWithinReached(J element) {
        for (J at = element; at != null; at = trees.parent(at)) {
            if (reached.containsKey(at)) {
                return true;
            }
        }
        return false;
    }

    private List<J.MethodDeclaration> targets(J element) {
        if (element instanceof J.MethodInvocation call) {
            List<J.MethodDeclaration> known = calls.targets(call);
            return known.isEmpty() && call.getSelect() != null ? calls.likelyTargets(call) : known;
        }
        if (element instanceof J.MemberReference reference && !isDetached(reference)) {
            return calls.targets(reference);
        }
        return element instanceof J.NewClass creation ? calls.constructors(creation) : List.of();
    }

    private void reach(J body, String task, Reached caller, J call) {
        if (!reached.containsKey(body)) {
            Reached found = new Reached(body, task, caller, call);
            reached.put(body, found);
            open.add(found);
        }
    }

    private List<J.MethodDeclaration> entries(DeclaredType type) {
        List<J.MethodDeclaration> own =
                type.methods.stream()
                        .filter(it -> it.getBody() != null)
                        .filter(it -> ENTRIES.contains(it.getSimpleName()))
                        .filter(
                                it ->
                                        it.getSimpleName().startsWith("on")
                                                || DeclaredType.parameters(it).isEmpty())
                        .toList();
        boolean computesElsewhere =
                own.isEmpty()
                        && CallGraph.withSupertypes(type).stream()
                                .noneMatch(
                                        it ->
                                                it.methods.stream()
                                                        .anyMatch(
                                                                method ->
                                                                        ENTRIES.contains(
                                                                                method
                                                                                        .getSimpleName())))
                        && type.supertypes.stream().noneMatch(ForkJoinLibraries::isTask);
        // A template method in a class that was not given calls what this one overrides.
        return computesElsewhere
                ? type.methods.stream()
                        .filter(it -> it.getBody() != null)
                        .filter(DeclaredType::isMarkedOverride)
                        .toList()
                : own;
    }

    private boolean isSubmission(J.MethodInvocation call) {
        if (!SUBMISSIONS.contains(call.getSimpleName()) || call.getSelect() == null) {
            return false;
        }
        return call.getSimpleName().startsWith("adapt")
                ? types.isTask(variables.typeOf(call.getSelect()))
                : isForkJoinPool(call.getSelect());
    }

    private boolean isSubmissionOfAll(J.MethodInvocation call) {
        return call.getSelect() != null
                && call.getSimpleName().matches("invokeA(ll|ny)")
                && isForkJoinPool(call.getSelect());
    }

    /** What a list has of code: what was added to it, or is written down, or a stream makes. */
    private void submittedElements(Expression list) {
        anyElement(variables.of(list), this::submittedOne, Trees.identitySet());
        anyOrigin(
                list,
                it -> {
                    if (it instanceof J.MethodInvocation made) {
                        Trees.elements(made, inner -> false).stream()
                                .filter(TaskCode::isCode)
                                .map(Expression.class::cast)
                                .filter(inner -> isElement(inner, made))
                                .forEach(this::runs);
                    }
                    return false;
                });
    }

    private boolean isElement(Expression code, J.MethodInvocation list) {
        J around = trees.parentPastWrapping(code);
        return around instanceof J.Lambda
                || around == list && list.getSimpleName().matches("of|asList|singletonList");
    }

    /**
     * Whether code is given to a method together with the fork/join pool that is to run it, as to a
     * {@code CompletableFuture}; or without any, which has it run in the common pool.
     */
    boolean isStageOfPool(J.MethodInvocation call) {
        List<Expression> arguments = Trees.arguments(call.getArguments());
        if (arguments.isEmpty()) {
            return false;
        }
        // Asked of every call of the program: what it may run, the dearest question, comes last.
        Expression last = arguments.get(arguments.size() - 1);
        return (isCode(last) || arguments.size() == 1
                        ? call.getSimpleName().endsWith("Async") && isOfStage(call)
                        : arguments.stream().anyMatch(TaskCode::isCode) && isForkJoinPool(last))
                && calls.targets(call).isEmpty();
    }

    private boolean isOfStage(J.MethodInvocation call) {
        return types.isA(calledOn(call), "java.util.concurrent.CompletionStage");
    }

    /** The class of which a method is called, which may be imported; null if nothing tells. */
    private String calledOn(J.MethodInvocation call) {
        if (call.getSelect() != null) {
            return variables.typeOf(call.getSelect());
        }
        String imported = types.staticImport(call);
        return imported != null ? imported : Reach.owner(call);
    }

    private static boolean isCode(J argument) {
        J at = argument instanceof Expression given ? Trees.unwrapped(given) : argument;
        return at instanceof J.Lambda || at instanceof J.MemberReference;
    }

    /** The functions that an argument is, or that a collector or comparator is made of. */
    private Stream<Expression> functions(Expression argument) {
        if (isFunction(argument)) {
            return Stream.of(argument);
        }
        if (!(Trees.unwrapped(argument) instanceof J.MethodInvocation made)
                || made.getSimpleName().equals("collectingAndThen")) {
            return Stream.empty();
        }
        String by = calledOn(made);
        return "java.util.stream.Collectors".equals(by) || "java.util.Comparator".equals(by)
                ? Trees.arguments(made.getArguments()).stream().flatMap(this::functions)
                : Stream.empty();
    }

    private boolean isFunction(Expression argument) {
        String type = isCode(argument) ? null : variables.typeOf(argument);
        return isCode(argument)
                || type != null
                        && (type.startsWith(FUNCTION)
                                || types.declared(type) != null
                                        && types.declared(type).supertypes.stream()
                                                .anyMatch(it -> it.startsWith(FUNCTION)));
    }

    private void submitted(Expression argument) {
        anyOrigin(argument, this::submittedOne);
    }

    /** False, so that others are looked for. */
    private boolean submittedOne(Expression body) {
        runs(body);
        return false;
    }

    private void runs(Expression body) {
        if (body instanceof J.Lambda) {
            reach(body, "lambda", null, null);
        } else if (body instanceof J.MemberReference reference) {
            List<J.MethodDeclaration> targets = calls.targets(reference);
            // Of a method that was not given, the reference is all there is to look at.
            (targets.isEmpty() ? List.of(reference) : targets)
                    .forEach(it -> reach(it, "method reference", null, null));
        } else {
            DeclaredType type = types.declared(variables.typeOf(body));
            if (type != null && !types.isTask(type.name)) {
                type.methods.stream()
                        .filter(it -> BODIES.contains(it.getSimpleName()))
                        .filter(it -> it.getBody() != null)
                        .forEach(it -> reach(it, type.simpleName, null, null));
            }
        }
    }

    /** Whether an expression is a fork/join pool, by its type or by what was assigned to it. */
    public boolean isForkJoinPool(Expression expression) {
        String type = variables.typeOf(expression);
        if (types.isPool(type)) {
            return true;
        }
        return (type == null || types.isA(type, "java.util.concurrent.Executor"))
                && (anyOrigin(expression, this::makesPool) || isInheritedPool(expression));
    }

    private boolean makesPool(Expression expression) {
        return types.isPool(variables.typeOf(expression))
                || expression instanceof J.MethodInvocation call
                        && call.getSimpleName().matches("newWorkStealingPool|get\\w*ForkJoinPool");
    }

    /** Whether a field of a class that was not given is assigned a pool in the class around. */
    private boolean isInheritedPool(Expression expression) {
        String name = trees.fieldName(expression);
        DeclaredType around = types.enclosing(expression);
        return name != null
                && around != null
                && variables.of(expression) == null
                && Trees.elements(around.body, it -> false).stream()
                        .anyMatch(
                                it ->
                                        it instanceof J.Assignment assignment
                                                && name.equals(
                                                        trees.fieldName(assignment.getVariable()))
                                                && makesPool(assignment.getAssignment()));
    }

    /**
     * Whether an expression, or anything that the program assigns to the variable it names, is of a
     * kind. Follows variables, and constructor parameters to where instances are created.
     */
    public boolean anyOrigin(Expression expression, Predicate<Expression> kind) {
        return anyOrigin(expression, kind, Trees.identitySet());
    }

    private boolean anyOrigin(Expression expression, Predicate<Expression> kind, Set<J> followed) {
        Expression at = Trees.unwrapped(expression);
        if (kind.test(at)) {
            return true;
        }
        if (at instanceof J.Ternary choice) {
            return anyOrigin(choice.getTruePart(), kind, followed)
                    || anyOrigin(choice.getFalsePart(), kind, followed);
        }
        if (at instanceof J.MethodInvocation call) {
            return anyReturned(call, kind, followed)
                    || DataFlow.ELEMENTS.contains(call.getSimpleName())
                            && calls.targets(call).isEmpty()
                            && followed.add(call)
                            && anyElement(variables.of(call.getSelect()), kind, followed);
        }
        if (at instanceof J.ArrayAccess access) {
            return followed.add(access)
                    && anyOrigin(
                            access.getIndexed(), it -> anyInArray(it, kind, followed), followed);
        }
        J.VariableDeclarations.NamedVariable variable = variables.of(at);
        if (variable == null || !followed.add(variable)) {
            return false;
        }
        for (Expression value : variables.values(variable)) {
            if (anyOrigin(value, kind, followed)) {
                return true;
            }
        }
        J around = trees.parent(variables.declaration(variable));
        if (around instanceof J.ForEachLoop.Control control) {
            return anyElement(variables.of(control.getIterable()), kind, followed)
                    || anyOrigin(control.getIterable(), kind, followed);
        }
        return around instanceof J.MethodDeclaration method
                && anyArgument(method, variable, kind, followed);
    }

    /** Whether a method of the program returns something of a kind. */
    private boolean anyReturned(
            J.MethodInvocation call, Predicate<Expression> kind, Set<J> followed) {
        for (J.MethodDeclaration target : calls.targets(call)) {
            if (!followed.add(target)) {
                continue;
            }
            for (J element : elements(target)) {
                if (element instanceof J.Return result
                        && result.getExpression() != null
                        && trees.enclosing(result, J.MethodDeclaration.class) == target
                        && anyOrigin(result.getExpression(), kind, followed)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether anything that is added to a collection is of a kind. */
    private boolean anyElement(
            J.VariableDeclarations.NamedVariable collection,
            Predicate<Expression> kind,
            Set<J> followed) {
        return collection != null
                && variables.uses(collection).stream()
                        .map(trees::parent)
                        .filter(J.MethodInvocation.class::isInstance)
                        .map(J.MethodInvocation.class::cast)
                        .filter(it -> it.getSimpleName().startsWith("add"))
                        .anyMatch(it -> anyAdded(it, kind, followed));
    }

    /** Whether an array is made of something of a kind, or gets it by the name that it has here. */
    private boolean anyInArray(Expression array, Predicate<Expression> kind, Set<J> followed) {
        if (array instanceof J.NewArray made) {
            return made.getInitializer() != null
                    && made.getInitializer().stream().anyMatch(it -> anyOrigin(it, kind, followed));
        }
        J.VariableDeclarations.NamedVariable variable = variables.of(array);
        return variable != null
                && variables.uses(variable).stream()
                        .map(trees::parent)
                        .anyMatch(
                                it ->
                                        it instanceof J.ArrayAccess element
                                                && trees.parent(element) instanceof J.Assignment set
                                                && set.getVariable() == element
                                                && anyOrigin(set.getAssignment(), kind, followed));
    }

    /** Whether a call adds something of a kind; of a collection it adds the elements. */
    private boolean anyAdded(J.MethodInvocation call, Predicate<Expression> kind, Set<J> followed) {
        boolean all = call.getSimpleName().startsWith("addAll");
        return Trees.arguments(call.getArguments()).stream()
                .anyMatch(
                        it ->
                                all && variables.of(it) != null
                                        ? followed.add(it)
                                                && anyElement(variables.of(it), kind, followed)
                                        : anyOrigin(it, kind, followed));
    }

    /** Whether what is handed over for a parameter is of a kind. */
    private boolean anyArgument(
            J.MethodDeclaration method,
            J.VariableDeclarations.NamedVariable parameter,
            Predicate<Expression> kind,
            Set<J> followed) {
        int index = DeclaredType.parameters(method).indexOf(variables.declaration(parameter));
        return arguments(method)
                .anyMatch(it -> index < it.size() && anyOrigin(it.get(index), kind, followed));
    }

    /**
     * The arguments with which tasks call a method, or others, if no task does; or with which the
     * program calls a constructor.
     */
    private Stream<List<Expression>> arguments(J.MethodDeclaration method) {
        DeclaredType type = types.enclosing(method);
        if (!method.isConstructor() || type == null) {
            List<J> inTasks = callers(method);
            return argumentsOfCalls(
                    inTasks.isEmpty()
                            ? calls.named(method.getSimpleName()).stream()
                                    .filter(
                                            it ->
                                                    it instanceof J.MethodInvocation call
                                                            && calls.targets(call).contains(method))
                            : inTasks.stream());
        }
        return Stream.concat(
                calls.creations(type).stream()
                        .filter(it -> calls.constructors(it).contains(method))
                        .map(it -> Trees.arguments(it.getArguments())),
                argumentsOfCalls(
                        type.methods.stream()
                                .filter(J.MethodDeclaration::isConstructor)
                                .filter(it -> it.getBody() != null)
                                .flatMap(it -> it.getBody().getStatements().stream())
                                .filter(it -> isCallOfThis(it, method))));
    }

    private boolean isCallOfThis(J element, J.MethodDeclaration constructor) {
        return element instanceof J.MethodInvocation call
                && call.getSimpleName().equals("this")
                && calls.targets(call).contains(constructor);
    }

    private static Stream<List<Expression>> argumentsOfCalls(Stream<? extends J> calls) {
        return calls.filter(J.MethodInvocation.class::isInstance)
                .map(it -> Trees.arguments(((J.MethodInvocation) it).getArguments()));
    }

    // --- answers ---------------------------------------------------------------------------------

    /** Every body that runs inside tasks, in the order of files and lines. */
    public Collection<Reached> reached() {
        return sorted;
    }

    private String position(J body) {
        SourceRange range = trees.range(body);
        return range == null
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%s:%09d:%09d",
                        trees.file(body).getSourcePath(),
                        range.startLine(),
                        range.startColumn());
    }

    /** How tasks get to a body; null if they do not. */
    public Reached reached(J body) {
        return reached.get(body);
    }

    /** What in tasks may run a method: calls, instance creations and method references. */
    public List<J> callers(J method) {
        return callers.getOrDefault(method, List.of());
    }

    /** The body around an element that tasks reach; null if there is none. */
    public Reached around(J element) {
        J at = element;
        while (at != null && !reached.containsKey(at)) {
            at = at instanceof J.ClassDeclaration ? null : trees.parent(at);
        }
        return at == null ? null : reached.get(at);
    }

    /** What is in a body and runs when it runs. */
    public List<J> elements(J body) {
        List<J> known = elements.get(body);
        if (known == null) {
            // To ask who runs code may be to ask what this returns: then it has nothing to say.
            elements.put(body, List.of());
            known = Trees.elements(body, it -> it != body && runsElsewhere(it));
            elements.put(body, known);
        }
        return known;
    }

    /** The blocks in a body that run when it runs. */
    public List<J.Block> blocks(J body) {
        return elements(body).stream()
                .filter(J.Block.class::isInstance)
                .map(J.Block.class::cast)
                .toList();
    }

    private boolean runsElsewhere(J element) {
        if (element instanceof J.ClassDeclaration) {
            return true;
        }
        if (element instanceof J.Lambda lambda) {
            return isDetached(lambda);
        }
        if (element instanceof J.Block block
                && trees.parent(block) instanceof J.NewClass anonymous) {
            DeclaredType type = types.declaredBy(anonymous);
            return type == null
                    || types.isTask(type.name)
                    || type.supertypes.stream().anyMatch(it -> it.endsWith("ManagedBlocker"))
                    || types.isA(type.name, "java.lang.Thread")
                    || isDetached(anonymous);
        }
        return false;
    }

    /** Whether code is handed to somebody who runs it in another thread, or in another task. */
    public boolean isDetached(Expression code) {
        J around = trees.parentPastWrapping(code);
        if (around instanceof J.VariableDeclarations.NamedVariable variable
                && !(code instanceof J.Identifier)) {
            return variables.isLocal(variable)
                    && !variables.uses(variable).isEmpty()
                    && variables.uses(variable).stream().allMatch(this::isDetached);
        }
        if (around instanceof J.NewClass creation) {
            String type = variables.typeOf(creation);
            return types.isA(type, "java.lang.Thread")
                    || types.isA(type, "java.util.concurrent.FutureTask");
        }
        if (!(around instanceof J.MethodInvocation call) || call.getSelect() == code) {
            return false;
        }
        String name = call.getSimpleName();
        if (name.endsWith("Async")
                || name.startsWith("adapt")
                || name.equals("managedBlock")
                || name.equals("startVirtualThread")
                || name.equals("invokeLater")) {
            return true;
        }
        return call.getSelect() != null
                && (LATER.matcher(name).matches() && calls.targets(call).isEmpty()
                        || types.isA(
                                variables.typeOf(call.getSelect()), "java.util.concurrent.Executor")
                        || isForkJoinPool(call.getSelect())
                        || types.isA(variables.typeOf(call.getSelect()), "java.util.Timer"));
    }
}
