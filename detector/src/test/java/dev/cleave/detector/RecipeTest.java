package dev.cleave.detector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.detector.checks.CentralizedPooling;
import dev.cleave.detector.checks.Check;
import dev.cleave.detector.checks.Checks;
import dev.cleave.detector.checks.CopyOnFork;
import dev.cleave.detector.checks.Findings;
import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.repairs.Patch;
import dev.cleave.detector.repairs.Repair;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Recipe;
import org.openrewrite.Result;
import org.openrewrite.SourceFile;
import org.openrewrite.internal.InMemoryLargeSourceSet;
import org.openrewrite.java.JavaParser;
import org.openrewrite.java.tree.J;

/** The checks as OpenRewrite runs them. */
class RecipeTest {
    private static final String SUBMITTER =
            """
            import java.util.concurrent.ForkJoinPool;
            import java.util.concurrent.RecursiveTask;

            class Submitter extends RecursiveTask<Integer> {
                protected Integer compute() {
                    return ForkJoinPool.commonPool().invoke(new Submitter());
                }
            }
            """;

    static List<Check> checks() {
        return Checks.all();
    }

    @ParameterizedTest
    @MethodSource("checks")
    void everyCheckIsAValidRecipe(Check check) {
        assertTrue(check.validate().isValid());
        assertFalse(check.getDisplayName().endsWith("."), check.getDisplayName());
        assertTrue(check.getDescription().endsWith("."), check.getDescription());
        assertTrue(check.id().matches("FJ\\d+"), check.id());
    }

    @Test
    void marksWhatItFinds() {
        assertEquals(
                SUBMITTER.replace(
                        "return Fork",
                        "return /*~~(FJ1: Submitter hands work to the pool with invoke instead of"
                                + " forking it)~~>*/Fork"),
                changed(new CentralizedPooling()));
        assertEquals(null, changed(new CopyOnFork()));
    }

    /**
     * A host asks for a visitor for each file; to look through all of them for each takes hours.
     */
    @Test
    void theProgramIsLookedThroughOnceForAllFiles() {
        int[] count = new int[1];
        Check counting =
                new Check("FJ0", "Counts", "Counts.", "No.", "No.") {
                    @Override
                    protected void find(Program program, Findings findings) {
                        count[0]++;
                    }
                };
        Repair idle =
                new Repair(counting, "Does nothing", "Does nothing.") {
                    @Override
                    protected Patch patch(Program program, J finding) {
                        throw new CannotProve("nothing");
                    }
                };
        for (Recipe recipe : List.of(counting, idle)) {
            count[0] = 0;
            InMemoryExecutionContext context = new InMemoryExecutionContext();
            List<SourceFile> sources =
                    JavaParser.fromJavaVersion()
                            .build()
                            .parse(context, "class A {}", "class B {}", "class C {}")
                            .toList();
            recipe.run(new InMemoryLargeSourceSet(sources), context);
            assertEquals(1, count[0], recipe.getDisplayName());
        }
    }

    private static String changed(Check check) {
        InMemoryExecutionContext context = new InMemoryExecutionContext();
        List<SourceFile> sources =
                JavaParser.fromJavaVersion().build().parse(context, SUBMITTER).toList();
        List<Result> results =
                check.run(new InMemoryLargeSourceSet(sources), context)
                        .getChangeset()
                        .getAllResults();
        return results.isEmpty() ? null : results.get(0).getAfter().printAll();
    }
}
