package dev.cleave.regions;

import dev.cleave.ForkJoinPool;
import dev.cleave.ParallelRegion;
import dev.cleave.conformance.PoolShape;
import dev.cleave.conformance.Waiting;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Regions with exactly so many threads, in a worker of a pool that has as many. */
final class Regions {
    private Regions() {}

    /** Runs a test, which takes the number of threads, with each of these. */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest(name = "{0} threads")
    @ValueSource(ints = {1, 2, 4, 8})
    @interface OnEverySize {}

    /** Runs the body in a worker of a new pool, which must then stop on request. */
    static void inPool(int workers, Executable body) throws Exception {
        PoolShape.using(new ForkJoinPool(workers), pool -> PoolShape.runIn(pool, body));
    }

    /** Runs one region in a new pool. */
    static void run(int threads, Consumer<ParallelRegion> body) throws Exception {
        inPool(threads, () -> again(threads, body));
    }

    /** Runs a region here, again until as many have come in time: a busy machine may be slow. */
    static void again(int threads, Consumer<ParallelRegion> body) {
        AtomicBoolean complete = new AtomicBoolean();
        Waiting.until(
                () -> {
                    ParallelRegion.run(
                            threads,
                            region -> {
                                if (region.numberOfThreads() == threads) {
                                    complete.set(true);
                                    body.accept(region);
                                }
                            });
                    return complete.get();
                },
                "a region has " + threads + " threads");
    }
}
