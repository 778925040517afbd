package dev.cleave;

import dev.cleave.metrics.ForkJoinPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;

/** A pool's MBean, which keeps no pool alive. Used only where there is a module for it. */
final class PoolBean implements ForkJoinPoolMXBean {
    private static final String DOMAIN_AND_TYPE = "dev.cleave:type=ForkJoinPool,name=";

    /** What a name in an {@link ObjectName} has to be quoted for. */
    private static final String SPECIAL = "[^,=:\"*?\\\\\n]+";

    /** In a class of its own: it is a thread. */
    private static final class Collected {
        private static final Cleaner CLEANER = Cleaner.create();
    }

    private final String name;
    private final WeakReference<ForkJoinPool> pool;

    private PoolBean(ForkJoinPool pool) {
        this.name = pool.name();
        this.pool = new WeakReference<>(pool);
    }

    /**
     * Registers a pool until it is collected, or the result is run.
     *
     * @return what unregisters it
     * @throws RuntimeException if that fails
     * @throws LinkageError if there is no module for it
     */
    static Runnable register(ForkJoinPool pool) {
        try {
            ObjectName registered = register(new PoolBean(pool));
            return Collected.CLEANER.register(pool, () -> unregister(registered))::clean;
        } catch (JMException failure) {
            throw new IllegalStateException("the MBean server refuses " + pool.name(), failure);
        }
    }

    /** Under the pool's name, or if another pool has it under that and the first free number. */
    private static ObjectName register(PoolBean bean) throws JMException {
        for (int n = 1; ; n++) {
            String free = n == 1 ? bean.name : bean.name + "-" + n;
            ObjectName objectName =
                    new ObjectName(
                            DOMAIN_AND_TYPE
                                    + (free.matches(SPECIAL) ? free : ObjectName.quote(free)));
            try {
                ManagementFactory.getPlatformMBeanServer().registerMBean(bean, objectName);
                return objectName;
            } catch (InstanceAlreadyExistsException taken) {
                continue;
            }
        }
    }

    private static void unregister(ObjectName registered) {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(registered);
        } catch (InstanceNotFoundException gone) {
            // Somebody else has done it.
        } catch (JMException failure) {
            throw new AssertionError("the MBean has no hooks that could fail", failure);
        }
    }

    private ForkJoinPool pool() {
        ForkJoinPool p = pool.get();
        if (p == null) {
            throw new IllegalStateException("the pool " + name + " has been collected");
        }
        return p;
    }

    private PoolStats stats() {
        return pool().stats();
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String getScheduling() {
        return pool().getScheduling().name();
    }

    @Override
    public int getParallelism() {
        return pool().getParallelism();
    }

    @Override
    public void setParallelism(int parallelism) {
        pool().setParallelism(parallelism);
    }

    @Override
    public int getPoolSize() {
        return pool().getPoolSize();
    }

    @Override
    public int getActiveThreadCount() {
        return pool().getActiveThreadCount();
    }

    @Override
    public int getRunningThreadCount() {
        return pool().getRunningThreadCount();
    }

    @Override
    public long getQueuedTaskCount() {
        return pool().getQueuedTaskCount();
    }

    @Override
    public int getQueuedSubmissionCount() {
        return pool().getQueuedSubmissionCount();
    }

    @Override
    public long getTasksRun() {
        return stats().tasksRun();
    }

    @Override
    public long getForks() {
        return stats().forks();
    }

    @Override
    public long getStealsTried() {
        return stats().stealsTried();
    }

    @Override
    public long getStealsWon() {
        return stats().stealsWon();
    }

    @Override
    public long getSubmissionsTaken() {
        return stats().submissionsTaken();
    }

    @Override
    public long getPromotions() {
        return stats().promotions();
    }

    @Override
    public long getPollsAnswered() {
        return stats().pollsAnswered();
    }

    @Override
    public long getParks() {
        return stats().parks();
    }

    @Override
    public long getComputeNanos() {
        return stats().computeNanos();
    }

    @Override
    public long getSeekNanos() {
        return stats().seekNanos();
    }

    @Override
    public long getJoinNanos() {
        return stats().joinNanos();
    }

    @Override
    public long getIdleNanos() {
        return stats().idleNanos();
    }

    @Override
    public String getSummary() {
        return stats().summary();
    }
}
