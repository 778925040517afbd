package dev.cleave.detector.program;

import dev.cleave.detector.sources.ForkJoinLibraries;
import dev.cleave.detector.sources.LibraryTypes;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;

/** What checks know of a set of files. Not for concurrent use. */
public final class Program {
    /** What was parsed. */
    public final List<J.CompilationUnit> files;

    /** What contains what. */
    public final Trees trees = new Trees();

    /** What the types of expressions are called. */
    public final TypeNames types;

    /** What names stand for. */
    public final Variables variables;

    /** What calls may run. */
    public final CallGraph calls;

    /** What runs inside tasks. */
    public final TaskCode tasks;

    private final Map<J.CompilationUnit, Lines> lines = new IdentityHashMap<>();

    /** A program that is there whole. */
    public Program(List<J.CompilationUnit> files, LibraryTypes libraries) {
        this(files, libraries, type -> 0, false);
    }

    /**
     * A program. Each step needs what the one before found in all files.
     *
     * @param files what was parsed
     * @param libraries what is known of classes that are not among them
     * @param unseenSubtypes how many more subtypes a type has, by its simple name
     * @param allInTasks whether to take every method for one that tasks run, whoever calls it
     */
    public Program(
            List<J.CompilationUnit> files,
            LibraryTypes libraries,
            ToIntFunction<String> unseenSubtypes,
            boolean allInTasks) {
        this.files = List.copyOf(files);
        types = new TypeNames(trees, libraries);
        variables = new Variables(trees, types);
        calls = new CallGraph(trees, types, variables, unseenSubtypes);
        tasks = new TaskCode(trees, types, variables, calls);
        files.forEach(trees::add);
        files.forEach(types::add);
        types.link();
        files.forEach(variables::add);
        files.forEach(calls::add);
        if (allInTasks) {
            tasks.takeAll();
        }
        tasks.find(this.files);
    }

    /** The text of a file by lines. */
    public Lines lines(J.CompilationUnit file) {
        return lines.computeIfAbsent(file, it -> new Lines(it.printAll()));
    }

    /** Whether an expression is a task. */
    public boolean isTask(Expression expression) {
        return expression != null && types.isTask(variables.typeOf(expression));
    }

    /**
     * Whether a call without arguments is made on a task: by the type of what it is made on, or, if
     * that is not known, by the name of the method.
     */
    public boolean isCallOnTask(J.MethodInvocation call) {
        if (call.getSelect() == null || !Trees.arguments(call.getArguments()).isEmpty()) {
            return false;
        }
        String type = variables.typeOf(call.getSelect());
        return types.isTask(type)
                || call.getMethodType() == null
                        && (type == null
                                || !types.isKnown(type)
                                        && Set.of("fork", "join").contains(call.getSimpleName()));
    }

    /** Whether an instance creation makes a task, by its type, or else by what is done with it. */
    public boolean makesTask(J.NewClass creation) {
        String type = variables.typeOf(creation);
        if (types.isKnown(type)) {
            return types.isTask(type);
        }
        J around = trees.parentPastWrapping(creation);
        return types.isTask(type)
                || creation.getClazz() != null
                        && ForkJoinLibraries.isNamedTask(TypeNames.simple(creation.getClazz()))
                || isCollectedTask(around)
                || around instanceof J.Assignment stored && isTask(stored.getVariable())
                || around instanceof J.VariableDeclarations.NamedVariable task
                        && types.isTask(variables.typeOf(task))
                || isUsedAsTask(creation, around)
                || around instanceof J.VariableDeclarations.NamedVariable variable
                        && variables.uses(variable).stream()
                                .anyMatch(it -> isUsedAsTask(it, trees.parent(it)));
    }

    /** Whether a call does nothing but make a task, as a static factory does. */
    public boolean makesTask(J.MethodInvocation call) {
        List<J.MethodDeclaration> targets = calls.targets(call);
        return targets.size() == 1
                && targets.get(0).getBody() != null
                && targets.get(0).getBody().getStatements().size() == 1
                && targets.get(0).getBody().getStatements().get(0) instanceof J.Return made
                && made.getExpression() instanceof J.NewClass creation
                && makesTask(creation)
                && Trees.elements(creation, it -> false).stream()
                        .noneMatch(J.MethodInvocation.class::isInstance);
    }

    /**
     * Whether what is around an object puts it into a local collection whose elements are forked.
     */
    private boolean isCollectedTask(J around) {
        if (!(around instanceof J.MethodInvocation adding)
                || adding.getSelect() == null
                || !adding.getSimpleName().equals("add")) {
            return false;
        }
        J.VariableDeclarations.NamedVariable collection = variables.of(adding.getSelect());
        return collection != null
                && variables.isLocal(collection)
                && variables.uses(collection).stream().anyMatch(this::areUsedAsTasks);
    }

    private boolean areUsedAsTasks(Expression collection) {
        J around = trees.parent(collection);
        if (around instanceof J.MethodInvocation call && call.getSelect() != collection) {
            return call.getSimpleName().equals("invokeAll")
                    && !(call.getSelect() != null
                            && types.isA(
                                    variables.typeOf(call.getSelect()),
                                    "java.util.concurrent.ExecutorService"));
        }
        return around instanceof J.ForEachLoop.Control control
                && control.getVariable() instanceof J.VariableDeclarations each
                && variables.uses(each.getVariables().get(0)).stream()
                        .anyMatch(
                                it ->
                                        trees.parent(it) instanceof J.MethodInvocation call
                                                && call.getSelect() == it
                                                && call.getSimpleName().equals("fork"));
    }

    private boolean isUsedAsTask(Expression task, J around) {
        return around instanceof J.MethodInvocation call
                && (call.getSelect() == task
                        ? Set.of("fork", "join", "compute", "invoke").contains(call.getSimpleName())
                        : call.getSimpleName().equals("invokeAll")
                                || call.getSimpleName().equals("invoke")
                                        && types.isPool(variables.typeOf(call.getSelect())));
    }
}
