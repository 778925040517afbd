package dev.cleave.profiler;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What of a recording can be read, told from the headers of its chunks alone. A recording is a row
 * of chunks, each with its own metadata, so those before a damage are as good as ever; and a chunk
 * that was being written when its virtual machine was killed is good up to its last flush, about a
 * second before.
 *
 * <p>The header, big-endian (OpenJDK, {@code jfrChunkWriter.cpp} and {@code ChunkHeader.java}):
 *
 * <pre>
 *  0 magic "FLR\0"      4 major version (2)   6 minor        8 size of the chunk, as of the last flush
 * 16 constant pools    24 metadata           32 began, nanoseconds since 1970
 * 40 duration, ns      48 began, ticks       56 ticks/s     64 state: 0 complete, 255 being written, else flushes
 * </pre>
 */
public final class RecordingFiles implements AutoCloseable {
    private static final int HEADER = 68;
    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final int MAJOR = 2;
    private static final int SIZE_AT = 8;
    private static final int BEGAN_AT = 32;
    private static final int DURATION_AT = 40;
    private static final int STATE_AT = 64;

    /** A chunk, or so much of one as can be read. */
    private record Chunk(Path file, long offset, long bytes, boolean complete) {}

    private String name;
    private final List<Chunk> chunks = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    private int unwritten;
    private long bytes;
    private long began = Long.MAX_VALUE;
    private long ended = Long.MIN_VALUE;
    private Path readable;
    private Path temporary;

    private RecordingFiles(String name) {
        this.name = name;
    }

    /**
     * Looks at a recording. Reads only headers.
     *
     * @param recording a file, as {@code -XX:StartFlightRecording} or {@code jcmd JFR.dump} writes
     *     it
     * @return what can be read of it; at least one chunk
     * @throws RecordingException if nothing can
     */
    public static RecordingFiles ofFile(Path recording) throws RecordingException {
        if (!Files.exists(recording)) {
            throw new RecordingException(
                    String.format(
                            "%s does not exist (looked in %s); check the path",
                            recording, Path.of("").toAbsolutePath()));
        }
        if (Files.isDirectory(recording)) {
            throw new RecordingException(
                    recording
                            + " is a folder; give the recording in it, a file that mostly ends with"
                            + " .jfr");
        }
        if (!Files.isRegularFile(recording)) {
            throw new RecordingException(
                    recording + " is a pipe or a device; write what it gives to a file first");
        }
        RecordingFiles files = new RecordingFiles(recording.toString());
        files.read(recording);
        return files.orFail();
    }

    /**
     * Looks at what a virtual machine that was killed left in its repository, the folder that
     * {@code -XX:FlightRecorderOptions=repository=...} names.
     *
     * @param repository the folder, in which each virtual machine has one of its own
     * @return what can be read of the chunks in it
     * @throws RecordingException if nothing can
     */
    public static RecordingFiles ofRepository(Path repository) throws RecordingException {
        RecordingFiles files = new RecordingFiles(repository.toString());
        try (Stream<Path> all = Files.walk(repository)) {
            // Their names are the moments at which they were begun.
            for (Path chunk :
                    all.filter(file -> file.toString().endsWith(".jfr")).sorted().toList()) {
                files.read(chunk);
            }
        } catch (IOException unreadable) {
            throw new RecordingException(
                    repository + " cannot be read: " + FileFailures.reason(unreadable));
        }
        if (files.unwritten > 0 && files.unwritten == files.missing.size()) {
            throw new RecordingException(
                    "the virtual machine was killed, or halted, before the recorder wrote something,"
                            + " as it does every second; let the program end by itself, or run"
                            + " longer");
        }
        return files.orFail();
    }

    private RecordingFiles orFail() throws RecordingException {
        if (chunks.isEmpty()) {
            throw new RecordingException(
                    missing.isEmpty()
                            ? "the virtual machine recorded nothing: it could not be started, or"
                                    + " Flight Recorder is off, as with -XX:-FlightRecorder"
                            : (missing.get(0).startsWith(name)
                                            ? ""
                                            : "nothing can be read from " + name + ": ")
                                    + String.join("; ", missing));
        }
        return this;
    }

