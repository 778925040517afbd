package dev.cleave.metrics;

import static dev.cleave.metrics.Recordings.named;
import static dev.cleave.metrics.Recordings.only;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.ParallelRegion;
import dev.cleave.RecursiveAction;
import dev.cleave.Scheduling;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Waiting;
import dev.cleave.processors.ProcessorSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each event is written when the thing happens that it is named after, with what happened. */
class EventsTest {
    private static final int STEALS = 20;

    private static ForkJoinPool pool(Scheduling scheduling) {
        return ForkJoinPool.builder().name("observed").workers(2).scheduling(scheduling).build();
    }

    private static List<RecordedEvent> recorded(
            Scheduling scheduling, Consumer<ForkJoinPool> program) throws Exception {
        return Recordings.of(
                "observed",
                () -> {
                    try (ForkJoinPool pool = pool(scheduling)) {
                        program.accept(pool);
                    }
                });
    }

    /** Forks what it leaves to others, some times over. */
    private static final class StolenFrom extends RecursiveAction {
        private static final class Child extends RecursiveAction {
            @Override
            protected void compute() {}
        }

        @Override
        protected void compute() {
            for (int stolen = 0; stolen < STEALS; stolen++) {
                Child child = new Child();
                child.fork();
                while (!child.isDone()) {
                    Cleave.tryLoadBalance();
                    Thread.yield();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Scheduling.class)
    void stealsTellWhoTookWhatFromWhom(Scheduling scheduling) throws Exception {
        List<RecordedEvent> steals =
                named("Steal", recorded(scheduling, pool -> pool.invoke(new StolenFrom())));
        assertTrue(steals.size() >= STEALS, () -> "steals: " + steals.size());
        for (RecordedEvent steal : steals) {
            String child = StolenFrom.Child.class.getName();
            assertEquals(child, Recordings.text("taskClass", steal, child));
            assertNotEquals(steal.getInt("thief"), steal.getInt("victim"));
            assertTrue(steal.getInt("thief") >= 0 && steal.getInt("victim") >= 0, steal::toString);
            assertEquals(
                    "observed-worker-" + (steal.getInt("thief") + 1),
                    steal.getThread().getJavaName());
        }
    }

    /** Of the others, whose thieves do not wait for an owner without a processor, their queues'. */
    @ParameterizedTest
    @EnumSource(
            value = Scheduling.class,
            names = {"RECEIVER_INITIATED", "SENDER_INITIATED"},
            mode = EnumSource.Mode.EXCLUDE)
    void requestsAreAnswered(Scheduling scheduling) throws Exception {
        List<RecordedEvent> requests = new ArrayList<>();
        List<RecordedEvent> granted = new ArrayList<>();
        recordUntil(
                () -> !requests.isEmpty() && !granted.isEmpty(),
                scheduling,
                events -> {
                    requests.addAll(named("Request", events));
                    named("Answer", events).stream()
                            .filter(e -> e.getBoolean("granted"))
                            .forEach(granted::add);
                });
        for (RecordedEvent request : requests) {
            assertNotEquals(request.getInt("thief"), request.getInt("victim"));
        }
        assertEquals(-2, granted.get(0).getInt("thief"), "whoever comes first");
    }

    /**
     * Again and again: from an owner that is without a processor, all that is stolen may be taken
     * over, with nobody asked.
     */
    private static void recordUntil(
            BooleanSupplier isEnough, Scheduling scheduling, Consumer<List<RecordedEvent>> found)
            throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Waiting.LIMIT_SECONDS);
        while (!isEnough.getAsBoolean()) {
            assertTrue(System.nanoTime() - deadline < 0, "none in all the time");
            found.accept(recorded(scheduling, pool -> pool.invoke(new StolenFrom())));
        }
    }

    /** Waits until its child runs elsewhere; the child, until its parent blocks. */
    private static final class Parent extends RecursiveAction {
        private volatile Thread childsThread;
        private final Thread[] parent = new Thread[1];

        private final class Child extends RecursiveAction {
            @Override
            protected void compute() {
                childsThread = Thread.currentThread();
                Waiting.untilBlocked(parent[0]);
            }
        }

        @Override
        protected void compute() {
            parent[0] = Thread.currentThread();
            Child child = new Child();
            child.fork();
            Waiting.until(() -> childsThread != null, "the child is stolen");
            child.join();
        }
    }

    @Test
    void aJoinLastsUntilTheTaskIsComplete() throws Exception {
        List<RecordedEvent> events =
                recorded(Scheduling.DEFAULT, pool -> pool.invoke(new Parent()));
        RecordedEvent join = only("Join", events);
        String name = Parent.Child.class.getName();
        assertEquals(name, Recordings.text("taskClass", join, name));
        RecordedEvent child =
                named("Task", events).stream()
                        .filter(e -> Recordings.text("taskClass", e, name).equals(name))
                        .findFirst()
                        .orElseThrow();
        assertEquals(1 - join.getInt("worker"), child.getInt("worker"));
        assertFalse(join.getStartTime().isBefore(child.getStartTime()), "joined before stolen");
        assertFalse(join.getDuration().isZero());
    }

