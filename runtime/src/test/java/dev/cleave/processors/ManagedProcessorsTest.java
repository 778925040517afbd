package dev.cleave.processors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cleave.conformance.Waiting;
import dev.cleave.processors.linux.ProcessStat;
import dev.cleave.processors.manager.FrameChannel;
import dev.cleave.processors.manager.ManagerTable;
import dev.cleave.processors.manager.Speedup;
import dev.cleave.scheduling.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a program does with what a manager says, be it right or wrong. */
class ManagedProcessorsTest {
    private static final Logger LOGGER = Logger.getLogger("dev.cleave.processors");
    private static final String ENDED = "the manager ended the connection";

    @TempDir Path parent;
    private Path folder;
    private final List<String> said = new CopyOnWriteArrayList<>();

    private final Handler handler =
            new Handler() {
                private final SimpleFormatter formatter = new SimpleFormatter();

                @Override
                public void publish(LogRecord message) {
                    String text = formatter.formatMessage(message);
                    if (text.contains(folder.toString())) { // not of others in this process
                        said.add(text);
                    }
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    @BeforeEach
    void listen() {
        folder = parent.resolve("m");
        LOGGER.addHandler(handler);
    }

    @AfterEach
    void listenNoMore() {
        LOGGER.removeHandler(handler);
    }

    private ManagedProcessors program() throws Exception {
        return new ManagedProcessors(folder, "program", 1, 1, 1);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, a minimum of 0: give a number from 1 to 2147483647",
        "1, 0, a weight of 0: give a number from 1 to 1000",
        "1, 1001, a weight of 1001: give a number from 1 to 1000"
    })
    void aNumberOutOfRangeIsRefused(int minimum, int weight, String message) {
        IllegalArgumentException refusal =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> new ManagedProcessors(folder, "program", 1, minimum, weight));
        assertEquals(message, refusal.getMessage());
    }

    @Test
    void whatIsNullIsRefusedAtOnce() throws Exception {
        assertThrows(
                NullPointerException.class, () -> new ManagedProcessors(null, "program", 1, 1, 1));
        assertThrows(
                NullPointerException.class, () -> new ManagedProcessors(folder, null, 1, 1, 1));
        try (ManagedProcessors program = program()) {
            assertThrows(NullPointerException.class, () -> program.onChange(null));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "minimum, 0, 1",
        "minimum, many, 1",
        "minimum, 2000, 2000",
        "weight, -3, 1",
        "weight, 1000, 1000",
        "weight, ' 2 ', 2",
        "weight, 1001, 1",
        "weight, 99999999999, 1"
    })
    void ofAPropertyOutOfRangeTheDefaultHolds(String name, String value, int expected) {
        String property = "dev.cleave.manager." + name;
        int most = name.equals("weight") ? ManagedProcessors.MOST_WEIGHT : Integer.MAX_VALUE;
        System.setProperty(property, value);
        try {
            assertEquals(expected, Settings.number(property, 1, most, 1));
        } finally {
            System.clearProperty(property);
        }
    }

    @Test
    void aProgramWithABlankNameIsCalledByItsMainClass() {
        String mainClass = ManagedProcessors.name();
        assertFalse(mainClass.isBlank());
        System.setProperty("dev.cleave.manager.name", " ");
        try {
            assertEquals(mainClass, ManagedProcessors.name());
        } finally {
            System.clearProperty("dev.cleave.manager.name");
        }
    }

    /** The main class is then the compiler's. */
    @Test
    void aProgramThatIsRunFromItsSourceIsCalledByItsFile() {
        System.setProperty("jdk.launcher.sourcefile", Path.of("a b", "Program.java").toString());
        try {
            assertEquals("Program.java", ManagedProcessors.name());
        } finally {
            System.clearProperty("jdk.launcher.sourcefile");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "a folder/my program.jar argument, a folder/my program.jar, my program.jar",
        "program.jar, program.jar, program.jar",
        "com.example.Main an argument, classes:my.jar, com.example.Main",
        "com.example.Main, com.example, com.example.Main",
        "module/com.example.Main an argument, '', module/com.example.Main"
    })
    void aProgramIsCalledByItsJarOrItsMainClass(String command, String classPath, String name) {
        String before = System.setProperty("sun.java.command", command);
        String pathBefore = System.setProperty("java.class.path", classPath);
        try {
            assertEquals(name, ManagedProcessors.name());
        } finally {
            System.setProperty("sun.java.command", before);
            System.setProperty("java.class.path", pathBefore);
        }
    }

    private long count(String part) {
        return said.stream().filter(text -> text.contains(part)).count();
    }

