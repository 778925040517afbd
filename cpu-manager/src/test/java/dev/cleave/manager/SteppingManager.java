package dev.cleave.manager;

import dev.cleave.processors.manager.FrameChannel;
import dev.cleave.processors.manager.ManagerFolder;
import dev.cleave.processors.manager.ManagerTable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CountDownLatch;

/**
 * A manager, {@code FOLDER STEP}, that speaks the protocol by itself: gives four processors to the
 * first program, then two of them to the second, but stops at a step of that, and says so.
 */
final class SteppingManager {
    /** What a manager does when a second program comes. */
    enum Step {
        /** The second program is connected; its registration is not read. */
        CONNECTED,
        /** A slot is offered to it in the table; it does not know. */
        OFFERED,
        /** It knows, and has taken it. */
        OWNED,
        /** The first program has two processors less in the table; it does not know. */
        SHRUNK,
        /** It knows. */
        SHRINKING_TOLD,
        /** Half of the second's grant is in the table, and it is told to look. */
        HALF_GRANTED,
        /** All of it is. */
        GRANTED,
        /** It knows. */
        GRANT_TOLD
    }

    private static final long TABLE = 4711;
    private static final int GENERATION = 1;

    /** Where the table holds the grant of slot 1: after the header and slot 0. */
    private static final int AT_GRANT = 64 + 256 + 8;

    private final Path folder;
    private final ManagerTable table;
    private final ServerSocketChannel server;

    private SteppingManager(Path folder) throws IOException {
        this.folder = folder;
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(ManagerFolder.MODE));
        table = ManagerTable.create(ManagerFolder.table(folder), TABLE, 4);
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(ManagerFolder.socket(folder)));
        System.out.println("ready");
    }

    private FrameChannel connect() throws IOException {
        return new FrameChannel(server.accept(), FrameChannel.MOST_TO_MANAGER);
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        new SteppingManager(Path.of(arguments[0])).run(Step.valueOf(arguments[1]));
        System.out.println("at " + arguments[1]);
        new CountDownLatch(1).await();
    }

    private void run(Step last) throws IOException {
        FrameChannel first = connect();
        offer(first, 0);
        answer(first, 0);
        table.grant(0, GENERATION, ProcessorList.parse("0-3"));
        first.send(FrameChannel.GRANTED, new byte[0]);
        FrameChannel second = connect();
        for (Step step : Step.values()) {
            if (step.compareTo(last) <= 0) {
                take(step, first, second);
            }
        }
    }

    private void take(Step step, FrameChannel first, FrameChannel second) throws IOException {
        switch (step) {
            case CONNECTED -> {
                // it is
            }
            case OFFERED -> offer(second, 1);
            case OWNED -> answer(second, 1);
            case SHRUNK -> table.grant(0, GENERATION, ProcessorList.parse("0-1"));
            case SHRINKING_TOLD -> first.send(FrameChannel.GRANTED, new byte[0]);
            case HALF_GRANTED -> {
                writeOddChange();
                second.send(FrameChannel.GRANTED, new byte[0]);
            }
            case GRANTED -> table.grant(1, GENERATION, ProcessorList.parse("2-3"));
            case GRANT_TOLD -> second.send(FrameChannel.GRANTED, new byte[0]);
        }
    }

    private void offer(FrameChannel frames, int slot) throws IOException {
        ByteBuffer registration = SteppingProgram.await(frames, FrameChannel.REGISTER);
        long process = registration.getLong(registration.position() + 1);
        try (ProcessFile file = ProcessFile.open(process)) {
            table.offer(slot, GENERATION, process, file.start(), 4);
        }
    }

    private void answer(FrameChannel frames, int slot) throws IOException {
        frames.send(
                FrameChannel.REGISTERED,
                ByteBuffer.allocate(FrameChannel.REGISTERED_BYTES)
                        .putLong(TABLE)
                        .putInt(slot)
                        .putInt(GENERATION)
                        .array());
        SteppingProgram.await(frames, FrameChannel.CHANGED);
    }

    /** As a manager does that is in the midst of writing its first grant in the slot. */
    private void writeOddChange() throws IOException {
        try (FileChannel channel =
                FileChannel.open(ManagerFolder.table(folder), StandardOpenOption.WRITE)) {
            ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
            channel.write(
                    word.putLong(0, (long) GENERATION << Integer.SIZE | 1 << Short.SIZE), AT_GRANT);
        }
    }
}
