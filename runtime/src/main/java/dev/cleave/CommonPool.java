package dev.cleave;

import dev.cleave.ForkJoinPool.ForkJoinWorkerThreadFactory;
import dev.cleave.scheduling.Settings;
import java.lang.Thread.UncaughtExceptionHandler;

/**
 * The common pool, made when first used, from system properties. Of those that cannot be used the
 * defaults are used, as by java.util.concurrent, but not without a word.
 */
final class CommonPool {
    private static final String PREFIX = "dev.cleave.ForkJoinPool.common.";

    /** Of a program that is retargeted, what it sets for the JDK's common pool goes for this. */
    private static final String RETARGETED = "dev.cleave.retargeted";

    /** Threads beyond parallelism that blocked workers may cause, unless told otherwise. */
    private static final int DEFAULT_SPARES = 256;

    /** Set by {@link #create}. */
    private static boolean sizePreset;

    static final ForkJoinPool INSTANCE = create();

    private CommonPool() {}

    /** Whether a system property says how many workers it has. */
    static boolean isSizePreset() {
        return sizePreset;
    }

    /** The name of the system property. */
    static String name(String property) {
        String own = PREFIX + property;
        return System.getProperty(own) == null && Boolean.getBoolean(RETARGETED)
                ? own.replace("dev.cleave", "java.util.concurrent")
                : own;
    }

    private static ForkJoinPool create() {
        int parallelism = number("parallelism", -1);
        sizePreset = parallelism >= 0;
        int spares = number("maximumSpares", DEFAULT_SPARES);
        PoolBuilder builder = ForkJoinPool.builder().asCommon(parallelism, spares);
        ForkJoinWorkerThreadFactory factory =
                instance("threadFactory", ForkJoinWorkerThreadFactory.class);
        if (factory != null) {
            builder.threadFactory(factory);
        }
        builder.uncaughtExceptionHandler(
                instance("exceptionHandler", UncaughtExceptionHandler.class));
        // Not the first user's loader: the pool outlives whoever happened to use it first.
        builder.contextClassLoader(ClassLoader.getSystemClassLoader());
        ForkJoinPool pool = builder.build();
        pool.scheduler.makeCommon();
        ForkJoinPool.isCommonWithoutWorkers = pool.withoutWorkers();
        return pool;
    }

    private static int number(String property, int otherwise) {
        return Settings.number(name(property), 0, ForkJoinPool.MAXIMUM_WORKERS, otherwise);
    }

    private static <T> T instance(String property, Class<T> type) {
        String name = System.getProperty(name(property));
        if (name == null) {
            return null;
        }
        try {
            return type.cast(
                    ClassLoader.getSystemClassLoader()
                            .loadClass(name)
                            .getDeclaredConstructor()
                            .newInstance());
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            Settings.warn(
                    name(property),
                    name,
                    "a public class with a public constructor without parameters that implements "
                            + type.getName()
                            + " is needed",
                    e);
            return null;
        }
    }
}
