package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cleave.processors.manager.FrameChannel;
import dev.cleave.processors.manager.ManagerFolder;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What whoever asks is told when there is no manager, or when it gives no answer. */
class ManagerQueryTest {
    @TempDir Path folder; // closed to others

    private String failure() {
        return assertThrows(IOException.class, () -> ManagerQuery.ask(folder)).getMessage();
    }

    private ServerSocketChannel listen() throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(ManagerFolder.socket(folder)));
    }

    /** Of a manager that answers the first question with these bytes and ends the connection. */
    private String failureAfter(ByteBuffer answer) throws Exception {
        String failure;
        Thread manager;
        try (ServerSocketChannel server = listen()) {
            manager = new Thread(() -> answer(server, answer));
            manager.start();
            failure = failure();
        } // it waits no longer for a question that was never asked
        manager.join();
        return failure;
    }

    private static void answer(ServerSocketChannel server, ByteBuffer answer) {
        try (SocketChannel channel = server.accept()) {
            channel.read(ByteBuffer.allocate(5)); // what is left unread would break the connection
            channel.write(answer);
        } catch (IOException e) {
            // whoever asked is gone, and says what it found
        }
    }

    private static ByteBuffer frame(byte type, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(5 + bytes.length)
                .putInt(1 + bytes.length)
                .put(type)
                .put(bytes)
                .flip();
    }

    @Test
    void whereNoManagerIsItSaysHowToStartOne() {
        assertEquals(
                "there is no manager in %s: start one (./cleave manager), or set CLEAVE_MANAGER to"
                                .formatted(folder)
                        + " the folder of the one there is",
                failure());
    }

    @Test
    void whereNoManagerCouldStartItSaysWhy() throws Exception {
        folder = Files.createFile(folder.resolve("file"));
        assertEquals(folder + " is not a folder; set CLEAVE_MANAGER to another", failure());
    }

    @Test
    void ofOneThatDiedTheSocketIsLeft() throws Exception {
        listen().close();
        assertEquals(
                "the manager in %s died: start another (./cleave manager)".formatted(folder),
                failure());
    }

    @Test
    void oneThatHangsUp() throws Exception {
        assertEquals(hungUp(), failureAfter(ByteBuffer.allocate(0)));
    }

    private String hungUp() {
        return "the manager in " + folder + " ended the connection; it may have printed why";
    }

    @Test
    void oneThatHangsUpWithoutTheQuestion() throws Exception {
        try (ServerSocketChannel server = listen();
                Selector selector = Selector.open()) {
            CompletableFuture<String> failure = CompletableFuture.supplyAsync(this::failure);
            try (SocketChannel channel = server.accept()) {
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ);
                selector.select(); // it has asked, and what is not read resets its connection
            }
            assertEquals(hungUp(), failure.join());
        }
    }

    @Test
    void oneThatManyWaitFor() throws Exception {
        List<SocketChannel> waiting = new ArrayList<>();
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(ManagerFolder.socket(folder)), 1);
            IOException full = assertThrows(IOException.class, () -> fill(waiting));
            assertEquals(
                    "the manager in %s lets nobody in (%s): is it stopped, or do too many wait for it?"
                            .formatted(folder, full.getMessage()),
                    failure());
        } finally {
            for (SocketChannel channel : waiting) {
                channel.close();
            }
        }
    }

    /** Until no more may wait, as the exception says. */
    private void fill(List<SocketChannel> waiting) throws IOException {
        while (true) {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            waiting.add(channel);
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(ManagerFolder.socket(folder)));
        }
    }

    @Test
    void anotherFrameThanTheStateIsNoAnswer() throws Exception {
        assertEquals(
                "the manager sent a frame of unknown type 103",
                failureAfter(frame(FrameChannel.GRANTED, "{}")));
    }

    @Test
    void aFrameThatIsTooLongIsNotAwaited() throws Exception {
        assertEquals(
                "a frame of 16777217 bytes; from 1 to 16777216 are allowed",
                failureAfter(ByteBuffer.allocate(4).putInt(0, 16_777_217)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[1, 2]", "{\"process\": \"p\"}"})
    void aStateThatCannotBeRead(String json) throws Exception {
        assertEquals(
                "the manager's state is not what this version reads: start the manager with this"
                        + " version of Cleave",
                failureAfter(frame(FrameChannel.STATE, json)));
    }
}
