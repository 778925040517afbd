package dev.cleave.manager;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Somebody who connects to a {@code SOCKET}, and says when the other side ends that. */
final class Stranger {
    private Stranger() {}

    public static void main(String[] arguments) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(arguments[0]))) {
            int read = channel.read(ByteBuffer.allocate(1));
            System.out.println(read < 0 ? "ended" : "answered");
        }
    }
}
