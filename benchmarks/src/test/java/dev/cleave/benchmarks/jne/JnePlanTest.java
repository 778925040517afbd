package dev.cleave.benchmarks.jne;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.benchmarks.UsageException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command line asks for, and what it may not. */
class JnePlanTest {
    @TempDir private Path folder;

    private static JneOptions options(
            boolean quick, boolean full, Path plot, List<String> peers, List<String> programs) {
        return new JneOptions(
                quick, full, null, plot, null, peers, programs, null, null, List.of(), List.of());
    }

    private static JnePlan plan(List<String> peers, String... programs) {
        return JnePlan.of(options(false, false, null, peers, List.of(programs)));
    }

    private static String refusal(JneOptions options) {
        return assertThrows(UsageException.class, () -> JnePlan.of(options)).getMessage();
    }

    @Test
    void withoutAWordItIsEverything() {
        JnePlan plan = plan(List.of());
        assertEquals(List.of(Workload.values()), plan.workloads());
        assertEquals(WorkloadPeer.choices(), plan.peers());
        assertTrue(plan.limits() && plan.costs() && plan.failures());
        assertEquals(5, plan.managed().size());
        assertEquals(2, plan.forks());
    }

    @Test
    void peersAreMeasuredInOneOrderHoweverTheyAreNamed() {
        assertEquals(
                List.of(WorkloadPeer.JUC, WorkloadPeer.DYNAMIC),
                plan(List.of("dynamic", "juc", "dynamic")).peers());
    }

    @Test
    void managersAreStartedForWhoNeedsThem() {
        assertEquals(List.of(), plan(List.of("juc", "container"), "workload-2").managed());
        assertEquals(List.of(WorkloadPeer.FCFS), plan(List.of("fcfs"), "workload-2").managed());
        assertEquals(List.of(WorkloadPeer.DYNAMIC), plan(List.of("juc"), "costs").managed());
        assertEquals(List.of(WorkloadPeer.DYNAMIC), plan(List.of("fcfs"), "limits").managed());
        assertEquals(List.of(WorkloadPeer.DYNAMIC), plan(List.of("juc"), "failures").managed());
    }

    @Test
    void workloadsOfTheSameProgramsShareTheirVirtualMachines() {
        assertEquals(
                List.of(
                        List.of(Workload.ONE, Workload.TWO),
                        List.of(Workload.TWO_FINE),
                        List.of(Workload.THREE, Workload.FOUR)),
                plan(List.of()).groups());
    }

    @Test
    void theSerialVersionIsMeasuredFirstAndEveryoneElseOnce() {
        JnePlan plan = plan(List.of("juc", "fixed", "dynamic"), "workload-1", "workload-2");
        List<Standalones.Key> keys = plan.standalones(plan.groups().get(0));
        assertEquals(WorkloadPeer.SERIAL, keys.get(0).peer());
        assertEquals(keys.size(), keys.stream().distinct().count(), keys::toString);
        assertFalse(keys.stream().anyMatch(key -> key.peer().isManaged()), keys::toString);
        assertEquals(2, keys.stream().map(Standalones.Key::kernel).distinct().count());
        assertEquals(2 * (keys.size() + 2 * 3), plan.windows());
    }

    @Test
    void quickIsSmallUnlessItIsSmallAlready() {
        assertEquals(Kernel.Size.QUICK, Workload.TWO.size(true));
        assertEquals(Kernel.Size.FINE, Workload.TWO_FINE.size(true));
        assertEquals(Kernel.Size.PAPER, Workload.TWO.size(false));
    }

    @Test
    void whatMakesNoSenseIsRefusedWithWhatWouldDo() {
        assertTrue(
                refusal(options(true, true, null, List.of(), List.of())).contains("leave one out"));
        assertTrue(
                refusal(options(false, false, null, List.of("dss"), List.of()))
                        .contains(
                                "'dss' is no peer in suite jne; peers: one-worker juc fixed"
                                        + " container fcfs round-robin equipartition dynamic"
                                        + " performance"));
        assertTrue(
                refusal(options(false, false, null, List.of(), List.of("workload-5")))
                        .contains(
                                "programs: workload-1 workload-2 workload-2-fine workload-3"
                                        + " workload-4 limits costs failures"));
        assertTrue(
                refusal(options(false, false, folder.resolve("no/plot.svg"), List.of(), List.of()))
                        .contains("--plot"));
    }
}
