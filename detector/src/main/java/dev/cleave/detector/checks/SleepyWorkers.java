package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.DataFlow;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Reach;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import dev.cleave.detector.program.TypeNames;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Loop;
import org.openrewrite.java.tree.Statement;

/**
 * FJ6: workers put to sleep, or made to wait for something that is not a task. Section V of the
 * study, figure 10. What a {@code ManagedBlocker} waits for is not reported, for the pool starts a
 * spare thread meanwhile; nor are questions to the file system, and what is printed to {@code
 * System.out}.
 */
public final class SleepyWorkers extends Check {
    private static final String DOES_INPUT = " does blocking input or output";

    /** Follows what a worker waits for where pools are told, or find out, that it does. */
    private static final String REPLACED = ", while another worker takes over";

    /** A variable of a class that was not given, by its name. */
    private static final Pattern CONDITION = Pattern.compile("(?i)condition\\w*$");

    private static final Pattern SELECTOR = Pattern.compile("(?i)selector$");

    private static final Pattern QUEUE = Pattern.compile("(?i)queue$");

    private static final String AT_QUEUE = "waits at a blocking queue";

    private static final Set<String> WAITING_AT_QUEUE =
            Set.of("put", "take", "putFirst", "putLast", "takeFirst", "takeLast", "transfer");

    /** Made by OpenRewrite too. */
    public SleepyWorkers() {
        super(
                "FJ6",
                "Sleepy workers: a task sleeps or blocks",
                "Finds sleeping, waiting and blocking input or output in tasks.",
                "The worker is as good as lost while it waits: the pool has as many workers as"
                        + " processors, and none takes the place of this one.",
                "Remove the wait, do it outside the tasks, or declare it to the pool with"
                        + " ForkJoinPool.managedBlock.");
    }

    @Override
    protected void find(Program program, Findings findings) {
        for (TaskCode.Reached where : program.tasks.reached()) {
            boolean told = false;
            boolean waited = false;
            J likely = null;
            J process = null;
            for (J element : program.tasks.elements(where.body())) {
                String waits = waits(program, element);
                process = process == null && talksToProcess(program, element) ? element : process;
                if (waits != null) {
                    waited = true;
                    add(findings, element, where, waits);
                } else if (!told && InputAndOutput.blocks(program, element)) {
                    told = true;
                    findings.add(
                            element,
                            where,
                            Severity.HIGH,
                            Confidence.HIGH,
                            where.task() + DOES_INPUT);
                } else if (likely == null && BlockingLibraries.probablyWaits(program, element)) {
                    likely = element;
                }
            }
            if (likely != null && !told) {
                told = true;
                findings.add(
                        likely, where, Severity.HIGH, Confidence.MEDIUM, where.task() + DOES_INPUT);
            }
            if (process != null && !told && !waited) {
                findings.add(
                        process,
                        where,
                        Severity.HIGH,
                        Confidence.MEDIUM,
                        where.task() + " reads what a process writes");
            }
        }
    }

    private static void add(Findings findings, J element, TaskCode.Reached where, String waits) {
        String message = where.task() + " " + waits;
        if (!waits.endsWith(REPLACED)) {
            findings.add(element, where, Severity.HIGH, Confidence.HIGH, message);
            return;
        }
        findings.add(
                element,
                where,
                Severity.MEDIUM,
                Confidence.HIGH,
                message,
                "The pool lets another worker run in this one's place: a thread for each task"
                        + " that waits at the same time, to be started or woken.",
                null,
                waits.contains("CompletableFuture")
                        ? "Compose the futures (thenCombine, thenCompose, allOf) instead of"
                                + " waiting for them."
                        : "Do it outside the tasks, or make a task of what comes after the wait.");
    }

    /** How a call waits, or what a method reference calls, in words; null if it does not. */
    static String waits(Program program, J element) {
        if (element instanceof J.MemberReference reference) {
            return program.tasks.isDetached(reference) && program.tasks.reached(reference) == null
                    ? null
                    : waits(program, reference);
        }
        return element instanceof J.MethodInvocation call ? waits(program, call) : null;
    }

    private static String waits(Program program, J.MemberReference reference) {
        Expression on = reference.getContaining();
        String type = program.variables.typeOf(on);
        J around = program.trees.parentPastWrapping(reference);
        boolean ofEach =
                program.variables.of(on) == null
                        && around instanceof J.MethodInvocation call
                        && call.getSelect() != null;
        int arguments =
                reference.getMethodType() == null
                        ? 0
                        : reference.getMethodType().getParameterTypes().size();
        return type == null || !program.calls.targets(reference).isEmpty()
                ? null
                : waitsByType(
                        program,
                        ofEach ? ((J.MethodInvocation) around).getSelect() : on,
                        reference.getReference().getSimpleName(),
                        arguments,
                        type);
    }

