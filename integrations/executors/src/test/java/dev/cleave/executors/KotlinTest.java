package dev.cleave.executors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.LongAdder;
import kotlin.Unit;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineDispatcher;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.ExecutorsKt;
import org.junit.jupiter.api.Test;

class KotlinTest extends PoolExample {
    /**
     * In Kotlin: {@code runBlocking(pool.asCoroutineDispatcher()) { repeat(10) { launch { … } } }}.
     */
    @Test
    void coroutinesRunInThePool() throws Exception {
        CoroutineDispatcher dispatcher = ExecutorsKt.from((ExecutorService) pool);
        LongAdder sum = new LongAdder();
        BuildersKt.runBlocking(
                dispatcher,
                (scope, continuation) -> {
                    for (int i = 0; i < 10; i++) {
                        BuildersKt.launch(
                                scope,
                                EmptyCoroutineContext.INSTANCE,
                                CoroutineStart.DEFAULT,
                                (child, its) -> {
                                    sum.add(fib(15));
                                    return Unit.INSTANCE;
                                });
                    }
                    return Unit.INSTANCE;
                });
        assertEquals(10 * 610, sum.sum());
    }
}
