package dev.cleave.profiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.Name;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Recordings as they are, and as they are after something went wrong. */
class RecordingReaderTest {
    @TempDir private static Path recordings;
    private static byte[] whole;

    @TempDir private Path folder;

    @BeforeAll
    static void record() throws IOException {
        whole =
                Files.readAllBytes(
                        FakeEvents.record(
                                recordings.resolve("whole.jfr"),
                                () -> FakeEvents.twoWorkers("some")));
    }

    @Test
    void classesOfArraysAreNamedAsInASource() {
        assertEquals("int[]", Collector.sourceName("[I"));
        assertEquals("Object[][]", Collector.sourceName("[[Ljava.lang.Object;"));
        assertEquals("some.Other$1", Collector.sourceName("some.Other$1"));
    }

    @Test
    void countersStealsTasksAndSleepsAreRead() throws IOException {
        Profile profile = read(whole);
        assertEquals(1, profile.pools().size());
        Profile.Pool pool = profile.pools().get(0);
        assertEquals("some", pool.name());
        assertEquals("LAZY", pool.scheduling());
        assertEquals(2, pool.parallelism());
        assertEquals(2, pool.workersInAll());
        assertEquals(5, pool.totals().stealsWon());
        assertEquals(10, pool.totals().stealsTried());
        assertEquals(0.060, pool.totals().compute(), 1e-9);
        assertEquals(42, pool.tasksRun());
        assertEquals(List.of(new Profile.Count("Some.task:7", 1)), pool.stolen());
        assertEquals(List.of(new Profile.Count("Some.task:7", 3)), pool.promotionSites());
        assertEquals(1, pool.tasks().get(0).count());
        assertTrue(pool.tasks().get(0).longest() >= 0.04, pool.tasks().toString());
        assertTrue(pool.losses().capacity() > 0, pool.losses().toString());
        assertEquals(1, profile.blocking().size(), profile.blocking().toString());
        Profile.Blocking sleep = profile.blocking().get(0);
        assertEquals(Profile.Blocking.Kind.SLEEP, sleep.kind());
        assertTrue(
                sleep.where()
                        .matches(
                                "FakeEvents\\.java:\\d+"
                                        + " \\(dev\\.cleave\\.profiler\\.FakeEvents\\.napping\\)"),
                sleep.where());
        String machine = profile.recording().virtualMachine();
        String name = System.getProperty("java.vm.name");
        assertEquals(machine.indexOf(name), machine.lastIndexOf(name), machine);
        assertTrue(machine.startsWith(name), machine);
    }

    /** However young the program is: this one begins with the tests' virtual machine. */
    @Test
    void ofAPoolThatIsOlderThanTheRecordingOnlyTheRestCounts() throws IOException {
        Path file =
                FakeEvents.record(
                        folder.resolve("late.jfr"),
                        () -> {
                            FakeEvents.poolStatistics("some", 1, 100);
                            FakeEvents.workerStatistics("some", 0, 3_600_000, 1000);
                            FakeEvents.workerStatistics("some", -1, 0, 20);
                            FakeEvents.napping();
                            FakeEvents.workerStatistics("some", 0, 3_600_040, 1004);
                            FakeEvents.workerStatistics("some", -1, 0, 23);
                            FakeEvents.poolStatistics("some", 1, 107);
                        });
        Profile profile = read(Files.readAllBytes(file));
        Profile.Pool pool = profile.pools().get(0);
        assertEquals(0.040, pool.totals().compute(), 1e-9);
        assertEquals(7, pool.totals().stealsWon());
        assertEquals(7, pool.tasksRun());
        assertEquals(1, profile.missing().size(), profile.missing().toString());
        assertTrue(profile.missing().get(0).startsWith("the program had run for"));
    }

    /** It differs from run to run, and tells nobody which lambda it is. */
    @Test
    void aTaskMadeOfALambdaHasNoAddress() throws IOException {
        String lambda = "Main$$Lambda$7/0x00007fe5880c0220";
        Path file =
                FakeEvents.record(
                        folder.resolve("lambdas.jfr"),
                        () -> {
                            FakeEvents.twoWorkers("some");
                            FakeEvents.steal("some", 1, 0, lambda);
                            FakeEvents.task("some", 1, lambda + " (parts)", () -> {});
                        });
        Profile.Pool pool = read(Files.readAllBytes(file)).pools().get(0);
        assertEquals("Main$$Lambda$7", pool.stolen().get(0).what());
        assertEquals("Main$$Lambda$7 (parts)", pool.tasks().get(1).name());
    }

