package dev.cleave.detector.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.detector.Snippet;
import dev.cleave.detector.findings.Finding;
import dev.cleave.detector.findings.Severity;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** FJ2: what is said of a copy and of a view. The corpus has what is found. */
class CopyOnForkTest {
    private static final String SUM =
            """
            import java.util.*;
            import java.util.concurrent.*;
            class Sum extends RecursiveTask<Integer> {
                final List<Integer> list;
                Sum(List<Integer> list) { this.list = list; }
                @Override protected Integer compute() {
                    if (list.size() < 1000) return list.size();
                    Sum left = new Sum(HALF);
                    left.fork();
                    return left.join();
                }
            }
            """;

    @TempDir Path folder;

    @Test
    void aViewCopiesNothing() throws Exception {
        Finding view = found("list.subList(0, list.size() / 2)");
        assertEquals(Severity.LOW, view.severity());
        assertFalse(view.why().contains("copies"), view.why());
        assertNull(view.cost());
    }

    @Test
    void aCopyHasTheCostOfCopies() throws Exception {
        Finding copy = found("new ArrayList<>(list.subList(0, list.size() / 2))");
        assertEquals(Severity.HIGH, copy.severity());
        assertTrue(copy.why().contains("copies"), copy.why());
        assertEquals(Costs.of("FJ2"), copy.cost());
    }

    private Finding found(String half) throws Exception {
        List<Finding> findings =
                Snippet.check(folder, SUM.replace("HALF", half)).findings().stream()
                        .filter(it -> it.check().equals("FJ2"))
                        .toList();
        assertEquals(1, findings.size(), findings.toString());
        return findings.get(0);
    }
}