    private void read(Path file) throws RecordingException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            bytes += size;
            if (size == 0) {
                missing.add(
                        file
                                + " is empty: the recording was not dumped, or the disk was full;"
                                + " record again");
            }
            long at = 0;
            while (at < size) {
                at = readChunk(file, channel, at, size);
            }
        } catch (IOException unreadable) {
            if (unreadable instanceof RecordingException known) {
                throw known;
            }
            throw new RecordingException(
                    file + " cannot be read: " + FileFailures.reason(unreadable));
        }
    }

    /** Takes the chunk that begins there; returns where the next begins, the size for nowhere. */
    private long readChunk(Path file, FileChannel channel, long at, long size) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        if (size - at >= HEADER) {
            readFully(channel, header, at);
        }
        if (header.getInt(0) != MAGIC || header.getShort(4) != MAJOR) {
            if (at == 0 && size >= HEADER) {
                throw new RecordingException(
                        file
                                + " is no Flight Recorder recording (it does not begin as one of"
                                + " JDK 11 or later does); give a file that was recorded with"
                                + " ./cleave run --profile, or with java"
                                + " -XX:StartFlightRecording");
            }
            missing.add(
                    String.format(
                            Locale.ROOT,
                            "the last %,d bytes of %s are not a chunk of a recording; it was cut off, or"
                                    + " overwritten",
                            size - at,
                            file));
            return size;
        }
        long length = header.getLong(SIZE_AT);
        long from = header.getLong(BEGAN_AT);
        long duration = Math.max(0, header.getLong(DURATION_AT));
        boolean complete = header.get(STATE_AT) == 0;
        if (length <= HEADER) {
            missing.add("what " + file + " would hold was never written to it");
            unwritten++;
            return size;
        }
        if (length > size - at) {
            missing.add(
                    String.format(
                            Locale.ROOT,
                            "%s ends in the midst of a chunk: %,d of its %,d bytes are there, and"
                                    + " they cannot be read without its end (%.1f s of the"
                                    + " program)",
                            file,
                            size - at,
                            length,
                            duration / 1e9));
            return size;
        }
        chunks.add(new Chunk(file, at, length, complete));
        began = Math.min(began, from);
        ended = Math.max(ended, from + duration);
        if (!complete) {
            missing.add(
                    "the virtual machine was killed while it recorded: what it did after its last"
                            + " flush, up to a second before its end, is not in the recording");
            return size;
        }
        return at + length;
    }

    private static void readFully(FileChannel channel, ByteBuffer into, long at)
            throws IOException {
        long from = at;
        while (into.hasRemaining()) {
            int n = channel.read(into, from);
            if (n < 0) {
                throw new EOFException("it became shorter while it was read");
            }
            from += n;
        }
    }

    /** What the recording is called in messages. */
    String name() {
        return name;
    }

    /** Bytes of all files, what cannot be read of them included. */
    long bytes() {
        return bytes;
    }

    /** When the first readable chunk began, in nanoseconds since 1970. */
    long began() {
        return began;
    }

    /** When the last readable chunk ended, in nanoseconds since 1970. */
    long ended() {
        return ended;
    }

    /** Sentences about what cannot be read; empty for a whole recording. */
    List<String> missing() {
        return List.copyOf(missing);
    }

    /**
     * A file with all the readable chunks and nothing else, for the JDK's parser: the recording
     * itself if it is whole, else a temporary copy that goes with {@link #close}.
     *
     * @return the file
     * @throws IOException if no copy can be made
     */
    public Path readable() throws IOException {
        if (readable == null) {
            if (missing.isEmpty() && chunks.stream().map(Chunk::file).distinct().count() == 1) {
                readable = chunks.get(0).file();
            } else {
                temporary = Files.createTempFile("cleave-recording", ".jfr");
                readable = temporary;
                write(temporary);
            }
        }
        return readable;
    }

    /**
     * Writes all the readable chunks as one recording that any tool can open, and reads that one
     * from now on: the others may go.
     *
     * @param target the file, which is replaced
     * @throws IOException if it cannot be written
     */
    public void keepAs(Path target) throws IOException {
        write(target);
        name = target.toString();
        readable = target;
    }

    private void write(Path target) throws IOException {
        try (FileChannel out =
                FileChannel.open(
                        target,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            for (Chunk chunk : chunks) {
                long start = out.position();
                try (FileChannel in = FileChannel.open(chunk.file(), StandardOpenOption.READ)) {
                    long done = 0;
                    while (done < chunk.bytes()) {
                        long n = in.transferTo(chunk.offset() + done, chunk.bytes() - done, out);
                        if (n <= 0) {
                            throw new EOFException(
                                    chunk.file() + " became shorter while it was read");
                        }
                        done += n;
                    }
                }
                if (!chunk.complete()) {
                    out.write(ByteBuffer.wrap(new byte[1]), start + STATE_AT);
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (temporary != null) {
            Files.deleteIfExists(temporary);
        }
    }
}
