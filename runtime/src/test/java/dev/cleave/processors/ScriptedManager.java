package dev.cleave.processors;

import dev.cleave.processors.linux.ProcessStat;
import dev.cleave.processors.manager.FrameChannel;
import dev.cleave.processors.manager.ManagerFolder;
import dev.cleave.processors.manager.ManagerTable;
import dev.cleave.processors.manager.Speedup;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The manager of one program, that says and does what a test tells it to, right or wrong. */
final class ScriptedManager implements AutoCloseable {
    private static final long TABLE = 4711;
    private static final int SLOT = 0;

    private final ManagerTable table;
    private final ServerSocketChannel server;
    private final List<SocketChannel> connections = new ArrayList<>();
    private FrameChannel program;
    private int generation;
    private String name;

    /** Made, with the folder, which must not be there. */
    ScriptedManager(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            Files.createDirectory(folder);
        }
        Files.setPosixFilePermissions(folder, ManagerFolder.MODE);
        table = ManagerTable.create(ManagerFolder.table(folder), TABLE, 4);
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(ManagerFolder.socket(folder)));
    }

    /** Waits until the program connects, perhaps again, and registers. */
    void awaitRegistration() throws IOException {
        ByteBuffer registration = null;
        while (registration == null) {
            SocketChannel channel = server.accept();
            connections.add(channel);
            program = new FrameChannel(channel, FrameChannel.MOST_TO_MANAGER);
            try {
                registration = await(FrameChannel.REGISTER);
            } catch (IOException gone) {
                // it had waited for too long, and comes again
            }
        }
        byte[] last = new byte[registration.remaining() - FrameChannel.REGISTER_BYTES];
        registration.position(registration.limit() - last.length).get(last);
        name = new String(last, StandardCharsets.UTF_8);
    }

    /** Waits until the program has registered and taken its slot. */
    void awaitOwner() throws IOException {
        for (boolean owned = false; !owned; ) {
            awaitRegistration();
            try {
                offer(ProcessStat.ownStart());
                awaitChange();
                owned = true;
            } catch (IOException gone) {
                // it had waited for too long
            }
        }
    }

    /** Answers a registration of the process that started then. */
    void offer(long start) throws IOException {
        table.offer(SLOT, ++generation, ProcessHandle.current().pid(), start, 1);
        program.send(FrameChannel.REGISTERED, registered(SLOT));
    }

    /** The body of the answer to a registration. */
    byte[] registered(int slot) {
        return ByteBuffer.allocate(FrameChannel.REGISTERED_BYTES)
                .putLong(TABLE)
                .putInt(slot)
                .putInt(generation)
                .array();
    }

    /** Waits until the program says that it has changed its slot. */
    void awaitChange() throws IOException {
        await(FrameChannel.CHANGED);
    }

    /** Waits until the program ends its connection. */
    void awaitEnd() throws IOException {
        while (program.receive()) {
            program.next();
        }
    }

    private ByteBuffer await(byte type) throws IOException {
        while (true) {
            ByteBuffer frame = program.next();
            if (frame == null) {
                if (!program.receive()) {
                    throw new EOFException("the program ended the connection");
                }
            } else if (frame.get() == type) {
                return frame;
            }
        }
    }

    /** Sends a frame, or not, if the program has left meanwhile. */
    void send(byte type, byte... body) {
        try {
            program.send(type, body);
        } catch (IOException gone) {
            // it had waited for too long, and comes again
        }
    }

    /** Grants the first processors. */
    void grant(int processors) {
        BitSet set = new BitSet();
        set.set(0, processors);
        table.grant(SLOT, generation, set);
        send(FrameChannel.GRANTED);
    }

    /** Ends the last connection. */
    void hangUp() throws IOException {
        connections.get(connections.size() - 1).close();
    }

    /** What the program calls itself. */
    String name() {
        return name;
    }

    /** What the program wants, once it has its slot. */
    int requested() {
        return table.requested(SLOT, generation);
    }

    Speedup speedup() {
        return Speedup.decoded(table.speedup(SLOT, generation));
    }

    int ownership() {
        return table.ownership(SLOT, generation);
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel connection : connections) {
            connection.close();
        }
        server.close();
    }
}
