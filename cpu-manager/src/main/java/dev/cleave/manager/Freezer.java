package dev.cleave.manager;

import dev.cleave.processors.linux.ControlGroups;
import dev.cleave.processors.linux.SmallFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Whether the control group of a process is frozen, as {@code docker pause} does: the process then
 * computes nothing, and its state does not tell that from sleep. The files of the group, which tell
 * of frozen parents, too, stay open: a look is a call of the system or two, and none for a process
 * in a root group, which cannot be frozen. For one thread.
 */
final class Freezer implements Closeable {
    /** More than either version writes. */
    private static final int BYTES = 128;

    private final Path root;
    private final Path memberships;
    private final byte[] bytes = new byte[BYTES];
    private final List<RandomAccessFile> files = new ArrayList<>();
    private String found;

    /**
     * Of a process's present group. What cannot be read freezes nothing.
     *
     * @param root the root directory
     */
    Freezer(Path root, long process) {
        this.root = root;
        memberships = root.resolve("proc").resolve(Long.toString(process)).resolve("cgroup");
        follow();
    }

    /** Finds the process's group again, if it has been moved to another. */
    void follow() {
        String now = SmallFile.read(memberships);
        if (Objects.equals(now, found)) {
            return;
        }
        found = now;
        close();
        String mounts = SmallFile.read(root.resolve("proc/self/mountinfo"));
        open(ControlGroups.chain(root, now, mounts, ControlGroups.UNIFIED), "cgroup.events");
        open(ControlGroups.chain(root, now, mounts, "freezer"), "freezer.state");
    }

    private void open(List<Path> chain, String name) {
        if (chain.isEmpty()) {
            return;
        }
        try {
            files.add(new RandomAccessFile(chain.get(0).resolve(name).toFile(), "r"));
        } catch (IOException none) {
            // A root group has none.
        }
    }

    /** Whether it is frozen now, or about to be. */
    boolean isFrozen() {
        return files.stream().anyMatch(this::saysSo);
    }

    private boolean saysSo(RandomAccessFile file) {
        try {
            file.seek(0);
            int length = Math.max(0, file.read(bytes));
            String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
            // Version 1 has FREEZING and FROZEN beside THAWED.
            return text.startsWith("FR") || text.contains("frozen 1");
        } catch (IOException removed) {
            return false;
        }
    }

    @Override
    public void close() {
        for (RandomAccessFile file : files) {
            try {
                file.close();
            } catch (IOException e) {
                // It has only been read, and its descriptor is free all the same.
            }
        }
        files.clear();
    }
}
