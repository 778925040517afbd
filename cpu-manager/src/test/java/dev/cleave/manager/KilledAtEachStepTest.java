package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.manager.Children.Child;
import dev.cleave.processors.ManagedProcessors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Either side is killed or stopped at each step of the dialogue; the other goes on. */
class KilledAtEachStepTest {
    @TempDir Path parent;

    @ParameterizedTest
    @EnumSource(SteppingProgram.Step.class)
    void aProgramKilledAtAnyStepLeavesNothingBehind(SteppingProgram.Step step) throws Exception {
        try (Children children = new Children(parent);
                RunningManager manager = new RunningManager(children.folder, Policy.EQUIPARTITION);
                ManagedProcessors here = manager.program("here", 4)) {
            Await.equal(4, here::current);
            Child child = children.start(SteppingProgram.class, step.name()).awaiting("at " + step);
            Await.equal(left(step), here::current);
            child.kill();
            Await.equal(4, here::current);
            Await.equal(List.of("here"), () -> names(manager));
            boolean inOrder = step.compareTo(SteppingProgram.Step.LEFT) >= 0;
            Await.equal(
                    !inOrder,
                    () -> // or, if it had not registered, that of a connection
                    manager.logged(" has ended") || manager.logged("a connection is dropped: "));
            assertFalse(manager.logged(" lives on"));
            try (ManagedProcessors next = manager.program("next", 4)) { // in the same slot
                Await.equal(2, next::current);
                Await.equal(2, here::current);
            }
        }
    }

    @Test
    void aProgramThatOnlyEndsItsConnectionIsNotToldToHaveEnded() throws Exception {
        try (Children children = new Children(parent);
                RunningManager manager = new RunningManager(children.folder, Policy.FCFS)) {
            long here = ProcessHandle.current().pid();
            new SteppingProgram(children.folder, here)
                    .takeUntil(SteppingProgram.Step.GRANTED)
                    .close();
            String dropped = " is dropped: its connection ended, and it lives on";
            Await.equal(true, () -> manager.logged("stepping " + here + dropped));
            assertFalse(manager.logged(" has ended"));
        }
    }

    /** What another program has of the four processors. */
    private static int left(SteppingProgram.Step step) {
        return switch (step) {
            case CONNECTED, HALF_SENT, SENT, OFFERED, LEFT, CLOSED -> 4;
            case OWNED, GRANTED -> 2;
            case REQUESTED, TOLD, GRANTED_ANEW -> 3;
        };
    }

    private static List<String> names(RunningManager manager) {
        return manager.state().programs().stream().map(program -> program.name()).toList();
    }

    @Test
    void aProgramStoppedBeforeItTakesItsSlotIsTooLate() throws Exception {
        try (Children children = new Children(parent);
                RunningManager manager = new RunningManager(children.folder, Policy.EQUIPARTITION);
                ManagedProcessors here = manager.program("here", 4)) {
            Child child = children.start(SteppingProgram.class, "OFFERED").awaiting("at OFFERED");
            child.signal("STOP");
            Await.equal(true, () -> manager.logged("has not taken its slot"));
            child.signal("CONT");
            child.tell();
            child.awaiting("too late");
            assertEquals(List.of("here"), names(manager));
            assertEquals(4, here.current());
        }
    }

    @ParameterizedTest
    @EnumSource(SteppingManager.Step.class)
    void programsOutliveAManagerKilledAtAnyStep(SteppingManager.Step step) throws Exception {
        try (Children children = new Children(parent)) {
            Child manager = children.start(SteppingManager.class, step.name()).awaiting("ready");
            try (ManagedProcessors here = new ManagedProcessors(children.folder, "here", 4, 1, 1)) {
                Await.equal(4, here::current);
                Child child = children.start(ChildProgram.class);
                manager.awaiting("at " + step);
                Await.equal(
                        step.compareTo(SteppingManager.Step.SHRINKING_TOLD) < 0 ? 4 : 2,
                        here::current);
                manager.kill();
                Await.equal(ManagedProcessors.NO_LIMIT, here::current);
                Await.equal("current no limit", child::current);
                children.startManager();
                Await.equal(2, here::current);
                Await.equal("current 2", child::current);
            }
        }
    }

    @Test
    void managersKilledUnderLoadAreReplaced() throws Exception {
        Random random = new Random(42);
        try (Children children = new Children(parent)) {
            Child manager = children.startManager();
            List<Child> pools =
                    List.of(children.start(ChildPool.class), children.start(ChildPool.class));
            try (ManagedProcessors here = new ManagedProcessors(children.folder, "here", 4, 1, 1);
                    ManagedProcessors too =
                            new ManagedProcessors(children.folder, "too", 4, 1, 1)) {
                for (int round = 0; round < 3; round++) {
                    awaitAllHaveOne(children.folder);
                    for (int i = random.nextInt(100); i >= 0; i--) {
                        here.request(1 + i % 4);
                        too.request(4 - i % 4);
                    }
                    manager.kill();
                    manager = children.startManager();
                }
                awaitAllHaveOne(children.folder);
                for (Child pool : pools) {
                    Await.equal("parallelism 1", () -> pool.last("parallelism "));
                }
            }
        }
    }

    private static void awaitAllHaveOne(Path folder) {
        Await.equal(
                Collections.nCopies(4, 1),
                () ->
                        RunningManager.stateIn(folder).programs().stream()
                                .map(program -> program.current())
                                .toList());
    }

    @Test
    void aProgramThatMeetsAStoppedManagerGoesOnAndComesBack() throws Exception {
        try (Children children = new Children(parent)) {
            Child manager = children.startManager();
            manager.signal("STOP");
            Child child = children.start(ChildProgram.class);
            IOException unanswered =
                    assertThrows(IOException.class, () -> ManagerQuery.ask(children.folder));
            assertTrue(
                    unanswered.getMessage().contains("not answered for 5000 ms; is it stopped?"),
                    unanswered.getMessage());
            child.awaiting("the manager has not answered for 5000 ms");
            Await.equal("current no limit", child::current); // which another thread says
            manager.signal("CONT");
            Await.equal("current 4", child::current);
            assertEquals(1, child.count("has not answered"));
        }
    }

    @Test
    void ofManagersStartedTogetherOneStays() throws Exception {
        try (Children children = new Children(parent)) {
            List<Child> managers =
                    List.of(
                            children.start(ChildManager.class),
                            children.start(ChildManager.class),
                            children.start(ChildManager.class));
            Await.equal(
                    1, () -> (int) managers.stream().filter(it -> it.process().isAlive()).count());
            for (Child manager : managers) {
                if (manager.process().isAlive()) {
                    manager.awaiting("divides");
                } else {
                    assertFalse(manager.said("divides"), () -> manager.lines().toString());
                    assertTrue(
                            manager.last("cannot: ").contains(" at work in " + children.folder),
                            () -> manager.lines().toString());
                }
            }
            Child child = children.start(ChildProgram.class);
            Await.equal("current 4", child::current);
        }
    }
}
