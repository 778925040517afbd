package dev.cleave.detector.program;

import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;

/**
 * Functions that workers of a fork/join pool run although nobody hands them to one: those of
 * parallel streams and array operations, and of stages after a stage that a pool runs.
 */
public final class ParallelFunctions {
    private static final String STREAM = "java.util.stream.BaseStream";

    /** What returns a stream that is as parallel as the one it is called on. */
    private static final Set<String> INTERMEDIATE =
            Set.of(
                    "map",
                    "mapToInt",
                    "mapToLong",
                    "mapToDouble",
                    "mapToObj",
                    "mapMulti",
                    "flatMap",
                    "flatMapToInt",
                    "flatMapToLong",
                    "flatMapToDouble",
                    "filter",
                    "peek",
                    "takeWhile",
                    "dropWhile",
                    "distinct",
                    "sorted",
                    "limit",
                    "skip",
                    "boxed",
                    "unordered",
                    "onClose",
                    "asLongStream",
                    "asDoubleStream");

    private static final Set<String> TERMINAL =
            Set.of(
                    "forEach",
                    "forEachOrdered",
                    "reduce",
                    "collect",
                    "anyMatch",
                    "allMatch",
                    "noneMatch");

    /** What runs code after a stage, in the thread that has completed the stage. */
    private static final Set<String> AFTER =
            Set.of(
                    "thenApply",
                    "thenAccept",
                    "thenRun",
                    "thenCompose",
                    "thenCombine",
                    "thenAcceptBoth",
                    "runAfterBoth",
                    "handle",
                    "whenComplete");

    /** Parallel operations on arrays. */
    private static final Set<String> BULK =
            Set.of("parallelSort", "parallelPrefix", "parallelSetAll");

    private final Trees trees;
    private final TypeNames types;
    private final Variables variables;
    private final CallGraph calls;
    private final TaskCode tasks;

    ParallelFunctions(
            Trees trees, TypeNames types, Variables variables, CallGraph calls, TaskCode tasks) {
        this.trees = trees;
        this.types = types;
        this.variables = variables;
        this.calls = calls;
        this.tasks = tasks;
    }

    /** Whether a call makes a stream parallel, or is a parallel operation on an array. */
    public boolean isParallel(J.MethodInvocation call) {
        return makesParallel(call) || isBulk(call);
    }

    private boolean isBulk(J.MethodInvocation call) {
        return BULK.contains(call.getSimpleName())
                && call.getSelect() != null
                && "java.util.Arrays".equals(variables.typeOf(call.getSelect()));
    }

    private boolean makesParallel(J.MethodInvocation call) {
        if (call.getSelect() == null || !calls.targets(call).isEmpty()) {
            return false;
        }
        String type = variables.typeOf(call.getSelect());
        return switch (call.getSimpleName()) {
            case "parallelStream" -> type == null || types.isCollection(type);
            case "parallel" -> type != null && types.isA(type, STREAM);
            default ->
                    "java.util.stream.StreamSupport".equals(type)
                            && trees.text(call).endsWith("true)");
        };
    }

    /** Whether workers run the functions that a call is given, because of what it is called on. */
    boolean takesFunctions(J.MethodInvocation call) {
        return isOfParallelStream(call)
                || AFTER.contains(call.getSimpleName())
                        && isOfStage(call)
                        && tasks.anyOrigin(
                                call.getSelect(), it -> endsInPool(it, Trees.identitySet()));
    }

    private boolean isOfStage(J.MethodInvocation call) {
        return call.getSelect() != null
                && types.isA(
                        variables.typeOf(call.getSelect()), "java.util.concurrent.CompletionStage");
    }

    /** Whether a worker of a pool completes a stage. */
    private boolean endsInPool(Expression stage, Set<J> seen) {
        return stage instanceof J.MethodInvocation call
                && (tasks.isStageOfPool(call)
                        || AFTER.contains(call.getSimpleName())
                                && !call.getSimpleName().equals("thenCompose")
                                && isOfStage(call)
                                && seen.add(call)
                                && tasks.anyOrigin(call.getSelect(), it -> endsInPool(it, seen)));
    }

    /**
     * Whether a call gives functions to a parallel stream, or to a parallel operation on an array,
     * which runs them many times side by side.
     */
    public boolean isOfParallelStream(J.MethodInvocation call) {
        if (!INTERMEDIATE.contains(call.getSimpleName())
                && !TERMINAL.contains(call.getSimpleName())) {
            return isBulk(call);
        }
        // The last call that says whether a stream is parallel holds for all of it.
        J.MethodInvocation last = call;
        while (trees.parentPastWrapping(last) instanceof J.MethodInvocation next
                && next.getSelect() != null
                && Trees.unwrapped(next.getSelect()) == last
                && (INTERMEDIATE.contains(next.getSimpleName())
                        || next.getSimpleName().matches("parallel|sequential"))) {
            last = next;
        }
        return isParallelStream(last == call ? call.getSelect() : last, Trees.identitySet());
    }

    private boolean isParallelStream(Expression stream, Set<J> followed) {
        Expression at = Trees.unwrapped(stream);
        while (at instanceof J.MethodInvocation call) {
            if (makesParallel(call)) {
                return true;
            }
            if (call.getSelect() == null || !INTERMEDIATE.contains(call.getSimpleName())) {
                return false;
            }
            at = Trees.unwrapped(call.getSelect());
        }
        J.VariableDeclarations.NamedVariable variable = variables.of(at);
        return variable != null
                && followed.add(variable)
                && variables.values(variable).stream()
                        .anyMatch(it -> isParallelStream(it, followed));
    }
}
