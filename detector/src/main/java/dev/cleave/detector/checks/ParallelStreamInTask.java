package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.openrewrite.java.tree.J;

/**
 * FJ16: parallel streams and other parallel bulk operations inside tasks. A lambda that is handed
 * to a pool only to run a parallel stream there, maybe in a method that it calls, is the known way
 * to choose the pool, and not reported.
 */
public final class ParallelStreamInTask extends Check {
    /** Made by OpenRewrite too. */
    public ParallelStreamInTask() {
        super(
                "FJ16",
                "Parallel streams inside tasks",
                "Finds parallel streams and parallel array operations that tasks run.",
                "The stream divides work that was divided already: each leaf makes several times as"
                        + " many tasks as there are processors, and waits for them.",
                "Use a sequential stream in the leaf, or let the stream divide all the work and drop"
                        + " the tasks.");
    }

    @Override
    protected void find(Program program, Findings findings) {
        for (TaskCode.Reached where : program.tasks.reached()) {
            if (!runsInTaskClass(
                    program, where, Collections.newSetFromMap(new IdentityHashMap<>()))) {
                continue;
            }
            for (J element : program.tasks.elements(where.body())) {
                if (element instanceof J.MethodInvocation call
                        && program.tasks.functions.isParallel(call)) {
                    findings.add(
                            call,
                            where,
                            Severity.MEDIUM,
                            Confidence.HIGH,
                            String.format(
                                    "%s runs %s inside a task",
                                    where.task(), call.getSimpleName()));
                }
            }
        }
    }

    /**
     * Whether the code of a task class gets to a body. What is handed to a pool as a function may
     * be handed over only for its streams to run there.
     */
    private static boolean runsInTaskClass(Program program, TaskCode.Reached where, Set<J> seen) {
        if (where == null || !seen.add(where.body())) {
            return false;
        }
        DeclaredType type = program.types.enclosing(where.body());
        boolean entry =
                where.caller() == null
                        && where.body() instanceof J.MethodDeclaration
                        && type != null
                        && program.types.isTask(type.name);
        return entry
                || runsInTaskClass(program, where.caller(), seen)
                || program.tasks.callers(where.body()).stream()
                        .anyMatch(it -> runsInTaskClass(program, program.tasks.around(it), seen));
    }
}