    @Test
    void aGuestThatRunsTasksIsNoWorker() throws IOException {
        Path file =
                FakeEvents.record(
                        folder.resolve("guest.jfr"),
                        () -> {
                            FakeEvents.workerStatistics("some", 0, 0, 0);
                            FakeEvents.workerStatistics("some", -1, 0, 3);
                            FakeEvents.task("some", -1, "Some.task:7", FakeEvents::napping);
                            FakeEvents.workerStatistics("some", 0, 10, 0);
                        });
        Profile profile = read(Files.readAllBytes(file));
        assertTrue(profile.pools().get(0).guests());
        assertEquals(1, profile.pools().get(0).workersInAll());
        assertEquals(List.of(), profile.blocking());
    }

    @Test
    void aPoolWithAnEmptyNameHasNone() throws IOException {
        Path file =
                FakeEvents.record(
                        folder.resolve("empty.jfr"),
                        () -> {
                            FakeEvents.workerStatistics("", 0, 0, 0);
                            FakeEvents.workerStatistics("", 0, 10, 0);
                        });
        assertEquals("(no name)", read(Files.readAllBytes(file)).pools().get(0).name());
    }

    @Test
    @Timeout(60)
    void aWorkerIsKnownByANameWithAnEmoji() throws IOException {
        Path file =
                FakeEvents.record(
                        folder.resolve("emoji.jfr"),
                        () -> {
                            FakeEvents.workerStatistics("\ud83c\udf89", 0, 0, 0);
                            Thread worker =
                                    new Thread(FakeEvents::napping, "\ud83c\udf89-worker-0");
                            worker.start();
                            join(worker);
                            FakeEvents.workerStatistics("\ud83c\udf89", 0, 10, 0);
                        });
        assertEquals(1, read(Files.readAllBytes(file)).blocking().size());
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * It runs tasks while it waits, as one worker more; but of several that do so, one is counted.
     */
    @Test
    void whoForksIntoTheJdksCommonPoolIsCounted() throws IOException {
        String pool = "ForkJoinPool.commonPool";
        Path file =
                FakeEvents.record(
                        folder.resolve("helper.jfr"),
                        () -> {
                            FakeEvents.poolStatistics(pool, 1, 0, "java.util.concurrent");
                            FakeEvents.workerStatistics(pool, 0, 0, 0);
                            FakeEvents.workerStatistics(pool, -1, 0, 0);
                            FakeEvents.napping();
                            FakeEvents.workerStatistics(pool, 0, 40, 1);
                            FakeEvents.workerStatistics(pool, -1, 1_000_000, 0);
                            FakeEvents.poolStatistics(pool, 1, 2, "java.util.concurrent");
                        });
        Profile.Pool read = read(Files.readAllBytes(file)).pools().get(0);
        assertEquals(1, read.parallelism());
        assertEquals(2 * read.seconds(), read.losses().capacity(), 1e-9);
        assertEquals(read.seconds() + 0.040, read.losses().used(), 0.010);
    }

    /** A worker that joins has nothing else to do; one that waits for a lock has. */
    @Test
    @Timeout(60)
    void joinsOfTheJdksTasksAreNoBlocking() throws IOException {
        RecursiveAction joined =
                new RecursiveAction() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    protected void compute() {}
                };
        Semaphore taken = new Semaphore(0);
        Path file =
                FakeEvents.record(
                        folder.resolve("joins.jfr"),
                        () -> {
                            FakeEvents.workerStatistics("some", 0, 0, 0);
                            FakeEvents.task("some", 0, "Some.task:7", () -> waitFor(joined, taken));
                            FakeEvents.workerStatistics("some", 0, 10, 0);
                        });
        List<Profile.Blocking> blocking = read(Files.readAllBytes(file)).blocking();
        assertEquals(1, blocking.size(), blocking.toString());
        assertTrue(blocking.get(0).on().startsWith("java.util.concurrent.Semaphore"));
    }

