package dev.cleave.processors;

import dev.cleave.processors.manager.ManagerFolder;
import dev.cleave.scheduling.Settings;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.concurrent.TimeUnit;

/**
 * The dialogue of the program with the system about processors: how many it wants, and how many it
 * has (after class {@code jne} of Guitart, Martorell, Torres and Ayguadé, Application/Kernel
 * Cooperation Towards the Efficient Execution of Shared-memory Parallel Java Codes, section 4.2).
 * Pools of no fixed size follow it.
 *
 * <p>If the folder of a {@link ManagedProcessors CPU manager} exists when this class is first used,
 * the program is under that manager, whenever it runs; else it looks for none, which costs nothing.
 *
 * <p>System properties, read once: {@code dev.cleave.processors.watch=false} leaves it at the
 * number that the Java virtual machine says when this class is first used; {@code .rounding}, of
 * quotas, is {@code ceil} (default), {@code round} or {@code floor}; {@code .pressure=true} heeds
 * {@link ContainerSource#ContainerSource pressure}; {@code .root} is the directory in which {@code
 * proc} and {@code sys} are found.
 */
public final class CpuManager {
    static final String PREFIX = "dev.cleave.processors.";

    private static final boolean WATCHING = Settings.isOn(PREFIX + "watch", true);

    private static final ProcessorSource AVAILABLE = available();

    /** What pools follow. */
    private static final ProcessorSource SOURCE =
            new ProcessorSource() {
                @Override
                public int current() {
                    return Math.min(wanted, AVAILABLE.current());
                }

                @Override
                public void request(int processors) {
                    // What goes beyond the program's own request would be granted, and not used.
                    AVAILABLE.request(Math.min(wanted, processors));
                }

                @Override
                public ManagedProcessors manager() {
                    return AVAILABLE.manager();
                }
            };

    private static final Follower FOLLOWER =
            new Follower() {
                @Override
                protected void follow() {
                    update();
                }

                @Override
                protected boolean isComputing() {
                    boolean was = asked;
                    if (was) {
                        asked = false;
                    }
                    return was;
                }

                @Override
                public String toString() {
                    return "CpuManager";
                }
            };

    private static volatile int wanted = Integer.MAX_VALUE;

    /** Whether somebody has asked since the watch looked last. */
    private static volatile boolean asked;

    /** The answer; written in {@link #update} only. */
    private static volatile int current = SOURCE.current();

    private CpuManager() {}

    private static ProcessorSource available() {
        int told = Runtime.getRuntime().availableProcessors();
        if (!WATCHING) {
            return new FixedSource(told);
        }
        ProcessorSource container = ContainerSource.configured().heeding(told);
        try {
            if (Files.exists(ManagerFolder.path(), LinkOption.NOFOLLOW_LINKS)) {
                return new UnderManager(container, ManagedProcessors.ofThisProgram());
            }
        } catch (IOException | IllegalArgumentException e) {
            System.getLogger(CpuManager.class.getName())
                    .log(Level.WARNING, "without a CPU manager: {0}", e.getMessage());
        }
        return container;
    }

    private static synchronized void update() {
        current = SOURCE.current();
    }

    /**
     * Asks for so many processors. Until the next request the program has no more of them, even if
     * there are; until the first it wants all that it can get. Pools of no fixed size shrink within
     * a tenth of a second. Any thread; does not block for long.
     *
     * @param processors the number, at least 1
     * @throws IllegalArgumentException if it is less
     */
    public static void cpusRequest(int processors) {
        FixedSource.checkAtLeastOne(processors);
        wanted = processors;
        AVAILABLE.request(processors);
        update();
    }

    /**
     * How many processors the program has now: to be asked before work is divided, each time. Not
     * older than a second. Any thread; costs a plain read, a few nanoseconds at most, while it is
     * asked for at least once a second, and a millisecond or so after a pause.
     *
     * @return the number, at least 1
     */
    public static int cpusCurrent() {
        if (WATCHING && !asked) {
            asked = true;
            if (!FOLLOWER.watched) {
                update();
                FOLLOWER.wake();
            }
        }
        return current;
    }

    /**
     * What {@link #cpusCurrent} is told from: for a pool of one's own. Its {@link
     * ProcessorSource#request} is passed on as a hint, and limits nobody without a CPU manager:
     * that takes the last one for the whole program's.
     *
     * @return the source
     */
    public static ProcessorSource source() {
        return SOURCE;
    }

    /**
     * Whether the number may change: not with {@code -Ddev.cleave.processors.watch=false}.
     *
     * @return whether it may
     */
    public static boolean isWatching() {
        return WATCHING;
    }

    /**
     * From now on the common pool of {@code java.util.concurrent}, and so parallel streams, follows
     * the number of processors, with one worker less than there are, as it has from the start:
     * whoever calls computes as well. It is looked at once a second, by a thread of its own, also
     * while it is idle. On a JDK before 19, which cannot change a pool's size, and where {@code
     * -Djava.util.concurrent.ForkJoinPool.common.parallelism} has set it, nothing happens but a
     * warning, once. Any thread; does not block.
     *
     * @return whether it follows
     */
    public static boolean steerCommonPool() {
        return CommonPoolSteering.start(TimeUnit.SECONDS.toMillis(1));
    }
}
