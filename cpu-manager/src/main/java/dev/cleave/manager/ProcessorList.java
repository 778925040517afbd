package dev.cleave.manager;

import dev.cleave.processors.linux.ProcessorSets;
import dev.cleave.processors.linux.SmallFile;
import dev.cleave.processors.manager.ManagerTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Locale;

/** Numbers of processors as people and Linux write them: {@code 0-3,8}. */
public final class ProcessorList {
    private ProcessorList() {}

    /**
     * Reads a list.
     *
     * @throws IllegalArgumentException if it is none, or names a processor beyond the table
     */
    public static BitSet parse(String list) {
        BitSet processors = new BitSet();
        for (ProcessorSets.Range range : ProcessorSets.ranges(list)) {
            if (range.last() >= ManagerTable.MOST_PROCESSORS) {
                throw noList(list);
            }
            processors.set((int) range.first(), (int) range.last() + 1);
        }
        if (processors.isEmpty()) {
            throw noList(list);
        }
        return processors;
    }

    private static IllegalArgumentException noList(String list) {
        return new IllegalArgumentException(
                String.format(
                        Locale.ROOT,
                        "'%s' is no list of processors: write numbers and ranges from 0 to %d, as"
                                + " in 0-3,8",
                        list,
                        ManagerTable.MOST_PROCESSORS - 1));
    }

    /** Writes a list; empty for no processors. */
    public static String format(BitSet processors) {
        StringBuilder list = new StringBuilder();
        int first = processors.nextSetBit(0);
        while (first >= 0) {
            int end = processors.nextClearBit(first);
            list.append(list.isEmpty() ? "" : ",").append(first);
            if (end - first > 1) {
                list.append(end - first > 2 ? "-" : ",").append(end - 1);
            }
            first = processors.nextSetBit(end);
        }
        return list.toString();
    }

    /**
     * The processors that this process may use: those of its affinity, as many as the virtual
     * machine takes the container to have.
     */
    public static BitSet ofThisProcess() {
        return allowed(
                mask(ProcessHandle.current().pid()), Runtime.getRuntime().availableProcessors());
    }

    /** Of those in a mask, or of all where it is empty, the first so many that the table has. */
    static BitSet allowed(BitSet mask, int count) {
        BitSet allowed = mask.get(0, ManagerTable.MOST_PROCESSORS);
        if (allowed.isEmpty()) {
            allowed.set(0, Math.min(count, ManagerTable.MOST_PROCESSORS));
        }
        while (allowed.cardinality() > count) {
            allowed.clear(allowed.length() - 1);
        }
        return allowed;
    }

    /**
     * The affinity mask of a process: that of its first thread, which no pool binds. Any thread;
     * reads a file.
     *
     * @return empty where the system does not say
     */
    static BitSet mask(long process) {
        Path status = Path.of("/proc", Long.toString(process), "status");
        return ProcessorSets.affinity(SmallFile.read(status));
    }

    /**
     * Those that the machine does not have.
     *
     * @param root of the file system; where it does not list processors, none is said to be absent
     */
    public static BitSet absent(Path root, BitSet processors) {
        Path system = root.resolve("sys/devices/system/cpu");
        BitSet absent = new BitSet();
        if (Files.isDirectory(system.resolve("cpu0"))) {
            processors.stream()
                    .filter(p -> !Files.isDirectory(system.resolve("cpu" + p)))
                    .forEach(absent::set);
        }
        return absent;
    }
}