    /**
     * Whether a call is the first in the condition of a loop that does nothing until a future is
     * done. One that sleeps is found by its sleep.
     */
    private static boolean spins(Program program, J.MethodInvocation call) {
        return spinningLoop(program, call) != null
                && Trees.elements(condition(program, call), it -> false).stream()
                                .filter(J.MethodInvocation.class::isInstance)
                                .findFirst()
                                .orElseThrow()
                        == call;
    }

    /** The loop that a call is in the condition of and that only lets time pass; null if none. */
    public static Loop spinningLoop(Program program, J.MethodInvocation call) {
        if (!call.getSimpleName().equals("isDone")
                || call.getSelect() == null
                || !Trees.arguments(call.getArguments()).isEmpty()
                || !program.types.isA(
                        program.variables.typeOf(call.getSelect()),
                        "java.util.concurrent.Future")) {
            return null;
        }
        J of = program.trees.parent(condition(program, call));
        J asking = of instanceof J.ForLoop.Control ? program.trees.parent(of) : of;
        J around = asking;
        if (asking instanceof J.If leaves) {
            around = program.trees.parent(leaves);
            around = around instanceof J.Block ? program.trees.parent(around) : around;
            if (!onlyLeaves(leaves) || !(around instanceof Loop endless) || !isEndless(endless)) {
                return null;
            }
        }
        return around instanceof Loop loop
                        && !(loop instanceof J.ForLoop counted && counts(counted))
                        && (loop.getBody() == asking
                                || Trees.elements(loop.getBody(), it -> it instanceof J.If).stream()
                                        .allMatch(it -> letsTimePass(it) || it == asking))
                ? loop
                : null;
    }

    /** The whole expression that a call is part of. */
    private static J condition(Program program, J.MethodInvocation call) {
        J at = call;
        J around = program.trees.parent(at);
        while (around instanceof Expression && !(around instanceof J.Lambda)) {
            at = around;
            around = program.trees.parent(at);
        }
        return at;
    }

    private static boolean onlyLeaves(J.If choice) {
        Statement then = choice.getThenPart();
        if (then instanceof J.Block block && block.getStatements().size() == 1) {
            then = block.getStatements().get(0);
        }
        return choice.getElsePart() == null
                && (then instanceof J.Break || then instanceof J.Return);
    }

    private static boolean isEndless(Loop loop) {
        Expression condition =
                loop instanceof J.WhileLoop whileLoop
                        ? Trees.unwrapped(whileLoop.getCondition().getTree())
                        : loop instanceof J.ForLoop forLoop
                                ? forLoop.getControl().getCondition()
                                : null;
        return condition instanceof J.Empty
                || condition instanceof J.Literal literal
                        && Boolean.TRUE.equals(literal.getValue());
    }

    private static boolean counts(J.ForLoop loop) {
        return Stream.concat(
                        loop.getControl().getInit().stream(),
                        loop.getControl().getUpdate().stream())
                .anyMatch(it -> !(it instanceof J.Empty));
    }

    private static boolean letsTimePass(J element) {
        return element instanceof J.Block
                || element instanceof J.Empty
                || element instanceof J.Identifier
                || element instanceof J.FieldAccess
                || element instanceof J.MethodInvocation call
                        && call.getSimpleName().matches("yield|onSpinWait");
    }

    private static String waits(Program program, J.MethodInvocation call) {
        String name = call.getSimpleName();
        int arguments = Trees.arguments(call.getArguments()).size();
        String type =
                call.getSelect() == null
                        ? Reach.owner(call)
                        : program.variables.typeOf(call.getSelect());
        if (spins(program, call)) {
            return "does nothing until others are done";
        }
        if (name.equals("sleep")
                        && (type == null
                                ? call.getSelect() != null || call.getMethodType() == null
                                : program.types.isA(type, "java.lang.Thread")
                                        || program.types.isA(type, "java.util.concurrent.TimeUnit"))
                || name.equals("sleepUninterruptibly")) {
            return program.calls.targets(call).isEmpty() ? "sleeps" : null;
        }
        if (name.equals("wait")
                && arguments <= 2
                && Trees.arguments(call.getArguments()).stream()
                        .map(program.variables::typeOf)
                        .allMatch(it -> it == null || DataFlow.isScalar(it))
                && program.calls.targets(call).isEmpty()) {
            return type == null || arguments == 0 || "java.lang.Object".equals(Reach.owner(call))
                    ? "waits for a notification"
                    : null;
        }
        if (call.getSelect() == null) {
            return null;
        }
        if (type == null && isSubmission(program, call.getSelect())) {
            type = "java.util.concurrent.Future"; // of what, the compiler could not tell
        }
        if (name.equals("select") && isOfSelector(program, call, type)) {
            return "waits for channels to be ready";
        }
        return type == null
                ? waitsByName(program, call)
                : waitsByType(program, call.getSelect(), name, arguments, type);
    }

