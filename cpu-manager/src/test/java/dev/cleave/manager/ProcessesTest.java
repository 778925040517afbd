package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.processors.ManagedProcessors;
import dev.cleave.processors.manager.ManagerFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Managers and programs in virtual machines of their own, which are killed and stopped. */
class ProcessesTest {
    @TempDir Path parent;
    private Path folder;
    private final List<Child> children = new ArrayList<>();

    /** A virtual machine, and the file with what it said. */
    private record Child(Process process, Path out) {
        boolean said(String line) {
            return lines().contains(line);
        }

        List<String> lines() {
            try {
                return Files.readAllLines(out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        String lastLine() {
            List<String> lines = lines();
            return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
        }

        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }

        void signal(String name) throws Exception {
            Process kill =
                    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            assertEquals(0, kill.waitFor(), "kill");
        }
    }

    @BeforeEach
    void name() {
        folder = parent.resolve("m");
    }

    @AfterEach
    void killAll() throws InterruptedException {
        for (Child child : children) {
            child.kill();
        }
    }

    private Child start(Class<?> main) throws IOException {
        Path out = parent.resolve(children.size() + ".out");
        ProcessBuilder builder =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Xmx64m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                main.getName(),
                                folder.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile());
        builder.environment().put(ManagerFolder.VARIABLE, folder.toString());
        Child child = new Child(builder.start(), out);
        children.add(child);
        return child;
    }

    private Child startManager() throws IOException {
        Child manager = start(ChildManager.class);
        Await.equal(true, () -> manager.said("ready"));
        return manager;
    }

    private ManagedProcessors program() throws IOException {
        return new ManagedProcessors(folder, "here", 4, 1, 1);
    }

    @Test
    void theProcessorsOfAKilledProgramGoToTheOthers() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION);
                ManagedProcessors here = program()) {
            Child child = start(ChildProgram.class);
            Await.equal(2, here::current);
            Await.equal("current 2", child::lastLine);
            child.kill();
            Await.equal(4, here::current);
            assertEquals(1, manager.state().programs().size());
        }
    }

    @Test
    void theProcessorsOfAStoppedProgramGoToTheOthersUntilItContinues() throws Exception {
        Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/stat")), "no /proc here");
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION);
                ManagedProcessors here = program()) {
            Child child = start(ChildProgram.class);
            Await.equal(2, here::current);
            child.signal("STOP");
            Await.equal(4, here::current);
            assertTrue(manager.state().programs().stream().anyMatch(it -> it.stopped()));
            child.signal("CONT");
            Await.equal(2, here::current);
            Await.equal("current 2", child::lastLine);
        }
    }

    @Test
    void programsOutliveAKilledManagerAndRegisterWithTheNext() throws Exception {
        Child first = startManager();
        Child child = start(ChildProgram.class);
        try (ManagedProcessors here = program()) {
            Await.equal(2, here::current);
            Await.equal("current 2", child::lastLine);
            first.kill();
            Await.equal(ManagedProcessors.NO_LIMIT, here::current);
            Await.equal("current no limit", child::lastLine);
            startManager(); // over the socket, table and lock file that the first one left
            Await.equal(2, here::current);
            Await.equal("current 2", child::lastLine);
            assertTrue(child.process.isAlive());
        }
    }

    @Test
    void programsGoOnWhileTheManagerIsStopped() throws Exception {
        Child manager = startManager();
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
        Child first = startManager();
        try (ManagedProcessors here = program()) {
            Await.equal(4, here::current);
            Child second = start(ChildManager.class);
            assertEquals(2, second.process.waitFor());
            assertTrue(
                    second.lastLine().contains("(process " + first.process.pid() + ")"),
                    second.lastLine());
            assertTrue(second.lastLine().contains("CLEAVE_MANAGER"), second.lastLine());
            here.request(3);
            Await.equal(3, here::current);
        }
    }

    @Test
    void aTableTruncatedUnderEverybodyIsMadeAnew() throws Exception {
        Child manager = startManager();
        Child child = start(ChildProgram.class);
        Await.equal("current 4", child::lastLine);
        try (FileChannel channel =
                FileChannel.open(ManagerFolder.table(folder), StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
        Await.equal(
                true,
                () -> manager.lines().stream().anyMatch(line -> line.startsWith("starts anew")));
        Await.equal("current 4", child::lastLine);
        Await.equal(1, () -> RunningManager.stateIn(folder).programs().size());
        assertTrue(child.process.isAlive());
        assertTrue(manager.process.isAlive());
    }

    @Test
    void poolsOfNoFixedSizeFollowTheManager() throws Exception {
        int all = Runtime.getRuntime().availableProcessors();
        Assumptions.assumeTrue(all > 1, "on one processor there is nothing to follow");
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION)) {
            Child child = start(ChildPool.class);
            String whole = "parallelism " + Math.min(4, all);
            Await.equal(whole, child::lastLine);
            List<ManagedProcessors> others = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                others.add(manager.program("other " + i, 4));
            }
            Await.equal("parallelism 1", child::lastLine);
            others.forEach(ManagedProcessors::close);
            Await.equal(whole, child::lastLine);
            manager.stop();
            Await.equal("parallelism " + all, child::lastLine);
        }
    }
}
