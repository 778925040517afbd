package dev.cleave.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import dev.cleave.manager.ManagerQuery;
import dev.cleave.manager.ManagerState.ProgramState;
import dev.cleave.manager.Policy;
import dev.cleave.manager.ProcessorList;
import dev.cleave.processors.ManagedProcessors;
import dev.cleave.processors.manager.ManagerFolder;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the kernel says of the threads of a program under a real manager. */
class BoundWorkersTest {
    private static final long PATIENCE_SECONDS = 60;
    private static final long LOOK_MILLIS = 5;
    private static final String ALLOWED = "Cpus_allowed_list:";

    /** As much of a worker's name as the kernel keeps. */
    private static final String WORKER = "Cleave-common-w";

    @TempDir Path parent;
    private Path folder;
    private final List<Process> children = new ArrayList<>();

    /** What this process may use; the first two of those. */
    private String all;

    private String first;
    private String second;

    @BeforeEach
    void findTwoProcessors() throws IOException {
        Path self = Path.of("/proc/self/status");
        Assumptions.assumeTrue(Files.exists(self), "no /proc here");
        all = maskIn(Files.readString(self));
        BitSet processors = ProcessorList.parse(all);
        Assumptions.assumeTrue(processors.cardinality() > 1, "two processors are needed");
        first = Integer.toString(processors.nextSetBit(0));
        second = Integer.toString(processors.nextSetBit(Integer.parseInt(first) + 1));
        folder = parent.resolve("m");
    }

    @AfterEach
    void killAll() throws InterruptedException {
        for (Process child : children) {
            child.destroyForcibly().waitFor();
        }
    }

    private static String maskIn(String status) {
        String rest = status.substring(status.indexOf(ALLOWED) + ALLOWED.length());
        return rest.lines().findFirst().orElseThrow().strip();
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }

