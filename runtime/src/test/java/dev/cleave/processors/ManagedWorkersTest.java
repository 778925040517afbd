package dev.cleave.processors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.cleave.conformance.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which worker is bound where, by a system of the test's. */
class ManagedWorkersTest {
    private static final int PROCESS = 100;

    @TempDir Path proc;
    private final Map<Integer, String> masks = new TreeMap<>();
    private final List<Member> members = new ArrayList<>();
    private BitSet granted = set(0, 1);
    private int refused = 9;
    private int calls;
    private ManagedWorkers workers;

    private final Follower pool =
            new Follower() {
                @Override
                protected void follow() {}

                @Override
                protected boolean isComputing() {
                    return true;
                }
            };

    /** A worker, which computes or sleeps as it is told. */
    private final class Member extends Thread {
        final int number;
        volatile boolean sleeps;
        volatile boolean ends;
        private final CountDownLatch entered = new CountDownLatch(1);

        Member(int number) {
            this.number = number;
        }

        @Override
        public void run() {
            workers.add(pool);
            entered.countDown();
            while (!ends) {
                if (sleeps) {
                    LockSupport.park(this);
                }
            }
            workers.remove();
        }

        void sleepsNow() {
            sleeps = true;
            Waiting.untilBlocked(this);
        }

        void wakes() {
            sleeps = false;
            LockSupport.unpark(this);
            Waiting.until(() -> getState() == State.RUNNABLE, "awake");
        }

        void end() {
            sleeps = false;
            ends = true;
            LockSupport.unpark(this);
            Waiting.until(() -> !isAlive(), "ended");
        }
    }

    private static BitSet set(int... processors) {
        BitSet set = new BitSet();
        for (int p : processors) {
            set.set(p);
        }
        return set;
    }

    @BeforeEach
    void prepare() throws IOException {
        thread(PROCESS, "f");
        mayUse("f");
        workers = new ManagedWorkers(new ThreadFiles(proc, PROCESS), follower -> granted);
    }

    @AfterEach
    void endAll() {
        members.forEach(Member::end);
    }

    private void mayUse(String mask) throws IOException {
        Files.writeString(proc.resolve("self/status"), "Cpus_allowed:\t" + mask + "\n");
    }

    /** A thread that the kernel shows. */
    private void thread(int number, String mask) throws IOException {
        Path task = Files.createDirectories(proc.resolve("self/task/" + number));
        Files.writeString(task.resolve("status"), "Cpus_allowed:\t" + mask + "\n");
    }

    private void provide() {
        workers.provide(
                (thread, processors) -> {
                    calls++;
                    if (processors.equals(set(refused))) {
                        throw new IOException("no");
                    }
                    masks.put(thread, processors.toString());
                });
    }

    private Member enter() throws IOException {
        Member member = new Member(1 + members.size());
        Files.deleteIfExists(proc.resolve("thread-self"));
        Files.createSymbolicLink(
                proc.resolve("thread-self"), Path.of(PROCESS + "/task/" + member.number));
        members.add(member);
        member.start();
        Waiting.await(member.entered);
        return member;
    }

    private void grant(int... processors) {
        granted = processors.length == 0 ? null : set(processors);
        workers.bind(true);
    }

    private String maskOf(Member member) {
        return masks.get(member.number);
    }

    @Test
    void beforeAnythingIsGrantedNobodyIsTouched() throws Exception {
        enter();
        workers.bind(true);
        assertEquals(0, calls);
    }

    @Test
    void eachWorkerGetsOneProcessorWithAsFewOthersAsCanBe() throws Exception {
        enter();
        enter();
        provide();
        workers.bind(true);
        assertEquals(Map.of(1, "{0}", 2, "{1}"), masks);
        enter();
        enter();
        assertEquals(Map.of(1, "{0}", 2, "{1}", 3, "{0}", 4, "{1}"), masks);
    }

    @Test
    void aWorkerKeepsWhatItHasWhileThatIsGranted() throws Exception {
        provide();
        granted = set(0, 1, 2);
        for (int i = 0; i < 3; i++) {
            enter();
        }
        assertEquals(Map.of(1, "{0}", 2, "{1}", 3, "{2}"), masks);
        int before = calls;
        workers.bind(true);
        assertEquals(before, calls);
        grant(1, 2, 3);
        assertEquals(Map.of(1, "{3}", 2, "{1}", 3, "{2}"), masks);
        assertEquals(before + 1, calls);
    }

    @Test
    void withoutAGrantWorkersHaveTheMaskOfTheProgram() throws Exception {
        provide();
        Member member = enter();
        assertEquals("{0}", maskOf(member));
        grant();
        assertEquals("{0, 1, 2, 3}", maskOf(member));
        int before = calls;
        workers.bind(true);
        assertEquals(before, calls, "once is enough");
        grant(2);
        assertEquals("{2}", maskOf(member));
    }

    @Test
    void aWorkerThatStartsAfterwardsLosesWhatItHasInherited() throws Exception {
        provide();
        enter();
        grant();
        Member heir = enter();
        assertEquals("{0, 1, 2, 3}", maskOf(heir));
    }

    @Test
    void whatTheProgramMayNotUseItDoesNotGet() throws Exception {
        provide();
        mayUse("6");
        Member member = enter();
        grant(0, 1);
        assertEquals("{1}", maskOf(member));
        grant(0, 3);
        assertEquals("{1, 2}", maskOf(member));
    }

    @Test
    void anotherMaskOfTheProgramBindsAnew() throws Exception {
        provide();
        Member member = enter();
        masks.clear(); // as taskset -a does
        mayUse("3");
        workers.bind(true);
        assertEquals("{0}", maskOf(member));
    }

    @Test
    void whoIsRefusedStaysUnboundUntilTheGrantIsAnother() throws Exception {
        provide();
        refused = 1;
        granted = set(1);
        Member member = enter();
        assertEquals("{0, 1, 2, 3}", maskOf(member));
        int before = calls;
        workers.bind(true);
        assertEquals(before, calls, "the same is not tried again");
        grant(1, 2);
        assertEquals("{0, 1, 2, 3}", maskOf(member));
        grant(2);
        assertEquals("{2}", maskOf(member));
    }

    @Test
    void oneOfTwoRunningWorkersGoesToAProcessorWhereNobodyRuns() throws Exception {
        provide();
        Member first = enter(); // on 0
        Member second = enter(); // on 1
        Member third = enter(); // on 0
        second.sleepsNow();
        workers.bind(false);
        assertEquals("{1}", maskOf(first));
        assertEquals("{0}", maskOf(third));
        second.wakes();
        int before = calls;
        workers.bind(false);
        assertEquals(before, calls, "nothing would be more even");
    }

    @Test
    void whoHasEndedIsNotTouchedAnyMore() throws Exception {
        provide();
        Member member = enter();
        member.end();
        masks.clear();
        grant(1);
        grant();
        assertEquals(Map.of(), masks);
    }

    @Test
    void threadsThatAWorkerHasStartedGetTheMaskOfTheProgram() throws Exception {
        thread(50, "1"); // bound by somebody before
        provide();
        enter();
        thread(1, "1"); // the worker itself
        thread(51, "1");
        thread(52, "2"); // no worker was ever there
        thread(53, "3");
        workers.bind(true);
        assertEquals("{0, 1, 2, 3}", masks.remove(51));
        assertEquals(Map.of(1, "{0}"), masks);
        thread(51, "1"); // by its own wish now
        workers.bind(true);
        assertNull(masks.get(51));
    }
}
