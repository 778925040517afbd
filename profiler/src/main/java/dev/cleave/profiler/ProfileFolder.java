package dev.cleave.profiler;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder for one profiled run: how its virtual machine is told to record into it, and where the
 * recording and the reports are. What an earlier run left under these names is replaced.
 */
public final class ProfileFolder {
    /**
     * What only a recording that is being made needs; left behind if this process is killed. As the
     * folder may be any of the user's, such as the one that is worked in, nobody else may have
     * something of that name: it is removed with all that is in it.
     */
    private static final String UNFINISHED = "recording.jfr.unfinished";

    private static final String SETTINGS = "profile.jfc";

    /** Which the run that records has locked. */
    private static final String LOCK = "lock";

    /** Where chunks are until the virtual machine ends. */
    private static final String REPOSITORY = "repository";

    private static final String MOST = "1g";

    /** The end of a quoted path; from JDK 20 on the process's number and the time. */
    private static final List<String> SPECIAL = List.of("\"", "%p", "%t");

    private final Path folder;

    private FileChannel lock;

    private ProfileFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes the folder if need be, and clears what an earlier run left. Until {@link #clear} nobody
     * else can prepare it.
     *
     * @param folder where
     * @return the folder
     * @throws IOException if it cannot be made or written to, or another run records into it
     */
    public static ProfileFolder prepare(Path folder) throws IOException {
        ProfileFolder made = new ProfileFolder(folder.toAbsolutePath());
        for (String special : SPECIAL) {
            if (made.folder.toString().contains(special)) {
                throw new IOException(
                        String.format(
                                "the virtual machine, which records into it, does not take %s in its"
                                        + " path as it is",
                                special));
            }
        }
        Files.createDirectories(made.folder);
        made.lock();
        remove(made.repository());
        for (Path file : List.of(made.recording(), made.html(), made.json())) {
            Files.deleteIfExists(file);
        }
        Files.createDirectories(made.repository());
        try (InputStream settings = ProfileFolder.class.getResourceAsStream(SETTINGS)) {
            Files.copy(settings, made.settings(), StandardCopyOption.REPLACE_EXISTING);
        }
        return made;
    }

    /** Two runs would take each other's recording for what an earlier one left. */
    private void lock() throws IOException {
        Files.createDirectories(unfinished());
        lock = FileChannel.open(unfinished().resolve(LOCK), CREATE, WRITE);
        boolean isFree;
        try {
            isFree = lock.tryLock() != null;
        } catch (OverlappingFileLockException ours) {
            isFree = false;
        } catch (IOException noLocks) {
            return; // on this file system: nobody can tell
        }
        if (!isFree) {
            lock.close();
            throw new IOException("another run records into it");
        }
    }

    /**
     * What makes a virtual machine record into the folder, from its start to its end.
     *
     * @return options of {@code java}
     */
    public List<String> jvmOptions() {
        return List.of(
                "-XX:FlightRecorderOptions=repository=" + quoted(repository()),
                "-XX:StartFlightRecording=dumponexit=true,maxsize="
                        + MOST
                        + ",filename="
                        + quoted(recording())
                        + ",settings="
                        + quoted(settings()),
                // It would say on the program's output that it has started.
                "-Xlog:jfr+startup=error",
                // Samples between safepoints, so that lines are right.
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+DebugNonSafepoints");
    }

    /**
     * Whether a virtual machine was told to record into such a folder.
     *
     * @param options its options, or null
     */
    static boolean isOptionOfRun(String options) {
        return options != null && options.contains("/" + UNFINISHED + "/" + SETTINGS);
    }

    /** A comma would end the value. */
    private static String quoted(Path path) {
        return '"' + path.toString() + '"';
    }

    /**
     * Opens what was recorded: the recording, or, if the virtual machine was killed before it wrote
     * one, what lies in its repository; that is then written as a recording.
     *
     * @return the recording
     * @throws RecordingException if there is none
     * @throws IOException if the recording cannot be written
     */
    public RecordingFiles open() throws IOException {
        if (Files.exists(recording()) && Files.size(recording()) > 0) {
            return RecordingFiles.ofFile(recording());
        }
        RecordingFiles left = left();
        left.keepAs(recording());
        remove(repository());
        return left;
    }

    private RecordingFiles left() throws IOException {
        try {
            return RecordingFiles.ofRepository(repository());
        } catch (RecordingException nothing) {
            // Of no use to anybody, as is the empty file with which every recording begins.
            clear();
            Files.deleteIfExists(recording());
            throw nothing;
        }
    }

    private Path unfinished() {
        return folder.resolve(UNFINISHED);
    }

    private Path repository() {
        return unfinished().resolve(REPOSITORY);
    }

    private Path settings() {
        return unfinished().resolve(SETTINGS);
    }

    /**
     * The recording.
     *
     * @return its path, whether it is there or not
     */
    public Path recording() {
        return folder.resolve("recording.jfr");
    }

    /**
     * The report for people.
     *
     * @return its path, whether it is there or not
     */
    public Path html() {
        return folder.resolve("report.html");
    }

    /**
     * The report for programs.
     *
     * @return its path, whether it is there or not
     */
    public Path json() {
        return folder.resolve("report.json");
    }

    /**
     * Removes what a recording needs while it is made, and leaves the folder to the next run.
     *
     * @throws IOException if that cannot be removed
     */
    public void clear() throws IOException {
        lock.close(); // first: where files are remote, one that is open is only renamed
        remove(unfinished());
    }

    private static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
