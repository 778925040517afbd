package dev.cleave.processors;

import dev.cleave.processors.linux.ControlGroups;
import dev.cleave.processors.linux.SmallFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What the kernel says of processor time that the groups wanted and did not get, from counters that
 * only grow: each look tells about the time since the last. One thread at a time.
 */
final class Contention {
    private static final class Counter {
        private long value = -1;
        private long at;

        /** By how much it grows a nanosecond; 0 at first, and after a restart. */
        double growth(long newValue, long now) {
            double growth =
                    value < 0 || newValue < value || now - at <= 0
                            ? 0
                            : (double) (newValue - value) / (now - at);
            value = newValue;
            at = now;
            return growth;
        }
    }

    private final ControlGroups groups;
    private final Map<String, Counter> counters = new HashMap<>();

    Contention(ControlGroups groups) {
        this.groups = groups;
    }

    /**
     * How many processors the quota of one of the groups took away, on average: the kernel adds up
     * the time for which each processor could not go on with the group.
     */
    double throttled(long now) {
        double most = 0;
        for (Path group : groups.unified()) {
            most = Math.max(most, throttled(group, "throttled_usec ", 1000, now));
        }
        for (Path group : groups.cpu()) {
            most = Math.max(most, throttled(group, "throttled_time ", 1, now));
        }
        return most;
    }

    private double throttled(Path group, String key, int nanosPerUnit, long now) {
        long value = SmallFile.number(SmallFile.read(group.resolve("cpu.stat")), key);
        return growth(group + " " + key, value, now) * nanosPerUnit;
    }

    /**
     * The part of the time, 0 to 1, for which some thread of the process's group waited for a
     * processor while another had one. While none has one, the group is throttled: that is the
     * other hint's business.
     */
    double pressure(long now) {
        if (groups.unified().isEmpty()) {
            return 0;
        }
        String text = SmallFile.read(groups.unified().get(0).resolve("cpu.pressure"));
        int full = text == null ? -1 : text.indexOf("full ");
        String some = full < 0 ? text : text.substring(0, full);
        String all = full < 0 ? null : text.substring(full);
        double micros =
                growth("some", SmallFile.number(some, "total="), now)
                        - growth("full", SmallFile.number(all, "total="), now);
        return micros * 1000;
    }

    private double growth(String name, long value, long now) {
        if (value < 0) {
            return 0;
        }
        Counter counter = counters.get(name);
        if (counter == null) {
            counter = new Counter();
            counters.put(name, counter);
        }
        return counter.growth(value, now);
    }
}
