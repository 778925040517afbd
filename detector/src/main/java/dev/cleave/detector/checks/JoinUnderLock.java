package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import dev.cleave.detector.sources.ForkJoinLibraries;
import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Statement;

/** FJ15: a task joined, or tasks invoked, while the worker holds a monitor or a lock. */
public final class JoinUnderLock extends Check {
    private static final Set<String> WAITS =
            Set.of("join", "get", "quietlyJoin", "invoke", "quietlyInvoke");

    /** Made by OpenRewrite too. */
    public JoinUnderLock() {
        super(
                "FJ15",
                "Join under a lock",
                "Finds tasks that wait for other tasks while they hold a monitor or a lock.",
                "A worker that joins runs other tasks meanwhile. If one of these needs the lock, it"
                        + " enters it again in the middle of the first, or all workers wait for one"
                        + " another for ever.",
                "Join first, and take the lock to use the result.");
    }

    @Override
    protected void find(Program program, Findings findings) {
        for (TaskCode.Reached where : program.tasks.reached()) {
            for (J element : program.tasks.elements(where.body())) {
                if (element instanceof J.MethodInvocation call && waits(program, call)) {
                    String lock = held(program, where.body(), call);
                    if (lock != null) {
                        findings.add(
                                call,
                                where,
                                Severity.HIGH,
                                Confidence.HIGH,
                                String.format(
                                        "%s waits for a task while it holds %s",
                                        where.task(), lock));
                    }
                }
            }
        }
    }

    private static boolean waits(Program program, J.MethodInvocation call) {
        if (call.getSimpleName().equals("invokeAll")) {
            DeclaredType around = program.types.enclosing(call);
            return Trees.arguments(call.getArguments()).stream().anyMatch(program::isTask)
                    || call.getSelect() == null
                            && around != null
                            && program.types.isTask(around.name);
        }
        if (call.getSimpleName().equals("sync")) {
            DeclaredType around = program.types.enclosing(call);
            String type =
                    call.getSelect() != null
                            ? program.variables.typeOf(call.getSelect())
                            : around != null ? around.name : null;
            return program.types.isA(type, ForkJoinLibraries.SYNC_TASK)
                    && Trees.arguments(call.getArguments()).isEmpty();
        }
        return WAITS.contains(call.getSimpleName())
                && call.getSelect() != null
                && program.isTask(call.getSelect());
    }

    /** What is held around a call, in words; null if nothing is, as far as this body shows. */
    public static String held(Program program, J body, J call) {
        J child = call;
        J at = program.trees.parent(call);
        while (at != null && child != body) {
            if (at instanceof J.Synchronized) {
                return "a monitor";
            }
            if (at instanceof J.MethodDeclaration method
                    && method.hasModifier(J.Modifier.Type.Synchronized)) {
                return "its monitor";
            }
            if (at instanceof J.Block block && locksBefore(program, block.getStatements(), child)) {
                return "a lock";
            }
            child = at;
            at = program.trees.parent(at);
        }
        return null;
    }

    private static boolean locksBefore(Program program, List<Statement> statements, J child) {
        boolean locked = false;
        for (Statement statement : statements) {
            if (statement == child) {
                return locked;
            }
            if (statement instanceof J.MethodInvocation call
                    && call.getSelect() != null
                    && (call.getSimpleName().startsWith("lock")
                            || call.getSimpleName().equals("unlock"))) {
                String type = "" + program.variables.typeOf(call.getSelect());
                if (type.endsWith("Lock")
                        || program.types.isA(type, "java.util.concurrent.locks.Lock")) {
                    locked = call.getSimpleName().startsWith("lock");
                }
            } else if (statement instanceof J.Try attempt && attempt.getFinally() != null) {
                locked &= !program.trees.text(attempt.getFinally()).contains("unlock");
            }
        }
        return false;
    }
}
