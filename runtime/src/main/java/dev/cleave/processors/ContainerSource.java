package dev.cleave.processors;

import dev.cleave.processors.linux.ControlGroups;
import dev.cleave.processors.linux.ProcessorSets;
import dev.cleave.processors.linux.SmallFile;
import dev.cleave.scheduling.Settings;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * What the kernel lets this process use: the affinity mask, the processor sets and the quotas of
 * its control groups (versions 1 and 2) and all their parents; fewer while the kernel says that
 * some of them are of no use. Files that are not there, vanish, or hold what cannot be understood
 * limit nothing. Where there is no affinity mask to read, as on systems other than Linux, the Java
 * virtual machine's number stands for it.
 *
 * <p>{@link #current} reads the files again if 900 ms have passed since the last time: one caller
 * does so, in a millisecond or so, others have the old number meanwhile. Nothing is read while
 * nobody asks.
 */
public final class ContainerSource implements ProcessorSource {
    /**
     * How long what was read is taken for true: a second, without what a watch's look, reading and
     * a busy machine may add, so that pools follow within a second.
     */
    static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

    /** Pressure that says that one worker is too many: one of them waits half of the time. */
    private static final double TOO_MUCH_PRESSURE = 0.5;

    private static final Path ROOT = Path.of("/");

    private final Path fileSystem;
    private final Rounding rounding;
    private final boolean heedPressure;
    private final Cap cap = new Cap();
    private final Turn reading;
    private String memberships;
    private ControlGroups groups;

    /** Of these, what was there when they were looked up. */
    private List<Path> visible;

    private Contention contention;
    private volatile int value;

    /**
     * Creates a source, and reads the files once.
     *
     * @param fileSystem the root directory: {@code /}, or a copy of its {@code proc} and {@code
     *     sys} to try something
     * @param rounding what a quota is worth that is no whole number of processors
     * @param heedPressure whether to take fewer processors while threads of the process often wait
     *     for one that another program has ({@code cpu.pressure}); programs that do not so get more
     *     then
     * @throws NullPointerException if the directory or the rounding is null
     */
    public ContainerSource(Path fileSystem, Rounding rounding, boolean heedPressure) {
        this(fileSystem, rounding, heedPressure, System.nanoTime());
    }

    ContainerSource(Path fileSystem, Rounding rounding, boolean heedPressure, long now) {
        this.fileSystem =
                Objects.requireNonNull(fileSystem, "the root directory is null").normalize();
        this.rounding = Objects.requireNonNull(rounding, "the rounding is null");
        this.heedPressure = heedPressure;
        read(now);
        reading = new Turn(PERIOD_NANOS, now);
    }

    /**
     * As the system properties {@code dev.cleave.processors.root}, {@code .rounding} and {@code
     * .pressure} say. What cannot be used is warned of, and the default taken.
     */
    static ContainerSource configured() {
        return new ContainerSource(
                configuredRoot(),
                configuredRounding(),
                Settings.isOn(CpuManager.PREFIX + "pressure", false));
    }

    private static Path configuredRoot() {
        String property = CpuManager.PREFIX + "root";
        String text = System.getProperty(property);
        if (text == null) {
            return ROOT;
        }
        try {
            Path root = Path.of(text);
            if (Files.isDirectory(root.resolve("proc"))) {
                return root;
            }
        } catch (InvalidPathException noPath) {
            // Reported below, as what is not there.
        }
        Settings.warn(property, text, "a directory with proc in it is needed", null);
        return ROOT;
    }

    private static Rounding configuredRounding() {
        String property = CpuManager.PREFIX + "rounding";
        String text = System.getProperty(property, "ceil");
        for (Rounding rounding : Rounding.values()) {
            if (rounding.name().equalsIgnoreCase(text)) {
                return rounding;
            }
        }
        Settings.warn(property, text, "floor, round or ceil is needed", null);
        return Rounding.CEIL;
    }

    @Override
    public int current() {
        return current(System.nanoTime());
    }

    int current(long now) {
        if (reading.begins(now)) {
            try {
                read(now);
            } finally {
                reading.ends(now);
            }
        }
        return value;
    }

    private void read(long now) {
        String newMemberships = SmallFile.read(fileSystem.resolve("proc/self/cgroup"));
        if (groups == null
                || !Objects.equals(newMemberships, memberships)
                || !groups.visible().equals(visible)) {
            memberships = newMemberships;
            groups =
                    ControlGroups.find(
                            fileSystem,
                            memberships,
                            SmallFile.read(fileSystem.resolve("proc/self/mountinfo")));
            visible = groups.visible();
            contention = new Contention(groups);
        }
        int set = affinity("proc/self/status");
        int limit = set > 0 ? set : Runtime.getRuntime().availableProcessors();
        limit = Math.min(limit, groups.processors());
        limit = Math.min(limit, rounding.processors(groups.quota()));
        double surplus = contention.throttled(now);
        if (heedPressure && contention.pressure(now) > TOO_MUCH_PRESSURE) {
            surplus = Math.max(surplus, 1);
        }
        value = cap.look(limit, surplus);
    }

    private int affinity(String status) {
        return ProcessorSets.affinity(SmallFile.read(fileSystem.resolve(status))).cardinality();
    }

    /**
     * This, combined with what the Java virtual machine was told about its processors ({@code
     * -XX:ActiveProcessorCount}). If it says more than there are in the calling thread's mask, it
     * was told so, and that counts for ever; if it says less than what is seen here, it was told or
     * knows better, and that is the most.
     */
    ProcessorSource heeding(int told) {
        int set = affinity("proc/thread-self/status");
        if (set > 0 && told > set) {
            return new FixedSource(told);
        }
        return set > 0 && told < Math.min(set, value)
                ? MinimumSource.of(this, new FixedSource(told))
                : this;
    }
}
