package dev.cleave.processors;

import dev.cleave.metrics.events.Detached;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.ForkJoinPool;

/** Makes the common pool of java.util.concurrent as large as there are processors. */
final class CommonPoolSteering {
    /** Null: not tried yet. */
    private static Boolean steering;

    private CommonPoolSteering() {}

    static synchronized boolean start(long periodMillis) {
        if (steering == null) {
            steering = tryToStart(periodMillis);
        }
        return steering;
    }

    private static boolean tryToStart(long periodMillis) {
        Method setParallelism;
        try {
            setParallelism = ForkJoinPool.class.getMethod("setParallelism", int.class);
            steer(setParallelism);
        } catch (NoSuchMethodException old) {
            warn("JDK 19 or later is needed, this is " + Runtime.version().feature());
            return false;
        } catch (InvocationTargetException refused) {
            warn(
                    "start without -Djava.util.concurrent.ForkJoinPool.common.parallelism ("
                            + refused.getCause().getMessage()
                            + ")");
            return false;
        } catch (IllegalAccessException impossible) {
            throw new AssertionError("a public method of a public class", impossible);
        }
        Thread thread =
                Detached.daemon(
                        () -> steerFrom(setParallelism, periodMillis), "cleave-common-pool");
        thread.start();
        return true;
    }

    private static void steerFrom(Method setParallelism, long periodMillis) {
        while (true) {
            try {
                Thread.sleep(periodMillis);
                steer(setParallelism);
            } catch (InterruptedException meantForNobody) {
                continue;
            } catch (ReflectiveOperationException failure) {
                warn(failure.toString());
                return;
            }
        }
    }

    private static void steer(Method setParallelism)
            throws IllegalAccessException, InvocationTargetException {
        // Without the caller, who computes as well; see the documentation of that pool.
        setParallelism.invoke(
                ForkJoinPool.commonPool(), Math.max(1, CpuManager.source().current() - 1));
    }

    private static void warn(String reason) {
        System.getLogger(CommonPoolSteering.class.getName())
                .log(
                        Level.WARNING,
                        "java.util.concurrent's common pool does not follow the processors: "
                                + reason);
    }
}
