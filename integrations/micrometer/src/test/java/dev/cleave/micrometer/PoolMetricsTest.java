package dev.cleave.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.PoolStats;
import dev.cleave.RecursiveTask;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ExecutorServiceMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a registry has of a pool. */
class PoolMetricsTest {
    private static final class Fib extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1L;

        private final int n;

        Fib(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) {
                return n;
            }
            Fib left = new Fib(n - 1);
            left.fork();
            return new Fib(n - 2).compute() + left.join();
        }
    }

    private final MeterRegistry registry = new SimpleMeterRegistry();

    private double counter(String name) {
        return registry.get(name).tag("name", "search").functionCounter().count();
    }

    private double gauge(String name) {
        return registry.get(name).tag("name", "search").gauge().value();
    }

    private double seconds(String activity) {
        return registry.get("cleave.pool.time")
                .tags("name", "search", "activity", activity)
                .functionCounter()
                .count();
    }

    @Test
    void theMetersAreThePoolsNumbers() {
        ForkJoinPool pool = ForkJoinPool.builder().workers(2).build();
        new PoolMetrics(pool, "search", Tags.of("room", "7")).bindTo(registry);
        for (int i = 0; i < 10; i++) {
            assertEquals(2584, pool.invoke(new Fib(18)));
        }
        assertEquals(2, gauge("executor.parallelism"));
        assertTrue(gauge("executor.pool.size") >= 1);
        pool.close(); // now they stand still
        PoolStats stats = pool.stats();
        assertEquals(stats.forks(), counter("cleave.pool.forks"));
        assertEquals(stats.tasksRun(), counter("cleave.pool.tasks"));
        assertEquals(10, counter("cleave.pool.submissions"));
        assertEquals(stats.stealsWon(), counter("executor.steals"));
        assertEquals(stats.stealsTried(), counter("cleave.pool.steals.tried"));
        assertEquals(stats.promotions(), counter("cleave.pool.promotions"));
        assertEquals(stats.pollsAnswered(), counter("cleave.pool.requests.answered"));
        assertEquals(stats.parks(), counter("cleave.pool.parks"));
        assertEquals(stats.computeNanos() / 1e9, seconds("compute"));
        assertEquals(stats.seekNanos() / 1e9, seconds("seek"));
        assertEquals(stats.joinNanos() / 1e9, seconds("join"));
        assertEquals(stats.idleNanos() / 1e9, seconds("idle"));
        assertTrue(seconds("compute") > 0);
        assertEquals(0, gauge("executor.queued"));
        assertEquals(0, gauge("executor.active"));
        assertEquals(0, gauge("executor.running"));
        assertEquals(0, gauge("cleave.pool.submissions.queued"));
        assertEquals("7", registry.get("cleave.pool.forks").meter().getId().getTag("room"));
    }

    /** Name, type and unit of each. */
    private static Set<String> meters(MeterRegistry of) {
        return of.getMeters().stream()
                .map(Meter::getId)
                .map(id -> id.getName() + " " + id.getType() + " " + id.getBaseUnit())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void theOthersMetersAreAllThere() {
        MeterRegistry theirs = new SimpleMeterRegistry();
        java.util.concurrent.ForkJoinPool their =
                new java.util.concurrent.ForkJoinPool(
                        1,
                        java.util.concurrent.ForkJoinPool.defaultForkJoinWorkerThreadFactory,
                        null,
                        false);
        new ExecutorServiceMetrics(their, "search", Tags.empty()).bindTo(theirs);
        ForkJoinPool pool = new ForkJoinPool(1);
        new PoolMetrics(pool, "search", Tags.empty()).bindTo(registry);
        Set<String> missing = meters(theirs);
        assertTrue(missing.size() >= 4, () -> "a pool has at least four meters: " + missing);
        missing.removeAll(meters(registry));
        // From JDK 25 on that pool schedules, too.
        missing.removeIf(meter -> meter.startsWith("executor.delayed "));
        assertEquals(Set.of(), missing);
        their.shutdown();
        pool.close();
    }

    @Test
    void theRegistryKeepsNoPool() {
        WeakReference<ForkJoinPool> dropped = bindAndDrop();
        long deadline = System.nanoTime() + 30_000_000_000L;
        while (dropped.get() != null) {
            assertTrue(System.nanoTime() - deadline < 0, "the pool is kept");
            System.gc();
            Thread.yield();
        }
        assertTrue(Double.isNaN(gauge("executor.parallelism")), "as Micrometer has it");
    }

    private WeakReference<ForkJoinPool> bindAndDrop() {
        ForkJoinPool pool = ForkJoinPool.builder().workers(1).build();
        new PoolMetrics(pool, "search", Tags.empty()).bindTo(registry);
        return new WeakReference<>(pool);
    }

    @Test
    void nothingMayBeNull() {
        ForkJoinPool pool = new ForkJoinPool(1);
        assertThrows(NullPointerException.class, () -> new PoolMetrics(null, "a", Tags.empty()));
        assertThrows(NullPointerException.class, () -> new PoolMetrics(pool, null, Tags.empty()));
        assertThrows(NullPointerException.class, () -> new PoolMetrics(pool, "a", null));
        pool.close();
    }
}
