package dev.cleave.executors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.micrometer.PoolMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ExecutorServiceMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MicrometerTest extends PoolExample {
    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void whatIsSubmittedIsTimedAndThePoolIsMeasured() throws Exception {
        ExecutorService timed =
                ExecutorServiceMetrics.monitor(registry, (ExecutorService) pool, "example");
        new PoolMetrics(pool, "example", Tags.empty()).bindTo(registry);
        assertEquals(610, timed.submit(() -> fib(15)).get(60, TimeUnit.SECONDS));
        timed.shutdown(); // a task is timed after its result is known
        assertTrue(timed.awaitTermination(60, TimeUnit.SECONDS));
        assertEquals(1, registry.get("executor").tag("name", "example").timer().count());
        assertTrue(registry.get("cleave.pool.forks").functionCounter().count() >= 986);
        assertEquals(2, registry.get("executor.parallelism").gauge().value());
    }
}