    /** The JDK's pool knows of no worker but its own. */
    @Test
    @Timeout(60)
    void onlyAWaitOfWhichItsPoolKnowsIsNoBlocking() throws IOException {
        Phaser phaser = new Phaser(2);
        Path file =
                FakeEvents.record(
                        folder.resolve("managed.jfr"),
                        () -> {
                            FakeEvents.workerStatistics("some", 0, 0, 0);
                            FakeEvents.task("some", 0, "Some.task:7", () -> waitAt(phaser));
                            FakeEvents.workerStatistics("some", 0, 10, 0);
                        });
        List<Profile.Blocking> blocking = read(Files.readAllBytes(file)).blocking();
        assertEquals(1, blocking.size(), blocking.toString());
        assertEquals("java.util.concurrent.Phaser$QNode", blocking.get(0).on());
        assertTrue(
                blocking.get(0).where().contains("RecordingReaderTest.waitAt"),
                blocking.toString());
    }

    /** Sleeps where a pool is told, and then waits at a phaser, where none is. */
    private static void waitAt(Phaser phaser) {
        Thread waiting = Thread.currentThread();
        new Thread(
                        () -> {
                            untilParked(waiting, phaser);
                            phaser.arrive();
                        })
                .start();
        try {
            Cleave.blocking(
                    () -> {
                        FakeEvents.napping();
                        return null;
                    });
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        phaser.arriveAndAwaitAdvance();
    }

    /** Waits for a task that ends, and then for a semaphore that is released, as it waits. */
    private static void waitFor(RecursiveAction joined, Semaphore taken) {
        Thread waiting = Thread.currentThread();
        Thread other =
                new Thread(
                        () -> {
                            untilParked(waiting, joined);
                            joined.complete(null);
                            untilParked(waiting, taken);
                            taken.release();
                        });
        other.start();
        joined.join();
        taken.acquireUninterruptibly();
    }

    private static void untilParked(Thread thread, Object on) {
        String name = on.getClass().getName();
        Object blocker;
        do {
            Thread.onSpinWait();
            blocker = LockSupport.getBlocker(thread);
        } while (blocker == null || !blocker.getClass().getName().startsWith(name));
    }

    @Test
    void severalChunksAreOneRecording() throws IOException {
        Profile profile = read(concat(whole, whole));
        // The counters of the second chunk are those of the first: they say what is so far.
        assertEquals(5, profile.pools().get(0).totals().stealsWon());
        assertEquals(2, profile.pools().get(0).stolen().get(0).count());
    }

    /** Another program than this one: records itself into the file that it is given. */
    static final class Other {
        private Other() {}

        public static void main(String[] args) throws IOException {
            FakeEvents.record(Path.of(args[0]), () -> FakeEvents.twoWorkers("some"));
        }
    }

    @Test
    void recordingsOfSeveralProgramsInOneFileAreSaidToBe() throws Exception {
        Path other = folder.resolve("other.jfr");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Other.class.getName(),
                                other.toString())
                        .inheritIO()
                        .start();
        assertEquals(0, process.waitFor());
        String said = "recordings of several programs are in one file";
        Profile both = read(concat(whole, Files.readAllBytes(other)));
        assertTrue(missing(both).contains(said), missing(both));
        Profile twice = read(concat(whole, whole));
        assertFalse(missing(twice).contains(said), missing(twice));
    }

    @Test
    void ofACutRecordingTheWholeChunksAreReportedAndTheRestIsSaidToBeMissing() throws IOException {
        byte[] cut = concat(whole, Arrays.copyOf(whole, whole.length / 2));
        Profile profile = read(cut);
        assertEquals(1, profile.pools().get(0).stolen().get(0).count());
        assertTrue(
                profile.missing().get(0).contains("ends in the midst of a chunk"),
                missing(profile));
        Profile header = read(concat(whole, Arrays.copyOf(whole, 20)));
        assertTrue(header.missing().get(0).contains("last 20 bytes"), missing(header));
    }

    @Test
    void aChunkThatWasBeingWrittenIsReadUpToItsLastFlush() throws IOException {
        byte[] killed = concat(whole, new byte[1000]);
        killed[64] = 3;
        Profile profile = read(killed);
        assertEquals(5, profile.pools().get(0).totals().stealsWon());
        assertTrue(
                profile.missing().get(0).contains("was killed while it recorded"),
                missing(profile));
    }