    private Process start(String classPath, Class<?> main, List<String> options, Object... rest)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"));
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        Stream.of(rest).map(Object::toString).forEach(command::add);
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(parent.resolve(children.size() + ".out").toFile());
        builder.environment().put(ManagerFolder.VARIABLE, folder.toString());
        Process child = builder.start();
        children.add(child);
        return child;
    }

    private Process startManager(Policy policy) throws Exception {
        String processors = first + "," + second;
        Process manager =
                start(
                        classPath(),
                        ManagerChild.class,
                        List.of(),
                        folder,
                        policy.name(),
                        processors);
        until(true, () -> saidBy(manager).contains("ready"));
        return manager;
    }

    private Process startProgram(int workers, String... options) throws IOException {
        return start(classPath(), BusyChild.class, List.of(options), workers);
    }

    private String saidBy(Process child) {
        try {
            return Files.readString(parent.resolve(children.indexOf(child) + ".out"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private <T> void until(T expected, Callable<T> actual) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        for (T now; !expected.equals(now = actual.call()); ) {
            if (System.nanoTime() - end > 0) {
                String said = children.stream().map(this::saidBy).collect(Collectors.joining("\n"));
                fail("still " + now + " and not " + expected + "\n" + said);
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /** The masks of the program's workers, each once. */
    private static Set<String> workers(Process program) {
        return masks(program, WORKER, true);
    }

    /** The masks of a program's threads whose names begin so, or do not. */
    private static Set<String> masks(Process program, String name, boolean beginning) {
        Set<String> masks = new TreeSet<>();
        File[] tasks = new File("/proc/" + program.pid() + "/task").listFiles();
        for (File task : tasks == null ? new File[0] : tasks) {
            try {
                if (Files.readString(task.toPath().resolve("comm")).startsWith(name) == beginning) {
                    masks.add(maskIn(Files.readString(task.toPath().resolve("status"))));
                }
            } catch (IOException ended) {
                // meanwhile
            }
        }
        return masks;
    }

    private ProgramState state(Process program) throws IOException {
        return ManagerQuery.ask(folder).programs().stream()
                .filter(it -> it.process() == program.pid())
                .findAny()
                .orElse(new ProgramState(0, "", 0, 0, 0, 0, "", null, false, false));
    }

    @Test
    void eachWorkerHasOneProcessorAndAllOtherThreadsHaveAll() throws Exception {
        startManager(Policy.EQUIPARTITION);
        Process program = startProgram(2);
        until(Set.of(first, second), () -> workers(program));
        until(Set.of(all), () -> masks(program, "heir", true)); // there is one, and it is free
        until(Set.of(all), () -> masks(program, WORKER, false));
    }

    @Test
    void workersFollowTheGrantAndAreFreeWithoutAManager() throws Exception {
        Process manager = startManager(Policy.EQUIPARTITION);
        Process program = startProgram(2);
        until(Set.of(first, second), () -> workers(program));
        try (ManagedProcessors other = new ManagedProcessors(folder, "other", 2, 1, 1)) {
            until(1, () -> state(program).current());
            String left = state(program).processors();
            until(Set.of(left), () -> workers(program));
            until(1, other::current); // it learns of it in its own time
        }
        until(Set.of(first, second), () -> workers(program));
        manager.destroyForcibly().waitFor();
        until(Set.of(all), () -> workers(program));
        startManager(Policy.EQUIPARTITION);
        until(Set.of(first, second), () -> workers(program));
    }

    @Test
    void whoWaitsIsBoundToTheProcessorThatItShares() throws Exception {
        startManager(Policy.FCFS);
        try (ManagedProcessors other = new ManagedProcessors(folder, "other", 2, 1, 1)) {
            until(2, other::current);
            Process program = startProgram(2);
            until(true, () -> state(program).shares());
            assertEquals(0, state(program).current());
            until(Set.of(state(program).processors()), () -> workers(program));
            assertEquals(2, other.current());
        }
    }

    @Test
    void workersOfAPoolThatIsGivenAFixedSizeAreFree() throws Exception {
        startManager(Policy.EQUIPARTITION);
        Process program = startProgram(2);
        until(Set.of(first, second), () -> workers(program));
        program.getOutputStream().write('\n');
        program.getOutputStream().flush();
        until(Set.of(all), () -> workers(program));
    }

    @Test
    void oneThatIsNotToBeBoundIsNot() throws Exception {
        startManager(Policy.EQUIPARTITION);
        Process program = startProgram(2, "-Ddev.cleave.manager.bind=false");
        until(true, () -> state(program).speedup() != null); // a second has passed
        assertEquals(Set.of(all), workers(program));
        assertEquals("", saidBy(program));
    }

    @Test
    void withoutALibraryAllElseWorksAndItIsSaidOnce() throws Exception {
        startManager(Policy.EQUIPARTITION);
        String without =
                Stream.of(classPath().split(File.pathSeparator))
                        .filter(it -> !it.contains("binding" + File.separator + "target"))
                        .filter(it -> !it.contains("cleave-binding"))
                        .collect(Collectors.joining(File.pathSeparator));
        Path classes =
                Path.of(
                        BusyChild.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI());
        Process program =
                start(without + File.pathSeparator + classes, BusyChild.class, List.of(), 2);
        until(true, () -> state(program).speedup() != null);
        assertEquals(Set.of(all), workers(program));
        String said = saidBy(program);
        assertEquals(1, said.split("workers are not bound", -1).length - 1, said);
        assertFalse(said.contains("Exception"), said);
    }

    @Test
    void whoComputesWithOneWorkerIsLeftWithOneProcessorByThePolicyPerformance() throws Exception {
        startManager(Policy.PERFORMANCE);
        Process program = startProgram(1);
        until(2, () -> state(program).wanted());
        // It has been measured, for which it had both.
        until(true, () -> state(program).speedup() != null && state(program).current() == 1);
        assertEquals(2, state(program).wanted());
    }
}
