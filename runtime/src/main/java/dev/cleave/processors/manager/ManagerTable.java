package dev.cleave.processors.manager;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.BitSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * The table in which programs say how many processors they want and the manager how many they have.
 * Layout and protocol: PROTOCOL.md. Methods may be called by any thread and do not block; those on
 * slots throw {@link InternalError} if somebody truncated the file.
 */
public final class ManagerTable {
    /** Programs that one manager can serve. */
    public static final int SLOTS = 1024;

    /** Processors that one manager can divide: their numbers are below this. */
    public static final int MOST_PROCESSORS = 1024;

    /** {@link #ownership}: nobody's. */
    public static final int FREE = 0;

    /** {@link #ownership}: a program may take it. */
    public static final int OFFERED = 1;

    /** {@link #ownership}: a program's. */
    public static final int OWNED = 2;

    /** {@link #ownership}: given back, to be freed by the manager. */
    public static final int LEFT = 3;

    private static final long MAGIC = 0x434C_4541_5645_434DL; // "CLEAVECM"
    static final int HEADER_BYTES = 64;
    static final int SLOT_BYTES = 256;

    /** Bytes of the table's file. */
    public static final int BYTES = HEADER_BYTES + SLOTS * SLOT_BYTES;

    // in the header
    private static final int AT_MAGIC = 0;
    private static final int AT_VERSION = 8;
    private static final int AT_HEADER_BYTES = 12;
    private static final int AT_SLOT_BYTES = 16;
    private static final int AT_SLOTS = 20;
    private static final int AT_TABLE = 24;
    private static final int AT_PROCESSORS = 32;
    private static final int AT_MANAGER = 40;

    // in a slot
    private static final int AT_OWNERSHIP = 0;
    private static final int AT_GRANT = 8;
    private static final int AT_PROCESS = 16;
    private static final int AT_START = 24;
    private static final int AT_SET = 32;
    private static final int AT_REQUEST = 192;
    private static final int AT_SPEEDUP = 200;

    private static final int SET_WORDS = MOST_PROCESSORS / Long.SIZE;

    /** The bits of a grant that hold one more than the number of processors. */
    private static final int COUNT = 0xFFFF;

    /** Looks at a grant that changes, some microseconds in all. */
    private static final int LOOKS = 1000;

    private static final VarHandle LONGS =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer bytes;
    private final long table;

    /** What tells the file from others; of the manager's. */
    private final Object key;

    /**
     * A table in memory.
     *
     * @param bytes direct, in the machine's byte order
     */
    ManagerTable(ByteBuffer bytes) {
        this(bytes, 0, null);
    }

    private ManagerTable(ByteBuffer bytes, long table, Object key) {
        this.bytes = bytes;
        this.table = table;
        this.key = key;
    }