    @Test
    void whatAKilledMachineLeftInItsRepositoryBecomesARecording() throws IOException {
        Path repository = Files.createDirectories(folder.resolve("repository/2026_1"));
        Files.write(repository.resolve("1.jfr"), whole);
        byte[] last = concat(whole, new byte[1000]);
        last[64] = 1;
        Files.write(repository.resolve("2.jfr"), last);
        Path kept = folder.resolve("kept.jfr");
        try (RecordingFiles files = RecordingFiles.ofRepository(folder.resolve("repository"))) {
            files.keepAs(kept);
            assertEquals(2, RecordingReader.read(files).pools().get(0).stolen().get(0).count());
        }
        try (RecordingFiles files = RecordingFiles.ofFile(kept)) {
            assertEquals(List.of(), files.missing());
            assertEquals(2, RecordingReader.read(files).pools().get(0).stolen().get(0).count());
        }
    }

    @Test
    void whatIsNoRecordingIsRefusedWithTheReason() throws IOException {
        assertRefused("does not exist", folder.resolve("nowhere.jfr"));
        assertRefused("is a folder", folder);
        Path empty = write(new byte[0]);
        String said =
                assertThrows(RecordingException.class, () -> RecordingFiles.ofFile(empty))
                        .getMessage();
        assertTrue(said.startsWith(empty + " is empty: "), said);
        assertRefused("no Flight Recorder recording", write(new byte[100_000]));
        assertRefused("not a chunk of a recording", write("FLR".getBytes()));
        assertRefused(
                "ends in the midst of a chunk: 5,000 of its", write(Arrays.copyOf(whole, 5000)));
        byte[] unwritten = Arrays.copyOf(whole, 5000);
        ByteBuffer.wrap(unwritten).putLong(8, 0);
        assertRefused("never written", write(unwritten));
    }

    @Test
    void aRecordingOfAnotherProgramIsRefused() throws IOException {
        Path foreign =
                FakeEvents.record(
                        folder.resolve("foreign.jfr"),
                        () -> {
                            FakeEvents.Foreign event = new FakeEvents.Foreign();
                            event.text = "hello";
                            event.commit();
                        });
        assertRefused("no statistics of a Cleave pool", foreign);
    }

    @Test
    void eventsOfAnotherVersionAreCountedAndLeftOut() throws IOException {
        Path file =
                FakeEvents.record(
                        folder.resolve("other.jfr"),
                        () -> {
                            FakeEvents.twoWorkers("some");
                            OtherSteal event = new OtherSteal();
                            event.pool = "some";
                            event.commit();
                        });
        Profile profile = read(Files.readAllBytes(file));
        assertEquals(5, profile.pools().get(0).totals().stealsWon());
        assertTrue(missing(profile).contains("1 events dev.cleave.Steal"), missing(profile));
    }

    @Name("dev.cleave.Steal")
    static class OtherSteal extends Event {
        String pool;
    }

    @Test
    void ofManyPoolsAndWorkersThoseThatComputedLongestAreKept() throws IOException {
        Path file =
                FakeEvents.record(
                        folder.resolve("many.jfr"),
                        () -> {
                            for (int i = 1; i <= 300; i++) {
                                for (int worker = 0; worker < 10; worker++) {
                                    FakeEvents.workerStatistics("pool-" + i, worker, 0, 0);
                                    FakeEvents.workerStatistics("pool-" + i, worker, i, i);
                                }
                            }
                        });
        Profile profile = read(Files.readAllBytes(file));
        assertEquals(204, profile.pools().size());
        assertEquals("pool-300", profile.pools().get(0).name());
        assertEquals("pool-97", profile.pools().get(203).name());
        assertTrue(profile.pools().stream().allMatch(pool -> pool.workersInAll() == 10));
        assertTrue(
                missing(profile)
                        .contains("left out: 96 pools, 960 workers, with 46.56 s of computing"),
                missing(profile));
    }

    @Test
    void onePoolWithMoreWorkersThanThereIsRoomForIsNoneTooMany() throws IOException {
        Path file =
                FakeEvents.record(
                        folder.resolve("wide.jfr"),
                        () -> {
                            FakeEvents.workerStatistics("small", 0, 1, 1);
                            for (int worker = 0; worker < 2050; worker++) {
                                FakeEvents.workerStatistics("wide", worker, 1, 1);
                            }
                        });
        Profile profile = read(Files.readAllBytes(file));
        assertEquals(1, profile.pools().size());
        assertEquals(PoolSizes.MOST_WORKERS, profile.pools().get(0).workersInAll());
        assertTrue(
                missing(profile).contains("left out: 1 pool, 3 workers, with 3.0 ms"),
                missing(profile));
    }

