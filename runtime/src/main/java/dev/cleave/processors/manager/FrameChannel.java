package dev.cleave.processors.manager;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * Frames on a channel that does not block; see PROTOCOL.md. One thread at a time; no method blocks.
 */
public final class FrameChannel {
    /** Version of frames and table. */
    public static final byte VERSION = 1;

    /** Program to manager: let me in. */
    public static final byte REGISTER = 1;

    /** Program to manager: look at my slot. */
    public static final byte CHANGED = 2;

    /** Anybody to manager: what is the state? */
    public static final byte ASK_STATE = 3;

    /** Manager to program: which slot is its own. */
    public static final byte REGISTERED = 101;

    /** Manager to program: why it is not let in. */
    public static final byte REFUSED = 102;

    /** Manager to program: its grant changed. */
    public static final byte GRANTED = 103;

    /** Manager to whoever asked: the state, in JSON. */
    public static final byte STATE = 104;

    /** Bytes of a registration's body before the name: version, process, three numbers. */
    public static final int REGISTER_BYTES = 1 + Long.BYTES + 3 * Integer.BYTES;

    /** Bytes of the body of {@link #REGISTERED}: table, slot, generation. */
    public static final int REGISTERED_BYTES = Long.BYTES + 2 * Integer.BYTES;

    /** Bytes of a frame to the manager, at most, without its length. */
    public static final int MOST_TO_MANAGER = 512;

    /** Bytes of a frame from the manager, at most, without its length. */
    public static final int MOST_FROM_MANAGER = 16 << 20;

    /** Milliseconds that either side waits for what the other must send. */
    public static final long PATIENCE_MILLIS = 5_000;

    private static final int LENGTH_BYTES = Integer.BYTES;

    private final SocketChannel channel;
    private final int mostBytes;
    private ByteBuffer in = ByteBuffer.allocate(LENGTH_BYTES + MOST_TO_MANAGER);
    private ByteBuffer out = ByteBuffer.allocate(0);

    /** Frames on a channel in non-blocking mode, received if not longer than {@code mostBytes}. */
    public FrameChannel(SocketChannel channel, int mostBytes) {
        this.channel = channel;
        this.mostBytes = mostBytes;
    }

    /**
     * Connects a channel in non-blocking mode to the manager of a folder.
     *
     * @throws ConnectException if no manager listens
     * @throws IOException if it cannot be connected to; the message says where, and why it may be
     */
    public static void connect(SocketChannel channel, Path folder) throws IOException {
        String reason = "not at once";
        try {
            if (channel.connect(UnixDomainSocketAddress.of(ManagerFolder.socket(folder)))) {
                return;
            }
        } catch (ConnectException nobodyListens) {
            throw nobodyListens;
        } catch (SocketException e) {
            reason = e.getMessage();
        }
        throw new IOException(
                String.format(
                        "the manager in %s lets nobody in (%s): is it stopped, or do too many wait"
                                + " for it?",
                        folder, reason));
    }

    /**
     * Takes in what has arrived, as far as there is room; {@link #next} makes room.
     *
     * @return false if nothing more will come
     */
    public boolean receive() throws IOException {
        return channel.read(in) >= 0;
    }

    /**
     * The next whole frame, type first, or null if it has not arrived yet. Valid until the next
     * call.
     *
     * @throws IOException if the length is out of range
     */
    public ByteBuffer next() throws IOException {
        if (in.position() < LENGTH_BYTES) {
            return null;
        }
        int length = in.getInt(0);
        if (length < 1 || length > mostBytes) {
            throw new IOException(
                    "a frame of "
                            + Integer.toUnsignedString(length)
                            + " bytes; from 1 to "
                            + mostBytes
                            + " are allowed");
        }
        int end = LENGTH_BYTES + length;
        if (in.position() < end) {
            if (in.capacity() < end) {
                in = ByteBuffer.allocate(end).put(in.flip());
            }
            return null;
        }
        byte[] frame = new byte[length];
        in.flip().position(LENGTH_BYTES);
        in.get(frame);
        in.compact();
        return ByteBuffer.wrap(frame);
    }

    /** Sends a frame as far as the channel takes it; {@link #flush} sends the rest. */
    public void send(byte type, byte[] body) throws IOException {
        ByteBuffer frames = ByteBuffer.allocate(out.remaining() + LENGTH_BYTES + 1 + body.length);
        frames.put(out).putInt(1 + body.length).put(type).put(body);
        out = frames.flip();
        flush();
    }

    /** Sends more of what waits to be sent. */
    public void flush() throws IOException {
        channel.write(out);
    }

    /** Whether something waits to be sent. */
    public boolean isSending() {
        return out.hasRemaining();
    }

    /** What a selector is to watch for. */
    public int interest() {
        return isSending() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    }
}
