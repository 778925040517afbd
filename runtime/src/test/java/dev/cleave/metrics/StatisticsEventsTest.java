package dev.cleave.metrics;

import static dev.cleave.metrics.Recordings.named;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.PoolStats;
import dev.cleave.Scheduling;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Waiting;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The samples of a pool's counters agree with {@link ForkJoinPool#stats}, and with the events. */
class StatisticsEventsTest {
    private static final String POOL = "sampled";

    private static ForkJoinPool pool(Scheduling scheduling) {
        return ForkJoinPool.builder().name(POOL).workers(2).scheduling(scheduling).build();
    }

    @ParameterizedTest
    @EnumSource(Scheduling.class)
    void theLastSampleIsWhatThePoolSaysAndTheEventsAddUpToIt(Scheduling scheduling)
            throws Exception {
        List<PoolStats> stats = new ArrayList<>();
        List<RecordedEvent> events =
                Recordings.of(
                        POOL,
                        () -> {
                            ForkJoinPool pool = pool(scheduling);
                            for (int i = 0; i < 20; i++) {
                                pool.invoke(new Fib(18));
                            }
                            pool.close();
                            stats.add(pool.stats());
                        });
        PoolStats expected = stats.get(0);
        Map<Integer, RecordedEvent> last = lastByWorker(events);
        for (Map.Entry<String, Long> each : numbers(expected).entrySet()) {
            assertEquals(
                    each.getValue(),
                    last.values().stream().mapToLong(e -> e.getLong(each.getKey())).sum(),
                    each.getKey());
        }
        RecordedEvent pool = lastOf("PoolStatistics", events);
        assertEquals(expected.tasksRun(), pool.getLong("tasksRun"));
        assertEquals(expected.forks(), pool.getLong("forks"));
        assertEquals(scheduling.name(), pool.getString("scheduling"));
        assertEquals(2, pool.getInt("parallelism"));
        assertEquals(2, pool.getInt("current"));
        assertEquals(0, pool.getInt("wanted"));
        assertEquals(0, pool.getInt("threads"), "all have ended");

        assertTrue(expected.forks() > 0, expected::summary);
        assertEquals(expected.stealsWon(), named("Steal", events).size());
        assertEquals(expected.parks(), named("Park", events).size());
        assertEquals(
                expected.promotions(),
                named("Promotion", events).stream().mapToLong(e -> e.getInt("count")).sum());
    }

    private static Map<String, Long> numbers(PoolStats s) {
        Map<String, Long> numbers = new TreeMap<>();
        numbers.put("forks", s.forks());
        numbers.put("promotions", s.promotions());
        numbers.put("stealsTried", s.stealsTried());
        numbers.put("stealsWon", s.stealsWon());
        numbers.put("submissionsTaken", s.submissionsTaken());
        numbers.put("pollsAnswered", s.pollsAnswered());
        numbers.put("parks", s.parks());
        numbers.put("computeTime", s.computeNanos());
        numbers.put("seekTime", s.seekNanos());
        numbers.put("joinTime", s.joinNanos());
        numbers.put("idleTime", s.idleNanos());
        return numbers;
    }

    private static Map<Integer, RecordedEvent> lastByWorker(List<RecordedEvent> events) {
        Map<Integer, RecordedEvent> last = new TreeMap<>();
        for (RecordedEvent e : named("WorkerStatistics", events)) {
            last.merge(e.getInt("worker"), e, StatisticsEventsTest::later);
        }
        return last;
    }

    private static RecordedEvent lastOf(String name, List<RecordedEvent> events) {
        return named(name, events).stream().reduce(StatisticsEventsTest::later).orElseThrow();
    }

    private static RecordedEvent later(RecordedEvent a, RecordedEvent b) {
        return b.getStartTime().isBefore(a.getStartTime()) ? a : b;
    }

    @Test
    void aPoolThatLivesOnIsSampledAtTheStartAndAtTheEndOfTheRecording() throws Exception {
        try (ForkJoinPool pool = pool(Scheduling.DEFAULT)) {
            pool.invoke(new Fib(15));
            Waiting.until(pool::isQuiescent, "quiescent");
            long before = pool.stats().forks();
            List<RecordedEvent> events = Recordings.of(POOL, () -> pool.invoke(new Fib(15)));
            List<Long> forks =
                    named("PoolStatistics", events).stream().map(e -> e.getLong("forks")).toList();
            assertEquals(before, forks.get(0));
            assertEquals(2 * before, forks.get(forks.size() - 1));
            Map<Integer, Long> first = new TreeMap<>();
            for (RecordedEvent e : named("WorkerStatistics", events)) {
                if (first.putIfAbsent(e.getInt("worker"), e.getLong("forks")) != null) {
                    break; // the second sample, which may have workers that the first has not
                }
            }
            assertEquals(before, first.values().stream().mapToLong(Long::longValue).sum());
        }
    }

    /** A worker that comes after another takes over its place and its numbers. */
    @Test
    void noNumberOfAPlaceEverFalls() throws Exception {
        List<RecordedEvent> events =
                Recordings.of(
                        POOL,
                        () -> {
                            try (ForkJoinPool pool =
                                    ForkJoinPool.builder()
                                            .name(POOL)
                                            .workers(1)
                                            .keepAlive(20, TimeUnit.MILLISECONDS)
                                            .build()) {
                                pool.invoke(new Fib(10));
                                Waiting.until(() -> pool.getPoolSize() == 0, "the worker ends");
                                pool.invoke(new Fib(10));
                            }
                        });
        assertEquals(1, lastByWorker(events).size(), "places");
        RecordedEvent last = lastOf("WorkerStatistics", events);
        assertEquals(2, last.getLong("submissionsTaken"));
        assertEquals(2 * 88, last.getLong("forks"));
        assertEquals(POOL + "-worker-1", last.getString("threadName"));
    }

    @Test
    void aWorkersTimesAreAtMostItsLifetime() {
        Lifetimes.assertNoTimeIsCountedTwice(pool -> pool.invoke(new Fib(18)));
    }

    /** Neither the recorder nor a recording keeps a pool that its user has dropped. */
    @Test
    void aForgottenPoolIsCollected() throws Exception {
        Recordings.of(
                POOL,
                () -> {
                    WeakReference<ForkJoinPool> dropped =
                            new WeakReference<>(pool(Scheduling.DEFAULT));
                    Waiting.until(
                            () -> {
                                System.gc();
                                return dropped.get() == null;
                            },
                            "the pool is collected");
                    assertNull(dropped.get());
                });
    }
}
