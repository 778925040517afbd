package dev.cleave.manager;

import dev.cleave.processors.manager.FrameChannel;
import dev.cleave.processors.manager.ManagerFolder;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Asks a manager for its state. */
public final class ManagerQuery {
    private ManagerQuery() {}

    /**
     * Asks, and waits for the answer, some seconds at most.
     *
     * @throws IOException if there is no manager, or it does not answer; the message says what to
     *     do
     */
    public static ManagerState ask(Path folder) throws IOException {
        ManagerFolder.checkLength(folder); // no manager can be started there
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            ManagerFolder.check(folder); // nor there, if it will not do
        }
        Path socket = ManagerFolder.socket(folder);
        if (!Files.exists(socket)) {
            throw new IOException(
                    String.format(
                            "there is no manager in %s: start one (./cleave manager), or set %s to"
                                    + " the folder of the one there is",
                            folder, ManagerFolder.VARIABLE));
        }
        try (Selector selector = Selector.open();
                SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            FrameChannel.connect(channel, folder);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            FrameChannel frames = new FrameChannel(channel, FrameChannel.MOST_FROM_MANAGER);
            try {
                frames.send(FrameChannel.ASK_STATE, new byte[0]);
            } catch (IOException hungUp) {
                // As it does with one connection too many: seen below.
            }
            long end =
                    System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FrameChannel.PATIENCE_MILLIS);
            ByteBuffer frame;
            while ((frame = frames.next()) == null) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0) {
                    throw new IOException(
                            String.format(
                                    Locale.ROOT,
                                    "the manager in %s has not answered for %d ms; is it stopped?",
                                    folder,
                                    FrameChannel.PATIENCE_MILLIS));
                }
                key.interestOps(frames.interest());
                selector.select(left);
                selector.selectedKeys().clear();
                if (!isOpen(frames)) {
                    throw new EOFException(
                            "the manager in "
                                    + folder
                                    + " ended the connection; it may have printed why");
                }
            }
            byte type = frame.get();
            if (type != FrameChannel.STATE) {
                throw new IOException("the manager sent a frame of unknown type " + type);
            }
            return ManagerState.fromJson(StandardCharsets.UTF_8.decode(frame).toString());
        } catch (ConnectException e) {
            throw new IOException(
                    "the manager in " + folder + " died: start another (./cleave manager)", e);
        }
    }

    /** Sends and takes in what there is. */
    private static boolean isOpen(FrameChannel frames) {
        try {
            frames.flush();
            return frames.receive();
        } catch (IOException hungUp) {
            return false;
        }
    }
}