    /**
     * Makes a new table, in place of one that may be there. One caller at a time: it is written
     * beside its place first, over what a manager that was killed there has left.
     *
     * @param file where
     * @param table the table's number
     * @param processors how many processors it divides
     * @throws IOException if the file cannot be written, as on a full disk
     */
    public static ManagerTable create(Path file, long table, int processors) throws IOException {
        ByteBuffer whole = ByteBuffer.allocate(BYTES).order(ByteOrder.nativeOrder());
        whole.putLong(AT_MAGIC, MAGIC);
        whole.putInt(AT_VERSION, FrameChannel.VERSION);
        whole.putInt(AT_HEADER_BYTES, HEADER_BYTES);
        whole.putInt(AT_SLOT_BYTES, SLOT_BYTES);
        whole.putInt(AT_SLOTS, SLOTS);
        whole.putLong(AT_TABLE, table);
        whole.putInt(AT_PROCESSORS, processors);
        whole.putLong(AT_MANAGER, ProcessHandle.current().pid());
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        try (FileChannel channel =
                FileChannel.open(
                        fresh,
                        Set.of(
                                StandardOpenOption.CREATE_NEW,
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")))) {
            // Written and not only lengthened: a disk that is full says so here, not at an access.
            while (whole.hasRemaining()) {
                channel.write(whole);
            }
            ByteBuffer mapped =
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES)
                            .order(ByteOrder.nativeOrder());
            Object key = attributes(fresh).fileKey();
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            return new ManagerTable(mapped, table, key);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /**
     * Opens a table that a manager made.
     *
     * @param file where
     * @param table the number that the manager told
     * @throws IOException if there is none, or not this one, or not of this version
     */
    public static ManagerTable open(Path file, long table) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            expect(file, "bytes", channel.size(), BYTES);
            ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.nativeOrder());
            channel.read(header, 0);
            checkHeader(file, header, table);
            return new ManagerTable(
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES), table, null);
        }
    }

    /**
     * Checks that a file is still this table, as it was made. The manager's; opens nothing, so that
     * it can be called often, and when there are too many open files.
     *
     * @throws IOException if it is gone, replaced, or not what {@link #open} takes
     */
    public void check(Path file) throws IOException {
        BasicFileAttributes attributes = attributes(file);
        if (!Objects.equals(attributes.fileKey(), key)) {
            throw new IOException(file + " was replaced by another file");
        }
        expect(file, "bytes", attributes.size(), BYTES);
        checkHeader(file, bytes, table);
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class);
    }

    private static void checkHeader(Path file, ByteBuffer header, long table) throws IOException {
        expect(file, "magic", header.getLong(AT_MAGIC), MAGIC);
        expect(file, "version", header.getInt(AT_VERSION), FrameChannel.VERSION);
        expect(file, "bytes of the header", header.getInt(AT_HEADER_BYTES), HEADER_BYTES);
        expect(file, "bytes of a slot", header.getInt(AT_SLOT_BYTES), SLOT_BYTES);
        expect(file, "slots", header.getInt(AT_SLOTS), SLOTS);
        expect(file, "table", header.getLong(AT_TABLE), table);
    }

    private static void expect(Path file, String what, long found, long wanted) throws IOException {
        if (found != wanted) {
            throw new IOException(
                    String.format(Locale.ROOT, "%s has %s %d, not %d", file, what, found, wanted));
        }
    }

    private static int at(int slot, int field) {
        return HEADER_BYTES + slot * SLOT_BYTES + field;
    }

    private static long word(int generation, int value) {
        return (long) generation << Integer.SIZE | Integer.toUnsignedLong(value);
    }

    private static int generation(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    // --- ownership

    /** Whose the slot is: {@link #FREE}, {@link #OFFERED}, {@link #OWNED} or {@link #LEFT}. */
    public int ownership(int slot, int generation) {
        long word = (long) LONGS.getVolatile(bytes, at(slot, AT_OWNERSHIP));
        return generation(word) == generation ? (int) word : FREE;
    }

    /** Moves a slot from one ownership to another; false if it was no longer in the first. */
    public boolean changeOwnership(int slot, int generation, int from, int to) {
        // Read first: where the file is truncated, a CAS by the interpreter ends the process, which
        // only reads and writes do not.
        // ORDER M1: volatile CAS, with itself: offer, withdrawal and acceptance exclude each other.
        // Test: ManagerTableStress.
        return (long) LONGS.getVolatile(bytes, at(slot, AT_OWNERSHIP)) == word(generation, from)
                && LONGS.compareAndSet(
                        bytes,
                        at(slot, AT_OWNERSHIP),
                        word(generation, from),
                        word(generation, to));
    }

    /**
     * Offers a free slot to a process. The manager's.
     *
     * @param start when the process started, in units of the manager's own
     */
    public void offer(int slot, int generation, long process, long start, int wanted) {
        LONGS.setOpaque(bytes, at(slot, AT_PROCESS), process);
        LONGS.setOpaque(bytes, at(slot, AT_START), start);
        LONGS.setOpaque(bytes, at(slot, AT_SPEEDUP), 0L);
        LONGS.setOpaque(bytes, at(slot, AT_REQUEST), word(generation, wanted));
        LONGS.setVolatile(bytes, at(slot, AT_OWNERSHIP), word(generation, OFFERED));
    }

    /** When the process started for which a slot is, as the manager sees it. The owner's. */
    public long start(int slot) {
        return (long) LONGS.getOpaque(bytes, at(slot, AT_START));
    }

    // --- what programs say

    /** Says how many processors the program wants. The program's. */
    public void request(int slot, int generation, int wanted) {
        LONGS.setOpaque(bytes, at(slot, AT_REQUEST), word(generation, wanted));
    }

    /** Processors that the program wants, as it wrote it: any number. */
    public int requested(int slot, int generation) {
        return value(slot, AT_REQUEST, generation);
    }

    /** Says what the program measured, as {@link Speedup#encoded}. The program's. */
    public void reportSpeedup(int slot, int generation, int speedup) {
        LONGS.setOpaque(bytes, at(slot, AT_SPEEDUP), word(generation, speedup));
    }

    /** What the program measured, as it wrote it; 0 if it did not. */
    public int speedup(int slot, int generation) {
        return value(slot, AT_SPEEDUP, generation);
    }

    private int value(int slot, int field, int generation) {
        long word = (long) LONGS.getOpaque(bytes, at(slot, field));
        return generation(word) == generation ? (int) word : 0;
    }

    // --- what the manager says

    /** Grants exactly these processors. The manager's. */
    public void grant(int slot, int generation, BitSet processors) {
        long old = (long) LONGS.getOpaque(bytes, at(slot, AT_GRANT));
        boolean first = generation(old) != generation;
        int change = first ? 0 : (int) old >>> Short.SIZE;
        int oneMore = first ? 0 : (int) old & COUNT;
        // ORDER M2: opaque, then a release fence; pairs with M4 (granted).
        // Otherwise a program may take a half-written set for a whole one. Test:
        // ManagerTableStress.
        LONGS.setOpaque(bytes, at(slot, AT_GRANT), grantWord(generation, change | 1, oneMore));
        VarHandle.releaseFence();
        long[] words = processors.toLongArray();
        for (int i = 0; i < SET_WORDS; i++) {
            LONGS.setOpaque(
                    bytes, at(slot, AT_SET + i * Long.BYTES), i < words.length ? words[i] : 0L);
        }
        // ORDER M3: release; pairs with M4 (granted). Test: ManagerTableStress.
        LONGS.setRelease(
                bytes,
                at(slot, AT_GRANT),
                grantWord(generation, (change | 1) + 1, processors.cardinality() + 1));
    }

    private static long grantWord(int generation, int change, int oneMore) {
        return word(generation, change << Short.SIZE | oneMore);
    }

    /**
     * Which processors are granted. Looks again while the manager changes them.
     *
     * @return null if nothing has been granted yet, if the slot is another program's, or if the
     *     manager died or stopped while it changed them
     */
    public BitSet granted(int slot, int generation) {
        long[] words = new long[SET_WORDS];
        for (int i = 0; i < LOOKS; i++) {
            // ORDER M4: acquire, then an acquire fence before the second look; pairs with M2, M3.
            // Test: ManagerTableStress.
            long before = (long) LONGS.getAcquire(bytes, at(slot, AT_GRANT));
            if (generation(before) != generation || ((int) before & COUNT) == 0) {
                return null;
            }
            for (int w = 0; w < SET_WORDS; w++) {
                words[w] = (long) LONGS.getOpaque(bytes, at(slot, AT_SET + w * Long.BYTES));
            }
            VarHandle.acquireFence();
            long after = (long) LONGS.getOpaque(bytes, at(slot, AT_GRANT));
            if (before == after && (before >>> Short.SIZE & 1) == 0) {
                return BitSet.valueOf(words);
            }
            Thread.onSpinWait();
        }
        return null;
    }
}
