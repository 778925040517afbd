package dev.cleave.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.PoolStats;
import dev.cleave.conformance.ChildJvm;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.conformance.Waiting;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** Pools as JMX clients see them. */
class JmxTest {
    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    private static ObjectName bean(String name) throws JMException {
        return new ObjectName("dev.cleave:type=ForkJoinPool,name=" + name);
    }

    private static ForkJoinPool pool(String name) {
        return ForkJoinPool.builder().name(name).workers(2).jmx(true).build();
    }

    @Test
    void aBeanTellsWhatThePoolDoes() throws Exception {
        try (ForkJoinPool pool = pool("seen")) {
            pool.invoke(new Fib(18));
            Waiting.until(() -> pool.isQuiescent() && pool.stats().parks() > 0, "at rest");
            ForkJoinPoolMXBean bean =
                    JMX.newMXBeanProxy(SERVER, bean("seen"), ForkJoinPoolMXBean.class);
            assertEquals("seen", bean.getName());
            assertEquals("SPLIT", bean.getScheduling());
            assertEquals(2, bean.getParallelism());
            assertEquals(0, bean.getQueuedTaskCount());
            assertEquals(0, bean.getQueuedSubmissionCount());
            assertEquals(1, bean.getSubmissionsTaken());
            // A worker that replaced another may still be on its way to sleep, or end.
            Waiting.until(() -> tellsTheSame(bean, pool), "the bean tells what the pool does");
            assertTrue(bean.getStealsTried() >= bean.getStealsWon());
            assertTrue(bean.getParks() > 0);
            assertTrue(bean.getComputeNanos() > 0);
            assertTrue(bean.getSummary().startsWith("tasks "), bean::getSummary);
        }
    }

    private static boolean tellsTheSame(ForkJoinPoolMXBean bean, ForkJoinPool pool) {
        PoolStats stats = pool.stats();
        return bean.getPoolSize() == pool.getPoolSize()
                && bean.getForks() == stats.forks()
                && bean.getTasksRun() == stats.tasksRun()
                && bean.getStealsWon() == stats.stealsWon()
                && bean.getPromotions() == stats.promotions()
                && bean.getPollsAnswered() == stats.pollsAnswered();
    }

    @Test
    void theParallelismCanBeChanged() throws Exception {
        try (ForkJoinPool pool = pool("changed")) {
            SERVER.setAttribute(bean("changed"), new Attribute("Parallelism", 1));
            assertEquals(1, pool.getParallelism());
            ForkJoinPoolMXBean bean =
                    JMX.newMXBeanProxy(SERVER, bean("changed"), ForkJoinPoolMXBean.class);
            assertThrows(IllegalArgumentException.class, () -> bean.setParallelism(0));
        }
    }

    @Test
    void theBeanEndsWithThePool() throws Exception {
        ForkJoinPool pool = pool("ends");
        assertTrue(SERVER.isRegistered(bean("ends")));
        pool.invoke(new Fib(10));
        pool.close();
        assertFalse(SERVER.isRegistered(bean("ends")));
        ForkJoinPool unused = pool("unused");
        unused.shutdownNow();
        assertFalse(SERVER.isRegistered(bean("unused")));
    }

    @Test
    void aForgottenPoolIsCollectedAndItsBeanGoes() throws Exception {
        ObjectName name = bean("forgotten");
        pool("forgotten");
        assertTrue(SERVER.isRegistered(name));
        Waiting.until(
                () -> {
                    System.gc();
                    return !SERVER.isRegistered(name);
                },
                "the bean goes");
    }

    @Test
    void poolsOfOneNameHaveABeanEach() throws Exception {
        try (ForkJoinPool first = pool("twin");
                ForkJoinPool second = pool("twin")) {
            second.setParallelism(5);
            assertEquals(2, SERVER.getAttribute(bean("twin"), "Parallelism"));
            assertEquals(5, SERVER.getAttribute(bean("twin-2"), "Parallelism"));
            assertEquals("twin", SERVER.getAttribute(bean("twin-2"), "Name"));
            assertEquals(2, first.getParallelism());
        }
    }

    @Test
    void anyNameWillDo() throws Exception {
        String name = "a, b=\"c\"*?:\\\n";
        for (String each : List.of(name, "")) {
            ForkJoinPool pool = pool(each);
            assertTrue(SERVER.isRegistered(bean(ObjectName.quote(each))), each);
            pool.close();
        }
    }

    @Test
    void thereIsNoneUnlessAskedFor() throws Exception {
        ForkJoinPool pool = ForkJoinPool.builder().name("unseen").build();
        assertFalse(SERVER.isRegistered(bean("unseen")));
        pool.close();
    }

    /** A program whose common pool is asked for by a property. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws JMException {
            ForkJoinPool.commonPool();
            System.out.println(SERVER.isRegistered(bean("Cleave-common")));
        }
    }

    /** A program that has a pool of its own, and waits for it from outside. */
    static final class OwnPool {
        private OwnPool() {}

        public static void main(String[] arguments) throws JMException {
            ForkJoinPool pool = ForkJoinPool.builder().name("own").build();
            pool.submit(() -> {}).join();
            System.out.println(SERVER.queryNames(bean("*"), null));
        }
    }

    @Test
    void theCommonPoolIsNotMadeForProgramsThatDoNotUseIt() throws Exception {
        assertEquals(
                List.of("[" + bean("own") + "]"),
                ChildJvm.run(OwnPool.class, "-Ddev.cleave.jmx=true"));
    }

    @Test
    void aPropertyIsForAllPools() throws Exception {
        assertEquals(List.of("true"), ChildJvm.run(Program.class, "-Ddev.cleave.jmx=true"));
        assertEquals(List.of("false"), ChildJvm.run(Program.class));
    }
}
