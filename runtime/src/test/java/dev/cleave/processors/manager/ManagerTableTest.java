package dev.cleave.processors.manager;

import static dev.cleave.processors.manager.ManagerTable.FREE;
import static dev.cleave.processors.manager.ManagerTable.OFFERED;
import static dev.cleave.processors.manager.ManagerTable.OWNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.conformance.ChildJvm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table, through two mappings of it, as a manager and a program have it. */
class ManagerTableTest {
    private static final long NUMBER = 0x1234_5678_9ABCL;
    private static final int SLOT = 7;
    private static final int GENERATION = 3;

    @TempDir Path folder;

    private Path file() {
        return folder.resolve("table");
    }

    @Test
    void whatOneWritesTheOtherReads() throws IOException {
        ManagerTable manager = ManagerTable.create(file(), NUMBER, 4);
        ManagerTable program = ManagerTable.open(file(), NUMBER);
        assertEquals(FREE, program.ownership(SLOT, GENERATION));
        assertNull(program.granted(SLOT, GENERATION));
        manager.offer(SLOT, GENERATION, 42, 1, 2);
        assertEquals(OFFERED, program.ownership(SLOT, GENERATION));
        assertTrue(program.changeOwnership(SLOT, GENERATION, OFFERED, OWNED));
        assertEquals(2, manager.requested(SLOT, GENERATION));
        program.request(SLOT, GENERATION, 5);
        assertEquals(5, manager.requested(SLOT, GENERATION));
        BitSet last = BitSet.valueOf(new long[] {1, 0, 4});
        last.set(ManagerTable.MOST_PROCESSORS - 1);
        manager.grant(SLOT, GENERATION, last);
        assertEquals(last, program.granted(SLOT, GENERATION));
        manager.grant(SLOT, GENERATION, new BitSet());
        assertEquals(new BitSet(), program.granted(SLOT, GENERATION));
        program.reportSpeedup(SLOT, GENERATION, new Speedup(4, 3.5).encoded());
        assertEquals(new Speedup(4, 3.5), Speedup.decoded(manager.speedup(SLOT, GENERATION)));
    }

    /** Takes a slot of a file that somebody has truncated. */
    public static final class TakeOfNothing {
        private TakeOfNothing() {}

        public static void main(String[] arguments) throws IOException {
            Path file = Files.createTempFile("table", "");
            ManagerTable table = ManagerTable.create(file, NUMBER, 4);
            table.offer(SLOT, GENERATION, 42, 1, 2);
            Files.write(file, new byte[0]);
            try {
                System.out.println(table.changeOwnership(SLOT, GENERATION, OFFERED, OWNED));
            } catch (InternalError told) {
                System.out.println("false");
            }
            Files.delete(file);
        }
    }

    /** Or a program that ends its dialogue with the manager would end itself. */
    @Test
    void whoTakesASlotOfATruncatedFileLives() throws Exception {
        assertEquals(List.of("false"), ChildJvm.run(TakeOfNothing.class, "-Xint"));
        assertEquals(List.of("false"), ChildJvm.run(TakeOfNothing.class, "-Xcomp"));
    }

    @Test
    void whoseTimeIsOverNeitherAsksNorIsToldForItsSuccessor() throws IOException {
        ManagerTable table = ManagerTable.create(file(), NUMBER, 4);
        table.offer(SLOT, GENERATION, 42, 1, 2);
        table.grant(SLOT, GENERATION, BitSet.valueOf(new long[] {3}));
        table.changeOwnership(SLOT, GENERATION, OFFERED, FREE);
        table.offer(SLOT, GENERATION + 1, 43, 1, 1);
        assertNull(table.granted(SLOT, GENERATION + 1));
        assertFalse(table.changeOwnership(SLOT, GENERATION, OFFERED, OWNED));
        table.request(SLOT, GENERATION, 9);
        assertEquals(0, table.requested(SLOT, GENERATION + 1));
    }