    @Test
    void severalPoolsOfOneNameAreSaidToBe() throws IOException {
        Path file =
                FakeEvents.record(
                        folder.resolve("same.jfr"),
                        () -> {
                            FakeEvents.workerStatistics("same", 0, 30, 7);
                            FakeEvents.workerStatistics("same", 0, 40, 6);
                            FakeEvents.workerStatistics("other", 0, 40, 6);
                            FakeEvents.workerStatistics("other", 0, 39, 7); // as a clock may go
                        });
        Profile profile = read(Files.readAllBytes(file));
        assertTrue(missing(profile).contains("several pools are called same, "), missing(profile));
        assertFalse(missing(profile).contains("called other"), missing(profile));
    }

    /** Either an answer or a reason; never a hang, never an error of ours. */
    @Test
    void aDamagedRecordingIsReadOrRefused() throws IOException {
        Random random = new Random(7);
        int answered = 0;
        for (int i = 0; i < 60; i++) {
            byte[] damaged = whole.clone();
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            try {
                assertFalse(read(damaged).pools().isEmpty());
                answered++;
            } catch (RecordingException refused) {
                assertTrue(refused.getMessage().contains(folder.toString()), refused.getMessage());
            }
        }
        assertTrue(answered > 0, "every damage was fatal: nothing is salvaged");
    }

    /**
     * What its metadata calls types must be Java identifiers. From JDK 21 on the parser throws an
     * error where they are not, before it an exception.
     */
    @Test
    void anErrorOfTheParserIsADamageLikeAnyOther() throws IOException {
        byte[] damaged =
                new String(whole, StandardCharsets.ISO_8859_1)
                        .replace("dev.cleave.Promotion", "-ev.cleave.Promotion")
                        .getBytes(StandardCharsets.ISO_8859_1);
        Path file = write(damaged);
        assertRefused("is damaged after 0 events, and was read up to there", file);
        assertRefused("the 0 events that can be read of " + file + " have no", file);
        try (RecordingFiles files = RecordingFiles.ofFile(folder.resolve("some.jfr"))) {
            Events.DamageException damage =
                    assertThrows(
                            Events.DamageException.class, () -> Events.read(files, event -> {}));
            // What the parser says is of no use to who has the recording.
            assertTrue(damage.getMessage().endsWith("up to there"), damage.getMessage());
            String cause = damage.getCause().getMessage();
            assertTrue(cause.contains("-ev.cleave.Promotion is not a valid"), cause);
            StringWriter trace = new StringWriter();
            ChromeTrace.write(files, trace);
            assertTrue(trace.toString().endsWith("]}"), trace.toString());
        }
    }

    /** Moments and lengths that no clock shows: of them are the bins made. */
    @Test
    void aHeaderMaySayAnyTime() throws IOException {
        for (long began : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}) {
            for (long duration : new long[] {Long.MIN_VALUE, 0, Long.MAX_VALUE - 1}) {
                byte[] damaged = whole.clone();
                ByteBuffer.wrap(damaged).putLong(32, began).putLong(40, duration);
                assertEquals(1, read(damaged).pools().size(), began + " " + duration);
            }
        }
    }

    private Profile read(byte[] content) throws IOException {
        try (RecordingFiles files = RecordingFiles.ofFile(write(content))) {
            return RecordingReader.read(files);
        }
    }

    private Path write(byte[] content) throws IOException {
        return Files.write(
                folder.resolve("some.jfr"),
                content,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING);
    }

    private static void assertRefused(String reason, Path file) {
        RecordingException refused =
                assertThrows(
                        RecordingException.class,
                        () -> {
                            try (RecordingFiles files = RecordingFiles.ofFile(file)) {
                                RecordingReader.read(files);
                            }
                        });
        assertTrue(refused.getMessage().contains(reason), refused.getMessage());
        assertTrue(refused.getMessage().contains(file.toString()), refused.getMessage());
    }

    private static String missing(Profile profile) {
        return String.join("\n", profile.missing());
    }

    private static byte[] concat(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
    }
}