    @Test
    void tasksAreNamedAfterWhatTheUserWrote() throws Exception {
        List<RecordedEvent> events =
                recorded(
                        Scheduling.DEFAULT,
                        pool -> {
                            pool.invoke(new Fib(1));
                            pool.submit(new Job()).join();
                            pool.submit(new Job(), "result").join();
                            pool.submit(new Call()).join();
                            pool.execute(new Job());
                            pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS);
                        });
        List<RecordedEvent> tasks = named("Task", events);
        List<Class<?>> classes = List.of(Fib.class, Job.class, Job.class, Call.class, Job.class);
        assertEquals(classes.size(), tasks.size());
        for (int i = 0; i < classes.size(); i++) {
            String name = classes.get(i).getName();
            assertEquals(name, Recordings.text("taskClass", tasks.get(i), name));
        }
    }

    private static final class Job implements Runnable {
        @Override
        public void run() {}
    }

    private static final class Call implements Callable<String> {
        @Override
        public String call() {
            return "";
        }
    }

    @Test
    void aParkLastsAsLongAsTheWorkerSleeps() throws Exception {
        List<RecordedEvent> parks =
                named(
                        "Park",
                        recorded(
                                Scheduling.DEFAULT,
                                pool -> {
                                    pool.invoke(new Fib(1));
                                    Waiting.until(() -> pool.stats().parks() > 0, "it parks");
                                    pool.invoke(new Fib(1));
                                }));
        assertFalse(parks.isEmpty());
        assertEquals(0, parks.get(0).getInt("worker"));
        assertEquals("observed-worker-1", parks.get(0).getThread().getJavaName());
    }

    @Test
    void processorsChangeForThreeReasons() throws Exception {
        AtomicInteger granted = new AtomicInteger(4);
        ProcessorSource source = granted::get;
        List<RecordedEvent> changes =
                named(
                        "ProcessorsChanged",
                        Recordings.of(
                                "observed",
                                () -> {
                                    try (ForkJoinPool pool =
                                            ForkJoinPool.builder()
                                                    .name("observed")
                                                    .processors(source)
                                                    .build()) {
                                        granted.set(3);
                                        pool.current();
                                        pool.request(2);
                                        pool.request(2);
                                        pool.setParallelism(5);
                                    }
                                }));
        assertEquals(
                List.of("4 to 3 by source", "3 to 2 by request", "2 to 5 by setParallelism"),
                changes.stream()
                        .map(
                                e ->
                                        e.getInt("from")
                                                + " to "
                                                + e.getInt("to")
                                                + " by "
                                                + e.getString("cause"))
                        .toList());
    }

    @Test
    void regionsAndTheirBarriers() throws Exception {
        Thread[] second = new Thread[1];
        List<RecordedEvent> events =
                recorded(
                        Scheduling.DEFAULT,
                        pool ->
                                pool.submit(
                                                () -> {
                                                    while (second[0] == null) {
                                                        ParallelRegion.run(
                                                                2, r -> meetAsTwo(r, second));
                                                    }
                                                })
                                        .join());
        List<RecordedEvent> regions = named("Region", events);
        assertEquals(2, regions.get(regions.size() - 1).getInt("threads"));
        assertTrue(
                named("Barrier", events).stream()
                        .anyMatch(e -> e.getInt("thread") == 1 && !e.getDuration().isZero()),
                () -> "barriers: " + named("Barrier", events));
    }

    /** The second thread waits at a barrier until it sleeps there. */
    private static void meetAsTwo(ParallelRegion region, Thread[] second) {
        if (region.threadNumber() == 1) {
            second[0] = Thread.currentThread();
        }
        region.barrier();
        if (region.threadNumber() == 0 && second[0] != null) {
            Waiting.untilBlocked(second[0]);
        }
        region.barrier();
    }

    @Test
    void theDefaultsLeaveOutWhatIsFrequentOrShort() throws Exception {
        try (Recording recording = new Recording()) {
            List<RecordedEvent> events =
                    Recordings.of(
                            "observed",
                            recording,
                            () -> {
                                try (ForkJoinPool pool = pool(Scheduling.DEFAULT)) {
                                    pool.invoke(new StolenFrom());
                                }
                            });
            for (String frequent : List.of("Steal", "Promotion", "Request", "Answer", "Deal")) {
                assertEquals(List.of(), named(frequent, events));
            }
            assertFalse(named("WorkerStatistics", events).isEmpty());
            assertFalse(named("PoolStatistics", events).isEmpty());
        }
    }

    /** Where a recorder's own calls have no room, events are left out, and nothing else is. */
    @Test
    void aFullStackIsNoMoreThanThat() throws Exception {
        List<RecordedEvent> events =
                recorded(
                        Scheduling.DEFAULT,
                        pool -> {
                            for (int i = 0; i < 20; i++) {
                                assertThrows(
                                        StackOverflowError.class, () -> pool.invoke(new Endless()));
                            }
                            assertEquals(610, pool.invoke(new Fib(15)));
                        });
        assertFalse(events.isEmpty());
    }

    private static final class Endless extends RecursiveAction {
        @Override
        protected void compute() {
            Fib small = new Fib(2);
            small.fork();
            small.join();
            compute();
        }
    }
}
