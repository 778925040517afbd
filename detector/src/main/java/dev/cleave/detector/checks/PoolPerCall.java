package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Loops;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
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

    /** Annotations of methods that may be called any number of times. */
    private static final Pattern SAYS_NOTHING =
            Pattern.compile(
                    "Override|Suppress.*|Nullable|No[nt]Null|Nonnull|SneakyThrows"
                            + "|(Get|Post|Put|Delete|Patch|Request|Message)Mapping"
                            + "|GET|POST|PUT|DELETE|Transactional|Async|Scheduled"
                            + "|(Kafka|Rabbit|Jms|Sqs)Listener");

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
        if (isKept(program, pool, new HashSet<>())) {
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
                        .anyMatch(it -> !SAYS_NOTHING.matcher(it.getSimpleName()).matches())) {
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

    /**
     * Whether a pool, or an object that holds it, outlives the call: in a field, or in the hands of
     * somebody else.
     */
    private static boolean isKept(Program program, Expression pool, Set<J> seen) {
        J around = program.trees.parentPastWrapping(pool);
        if (!seen.add(pool)) {
            return false;
        }
        if (around instanceof J.Ternary || around instanceof J.NewClass) {
            return isKept(program, (Expression) around, seen);
        }
        if (around instanceof J.Assignment assignment) {
            NamedVariable variable = program.variables.of(assignment.getVariable());
            return Trees.unwrapped(assignment.getVariable()) != pool
                    && (variable == null || isKept(program, variable, seen));
        }
        if (around instanceof NamedVariable variable) {
            return isKept(program, variable, seen);
        }
        if (around instanceof J.MethodInvocation call) {
            return Trees.unwrapped(call.getSelect()) == pool
                    ? call.getSimpleName().equals("start")
                    : isKeptBy(program, call, pool, seen);
        }
        return around instanceof J.Return
                || around instanceof J.Lambda
                || around instanceof J.NewArray;
    }

    private static boolean isKept(Program program, NamedVariable variable, Set<J> seen) {
        return program.variables.isField(variable)
                || !isClosed(program, variable)
                        && program.variables.uses(variable).stream()
                                .anyMatch(it -> isKept(program, it, seen));
    }

    /** Whether code ends the pool that a variable holds, itself and not in a function. */
    private static boolean isClosed(Program program, NamedVariable variable) {
        J declaration = program.variables.declaration(variable);
        return program.trees.parent(declaration) instanceof J.Try.Resource
                || program.variables.uses(variable).stream()
                        .anyMatch(
                                it ->
                                        program.trees.parentPastWrapping(it)
                                                        instanceof J.MethodInvocation call
                                                && call.getSelect() == it
                                                && call.getSimpleName()
                                                        .matches("shutdown|shutdownNow|close")
                                                && program.trees.enclosing(it, J.Lambda.class)
                                                        == program.trees.enclosing(
                                                                declaration, J.Lambda.class));
    }

    /** Whether a method keeps a pool that is its argument; one that was not given may. */
    private static boolean isKeptBy(
            Program program, J.MethodInvocation call, Expression pool, Set<J> seen) {
        List<J.MethodDeclaration> targets = program.calls.targets(call);
        if (targets.isEmpty()) {
            return !call.getSimpleName().endsWith("Async");
        }
        List<Expression> arguments = Trees.arguments(call.getArguments());
        for (int at = 0; at < arguments.size(); at++) {
            for (J.MethodDeclaration target : targets) {
                List<J.VariableDeclarations> parameters = DeclaredType.parameters(target);
                if (Trees.unwrapped(arguments.get(at)) == pool
                        && at < parameters.size()
                        && isKept(program, parameters.get(at).getVariables().get(0), seen)) {
                    return true;
                }
            }
        }
        return false;
    }
}
