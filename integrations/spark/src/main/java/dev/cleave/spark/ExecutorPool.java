package dev.cleave.spark;

import dev.cleave.ForkJoinPool;
import dev.cleave.PoolBuilder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;

/**
 * The pool that all pieces share which run in one executor. It lives as long as the virtual
 * machine; idle, it has no threads.
 */
final class ExecutorPool {
    static final String WORKERS = "spark.cleave.workers";

    private static final int MOST_WORKERS = 32_767;
    private static final String EXECUTOR_CORES = "spark.executor.cores";

    /** In an executor one; in a driver that runs tasks itself one for each number asked for. */
    private static final Map<Integer, ForkJoinPool> POOLS = new ConcurrentHashMap<>();

    private ExecutorPool() {}

    static ForkJoinPool here() {
        return POOLS.computeIfAbsent(workers(SparkEnv.get().conf()), ExecutorPool::newPool);
    }

    /**
     * How many workers an executor is to have; 0 for as many as the processors it may use.
     *
     * @throws IllegalArgumentException if the configuration has what is no such number
     */
    static int workers(SparkConf conf) {
        String value = conf.get(WORKERS, "");
        if (value.isEmpty()) {
            return conf.getInt(EXECUTOR_CORES, 0);
        }
        try {
            int workers = Integer.parseInt(value);
            if (workers >= 1 && workers <= MOST_WORKERS) {
                return workers;
            }
        } catch (NumberFormatException noNumber) {
            // as one that is out of range
        }
        throw new IllegalArgumentException(
                String.format(
                        "%s = %s; a number from 1 to %d is needed, or none for as many workers as"
                                + " the executor has cores",
                        WORKERS, value, MOST_WORKERS));
    }

    private static ForkJoinPool newPool(int workers) {
        PoolBuilder builder = ForkJoinPool.builder().name("cleave-executor");
        if (workers != 0) {
            builder.workers(workers);
        }
        return builder.build();
    }
}
