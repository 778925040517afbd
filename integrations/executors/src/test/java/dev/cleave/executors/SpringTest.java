package dev.cleave.executors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.support.TaskExecutorAdapter;

class SpringTest extends PoolExample {
    /** As a bean: {@code @Bean AsyncTaskExecutor applicationTaskExecutor()}. */
    @Test
    void aTaskExecutorRunsInThePool() throws Exception {
        AsyncTaskExecutor executor = new TaskExecutorAdapter(pool);
        CompletableFuture<Integer> completed = executor.submitCompletable(() -> fib(15));
        assertEquals(610, completed.get(60, TimeUnit.SECONDS));
        assertEquals(987, executor.submit(() -> fib(16)).get(60, TimeUnit.SECONDS));
    }
}
