package dev.cleave.benchmarks.jne;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.benchmarks.MeasurementException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real programs, each in a virtual machine of its own: what is right, and what goes wrong. */
class ProgramSetTest {
    private static final List<Kernel> KERNELS = List.of(Kernel.LUFACT, Kernel.SERIES);

    private static JnePlan plan(String... jvmArguments) {
        return JnePlan.of(
                new JneOptions(
                        true,
                        false,
                        null,
                        null,
                        null,
                        List.of("juc", "fixed"),
                        List.of("workload-2"),
                        null,
                        null,
                        List.of(jvmArguments),
                        List.of()));
    }

    private static List<ProgramOrder> both(WorkloadPeer peer, int workers) {
        return Collections.nCopies(2, ProgramOrder.open(peer, workers, null, 0));
    }

    @ParameterizedTest
    @EnumSource(
            value = WorkloadPeer.class,
            names = {"SERIAL", "JUC", "FIXED", "CONTAINER"})
    void programsRunTogetherUntilOneHasRunSoOften(WorkloadPeer peer) throws Exception {
        JnePlan plan = plan();
        Answers answers = new Answers();
        List<Long> processes = new ArrayList<>();
        try (Managers managers = Managers.start(plan);
                ProgramSet programs =
                        new ProgramSet(plan, managers, answers, KERNELS, Kernel.Size.QUICK)) {
            processes.add(programs.pid(0));
            processes.add(programs.pid(1));
            Window.Rule rule = new Window.Rule(3, Long.MAX_VALUE);
            programs.open(both(WorkloadPeer.SERIAL, 1));
            programs.run(List.of(0, 1), rule);
            programs.open(both(peer, 2));
            Window window = programs.run(List.of(0, 1), rule);
            int most = window.runs().stream().mapToInt(List::size).max().orElseThrow();
            int fewest = window.runs().stream().mapToInt(List::size).min().orElseThrow();
            assertEquals(2, window.runs().size());
            assertTrue(most >= 3 && fewest >= 1, window::toString);
            assertTrue(window.seconds() > 0);
        }
        processes.forEach(
                process ->
                        assertFalse(
                                ProcessHandle.of(process)
                                        .map(ProcessHandle::isAlive)
                                        .orElse(false)));
    }

    @Test
    void aWrongResultIsNamed() throws Exception {
        JnePlan plan = plan();
        Answers answers = new Answers();
        answers.check(Kernel.SERIES, Kernel.Size.QUICK, "the truth", "hash 42");
        try (Managers managers = Managers.start(plan);
                ProgramSet programs =
                        new ProgramSet(plan, managers, answers, KERNELS, Kernel.Size.QUICK)) {
            programs.open(both(WorkloadPeer.FIXED, 2));
            String said =
                    assertThrows(
                                    MeasurementException.class,
                                    () ->
                                            programs.run(
                                                    List.of(0, 1),
                                                    new Window.Rule(1, Long.MAX_VALUE)))
                            .getMessage();
            assertTrue(
                    said.startsWith("program 2 of LUFact, Series, fixed: wrong result: hash "),
                    said);
        }
    }

    @Test
    void aProgramThatIsKilledIsReportedAndNotWaitedFor() throws Exception {
        JnePlan plan = plan();
        try (Managers managers = Managers.start(plan);
                ProgramSet programs =
                        new ProgramSet(plan, managers, new Answers(), KERNELS, Kernel.Size.QUICK)) {
            programs.open(both(WorkloadPeer.JUC, 2));
            ProcessHandle.of(programs.pid(1)).orElseThrow().destroyForcibly();
            MeasurementException failure =
                    assertThrows(
                            MeasurementException.class,
                            () ->
                                    programs.run(
                                            List.of(0, 1),
                                            new Window.Rule(Integer.MAX_VALUE, Long.MAX_VALUE)));
            assertEquals(
                    "program 2 of LUFact, Series, juc: the virtual machine ended with status 137",
                    failure.getMessage());
        }
    }

    @Test
    void anOptionThatTheVirtualMachineDoesNotKnow() throws Exception {
        JnePlan plan = plan("-XX:NoSuchOption=1");
        try (Managers managers = Managers.start(plan)) {
            MeasurementException failure =
                    assertThrows(
                            MeasurementException.class,
                            () ->
                                    new ProgramSet(
                                                    plan,
                                                    managers,
                                                    new Answers(),
                                                    KERNELS,
                                                    Kernel.Size.QUICK)
                                            .close());
            assertTrue(failure.getMessage().contains("NoSuchOption"), failure.getMessage());
        }
    }
}