    @Test
    void thatThereIsNoManagerIsNothingToSay() throws Exception {
        Set<Thread> others = Thread.getAllStackTraces().keySet();
        try (ManagedProcessors program = program()) {
            Waiting.until(() -> waitsToLookAgain(others), "it has looked");
            assertEquals(List.of(), said);
            assertEquals(ManagedProcessors.NO_LIMIT, program.current());
        }
    }

    @Test
    void whatAKilledManagerLeftIsNothingToSay() throws Exception {
        new ScriptedManager(folder).close(); // its socket stays
        Set<Thread> others = Thread.getAllStackTraces().keySet();
        try (ManagedProcessors program = program()) {
            Waiting.until(() -> waitsToLookAgain(others), "it has looked");
            assertEquals(List.of(), said);
            assertEquals(ManagedProcessors.NO_LIMIT, program.current());
        }
    }

    @Test
    void aFolderThatNoManagerWouldTakeIsSaidOnce() throws Exception {
        Files.createFile(folder);
        Set<Thread> others = Thread.getAllStackTraces().keySet();
        try (ManagedProcessors program = program()) {
            assertEquals(1, count("is not a folder; set CLEAVE_MANAGER to another"));
            Waiting.until(() -> waitsToLookAgain(others), "it has looked");
            assertEquals(1, said.size());
            assertEquals(ManagedProcessors.NO_LIMIT, program.current());
        }
    }

