package dev.cleave.processors.manager;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The folder in which programs and the CPU manager of one user meet. Nobody else may enter it: what
 * stands in it is trusted.
 */
public final class ManagerFolder {
    /** Names the folder, before any other. */
    public static final String VARIABLE = "CLEAVE_MANAGER";

    /** What a folder of the manager's must allow: all to its owner, nothing to others. */
    public static final Set<PosixFilePermission> MODE =
            Set.of( // an EnumSet would call by reflection, which takes JDK 25 some milliseconds
                    PosixFilePermission.OWNER_READ,
                    PosixFilePermission.OWNER_WRITE,
                    PosixFilePermission.OWNER_EXECUTE);

    /** The bytes of a socket's path, at most: 108 with a 0 at the end on Linux, 104 elsewhere. */
    private static final int MOST_PATH_BYTES = 103;

    private ManagerFolder() {}

    /** The folder of this process's user; need not exist. Any thread; does not block. */
    public static Path path() {
        return path(System.getenv());
    }

    static Path path(Map<String, String> environment) {
        String named = environment.getOrDefault(VARIABLE, "");
        if (!named.isEmpty()) {
            return Path.of(named).toAbsolutePath();
        }
        Path runtime = Path.of(environment.getOrDefault("XDG_RUNTIME_DIR", ""));
        if (runtime.isAbsolute()) { // or it counts for nothing, says its specification
            return runtime.resolve("cleave");
        }
        return Path.of(
                System.getProperty("java.io.tmpdir"), "cleave-" + System.getProperty("user.name"));
    }

    /** The socket at which the manager listens. */
    public static Path socket(Path folder) {
        return folder.resolve("manager.socket");
    }

    /** The table that manager and programs map. */
    public static Path table(Path folder) {
        return folder.resolve("manager.table");
    }

    /** The file that a living manager has locked. */
    public static Path lock(Path folder) {
        return folder.resolve("manager.lock");
    }

    /**
     * Checks that a folder is one, is this user's, and is closed to all others.
     *
     * @throws IOException if it is not; the message says what it is and what to do
     */
    public static void check(Path folder) throws IOException {
        if (Files.isSymbolicLink(folder)) {
            throw new IOException(
                    String.format(
                            "%s is a symbolic link, which could be made to lead to somebody else's"
                                    + " folder: set %s to the folder itself",
                            folder, VARIABLE));
        }
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(folder + " is not a folder; set " + VARIABLE + " to another");
        }
        if (!folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            throw new IOException(
                    folder + " does not tell who may enter it; set " + VARIABLE + " to another");
        }
        Set<PosixFilePermission> mode =
                Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
        boolean isClosed = MODE.containsAll(mode);
        if (!isClosed || !mode.contains(PosixFilePermission.OWNER_EXECUTE)) {
            throw new IOException(
                    String.format(
                            "%s is %s (mode %s, rwx------ is needed): chmod 700 it, or set %s to"
                                    + " another folder",
                            folder,
                            isClosed ? "closed to its owner, too" : "open to others",
                            PosixFilePermissions.toString(mode),
                            VARIABLE));
        }
        checkLength(folder);
        Object owner = Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        Object user = user();
        if (user != null && !owner.equals(user)) {
            throw new IOException(
                    String.format(
                            "%s belongs to user %s, this process to user %s: set %s to a folder of"
                                    + " your own",
                            folder, owner, user, VARIABLE));
        }
    }

    /**
     * Checks that the path of a folder, which need not exist, leaves room for the socket's.
     *
     * @throws IOException if it does not; the message says what to do
     */
    public static void checkLength(Path folder) throws IOException {
        int length = socket(folder).toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > MOST_PATH_BYTES) {
            throw new IOException(
                    String.format(
                            Locale.ROOT,
                            "%s is too long a path for a socket (%d bytes, at most %d will do): set"
                                    + " %s to a shorter one",
                            socket(folder),
                            length,
                            MOST_PATH_BYTES,
                            VARIABLE));
        }
    }

    /** The number of this process's user; null where the system does not show it. */
    private static Object user() throws IOException {
        Path self = Path.of("/proc/self");
        return Files.exists(self) ? Files.getAttribute(self, "unix:uid") : null;
    }
}