    @Test
    void anOfferIsEitherTakenOrWithdrawn() throws Exception {
        ManagerTable manager = ManagerTable.create(file(), NUMBER, 4);
        ManagerTable program = ManagerTable.open(file(), NUMBER);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 1; round <= 300; round++) {
                int generation = round;
                for (int slot = 0; slot < ManagerTable.SLOTS; slot++) {
                    manager.offer(slot, generation, 42, 1, 1);
                }
                AtomicInteger missing = new AtomicInteger(2);
                Future<BitSet> withdrawn =
                        threads.submit(() -> move(manager, generation, missing, FREE));
                Future<BitSet> taken =
                        threads.submit(() -> move(program, generation, missing, OWNED));
                BitSet both = withdrawn.get();
                assertFalse(both.intersects(taken.get()), "generation " + generation);
                both.or(taken.get());
                assertEquals(ManagerTable.SLOTS, both.cardinality(), "generation " + generation);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Moves all slots from offered at the same time as somebody else; which ones it has moved. */
    private static BitSet move(
            ManagerTable table, int generation, AtomicInteger missing, int ownership) {
        BitSet moved = new BitSet();
        missing.decrementAndGet();
        while (missing.get() > 0) {
            Thread.onSpinWait();
        }
        for (int slot = 0; slot < ManagerTable.SLOTS; slot++) {
            moved.set(slot, table.changeOwnership(slot, generation, OFFERED, ownership));
        }
        return moved;
    }

    @Test
    void aSetIsReadWholeWhileItChanges() throws Exception {
        ManagerTable manager = ManagerTable.create(file(), NUMBER, 4);
        ManagerTable program = ManagerTable.open(file(), NUMBER);
        manager.offer(SLOT, GENERATION, 42, 1, 1);
        BitSet all = new BitSet();
        all.set(0, ManagerTable.MOST_PROCESSORS);
        BitSet none = new BitSet();
        manager.grant(SLOT, GENERATION, none);
        AtomicBoolean enough = new AtomicBoolean();
        Thread writer =
                new Thread(
                        () -> {
                            while (!enough.get()) {
                                manager.grant(SLOT, GENERATION, all);
                                manager.grant(SLOT, GENERATION, none);
                            }
                        });
        writer.start();
        try {
            int whole = 0;
            // Longer, if the writer stands still in the midst of its grant.
            for (int i = 0; i < 200_000 || whole == 0; i++) {
                BitSet seen = program.granted(SLOT, GENERATION);
                if (seen != null) {
                    assertTrue(seen.equals(all) || seen.isEmpty(), seen::toString);
                    whole++;
                }
            }
        } finally {
            enough.set(true);
            writer.join();
        }
    }

    /** As a manager leaves it that dies in the midst of its second grant. */
    @Test
    void aGrantThatIsNotWrittenToItsEndIsNotRead() throws IOException {
        ManagerTable manager = ManagerTable.create(file(), NUMBER, 4);
        ManagerTable program = ManagerTable.open(file(), NUMBER);
        manager.offer(SLOT, GENERATION, 42, 1, 1);
        manager.grant(SLOT, GENERATION, BitSet.valueOf(new long[] {0b0011}));
        assertEquals(BitSet.valueOf(new long[] {0b0011}), program.granted(SLOT, GENERATION));
        write(8, (long) GENERATION << Integer.SIZE | 3 << Short.SIZE | 3); // change 3, of 2
        write(32, 0b0111);
        assertNull(program.granted(SLOT, GENERATION));
        manager.grant(SLOT, GENERATION, BitSet.valueOf(new long[] {0b1111}));
        assertEquals(BitSet.valueOf(new long[] {0b1111}), program.granted(SLOT, GENERATION));
    }

    /** Into a word of the slot. */
    private void write(int at, long word) throws IOException {
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
            channel.write(bytes.putLong(0, word), 64 + 256 * SLOT + at);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, magic", "8, version", "12, bytes of the header", "20, slots", "24, table"})
    void aHeaderThatIsNotOursIsRefused(long at, String named) throws IOException {
        ManagerTable.create(file(), NUMBER, 4);
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {99, 99, 99, 99}), at);
        }
        IOException refused =
                assertThrows(IOException.class, () -> ManagerTable.open(file(), NUMBER));
        assertTrue(refused.getMessage().contains(" has " + named + " "), refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"0", "63", "64", "200000", "262207", "262209"})
    void aFileOfAnotherSizeIsRefused(long size) throws IOException {
        ManagerTable table = ManagerTable.create(file(), NUMBER, 4);
        table.check(file());
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
            channel.truncate(size);
            if (channel.size() < size) {
                channel.write(ByteBuffer.wrap(new byte[1]), size - 1);
            }
        }
        IOException refused =
                assertThrows(IOException.class, () -> ManagerTable.open(file(), NUMBER));
        assertTrue(refused.getMessage().contains("bytes " + size), refused.getMessage());
        assertThrows(IOException.class, () -> table.check(file()));
    }

    @Test
    void aProgramOfAnOldTableKeepsItWhenANewOneComes() throws IOException {
        ManagerTable old = ManagerTable.create(file(), NUMBER, 4);
        ManagerTable program = ManagerTable.open(file(), NUMBER);
        ManagerTable.create(file(), NUMBER + 1, 4);
        assertThrows(IOException.class, () -> ManagerTable.open(file(), NUMBER));
        old.offer(SLOT, GENERATION, 42, 1, 1);
        assertEquals(OFFERED, program.ownership(SLOT, GENERATION));
        IOException another = assertThrows(IOException.class, () -> old.check(file()));
        assertTrue(another.getMessage().contains("was replaced"), another.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, a speedup on 0 processors: give a number from 1 to 1024",
        "1025, 1, a speedup on 1025 processors: give a number from 1 to 1024",
        "4, 0, a speedup of 0.0: give one above 0 and below 2097",
        "4, -1, a speedup of -1.0: give one above 0 and below 2097",
        "4, NaN, a speedup of NaN: give one above 0 and below 2097",
        "4, 2098, a speedup of 2098.0: give one above 0 and below 2097"
    })
    void whatIsNoSpeedupIsRefused(int processors, double times, String message) {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> new Speedup(processors, times));
        assertEquals(message, refusal.getMessage());
    }

    @Test
    void aWordThatIsNoSpeedupSaysNothing() {
        assertNull(Speedup.decoded(0));
        assertNull(Speedup.decoded(-1));
        assertNull(Speedup.decoded(4 << 21));
        assertEquals(new Speedup(4, 0.001), Speedup.decoded(new Speedup(4, 1e-9).encoded()));
    }
}
