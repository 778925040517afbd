package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.manager.Children.Child;
import dev.cleave.manager.SteppingProgram.Step;
import dev.cleave.processors.ManagedProcessors;
import dev.cleave.processors.manager.ManagerTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Managers and programs in virtual machines of their own, which are killed and stopped. */
class ProcessesTest {
    /** Of a manager. */
    private static final long TICK_NANOS = 900_000_000;

    @TempDir Path parent;
    private Children children;
    private Path folder;

    @BeforeEach
    void prepare() {
        children = new Children(parent);
        folder = children.folder;
    }

    @AfterEach
    void killAll() {
        children.close();
    }

    private ManagedProcessors program() throws IOException {
        return new ManagedProcessors(folder, "here", 4, 1, 1);
    }

    @Test
    void theProcessorsOfAKilledProgramGoToTheOthers() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION);
                ManagedProcessors here = program()) {
            Child child = children.start(ChildProgram.class);
            Await.equal(2, here::current);
            Await.equal("current 2", child::current);
            child.kill();
            Await.equal(4, here::current);
            assertEquals(1, manager.state().programs().size());
        }
    }

    /** As one that a child process inherited. */
    @Test
    void aProgramWhoseConnectionOutlivesItIsSaidToHaveEnded() throws Exception {
        Process gone = new ProcessBuilder("sleep", "1000").start();
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION);
                SteppingProgram inherited = new SteppingProgram(folder, gone.pid())) {
            inherited.takeUntil(Step.GRANTED);
            gone.destroyForcibly().waitFor();
            Await.equal(true, () -> manager.logged("stepping " + gone.pid() + " has ended"));
        } finally {
            gone.destroyForcibly();
        }
    }

    @Test
    void theProcessorsOfAStoppedProgramGoToTheOthersUntilItContinues() throws Exception {
        Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/stat")), "no /proc here");
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION);
                ManagedProcessors here = program()) {
            Child child = children.start(ChildProgram.class);
            Await.equal(2, here::current);
            child.signal("STOP");
            Await.equal(4, here::current);
            assertTrue(manager.state().programs().stream().anyMatch(it -> it.stopped()));
            child.signal("CONT");
            Await.equal(2, here::current);
            Await.equal("current 2", child::current);
        }
    }

    /** As {@code docker pause} does, on a machine whose control groups this user may change. */
    @ParameterizedTest
    @CsvSource({
        "/sys/fs/cgroup/freezer, freezer.state, FROZEN, THAWED",
        "/sys/fs/cgroup/unified, cgroup.freeze, 1, 0",
        "/sys/fs/cgroup, cgroup.freeze, 1, 0"
    })
    void theProcessorsOfAFrozenProgramGoToTheOthersUntilItIsThawed(
            Path hierarchy, String file, String frozen, String thawed) throws Exception {
        Path group = hierarchy.resolve("cleave-test-" + ProcessHandle.current().pid());
        Assumptions.assumeTrue(Files.exists(hierarchy.resolve("cgroup.procs")), "no " + hierarchy);
        Assumptions.assumeTrue(Files.isWritable(hierarchy), "not ours: " + hierarchy);
        try {
            Files.createDirectory(group);
        } catch (IOException refused) {
            Assumptions.abort("no group can be made: " + refused);
        }
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION);
                ManagedProcessors here = program()) {
            Child child =
                    children.start(
                            "echo $$ > " + group.resolve("cgroup.procs"),
                            List.of(),
                            ChildProgram.class);
            Await.equal("current 2", child::current);
            Await.equal(2, here::current); // which it may be told later
            Files.writeString(group.resolve(file), frozen);
            try {
                Await.equal(4, here::current);
                assertTrue(manager.state("child").stopped());
            } finally {
                Files.writeString(group.resolve(file), thawed); // or it could not be killed
            }
            Await.equal(2, here::current);
            Await.equal("current 2", child::current);
        } finally {
            killAll();
            Files.delete(group);
        }
    }

    @Test
    void programsOutliveAKilledManagerAndRegisterWithTheNext() throws Exception {
        Child first = children.startManager();
        Child child = children.start(ChildProgram.class);
        try (ManagedProcessors here = program()) {
            Await.equal(2, here::current);
            Await.equal("current 2", child::current);
            first.kill();
            Await.equal(ManagedProcessors.NO_LIMIT, here::current);
            Await.equal("current no limit", child::current);
            children.startManager(); // over the socket, table and lock file that the first one left
            Await.equal(2, here::current);
            Await.equal("current 2", child::current);
            assertTrue(child.process().isAlive());
        }
    }

    @Test
    void programsGoOnWhileTheManagerIsStopped() throws Exception {
        Child manager = children.startManager();
        try (ManagedProcessors here = program()) {
            Await.equal(4, here::current);
            manager.signal("STOP");
            here.request(1); // nobody hears it yet, and nobody waits
            assertEquals(4, here.current());
            try (ManagedProcessors late = program()) {
                assertEquals(ManagedProcessors.NO_LIMIT, late.current());
                manager.signal("CONT");
                Await.equal(1, here::current);
                Await.equal(3, late::current);
            }
        }
    }

    @Test
    void aSecondManagerSaysThatThereIsOneAndHurtsNothing() throws Exception {
        Child first = children.startManager();
        try (ManagedProcessors here = program()) {
            Await.equal(4, here::current);
            Child second = children.start(ChildManager.class);
            assertEquals(2, second.process().waitFor());
            String said = second.last("cannot: ");
            assertTrue(said.contains("(process " + first.process().pid() + ")"), said);
            assertTrue(said.contains("CLEAVE_MANAGER"), said);
            here.request(3);
            Await.equal(3, here::current);
        }
    }

    @Test
    void poolsOfNoFixedSizeFollowTheManager() throws Exception {
        int all = Runtime.getRuntime().availableProcessors();
        Assumptions.assumeTrue(all > 1, "on one processor there is nothing to follow");
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION)) {
            Child child = children.start(ChildPool.class);
            String whole = "parallelism " + Math.min(4, all);
            Await.equal(whole, () -> child.last("parallelism "));
            List<ManagedProcessors> others = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                others.add(manager.program("other " + i, 4));
            }
            Await.equal("parallelism 1", () -> child.last("parallelism "));
            others.forEach(ManagedProcessors::close);
            Await.equal(whole, () -> child.last("parallelism "));
            manager.stop();
            Await.equal("parallelism " + all, () -> child.last("parallelism "));
        }
    }

    @Test
    void aPoolAsksForNoMoreThanItsProgram() throws Exception {
        Assumptions.assumeTrue(
                Runtime.getRuntime().availableProcessors() > 1, "one is all that can be wanted");
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION)) {
            Child child = children.start(ChildPool.class, "1").awaiting("parallelism 1");
            Await.equal(1, () -> manager.state().programs().size());
            Await.equal(1, () -> manager.state(ChildPool.class.getName()).wanted());
            assertTrue(child.process().isAlive());
        }
    }

    @Test
    void aProcessNumberUsedAgainIsAnotherProgram() throws Exception {
        Path last = Path.of("/proc/sys/kernel/ns_last_pid");
        Assumptions.assumeTrue(isWritable(last), "process numbers cannot be chosen here");
        Child manager = children.startManager();
        Process gone = new ProcessBuilder("sleep", "1000").start();
        Process again = null;
        // Its connection outlives it, as one that a child process inherited.
        try (ManagedProcessors here = program();
                SteppingProgram inherited = new SteppingProgram(folder, gone.pid())) {
            inherited.takeUntil(Step.GRANTED);
            Await.equal(2, here::current);
            manager.signal("STOP");
            gone.destroyForcibly().waitFor();
            again = startAs(gone.pid(), last);
            manager.signal("CONT");
            Await.equal(4, here::current);
            manager.awaiting("stepping " + again.pid() + " has ended");
            try (SteppingProgram successor = new SteppingProgram(folder, again.pid())) {
                successor.takeUntil(Step.GRANTED);
                Await.equal(2, here::current);
            }
            assertTrue(again.isAlive());
        } finally {
            gone.destroyForcibly();
            if (again != null) {
                again.destroyForcibly();
            }
        }
    }

    /** Asked in earnest: its mode says so to users who may not. */
    private static boolean isWritable(Path last) {
        try {
            Files.writeString(last, Files.readString(last));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** A process with this number; others may be started in between, so more than once is tried. */
    private static Process startAs(long number, Path last) throws Exception {
        for (int i = 0; i < 100; i++) {
            Files.writeString(last, Long.toString(number - 1));
            Process process = new ProcessBuilder("sleep", "1000").start();
            if (process.pid() == number) {
                return process;
            }
            process.destroyForcibly().waitFor();
        }
        return Assumptions.abort("process " + number + " was never the next");
    }

    @Test
    void aProgramThatFindsTheTableFullSaysSoAndGetsTheFirstSlotThatIsFree() throws Exception {
        List<SteppingProgram> programs = new ArrayList<>();
        try (RunningManager manager = new RunningManager(folder, Policy.FCFS)) {
            for (int i = 0; i < ManagerTable.SLOTS; i++) {
                long process = ProcessHandle.current().pid();
                programs.add(new SteppingProgram(folder, process).takeUntil(Step.OWNED));
            }
            Child child = children.start(ChildProgram.class);
            child.awaiting("refuses this program: all 1024 slots are taken: end a program");
            Await.equal("current no limit", child::current); // which another thread says
            programs.remove(0).close();
            Await.equal("current 1", child::current);
            assertEquals(ManagerTable.SLOTS, manager.state().programs().size());
            assertEquals(1, child.count("slots are taken"));
        } finally {
            for (SteppingProgram program : programs) {
                program.close();
            }
        }
    }

    @Test
    void aManagerWithoutFileDescriptorsServesThoseItHasAndThenTheOthers() throws Exception {
        Child manager =
                children.start("ulimit -n 64", List.of(), ChildManager.class).awaiting("divides");
        List<SteppingProgram> crowd = new ArrayList<>();
        try (ManagedProcessors here = program()) {
            Await.equal(4, here::current);
            long start = System.nanoTime();
            for (int i = 0; i < 64; i++) {
                crowd.add(new SteppingProgram(folder, ProcessHandle.current().pid()));
            }
            manager.awaiting("takes no connections for a moment: ");
            here.request(3);
            Await.equal(3, here::current);
            // It tries again when it looks at its programs, and not all the time.
            int tries = manager.count("takes no connections for a moment: ");
            long ticks = 1 + (System.nanoTime() - start) / TICK_NANOS;
            assertTrue(tries <= 1 + ticks, tries + " tries in " + ticks + " ticks");
            for (SteppingProgram program : crowd) {
                program.close();
            }
            Child child = children.start(ChildProgram.class);
            Await.equal("current 2", child::current);
            assertEquals(0, manager.count("starts anew"));
        }
    }

    @Test
    void aProgramWithoutAThreadForTheDialogueGoesOnWithoutTheManager() throws Exception {
        Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/stat")), "no ulimit -v here");
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC)) {
            Child child =
                    children.start(
                            "ulimit -v 8000000", List.of("-Xss256m"), ChildWithoutThreads.class);
            child.awaiting("asks: true").awaiting("computes: false").awaiting("computes: true");
            assertEquals(1, child.count("without a CPU manager: there is no thread to be had"));
            assertEquals(List.of(), manager.state().programs());
        }
    }

    @Test
    void onOneProcessorWithoutControlGroupsAllWorksAndNothingIsSaidTwice() throws Exception {
        Child manager = children.startManager("0");
        Child child =
                children.start(
                        List.of(
                                "-XX:ActiveProcessorCount=1",
                                "-Ddev.cleave.processors.root=" + parent.resolve("empty"),
                                "-Djava.util.logging.SimpleFormatter.format=%5$s%n"),
                        ChildPool.class);
        Await.equal(
                List.of(1),
                () ->
                        RunningManager.stateIn(folder).programs().stream()
                                .map(program -> program.current())
                                .toList());
        manager.kill();
        children.startManager("0");
        Await.equal(1, () -> RunningManager.stateIn(folder).programs().size());
        child.awaiting("parallelism 1");
        List<String> lines = child.lines();
        assertEquals(lines.size(), Set.copyOf(lines).size(), lines.toString());
        assertTrue(child.process().isAlive());
    }
}
