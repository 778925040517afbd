package dev.cleave.executors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import scala.concurrent.Await;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.concurrent.duration.Duration;

class ScalaTest extends PoolExample {
    /** In Scala: {@code given ExecutionContext = ExecutionContext.fromExecutorService(pool)}. */
    @Test
    void futuresRunInThePool() throws Exception {
        ExecutionContext context = ExecutionContext.fromExecutorService(pool);
        Future<Integer> sum =
                Future.apply(() -> fib(15), context)
                        .flatMap(x -> Future.apply(() -> x + fib(16), context), context);
        assertEquals(610 + 987, Await.result(sum, Duration.create(60, TimeUnit.SECONDS)));
    }
}
