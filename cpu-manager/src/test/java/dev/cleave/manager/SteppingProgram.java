package dev.cleave.manager;

import dev.cleave.processors.manager.FrameChannel;
import dev.cleave.processors.manager.ManagerFolder;
import dev.cleave.processors.manager.ManagerTable;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.CountDownLatch;

/**
 * A program that speaks the protocol by itself, one step after the other. As a program of its own,
 * {@code FOLDER STEP}, it stops at a step, says so, and takes another for each line it is sent.
 */
final class SteppingProgram implements Closeable {
    /** What a program does in its life, one after the other. */
    enum Step {
        /** It has a connection, and has said nothing. */
        CONNECTED,
        /** Half of its registration is sent. */
        HALF_SENT,
        /** All of it is, and no answer taken. */
        SENT,
        /** It knows its slot, and has not taken it. */
        OFFERED,
        /** The slot is its own, and the manager has not been told to look. */
        OWNED,
        /** It has a grant. */
        GRANTED,
        /** It has written that it wants 1, and has not told the manager to look. */
        REQUESTED,
        /** It has told, and not looked at its new grant. */
        TOLD,
        /** It has seen its new grant. */
        GRANTED_ANEW,
        /** It has given its slot back, and is still connected. */
        LEFT,
        /** It has ended its connection, and lives. */
        CLOSED
    }

    private static final int HALF = 9;

    private final Path folder;
    private final long process;
    private final byte[] name;
    private final SocketChannel channel;
    private final FrameChannel frames;
    private ManagerTable table;
    private int slot;
    private int generation;

    /** A program that says it is this process; connected. */
    SteppingProgram(Path folder, long process) throws IOException {
        this(folder, process, "stepping");
    }

    /** The same, of another name. */
    SteppingProgram(Path folder, long process, String name) throws IOException {
        this.folder = folder;
        this.process = process;
        this.name = name.getBytes(StandardCharsets.UTF_8);
        channel = SocketChannel.open(UnixDomainSocketAddress.of(ManagerFolder.socket(folder)));
        frames = new FrameChannel(channel, FrameChannel.MOST_TO_MANAGER);
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Step last = Step.valueOf(arguments[1]);
        SteppingProgram program =
                new SteppingProgram(Path.of(arguments[0]), ProcessHandle.current().pid());
        for (Step step : Step.values()) {
            program.take(step);
            if (step.compareTo(last) >= 0) {
                System.out.println("at " + step);
                if (System.in.read() < 0) {
                    break;
                }
            }
        }
        new CountDownLatch(1).await();
    }

    /** Takes all steps from the first to this one. */
    SteppingProgram takeUntil(Step last) throws IOException {
        for (Step step : Step.values()) {
            if (step.compareTo(last) <= 0) {
                take(step);
            }
        }
        return this;
    }

    private void take(Step step) throws IOException {
        switch (step) {
            case CONNECTED -> {
                // by the constructor
            }
            case HALF_SENT -> channel.write(registration().limit(HALF));
            case SENT -> channel.write(registration().position(HALF));
            case OFFERED -> {
                ByteBuffer frame = await(frames, FrameChannel.REGISTERED);
                table = ManagerTable.open(ManagerFolder.table(folder), frame.getLong());
                slot = frame.getInt();
                generation = frame.getInt();
            }
            case OWNED -> own(ManagerTable.OFFERED, ManagerTable.OWNED);
            case GRANTED -> {
                frames.send(FrameChannel.CHANGED, new byte[0]);
                await(frames, FrameChannel.GRANTED);
            }
            case REQUESTED -> table.request(slot, generation, 1);
            case TOLD -> frames.send(FrameChannel.CHANGED, new byte[0]);
            case GRANTED_ANEW -> {
                while (!isGranted(1)) {
                    await(frames, FrameChannel.GRANTED);
                }
            }
            case LEFT -> own(ManagerTable.OWNED, ManagerTable.LEFT);
            case CLOSED -> close();
        }
    }

    /** Wants another number, and waits until that is granted; takes no frame. */
    void change(int wanted) throws IOException {
        table.request(slot, generation, wanted);
        frames.send(FrameChannel.CHANGED, new byte[0]);
        while (!isGranted(wanted)) {
            Thread.yield();
        }
    }

    private boolean isGranted(int processors) {
        BitSet granted = table.granted(slot, generation);
        return granted != null && granted.cardinality() == processors;
    }

    /** Takes all that has arrived; how many bytes that was. */
    int takeAll() throws IOException {
        channel.configureBlocking(false);
        ByteBuffer bytes = ByteBuffer.allocate(1 << Short.SIZE);
        int sum = 0;
        for (int taken; (taken = channel.read(bytes.clear())) > 0; ) {
            sum += taken;
        }
        channel.configureBlocking(true);
        return sum;
    }

    /** From now on the manager cannot send it anything, as if it had just been killed. */
    void hangUp() throws IOException {
        channel.shutdownInput();
    }

    private void own(int from, int to) {
        if (!table.changeOwnership(slot, generation, from, to)) {
            System.out.println("too late");
        }
    }

    private ByteBuffer registration() {
        int length = 1 + FrameChannel.REGISTER_BYTES + name.length;
        return ByteBuffer.allocate(Integer.BYTES + length)
                .putInt(length)
                .put(FrameChannel.REGISTER)
                .put(FrameChannel.VERSION)
                .putLong(process)
                .putInt(4)
                .putInt(1)
                .putInt(1)
                .put(name)
                .flip();
    }

    /** The next frame of a type, behind the type; those before it are of no interest. */
    static ByteBuffer await(FrameChannel frames, byte type) throws IOException {
        while (true) {
            ByteBuffer frame = frames.next();
            if (frame == null) {
                if (!frames.receive()) {
                    throw new EOFException("the other side ended the connection");
                }
            } else if (frame.get() == type) {
                return frame;
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
