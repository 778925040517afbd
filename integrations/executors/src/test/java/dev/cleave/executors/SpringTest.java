package dev.cleave.executors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;

@Timeout(60)
class SpringTest extends PoolExample {
    /** An application: its asynchronous methods and its schedule run in one pool. */
    @Configuration
    @EnableAsync
    @EnableScheduling
    static class Application {
        @Bean
        AsyncTaskExecutor taskExecutor(ForkJoinPool pool) {
            return new TaskExecutorAdapter(pool);
        }

        @Bean
        TaskScheduler taskScheduler(ForkJoinPool pool) {
            return new ConcurrentTaskScheduler(pool, pool);
        }

        @Bean
        Service service() {
            return new Service();
        }
    }

    static class Service {
        final CountDownLatch ticks = new CountDownLatch(3);

        @Async
        public CompletableFuture<Integer> compute(int n) {
            return CompletableFuture.completedFuture(fib(n));
        }

        @Async
        public CompletableFuture<Integer> fail() {
            throw new IllegalStateException("on " + Thread.currentThread().getName());
        }

        @Scheduled(fixedRate = 1)
        public void tick() {
            fib(5);
            ticks.countDown();
        }

        boolean hasTicked() throws InterruptedException {
            return ticks.await(50, TimeUnit.SECONDS);
        }
    }

    private AnnotationConfigApplicationContext application() {
        var context = new AnnotationConfigApplicationContext();
        context.register(Application.class);
        context.getBeanFactory().registerSingleton("pool", pool);
        context.refresh();
        return context;
    }

    @Test
    void asynchronousMethodsRunInThePool() throws Exception {
        try (var context = application()) {
            Service service = context.getBean(Service.class);
            assertEquals(610, service.compute(15).get());
            var failure = assertThrows(ExecutionException.class, () -> service.fail().get());
            assertTrue(failure.getCause().getMessage().startsWith("on example-worker-"));
        }
    }

    @Test
    void soDoesTheSchedule() throws Exception {
        try (var context = application()) {
            assertTrue(context.getBean(Service.class).hasTicked());
        }
    }

    @Test
    void aTaskExecutorRunsInThePool() throws Exception {
        AsyncTaskExecutor executor = new TaskExecutorAdapter(pool);
        CompletableFuture<Integer> completed = executor.submitCompletable(() -> fib(15));
        assertEquals(610, completed.get());
        assertEquals(987, executor.submit(() -> fib(16)).get());
    }
}