    /** How a call on something of a type that nothing tells waits, by what it is called. */
    private static String waitsByName(Program program, J.MethodInvocation call) {
        String name = call.getSimpleName();
        String on = program.trees.text(call.getSelect());
        int arguments = Trees.arguments(call.getArguments()).size();
        if (name.startsWith("await") && CONDITION.matcher(on).find()) {
            return waitsForCondition(arguments);
        }
        return name.equals("take") && arguments == 0 && QUEUE.matcher(on).find()
                ? AT_QUEUE + REPLACED
                : null;
    }

    /** With a limit of time it is not announced to the pool. */
    private static String waitsForCondition(int arguments) {
        return "waits for a condition" + (arguments == 0 ? REPLACED : "");
    }

    /**
     * How a method of that name waits.
     *
     * @param on what it is called on; for a method reference that is called on many, what has them
     */
    private static String waitsByType(
            Program program, Expression on, String name, int arguments, String type) {
        if (program.types.isA(type, "java.util.concurrent.locks.Condition")
                && name.startsWith("await")) {
            return waitsForCondition(arguments);
        }
        if (type.equals("java.util.concurrent.locks.LockSupport") && name.startsWith("park")) {
            return "parks its worker";
        }
        if (program.types.isA(type, "java.lang.Thread") && name.equals("join")) {
            return "waits for a thread to end";
        }
        if (program.types.isA(type, "java.lang.Process") && name.equals("waitFor")) {
            return "waits for a process to end";
        }
        if (program.types.isA(type, "java.util.concurrent.BlockingQueue")) {
            boolean limited =
                    name.startsWith("poll") && arguments == 2
                            || name.startsWith("offer") && arguments == 3;
            if (limited || WAITING_AT_QUEUE.contains(name)) {
                return AT_QUEUE + (limited ? "" : REPLACED);
            }
        }
        boolean task = program.types.isTask(type);
        if (!task
                && (program.types.isA(type, "java.util.concurrent.Future")
                        || type.endsWith("Future") && TypeNames.inTheJdk(type) == null)
                && Set.of("get", "join", "getUninterruptibly").contains(name)
                && !program.tasks.anyOrigin(on, it -> isOfTask(program, it))
                && !CompletedFutures.isDone(program, on)) {
            return program.types.isA(type, "java.util.concurrent.CompletableFuture")
                    ? "waits for a CompletableFuture" + REPLACED
                    : "waits for a future that is not a task";
        }
        if (program.types.isA(type, "java.util.concurrent.ExecutorService")
                && !program.tasks.isForkJoinPool(on)
                && Set.of("invokeAll", "invokeAny", "awaitTermination").contains(name)) {
            return "waits for another executor";
        }
        if (program.types.isPool(type) && name.equals("awaitTermination")) {
            return "waits for a pool to end";
        }
        if (name.equals("invokeAndWait")
                && type.matches("javax\\.swing\\.SwingUtilities|java\\.awt\\.EventQueue")) {
            return "waits for the event dispatch thread";
        }
        if (program.types.isA(type, "java.nio.file.WatchService")
                && (name.equals("take") || name.equals("poll") && arguments == 2)) {
            return "waits for files to change" + (arguments == 0 ? REPLACED : "");
        }
        if (program.types.isA(type, "java.util.concurrent.CompletionService")
                && name.equals("take")) {
            return "waits for another executor" + REPLACED;
        }
        return null;
    }

    /** Whether an expression is a task, or what a fork/join pool returns for some. */
    static boolean isOfTask(Program program, Expression expression) {
        return program.isTask(expression)
                || expression instanceof J.MethodInvocation call
                        && call.getSelect() != null
                        && call.getSimpleName().matches("submit|invokeAll")
                        && program.tasks.isForkJoinPool(call.getSelect());
    }

    /** Whether a call is made on a selector, or on what is called one and gets at most a time. */
    private static boolean isOfSelector(Program program, J.MethodInvocation call, String type) {
        return program.types.isA(type, "java.nio.channels.Selector")
                || (type == null
                                || TypeNames.inTheJdk(type) == null
                                        && program.types.declared(type) == null)
                        && SELECTOR.matcher(program.trees.text(call.getSelect())).find()
                        && Trees.arguments(call.getArguments()).stream()
                                .map(program.variables::typeOf)
                                .allMatch(it -> it != null && it.matches("int|long"));
    }

    private static boolean isSubmission(Program program, Expression expression) {
        return Trees.unwrapped(expression) instanceof J.MethodInvocation call
                && call.getSelect() != null
                && call.getSimpleName().equals("submit")
                && program.types.isA(
                        program.variables.typeOf(call.getSelect()),
                        "java.util.concurrent.ExecutorService");
    }

    /** Whoever asks for a process's output reads it, if only in code that was not given. */
    private static boolean talksToProcess(Program program, J element) {
        return element instanceof J.MethodInvocation call
                && call.getSelect() != null
                && call.getSimpleName().matches("getInputStream|getErrorStream|(input|error)Reader")
                && program.types.isA(
                        program.variables.typeOf(call.getSelect()), "java.lang.Process");
    }
}
