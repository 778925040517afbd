package dev.cleave.detector.repairs;

import dev.cleave.detector.checks.CentralizedPooling;
import dev.cleave.detector.checks.ForkWithoutJoin;
import dev.cleave.detector.checks.PoolPerCall;
import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Reach;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;

/**
 * FJ1: a task that hands a task to a pool forks it, or invokes it, instead; several that it has a
 * pool invoke one after the other run side by side, as {@link SerialParts}. Section IV of the
 * study.
 *
 * <p>Assumes that it does not matter in which fork/join pool the task runs. Proves that the call
 * stands in a task's own compute method, so that there is a worker to fork in, and that the task
 * neither asks for its pool or thread, nor blocks, as far as its code is seen. Gives up on calls in
 * helpers, which others may call from outside of the pool, and on a task that nobody joins: forked,
 * it would be a finding of FJ11.
 */
public final class ForkInsteadOfSubmit extends Repair {
    private static final Set<String> TIED_TO_THE_POOL =
            Set.of(
                    "getPool",
                    "inForkJoinPool",
                    "currentThread",
                    "managedBlock",
                    "getParallelism",
                    "helpQuiesce",
                    "sleep",
                    "wait",
                    "await",
                    "acquire",
                    "take",
                    "park",
                    "lock",
                    "lockInterruptibly");

    /** What tells whether a pool has run all that it was given. */
    private static final Set<String> WAITS_FOR_THE_POOL =
            Set.of("awaitQuiescence", "awaitTermination", "close", "isQuiescent", "isTerminated");

    /** Made by OpenRewrite too. */
    public ForkInsteadOfSubmit() {
        super(
                new CentralizedPooling(),
                "Fork tasks inside tasks",
                "Replaces pool.invoke, submit and execute of a task inside tasks by invoke and fork of"
                        + " the task.");
    }

    @Override
    protected Patch patch(Program program, J finding) {
        J.MethodInvocation call = (J.MethodInvocation) finding;
        requireForkable(program, call);
        TaskCode.Reached where = program.tasks.around(call);
        Expression task = Trees.arguments(call.getArguments()).get(0);
        if (call.getSimpleName().equals("invoke")) {
            return invoked(program, call, task);
        }
        if (!isOwnPool(program, call) && ForkWithoutJoin.isDropped(program, call, task)) {
            requireNobodyWaitsForOneOfSeveral(program);
        }
        if (ForkWithoutJoin.isLeftAlone(program, where, call, task)) {
            throw new CannotProve(
                    "nobody joins this task; forked, it would be a finding of FJ11. Fork it and"
                            + " join it, or use invokeAll");
        }
        Patch patch = new Patch(program, "the task is forked");
        replace(patch, call, task, "fork");
        return patch;
    }

    /** Invokes a task by the worker, unless others could run beside it: then they do. */
    private static Patch invoked(Program program, J.MethodInvocation call, Expression task) {
        SerialParts parts =
                SerialParts.around(program, JoinAfterCompute.statementsAround(program, call), call);
        if (parts.areSeveral()) {
            return parts.together();
        }
        JoinAfterCompute.requireNoLoop(program, call);
        JoinAfterCompute.requireNoOther(program, call);
        parts.requireNothingBetween();
        Patch patch = new Patch(program, "the task is invoked by the worker that made it");
        replace(patch, call, task, "invoke");
        return patch;
    }

    private static void replace(
            Patch patch, J.MethodInvocation call, Expression task, String name) {
        boolean simple =
                task instanceof J.Identifier
                        || task instanceof J.NewClass
                        || task instanceof J.MethodInvocation
                        || task instanceof J.FieldAccess
                        || task instanceof J.ArrayAccess;
        String text = patch.text(task);
        patch.replace(call, (simple ? text : "(" + text + ")") + "." + name + "()");
    }

    private static boolean isOwnPool(Program program, J.MethodInvocation call) {
        return program.trees.text(call.getSelect()).matches("(\\w+\\.)?getPool\\(\\)");
    }

    /**
     * Refuses what is not surely a task that may as well be forked where it is handed to a pool.
     */
    static void requireForkable(Program program, J.MethodInvocation call) {
        List<Expression> arguments = Trees.arguments(call.getArguments());
        TaskCode.Reached where = program.tasks.around(call);
        if (where == null
                || where.caller() != null
                || program.trees.enclosing(call, J.MethodDeclaration.class) != where.body()
                || program.trees.enclosing(call, J.Lambda.class) != null
                || !program.types.isTask(program.types.enclosing(call).name)) {
            throw new CannotProve("this code may run outside of a worker, too");
        }
        if (arguments.size() != 1
                || !Set.of("invoke", "submit", "execute").contains(call.getSimpleName())
                || !program.types.isPool(program.variables.typeOf(call.getSelect()))
                || !program.isTask(arguments.get(0))) {
            throw new CannotProve("what is handed over is not one task, to a fork/join pool");
        }
        boolean ownPool = isOwnPool(program, call);
        boolean named =
                call.getSelect() instanceof J.Identifier
                        || call.getSelect() instanceof J.FieldAccess
                        || program.trees
                                .text(call.getSelect())
                                .matches("([\\w.]+\\.)?ForkJoinPool\\.commonPool\\(\\)");
        if (!ownPool && !named) {
            throw new CannotProve(call.getSelect(), "the pool is computed by code with effects");
        }
        Expression task = arguments.get(0);
        DeclaredType type = program.types.declared(program.variables.typeOf(task));
        List<J.MethodDeclaration> bodies = type == null ? List.of() : type.methods("compute", 0);
        if (!ownPool && (bodies.size() != 1 || !type.subtypes.isEmpty())) {
            throw new CannotProve(
                    task, "what the task does, and whether it needs its pool, is not seen");
        }
        if (!ownPool) {
            new Reach(program).visit(bodies.get(0), it -> requireAnyPool(it, call));
        }
    }

    private static void requireNobodyWaitsForOneOfSeveral(Program program) {
        List<J> elements =
                program.files.stream().flatMap(it -> program.trees.elements(it).stream()).toList();
        if (elements.stream().filter(it -> isPool(program, it)).count() < 2) {
            return;
        }
        for (J element : elements) {
            if (element instanceof J.MethodInvocation call
                    && WAITS_FOR_THE_POOL.contains(call.getSimpleName())) {
                throw new CannotProve(call, "the pool may be waited for instead of the task");
            }
        }
    }

    private static boolean isPool(Program program, J element) {
        return PoolPerCall.makesPool(program, element)
                || element instanceof J.MethodInvocation call
                        && call.getSimpleName().equals("commonPool");
    }

    /** Refuses code that needs its pool, or waits; {@code submission} is left out. */
    static void requireAnyPool(J element, J.MethodInvocation submission) {
        if (element instanceof J.Synchronized
                || element instanceof J.MethodInvocation call
                        && TIED_TO_THE_POOL.contains(call.getSimpleName())
                        && call != submission) {
            throw new CannotProve(element, "the task may need its own pool, or wait in it");
        }
    }
}
