package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Loops;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * FJ12: a fork/join pool made for one computation, in a method that may be called often, or even
 * inside a task. Not in {@code main}, constructors, initializers, test and set-up methods, nor
 * where the pool is kept in a field or returned.
 */
public final class PoolPerCall extends Check {
    private static final Set<String> FACTORIES = Set.of("newWorkStealingPool");

    /** Made by OpenRewrite too. */
    public PoolPerCall() {
        super(
                "FJ12",
                "A pool per call",
                "Finds methods and tasks that make a fork/join pool each time they run.",
                "Each pool starts threads of its own, which begin without work and end with the"
                        + " call; pools side by side have more workers than there are processors.",
                "Keep one pool in a static field, or use ForkJoinPool.commonPool().");
    }

    @Override
    protected void find(Program program, Findings findings) {
        for (J.CompilationUnit file : program.files) {
            for (J element : program.trees.elements(file)) {
                if (makesPool(program, element)) {
                    visit(program, findings, (Expression) element);
                }
            }
        }
    }

    /** Whether code makes a pool. */
    public static boolean makesPool(Program program, J element) {
        return element instanceof J.NewClass creation
                        && creation.getClazz() != null
                        && program.types.isPool(program.types.name(creation.getClazz()))
                || element instanceof J.MethodInvocation call
                        && FACTORIES.contains(call.getSimpleName());
    }

    private static void visit(Program program, Findings findings, Expression pool) {
        TaskCode.Reached where = program.tasks.around(pool);
        J.MethodDeclaration method = program.trees.enclosing(pool, J.MethodDeclaration.class);
        boolean inTask = where != null && where.body() instanceof J.MethodDeclaration;
        if (method == null || !inTask && !mayBeCalledOften(program, method, pool)) {
            return;
        }
        if (isKept(program, pool)) {
            return;
        }
        findings.add(
                pool,
                where,
                inTask ? Severity.HIGH : Severity.MEDIUM,
                inTask ? Confidence.HIGH : Confidence.MEDIUM,
                inTask
                        ? where.task() + " makes a pool inside a task"
                        : "Each call of " + method.getSimpleName() + " makes a pool");
    }

    private static boolean mayBeCalledOften(
            Program program, J.MethodDeclaration method, Expression pool) {
        if (method.isConstructor()
                || !program.trees.within(pool, method.getBody())
                || method.getSimpleName()
                        .matches("(?i)(set|create|make|build|new|init|test|start).*")
                || method.getLeadingAnnotations().stream()
                        .anyMatch(
                                it ->
                                        !it.getSimpleName()
                                                .matches("Override|Suppress.*|Nullable"))) {
            return false;
        }
        if (Loops.around(program.trees, pool) != null) {
            return true;
        }
        if (runsAtTheEnd(program, pool)) {
            return false;
        }
        return !method.getSimpleName().equals("main")
                && !isOnlyCalledOnce(program, method, new HashSet<>());
    }

    /**
     * Whether all calls of a method that the program has are made once: on the way from main, or
     * when the virtual machine ends.
     */
    private static boolean isOnlyCalledOnce(
            Program program, J.MethodDeclaration method, Set<J> open) {
        if (!open.add(method)) {
            return false;
        }
        boolean called = false;
        for (J element : program.calls.named(method.getSimpleName())) {
            if (!isCallOf(program, element, method)) {
                continue;
            }
            if (runsAtTheEnd(program, element)) {
                called = true;
                continue;
            }
            J.MethodDeclaration caller =
                    program.trees.enclosing(element, J.MethodDeclaration.class);
            if (!(element instanceof J.MethodInvocation call)
                    || caller == null
                    || Loops.around(program.trees, call) != null
                    || !caller.getSimpleName().equals("main")
                            && !isOnlyCalledOnce(program, caller, open)) {
                return false;
            }
            called = true;
        }
        open.remove(method);
        return called;
    }

    /** Whether code is given to the virtual machine to be run once, when that ends. */
    private static boolean runsAtTheEnd(Program program, J code) {
        return runsAtTheEnd(program, code, new HashSet<>());
    }

    private static boolean runsAtTheEnd(Program program, J code, Set<J> open) {
        if (!open.add(code)) {
            return false;
        }
        J.MethodDeclaration method = null;
        for (J at = code; at != null; at = program.trees.parent(at)) {
            if (at instanceof J.MethodInvocation call
                    && call.getSimpleName().equals("addShutdownHook")) {
                return true;
            }
            if (at instanceof NamedVariable variable) {
                // The thread, or what that runs, has a name.
                return program.variables.uses(variable).stream()
                        .anyMatch(it -> runsAtTheEnd(program, it, open));
            }
            if (at instanceof J.MethodDeclaration declaration) {
                method = declaration;
            }
            if (at instanceof J.ClassDeclaration) {
                return method != null
                        && method.getSimpleName().equals("run")
                        && isOnlyMadeForTheEnd(program, program.types.enclosing(method), open);
            }
        }
        return false;
    }

    private static boolean isOnlyMadeForTheEnd(Program program, DeclaredType type, Set<J> open) {
        List<J.NewClass> made = program.calls.creations(type);
        return !made.isEmpty() && made.stream().allMatch(it -> runsAtTheEnd(program, it, open));
    }

    private static boolean isCallOf(Program program, J element, J.MethodDeclaration method) {
        return element instanceof J.MethodInvocation call
                        && program.calls.targets(call).contains(method)
                || element instanceof J.MemberReference reference
                        && program.calls.targets(reference).contains(method);
    }

    /** Whether a pool outlives the call: in a field, or in the hands of somebody else. */
    private static boolean isKept(Program program, Expression pool) {
        J around = program.trees.parentPastWrapping(pool);
        if (around instanceof J.Return
                || around instanceof J.Ternary
                || around instanceof J.Lambda) {
            return true;
        }
        if (around instanceof J.Assignment assignment) {
            NamedVariable variable = program.variables.of(assignment.getVariable());
            return variable == null
                    || !program.variables.isLocal(variable)
                    || isKept(program, variable);
        }
        return around instanceof NamedVariable variable
                        && (program.variables.isField(variable) || isKept(program, variable))
                || around instanceof J.NewClass
                || around instanceof J.MethodInvocation call && call.getSelect() != pool;
    }

    private static boolean isKept(Program program, NamedVariable variable) {
        return program.variables.uses(variable).stream()
                .map(program.trees::parentPastWrapping)
                .anyMatch(
                        it ->
                                it instanceof J.Return
                                        || it instanceof J.Assignment assignment
                                                && assignment.getVariable()
                                                        instanceof J.FieldAccess);
    }
}
