package dev.cleave.manager;

import dev.cleave.processors.manager.ManagerFolder;
import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** The socket in the manager's folder, to which programs connect. For the manager's thread. */
final class ListeningSocket implements Closeable {
    private final Path file;
    private final Selector selector;
    private ServerSocketChannel server;
    private SelectionKey key;

    /**
     * Replaces what a dead manager may have left in the folder.
     *
     * @throws IOException if it cannot be made there; the message says what to do
     */
    ListeningSocket(Path folder, Selector selector) throws IOException {
        file = ManagerFolder.socket(folder);
        this.selector = selector;
        try {
            Files.deleteIfExists(file);
            listen();
        } catch (IOException e) {
            throw FolderLock.unwritable(file, e);
        }
    }

    private void listen() throws IOException {
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.configureBlocking(false);
            server.bind(UnixDomainSocketAddress.of(file), Manager.MOST_CONNECTIONS);
            key = server.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    /** Whether what has been selected is that somebody connects. */
    boolean is(SelectionKey selected) {
        return selected == key;
    }

    /** Who connects; null if nobody does. */
    SocketChannel accept() throws IOException {
        return server.accept();
    }

    /** Lets those who connect wait until {@link #resume}. */
    void pause() {
        key.interestOps(0);
    }

    void resume() {
        key.interestOps(SelectionKey.OP_ACCEPT);
    }

    /** Whether somebody has removed it: who comes would find no manager, nor start another. */
    boolean isGone() {
        return !Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Makes it again. Those connected stay so. */
    void listenAnew() throws IOException {
        server.close();
        try {
            listen();
        } catch (IOException e) {
            throw new IOException(
                    String.format(
                            "cannot make %s again (%s): start another manager (./cleave manager)",
                            file, FolderLock.reason(e)),
                    e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
