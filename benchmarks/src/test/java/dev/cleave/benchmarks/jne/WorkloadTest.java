package dev.cleave.benchmarks.jne;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who wants how many processors, on the paper's machine and on others. */
class WorkloadTest {
    private static int sum(List<Integer> wanted) {
        return wanted.stream().mapToInt(Integer::intValue).sum();
    }

    @Test
    void onThePapersMachineNotOverloadedIsAsInThePaper() {
        assertEquals(List.of(2, 4, 4, 6), Workload.ONE.wanted(16));
        assertEquals(List.of(1, 2, 2, 3), Workload.THREE.wanted(8));
    }

    @ParameterizedTest
    @EnumSource(Workload.class)
    void onlyAnOverloadedWorkloadWantsMoreThanThereIs(Workload workload) {
        for (int processors = 1; processors <= 64; processors++) {
            List<Integer> wanted = workload.wanted(processors);
            assertTrue(wanted.stream().allMatch(each -> each >= 1), wanted::toString);
            assertEquals(workload.isOverloaded(), sum(wanted) > processors, wanted::toString);
        }
    }

    @Test
    void overloadedAllFourWantEverything() {
        assertEquals(List.of(2, 2, 2, 2), Workload.TWO.wanted(2));
    }

    @Test
    void onAFewProcessorsNotAllProgramsFit() {
        assertEquals(List.of(1, 1), Workload.ONE.wanted(2));
        assertEquals(List.of(1, 1, 1, 1), Workload.ONE.wanted(4));
    }

    @ParameterizedTest
    @EnumSource(Workload.class)
    void thePapersTablesHaveAFigureForEachProgram(Workload workload) {
        PaperTables.Table table = PaperTables.of(workload);
        if (table != null) {
            table.rows()
                    .forEach(
                            row ->
                                    assertEquals(
                                            workload.kernels().size(), row.performance().length));
        }
    }
}
