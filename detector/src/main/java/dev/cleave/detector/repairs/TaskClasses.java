package dev.cleave.detector.repairs;

import dev.cleave.detector.checks.Check;
import dev.cleave.detector.checks.Checks;
import dev.cleave.detector.checks.Findings;
import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.sources.ForkJoinLibraries;
import org.openrewrite.java.tree.J;

/**
 * Finds the classes that {@link ToFuture} may turn into methods. Having them is no bottleneck, so
 * this is none of the {@link Checks}.
 */
final class TaskClasses extends Check {
    TaskClasses() {
        super(
                "ToFuture",
                "Recursive tasks that may be methods with futures",
                "Finds classes that extend RecursiveTask.",
                "A task object a call costs memory and a queue; a future costs neither.",
                "Write the recursion as a method, and mark the call with @Future.");
    }

    @Override
    protected void find(Program program, Findings findings) {
        for (DeclaredType type : program.types.declared()) {
            if (type.tree instanceof J.ClassDeclaration declaration
                    && !type.supertypes.isEmpty()
                    && ForkJoinLibraries.isTask(type.supertypes.get(0))
                    && type.supertypes.get(0).endsWith("RecursiveTask")) {
                findings.add(
                        declaration.getName(),
                        null,
                        Severity.LOW,
                        Confidence.HIGH,
                        type.simpleName + " may be a method");
            }
        }
    }
}
