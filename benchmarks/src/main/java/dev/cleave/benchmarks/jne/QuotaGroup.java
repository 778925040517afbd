package dev.cleave.benchmarks.jne;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A control group with a quota, of version 1: gone when this is closed or this virtual machine
 * ends, by when its programs have to be killed.
 */
final class QuotaGroup implements AutoCloseable {
    private static final Path CONTROLLER = Path.of("/sys/fs/cgroup/cpu");
    private static final long PERIOD_MICROS = 100_000;
    private static final int END_SECONDS = 5;

    private final Path folder;
    private final Thread onExit = new Thread(this::delete, "delete a control group");

    private QuotaGroup(Path folder) {
        this.folder = folder;
        Runtime.getRuntime().addShutdownHook(onExit);
    }

    /** Makes one; empty where that cannot be done: not Linux, not version 1, or not root. */
    static Optional<QuotaGroup> make() {
        Path folder = CONTROLLER.resolve("cleave-bench-" + ProcessHandle.current().pid());
        try {
            Files.createDirectory(folder);
        } catch (IOException refused) {
            return Optional.empty();
        }
        QuotaGroup group = new QuotaGroup(folder);
        try {
            group.write("cpu.cfs_period_us", PERIOD_MICROS);
            return Optional.of(group);
        } catch (IOException noQuotas) {
            group.close();
            return Optional.empty();
        }
    }

    private void write(String file, long value) throws IOException {
        Files.writeString(folder.resolve(file), Long.toString(value));
    }

    /** Takes a program in. */
    void admit(long pid) throws IOException {
        write("cgroup.procs", pid);
    }

    /** Lets all programs in it together have so many processors' time. */
    void allow(double processors) throws IOException {
        write("cpu.cfs_quota_us", Math.round(processors * PERIOD_MICROS));
    }

    /** In how many periods the quota has been used up so far. */
    long throttled() throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("cpu.stat"))) {
            return lines.filter(line -> line.startsWith("nr_throttled "))
                    .map(line -> line.split(" ")[1])
                    .mapToLong(Long::parseLong)
                    .findFirst()
                    .orElse(0);
        }
    }

    /** A program that was killed leaves its group a moment later. */
    private void delete() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
        while (Files.exists(folder) && end - System.nanoTime() > 0) {
            if (!folder.toFile().delete()) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(onExit);
        } catch (IllegalStateException exiting) {
            // The hook is running, and finds nothing left to do.
        }
    }
}
