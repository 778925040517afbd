package dev.cleave.processors;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A directory that looks to a source like the root directory of a Linux system. */
final class FakeRoot {
    static final String V2 = "36 35 0:30 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
    static final String V1 =
            "36 35 0:30 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
                    + "37 35 0:31 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n";

    final Path root;

    /** With this many processors in the affinity mask, and no groups. */
    FakeRoot(Path root, int processors) {
        this.root = root;
        affinity(processors);
    }

    /** In this group of version 2. */
    FakeRoot inV2(String group) {
        write("proc/self/mountinfo", V2);
        write("proc/self/cgroup", "0::" + group + "\n");
        return directory("sys/fs/cgroup" + group);
    }

    /** In this group of version 1's controllers. */
    FakeRoot inV1(String group) {
        write("proc/self/mountinfo", V1);
        write(
                "proc/self/cgroup",
                "12:cpuset:" + group + "\n4:cpu,cpuacct:" + group + "\n1:name=systemd:/x\n");
        return directory("sys/fs/cgroup/cpu,cpuacct" + group)
                .directory("sys/fs/cgroup/cpuset" + group);
    }

    FakeRoot affinity(int processors) {
        StringBuilder mask = new StringBuilder();
        for (int left = processors; left > 0; left -= 4) {
            mask.insert(0, Integer.toHexString((1 << Math.min(4, left)) - 1));
        }
        return write("proc/self/status", "Name:\tjava\nCpus_allowed:\t" + mask + "\n");
    }

    FakeRoot write(String file, String text) {
        try {
            directory(Path.of(file).getParent().toString());
            // As the kernel's files do, it never shows a part of its text.
            Path whole = Files.writeString(root.resolve("next"), text);
            Files.move(
                    whole,
                    root.resolve(file),
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** The group's quota in version 2, in hundredths of a processor. */
    FakeRoot quotaV2(String group, int percent) {
        return write("sys/fs/cgroup" + group + "/cpu.max", percent * 1000 + " 100000\n");
    }

    /** The group's quota in version 1, in hundredths of a processor. */
    FakeRoot quotaV1(String group, int percent) {
        String directory = "sys/fs/cgroup/cpu,cpuacct" + group;
        write(directory + "/cpu.cfs_period_us", "50000\n");
        return write(directory + "/cpu.cfs_quota_us", percent * 500 + "\n");
    }

    FakeRoot directory(String directory) {
        try {
            Files.createDirectories(root.resolve(directory.replaceFirst("^/+", "")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    void delete(String file) {
        try {
            Files.delete(root.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many processors a new source finds. */
    int processors() {
        return processors(Rounding.CEIL);
    }

    int processors(Rounding rounding) {
        return new ContainerSource(root, rounding, false).current();
    }
}
