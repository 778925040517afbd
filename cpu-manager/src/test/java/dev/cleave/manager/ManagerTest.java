package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.manager.SteppingProgram.Step;
import dev.cleave.processors.ManagedProcessors;
import dev.cleave.processors.manager.FrameChannel;
import dev.cleave.processors.manager.ManagerFolder;
import dev.cleave.processors.manager.ManagerTable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The dialogue between a manager and programs, all in this virtual machine. */
class ManagerTest {
    /** What is the state? */
    private static final byte[] QUESTION = {0, 0, 0, 1, FrameChannel.ASK_STATE};

    /** Length and type. */
    private static final int GRANTED_BYTES = 5;

    @TempDir Path parent;
    private Path folder;

    @BeforeEach
    void name() {
        folder = parent.resolve("m");
    }

    @Test
    void twoProgramsShareTheProcessorsAndOneThatLeavesGivesThemBack() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION);
                ManagedProcessors first = manager.program("first", 4)) {
            Await.equal(4, first::current);
            BitSet kept;
            try (ManagedProcessors second = manager.program("second", 4)) {
                Await.equal(2, second::current);
                Await.equal(2, first::current);
                BitSet both = first.processors();
                assertFalse(both.intersects(second.processors()));
                both.or(second.processors());
                assertEquals(ProcessorList.parse("0-3"), both);
                kept = first.processors();
            }
            Await.equal(4, first::current);
            kept.andNot(first.processors());
            assertTrue(kept.isEmpty());
        }
    }

    @Test
    void requestsAreClampedToTheMachine() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC);
                ManagedProcessors program = manager.program("p", 1)) {
            Await.equal(1, program::current);
            program.request(Integer.MAX_VALUE);
            Await.equal(4, program::current);
            assertEquals(4, manager.state().programs().get(0).wanted());
            program.request(-5);
            Await.equal(0, () -> manager.state().programs().get(0).current());
            Await.equal(1, program::current); // a pool never has none
            assertEquals(new BitSet(), program.processors());
            program.request(3);
            Await.equal(3, program::current);
        }
    }

    @ParameterizedTest
    @CsvSource({"99, 9999, 4, 1000", "4, 1000, 4, 1000", "1, 1, 1, 1", "-1, 0, 1, 1"})
    void minimumAndWeightAreClampedToo(int minimum, int weight, int least, int importance)
            throws Exception {
        ByteBuffer frame = ByteBuffer.allocate(FrameChannel.REGISTER_BYTES);
        frame.put(FrameChannel.VERSION).putLong(1).putInt(1).putInt(minimum).putInt(weight).flip();
        Registration program = Registration.read(frame, 4);
        assertEquals(least, program.minimum());
        assertEquals(importance, program.weight());
    }

    @Test
    void aNameHasALimit() throws Exception {
        String name = "n".repeat(ManagedProcessors.MOST_NAME_BYTES);
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC);
                ManagedProcessors longest = manager.program(name, 1);
                SocketChannel tooLong = register(ProcessHandle.current().pid(), name + "n")) {
            Await.equal(1, longest::current);
            assertEquals(1, manager.state(name).current());
            assertEquals(-1, tooLong.read(ByteBuffer.allocate(1)));
            assertTrue(manager.logged("a registration of 150 bytes"), manager.log.toString());
        }
    }

    @Test
    void aNameDoesNotControlTheTerminal() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC);
                ManagedProcessors program =
                        manager.program("\u001b[2J \u009b2J \u202e\u2028\u00e9\n", 1)) {
            Await.equal(1, program::current);
            assertEquals(1, manager.state("?[2J ?2J ??\u00e9?").current());
        }
    }

    @Test
    void aProgramIsNotGrantedWhatItMayNotUse() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC)) {
            manager.mask = ProcessorList.parse("1");
            try (ManagedProcessors program = manager.program("p", 4)) {
                Await.equal(false, () -> program.processors() == null);
                assertFalse(program.processors().get(0), () -> program.processors().toString());
                assertTrue(manager.state("p").wanted() < 4, "of the four, what it may use");
                manager.mask = ProcessorList.parse("0-3"); // as by taskset -p
                Await.equal(ProcessorList.parse("0-3"), program::processors);
            }
        }
    }

    /** With so many others, it would not come to be looked at by the clock. */
    @Test
    void aProgramThatWantsAnotherNumberIsLookedAtAtOnce() throws Exception {
        List<ManagedProcessors> others = new ArrayList<>();
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC)) {
            manager.mask = ProcessorList.parse("1");
            try (ManagedProcessors program = manager.program("p", 1)) {
                Await.equal(false, () -> program.processors() == null);
                for (int i = 0; i < 10; i++) {
                    others.add(manager.program("other " + i, 0));
                }
                Await.equal(1 + others.size(), () -> manager.state().programs().size());
                manager.mask = ProcessorList.parse("0-3"); // as by taskset -p, which it has seen
                program.request(4);
                Await.equal(ProcessorList.parse("0-3"), program::processors);
            }
        } finally {
            others.forEach(ManagedProcessors::close);
        }
    }

    @Test
    void aProgramThatMayUseNothingOfWhatIsDividedGoesOnWithoutTheManager() throws Exception {
        try (RunningManager manager = RunningManager.ofProcessor(0, folder)) {
            manager.mask = ProcessorList.parse("1-3");
            try (ManagedProcessors program = manager.program("p", 4)) {
                String reason =
                        "it may only use processors 1-3 (its affinity mask), and the manager divides 0:";
                Await.equal(true, () -> manager.logged("is dropped: refused: " + reason));
                assertEquals(ManagedProcessors.NO_LIMIT, program.current());
                manager.mask = ProcessorList.parse("0");
                Await.equal(1, program::current);
                manager.mask = ProcessorList.parse("1-3");
                Await.equal(true, () -> manager.logged("is dropped: " + reason));
                Await.equal(ManagedProcessors.NO_LIMIT, program::current);
            }
        }
    }

    @Test
    void theListenerHearsOfEveryChange() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC);
                ManagedProcessors program = manager.program("p", 1)) {
            List<Integer> heard = new ArrayList<>();
            program.onChange(
                    () -> {
                        synchronized (heard) {
                            heard.add(program.current());
                        }
                    });
            Await.equal(1, program::current);
            program.request(3);
            Await.equal(3, program::current);
            manager.stop();
            Await.equal(ManagedProcessors.NO_LIMIT, program::current);
            Await.equal(
                    List.of(3, ManagedProcessors.NO_LIMIT),
                    () -> {
                        synchronized (heard) {
                            int size = heard.size();
                            return List.copyOf(heard.subList(Math.max(0, size - 2), size));
                        }
                    });
        }
    }

    @Test
    void moreProgramsThanProcessorsTakeTurnsAndShareOneMeanwhile() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION)) {
            List<ManagedProcessors> programs = new ArrayList<>();
            try {
                for (int i = 0; i < 7; i++) {
                    programs.add(manager.program("p" + i, 4));
                }
                Await.equal(7, () -> manager.state().programs().size());
                for (int i = 0; i < programs.size(); i++) {
                    String name = "p" + i;
                    Await.equal(1, () -> manager.state(name).current());
                    Await.equal(0, () -> manager.state(name).current());
                    Await.equal(true, () -> manager.state(name).shares());
                }
                for (ManagedProcessors program : programs) {
                    Await.equal(1, program::current); // it has heard what the manager says
                    Await.equal(1, () -> program.processors().cardinality());
                }
                Sample sample = Sample.take(folder);
                assertEquals(3, sample.table(sample).split("\\(shared\\)", -1).length - 1);
                assertEquals(
                        4,
                        manager.state().programs().stream()
                                .mapToInt(ManagerState.ProgramState::current)
                                .sum());
            } finally {
                programs.forEach(ManagedProcessors::close);
            }
        }
    }

    /** Two on each processor: all have the same, and a turn would give nobody more. */
    @Test
    void whereSharingIsEvenThereAreNoTurns() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC)) {
            List<ManagedProcessors> programs = new ArrayList<>();
            try {
                for (int i = 0; i < 8; i++) {
                    programs.add(manager.program("p" + i, 4));
                }
                // Two that have registered and have nothing yet are two in one place as well.
                Await.equal(8, () -> manager.state().programs().size());
                Await.equal(Set.of(2L), () -> Set.copyOf(counts(places(manager))));
                long even = manager.state().turn();
                for (int i = 0; i < 200; i++) { // longer than some turns
                    assertEquals(even, manager.state().turn());
                }
                programs.remove(0).close();
                Await.equal(true, () -> manager.state().turn() > even);
            } finally {
                programs.forEach(ManagedProcessors::close);
            }
        }
    }

    /** In a turn of round robin a program has all it wants; half a processor is not that. */
    @Test
    void roundRobinTakesTurnsEvenWhereSharingIsEven() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.ROUND_ROBIN);
                Crowd crowd = new Crowd(manager)) {
            for (int i = 0; i < 8; i++) {
                crowd.add("p" + i, 1, 1);
            }
            long even = manager.state().turn();
            Await.equal(true, () -> manager.state().turn() > even);
        }
    }

    @Test
    void whoseMinimumIsMoreThanOneDoesNotMakeDoWithAShareOfOne() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION);
                Crowd crowd = new Crowd(manager)) {
            for (int i = 0; i < 8; i++) {
                crowd.add("p" + i, i < 4 ? 1 : 2, i < 4 ? 1 : 2);
            }
            long even = manager.state().turn();
            Await.equal(true, () -> manager.state().turn() > even);
            Await.equal(2, () -> manager.state("p7").current());
        }
    }

    @Test
    void whoWaitsStaysWhereItIs() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.FCFS);
                Crowd crowd = new Crowd(manager)) {
            for (int i = 0; i < 8; i++) {
                crowd.add("p" + i, 1, 1);
            }
            Await.equal(List.of("0", "1", "2", "3"), () -> placesOfThoseWhoWait(manager));
            crowd.remove(4);
            Await.equal(List.of("1", "2", "0"), () -> placesOfThoseWhoWait(manager));
        }
    }

    @Test
    void turnsComeHoweverOftenProgramsChangeTheirMind() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION, 700);
                Crowd crowd = new Crowd(manager)) {
            ManagedProcessors restless = crowd.add("restless", 4, 1);
            for (int i = 0; i < 5; i++) {
                crowd.add("p" + i, 4, 1);
            }
            long turn = manager.state().turn();
            AtomicInteger wanted = new AtomicInteger();
            Await.equal(
                    true,
                    () -> {
                        restless.request(1 + wanted.incrementAndGet() % 2);
                        return manager.state().turn() > turn;
                    });
        }
    }

    @Test
    void aProgramThatWantsProcessorsAgainGetsThoseItHad() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC);
                Crowd crowd = new Crowd(manager)) {
            ManagedProcessors first = crowd.add("first", 2, 1);
            ManagedProcessors second = crowd.add("second", 2, 1);
            Await.equal(2, first::current);
            Await.equal(2, second::current);
            String had = places(manager).get(1);
            first.request(0);
            second.request(0);
            Await.equal(List.of("", ""), () -> places(manager));
            second.request(2);
            Await.equal(List.of("", had), () -> places(manager));
        }
    }

    /** As others see the table, while the first program gains what the second loses. */
    @Test
    void aProcessorIsTakenFromOneBeforeAnotherHasIt() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.FCFS);
                Crowd crowd = new Crowd(manager)) {
            ManagedProcessors first = crowd.add("first", 1, 1);
            crowd.add("second", 4, 1);
            ManagerTable table = openTable();
            AtomicInteger phase = new AtomicInteger(); // odd while the first gains
            AtomicInteger ownedTwice = new AtomicInteger();
            Thread observer = new Thread(() -> observe(table, phase, ownedTwice));
            observer.start();
            try {
                for (int i = 0; i < 100; i++) {
                    phase.incrementAndGet();
                    first.request(3);
                    Await.equal(List.of(3, 1), () -> counts(table));
                    phase.incrementAndGet();
                    first.request(1);
                    Await.equal(List.of(1, 3), () -> counts(table));
                }
            } finally {
                phase.set(-1);
                observer.join();
            }
            assertEquals(0, ownedTwice.get());
        }
    }

    /** What the first has, the second must have lost before; looked at in this order. */
    private static void observe(ManagerTable table, AtomicInteger phase, AtomicInteger twice) {
        for (int now; (now = phase.get()) >= 0; Thread.yield()) {
            for (int i = 0; i < 1000; i++) {
                BitSet first = table.granted(0, 1);
                BitSet second = table.granted(1, 2);
                boolean both = first != null && second != null && first.intersects(second);
                if (both && now % 2 == 1 && now == phase.get()) {
                    twice.incrementAndGet();
                }
            }
        }
    }

    /** How many processors the first two programs have. */
    private static List<Integer> counts(ManagerTable table) {
        BitSet first = table.granted(0, 1);
        BitSet second = table.granted(1, 2);
        return first == null || second == null
                ? List.of()
                : List.of(first.cardinality(), second.cardinality());
    }

    private ManagerTable openTable() throws IOException {
        Path file = ManagerFolder.table(folder);
        ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        try (FileChannel channel = FileChannel.open(file)) {
            channel.read(number, 24);
        }
        return ManagerTable.open(file, number.getLong(0));
    }

    /** Programs that came one after the other, each when those before it had a processor. */
    private static final class Crowd implements AutoCloseable {
        private final RunningManager manager;
        private final List<ManagedProcessors> programs = new ArrayList<>();

        Crowd(RunningManager manager) {
            this.manager = manager;
        }

        ManagedProcessors add(String name, int wanted, int minimum) throws IOException {
            ManagedProcessors program =
                    new ManagedProcessors(manager.folder, name, wanted, minimum, 1);
            programs.add(program);
            Await.equal(programs.size(), () -> manager.state().programs().size());
            Await.equal(false, () -> places(manager).contains(""));
            return program;
        }

        void remove(int index) {
            programs.remove(index).close();
        }

        @Override
        public void close() {
            programs.forEach(ManagedProcessors::close);
        }
    }

    private static List<String> places(RunningManager manager) {
        return manager.state().programs().stream()
                .map(ManagerState.ProgramState::processors)
                .toList();
    }

    private static List<String> placesOfThoseWhoWait(RunningManager manager) {
        return manager.state().programs().stream()
                .filter(ManagerState.ProgramState::shares)
                .map(ManagerState.ProgramState::processors)
                .toList();
    }

    private static Collection<Long> counts(List<String> places) {
        return places.stream()
                .collect(Collectors.groupingBy(place -> place, Collectors.counting()))
                .values();
    }

    @Test
    void measuredSpeedupMovesProcessors() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.PERFORMANCE);
                ManagedProcessors good = manager.program("good", 4);
                ManagedProcessors bad = manager.program("bad", 4)) {
            Await.equal(2, good::current);
            Await.equal(2, bad::current);
            bad.reportSpeedup(2, 1.0);
            good.reportSpeedup(2, 1.95);
            Await.equal(1, bad::current);
            Await.equal(3, good::current);
            assertEquals(
                    1.0,
                    manager.state().programs().stream()
                            .filter(program -> program.name().equals("bad"))
                            .findAny()
                            .orElseThrow()
                            .speedup());
        }
    }

    @Test
    void theStateSaysWhoWantsAndHasWhat() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC);
                ManagedProcessors program = new ManagedProcessors(folder, "na\nme\"é", 9, 2, 3)) {
            Await.equal(4, program::current);
            ManagerState state = manager.state();
            assertEquals(ProcessHandle.current().pid(), state.process());
            assertEquals("0-3", state.processors());
            assertEquals(
                    List.of(
                            new ManagerState.ProgramState(
                                    ProcessHandle.current().pid(),
                                    "na?me\"é",
                                    4,
                                    4,
                                    2,
                                    3,
                                    "0-3",
                                    null,
                                    false,
                                    false)),
                    state.programs());
            Sample sample = Sample.take(folder);
            assertTrue(Sample.take(folder).table(sample).contains("wants 4, has 4"));
            assertTrue(Sample.take(folder).json(sample).contains("\"migrationsPerSecond\""));
        }
    }

    @Test
    void aProgramThatIsThereBeforeTheManagerFindsItAndAgainItsSuccessor() throws Exception {
        try (ManagedProcessors program = new ManagedProcessors(folder, "early", 3, 1, 1)) {
            assertEquals(ManagedProcessors.NO_LIMIT, program.current());
            for (int i = 0; i < 2; i++) {
                try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC)) {
                    Await.equal(3, program::current);
                    assertEquals(1, manager.state().programs().size());
                }
                Await.equal(ManagedProcessors.NO_LIMIT, program::current);
            }
        }
    }

    @Test
    void whatADeadManagerLeftIsReplaced() throws Exception {
        Files.createDirectory(
                folder,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(ManagerFolder.socket(folder), "no socket");
        Files.writeString(ManagerFolder.table(folder), "no table");
        Files.writeString(folder.resolve("manager.table.new"), "killed while it wrote this");
        Files.writeString(ManagerFolder.lock(folder), "999999999999");
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC);
                ManagedProcessors program = manager.program("p", 2)) {
            Await.equal(2, program::current);
            assertEquals(
                    Long.toString(ProcessHandle.current().pid()),
                    Files.readString(ManagerFolder.lock(folder)));
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(ManagerFolder.lock(folder)), left.toList());
        }
    }

    @Test
    void aFolderThatIsOpenToOthersIsRefused() throws Exception {
        Files.createDirectory(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        IOException refused =
                assertThrows(IOException.class, () -> new RunningManager(folder, Policy.DYNAMIC));
        assertTrue(refused.getMessage().contains("chmod 700"), refused.getMessage());
    }

    @Test
    void noiseInTheTableHurtsNobodyElse() throws Exception {
        try (RunningManager manager = RunningManager.impatient(folder, Policy.EQUIPARTITION);
                ManagedProcessors program = manager.program("p", 4)) {
            Await.equal(4, program::current);
            Path table = ManagerFolder.table(folder);
            byte[] noise = new byte[64 * 1024];
            Arrays.fill(noise, (byte) 0xA5);
            try (FileChannel channel = FileChannel.open(table, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(noise), 64);
            }
            // Its ownership is noise: after a while it is asked to register anew.
            Await.equal(true, () -> manager.logged("has not taken its slot, or has given it back"));
            Await.equal(1, () -> manager.state().programs().size());
            Await.equal(4, program::current);
        }
    }

    @Test
    void whoSaysNothingIsDropped() throws Exception {
        try (RunningManager manager = RunningManager.impatient(folder, Policy.DYNAMIC);
                SocketChannel silent =
                        SocketChannel.open(
                                UnixDomainSocketAddress.of(ManagerFolder.socket(folder)))) {
            assertEquals(-1, silent.read(ByteBuffer.allocate(1)));
            assertTrue(manager.logged("has not said what it wants"), manager.log.toString());
        }
    }

    @Test
    void whoAsksAndLeavesIsNoOccurrence() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC)) {
            for (int i = 0; i < 3; i++) { // those before have left when the last is answered
                manager.state();
            }
            assertEquals(List.of(), List.copyOf(manager.log));
        }
    }

    @Test
    void whoAsksAndDoesNotListenIsDropped() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC);
                SocketChannel deaf =
                        SocketChannel.open(
                                UnixDomainSocketAddress.of(ManagerFolder.socket(folder)))) {
            assertThrows(
                    IOException.class,
                    () -> {
                        for (int i = 0; i < 100_000; i++) {
                            deaf.write(ByteBuffer.wrap(QUESTION));
                        }
                    });
            Await.equal(true, () -> manager.logged("it asks again before it has taken the answer"));
        }
    }

    /** Or what waits to be sent to programs that do not listen would grow without end. */
    @Test
    void whoDoesNotListenIsToldOnceMoreWhenItDoes() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC);
                SteppingProgram deaf = new SteppingProgram(folder, ProcessHandle.current().pid())) {
            deaf.takeUntil(Step.GRANTED);
            int changes = moreFramesThanASocketTakes();
            for (int i = 0; i < changes; i++) {
                deaf.change(1 + i % 2);
            }
            int bytes = 0;
            int taken;
            do {
                manager.state(); // when it answers, it has sent what waited and had room
                taken = deaf.takeAll();
                bytes += taken;
            } while (taken > 0);
            assertTrue(bytes > 0);
            assertTrue(bytes < changes * GRANTED_BYTES, bytes + " bytes of " + changes + " frames");
            deaf.change(3);
        }
    }

    /** Of programs that are killed at the same time, the manager still sends to the second. */
    @Test
    void whoHungUpIsOneWhoseConnectionEnded() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.EQUIPARTITION);
                SteppingProgram dying =
                        new SteppingProgram(folder, ProcessHandle.current().pid())) {
            dying.takeUntil(Step.GRANTED).hangUp();
            try (ManagedProcessors other = manager.program("other", 4)) {
                Await.equal(4, other::current);
            }
            Await.equal(true, () -> manager.logged("its connection ended, and it lives on"));
            assertEquals(1, manager.log.size(), manager.log.toString());
        }
    }

    /** For each Linux counts some 700 bytes, and the buffer has twice the size that Java says. */
    private static int moreFramesThanASocketTakes() throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return channel.getOption(StandardSocketOptions.SO_SNDBUF) / 200;
        }
    }

    @Test
    void thereAreNoMoreConnectionsThanItCanLookAt() throws Exception {
        List<SocketChannel> crowd = new ArrayList<>();
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC)) {
            try {
                UnixDomainSocketAddress socket =
                        UnixDomainSocketAddress.of(ManagerFolder.socket(folder));
                for (int i = 0; i < Manager.MOST_CONNECTIONS; i++) {
                    crowd.add(kept(socket));
                }
                try (SocketChannel oneMore = SocketChannel.open(socket)) {
                    assertEquals(-1, oneMore.read(ByteBuffer.allocate(1)));
                }
                Await.equal(true, () -> manager.logged("there are 1088 already"));
                crowd.remove(0).close();
                Await.equal(true, this::answers);
            } finally {
                for (SocketChannel channel : crowd) {
                    channel.close();
                }
            }
        }
    }

    /** A connection of somebody who has asked and been answered, which may stay. */
    private static SocketChannel kept(UnixDomainSocketAddress socket) throws IOException {
        while (true) {
            SocketChannel channel = SocketChannel.open(socket);
            try {
                channel.write(ByteBuffer.wrap(QUESTION));
                if (channel.read(ByteBuffer.allocate(1000)) > 0) {
                    return channel;
                }
            } catch (IOException tooLate) {
                // It was dropped, as it had said nothing for too long.
            }
            channel.close();
        }
    }

    private boolean answers() {
        try {
            return ManagerQuery.ask(folder) != null;
        } catch (IOException refused) {
            return false;
        }
    }

    /** The state is more than the socket takes at once: names are as long as can be. */
    @Test
    void aFullTableRefusesAndSaysWhy() throws Exception {
        long here = ProcessHandle.current().pid();
        String longName = "n".repeat(128);
        List<SteppingProgram> programs = new ArrayList<>();
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC)) {
            try {
                for (int i = 0; i < ManagerTable.SLOTS; i++) {
                    // Takes its slot: those that are only offered are withdrawn after a while.
                    programs.add(new SteppingProgram(folder, here, longName).takeUntil(Step.OWNED));
                }
                assertEquals("all 1024 slots are taken: end a program", refusal(register(here)));
                programs.remove(0).close();
                Await.equal(ManagerTable.SLOTS - 1, () -> manager.state().programs().size());
                programs.add(new SteppingProgram(folder, here, longName).takeUntil(Step.OWNED));
                assertEquals(ManagerTable.SLOTS, manager.state().programs().size());
            } finally {
                for (SteppingProgram program : programs) {
                    program.close();
                }
            }
        }
    }

    /** Or a program that is slow could take what is now its successor's. */
    @Test
    void whoComesNextInASlotHasAnotherGeneration() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC)) {
            Set<Integer> generations = new HashSet<>();
            for (int i = 0; i < 3; i++) {
                try (SocketChannel program = register(ProcessHandle.current().pid())) {
                    ByteBuffer answer = ByteBuffer.allocate(1 + FrameChannel.REGISTERED_BYTES);
                    while (answer.hasRemaining()) {
                        assertTrue(program.read(answer) > 0);
                    }
                    assertEquals(0, answer.getInt(1 + Long.BYTES)); // the slot
                    generations.add(answer.getInt(1 + Long.BYTES + Integer.BYTES));
                }
                Await.equal(0, () -> manager.state().programs().size());
            }
            assertEquals(3, generations.size());
        }
    }

    @Test
    void aProcessThatTheManagerCannotSeeIsRefused() throws Exception {
        try (RunningManager manager = new RunningManager(folder, Policy.DYNAMIC)) {
            assertTrue(refusal(register(Long.MAX_VALUE)).contains("in the same container"));
            assertTrue(manager.logged("refused: the manager sees no process"));
        }
    }

    /** A connection that has registered and has its answer. */
    private SocketChannel register(long process) throws IOException {
        return register(process, "");
    }

    private SocketChannel register(long process, String name) throws IOException {
        SocketChannel channel =
                SocketChannel.open(UnixDomainSocketAddress.of(ManagerFolder.socket(folder)));
        int length = 1 + FrameChannel.REGISTER_BYTES + name.length();
        ByteBuffer frame = ByteBuffer.allocate(Integer.BYTES + length).putInt(length);
        frame.put(FrameChannel.REGISTER);
        frame.put(FrameChannel.VERSION).putLong(process).putInt(1).putInt(1).putInt(1);
        frame.put(name.getBytes(StandardCharsets.US_ASCII));
        channel.write(frame.flip());
        channel.read(ByteBuffer.allocate(4));
        return channel;
    }

    private static String refusal(SocketChannel channel) throws IOException {
        try (channel) {
            ByteBuffer rest = ByteBuffer.allocate(1000);
            while (channel.read(rest) > 0) {
                // until the manager has closed it
            }
            rest.flip();
            assertEquals(FrameChannel.REFUSED, rest.get());
            return StandardCharsets.UTF_8.decode(rest).toString();
        }
    }
}