    /** Whether the program's thread, which is none of the others, has looked for a manager. */
    private static boolean waitsToLookAgain(Set<Thread> others) {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> entry.getKey().getName().equals("cleave-cpu-manager"))
                .filter(entry -> !others.contains(entry.getKey()))
                .flatMap(entry -> Arrays.stream(entry.getValue()))
                .anyMatch(call -> Set.of("select", "pause").contains(call.getMethodName()));
    }

    @Test
    void whatGoesWrongTimeAndAgainIsSaidOnce() throws Exception {
        try (ScriptedManager manager = new ScriptedManager(folder);
                ManagedProcessors program = program()) {
            for (int i = 0; i < 4 || count(ENDED) == 0; i++) {
                manager.awaitRegistration();
                manager.hangUp();
            }
            for (int i = 1; i < said.size(); i++) {
                assertNotEquals(said.get(i - 1), said.get(i));
            }
            assertEquals(ManagedProcessors.NO_LIMIT, program.current());
        }
    }

    @Test
    void whatGoesWrongAfterAGrantIsSaidAgain() throws Exception {
        try (ScriptedManager manager = new ScriptedManager(folder);
                ManagedProcessors program = program()) {
            while (count(ENDED) == 0) {
                manager.awaitRegistration();
                manager.hangUp();
            }
            manager.awaitOwner();
            long before = count(ENDED);
            manager.grant(2);
            Waiting.until(() -> program.current() == 2, "2 are granted");
            manager.hangUp();
            Waiting.until(() -> count(ENDED) == before + 1, "said again");
        }
    }

    @Test
    void anAnswerThatIsNoneIsRefusedAndAnotherAwaited() throws Exception {
        try (ScriptedManager manager = new ScriptedManager(folder);
                ManagedProcessors program = program()) {
            String processors = "0,2,".repeat(1000); // of a large machine
            Map<String, Runnable> answers =
                    Map.of(
                            "a frame of unknown type 99",
                            () -> manager.send((byte) 99),
                            "the manager's answer has an unknown form",
                            () -> manager.send(FrameChannel.REGISTERED, new byte[17]),
                            "the manager has withdrawn its offer",
                            () -> manager.send(FrameChannel.REGISTERED, manager.registered(-1)),
                            "the manager refuses this program: no",
                            () -> manager.send(FrameChannel.REFUSED, "no".getBytes()),
                            "the manager refuses this program: it may only use " + processors,
                            () ->
                                    manager.send(
                                            FrameChannel.REFUSED,
                                            ("it may only use " + processors).getBytes()));
            manager.awaitRegistration();
            while (!answers.keySet().stream().allMatch(reason -> count(reason) > 0)) {
                for (Runnable answer : answers.values()) {
                    answer.run();
                    manager.awaitRegistration();
                }
            }
            manager.send(FrameChannel.REGISTERED, manager.registered(ManagerTable.SLOTS));
            manager.awaitOwner();
            manager.grant(3);
            Waiting.until(() -> program.current() == 3, "3 are granted");
        }
    }

    /** As one does that sees other process numbers than the program: that of a stranger's. */
    @Test
    void aSlotOfAnotherProcessIsGivenBack() throws Exception {
        Assumptions.assumeTrue(ProcessStat.ownStart() >= 0, "no /proc here");
        try (ScriptedManager manager = new ScriptedManager(folder);
                ManagedProcessors program = program()) {
            manager.awaitRegistration();
            manager.offer(ProcessStat.ownStart() - 1);
            manager.awaitEnd();
            assertEquals(ManagerTable.LEFT, manager.ownership());
            Waiting.until(() -> count("start both in the same container") == 1, "it says why");
            manager.awaitOwner();
            manager.grant(2);
            Waiting.until(() -> program.current() == 2, "2 are granted");
        }
    }

    @Test
    void aListenerHearsOfChangesOnlyAndMayFail() throws Exception {
        try (ScriptedManager manager = new ScriptedManager(folder);
                ManagedProcessors program = program()) {
            List<Integer> heard = new ArrayList<>();
            program.onChange(
                    () -> {
                        synchronized (heard) {
                            heard.add(program.current());
                        }
                        if (program.current() == 1) {
                            throw new UnsupportedOperationException("a listener of the test's");
                        }
                        throw new AssertionError("the same listener");
                    });
            manager.awaitOwner();
            manager.grant(1);
            Waiting.until(() -> program.current() == 1, "1 is granted");
            manager.grant(1);
            program.request(3);
            manager.awaitChange();
            program.request(4); // once it tells of this, it has looked at the grant again
            manager.awaitChange();
            manager.grant(2);
            Waiting.until(() -> heardAll(heard, 1, 2), "two changes are heard");
            manager.grant(3);
            Waiting.until(() -> heardAll(heard, 1, 2, 3), "so is the next");
        }
    }

    /** As for want of heap: what it would say is as good as said. */
    @Test
    void aProgramWhoseLoggerFailsLooksForAManagerAllTheSame() throws Exception {
        Handler failing =
                new StreamHandler() {
                    @Override
                    public void publish(LogRecord message) {
                        throw new AssertionError("a handler of the test's");
                    }
                };
        try (ScriptedManager manager = new ScriptedManager(folder);
                ManagedProcessors program = program()) {
            manager.awaitOwner();
            manager.grant(2);
            Waiting.until(() -> program.current() == 2, "2 are granted");
            LOGGER.addHandler(failing);
            try {
                manager.hangUp();
                manager.awaitOwner();
            } finally {
                LOGGER.removeHandler(failing);
            }
            manager.grant(3);
            Waiting.until(() -> program.current() == 3, "3 are granted");
        }
    }

    private static boolean heardAll(List<Integer> heard, Integer... all) {
        synchronized (heard) {
            return heard.equals(Arrays.asList(all));
        }
    }

    @Test
    void aProgramThatReportsItsSpeedupIsNotCorrected() throws Exception {
        try (ScriptedManager manager = new ScriptedManager(folder);
                ManagedProcessors program = program()) {
            manager.awaitOwner();
            assertThrows(IllegalArgumentException.class, () -> program.reportSpeedup(2, 0));
            program.measured(new Speedup(2, 1.25)); // what is refused is no report
            Waiting.until(() -> new Speedup(2, 1.25).equals(manager.speedup()), "it is measured");
            program.reportSpeedup(2, 1.75);
            program.measured(new Speedup(2, 1.25));
            program.request(3);
            manager.awaitChange();
            program.request(4); // once it tells of this, it has told what it measured
            manager.awaitChange();
            assertEquals(new Speedup(2, 1.75), manager.speedup());
        }
    }

    @Test
    void aProgramThatEndsGivesItsSlotBack() throws Exception {
        try (ScriptedManager manager = new ScriptedManager(folder)) {
            try (ManagedProcessors program = program()) {
                manager.awaitOwner();
                assertEquals(ManagerTable.OWNED, manager.ownership());
                assertEquals("program", manager.name());
                assertEquals(ManagedProcessors.NO_LIMIT, program.current());
            }
            assertEquals(ManagerTable.LEFT, manager.ownership());
        }
    }

    /** By whole characters; é has two bytes. */
    @ParameterizedTest
    @CsvSource({"126, 128", "127, 127", "128, 128", "129, 128", "200, 128"})
    void aLongNameIsCut(int letters, int bytes) throws Exception {
        String name = "n".repeat(letters) + "é";
        try (ScriptedManager manager = new ScriptedManager(folder);
                ManagedProcessors program = new ManagedProcessors(folder, name, 1, 1, 1)) {
            manager.awaitRegistration();
            assertEquals(letters == bytes - 2 ? name : name.substring(0, bytes), manager.name());
            assertEquals(ManagedProcessors.NO_LIMIT, program.current());
        }
    }
}
