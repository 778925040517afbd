package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.processors.ManagedProcessors;
import dev.cleave.processors.manager.FrameChannel;
import dev.cleave.processors.manager.ManagerFolder;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever arrives at its socket, the manager goes on serving those who behave. */
class HostileFramesTest {
    private static final int FRAMES = 100_000;
    private static final int AT_A_TIME = 50;

    @TempDir Path parent;

    @Test
    void randomFramesCloseTheirConnectionAndNothingElse() throws Exception {
        try (RunningManager manager =
                        new RunningManager(parent.resolve("m"), Policy.EQUIPARTITION);
                ManagedProcessors program = manager.program("well-behaved", 4)) {
            Await.equal(4, program::current);
            Random random = new Random(42);
            for (int sent = 0; sent < FRAMES; sent += AT_A_TIME) {
                sendAndAwaitTheVerdicts(manager.folder, random);
            }
            Await.equal(1, () -> manager.state().programs().size());
            Await.equal(4, program::current);
            for (String reason :
                    new String[] {
                        "from 1 to 512 are allowed",
                        "unknown type",
                        "bytes too many",
                        "a registration of",
                        "no slot that could change",
                        "speaks version",
                        "sees no process",
                    }) {
                assertTrue(manager.logged(reason), reason);
            }
            assertEquals(0, manager.log.stream().filter(line -> line.contains("failed")).count());
            long strangers =
                    manager.log.stream().filter(line -> line.startsWith("a connection")).count();
            assertTrue(strangers < FRAMES / 100, strangers + " lines");
        }
    }

    /** Each frame, and the one that sometimes follows it, on a connection of its own. */
    private static void sendAndAwaitTheVerdicts(Path folder, Random random) throws IOException {
        List<SocketChannel> hostile = new ArrayList<>();
        for (int i = 0; i < AT_A_TIME; i++) {
            ByteBuffer frames = ByteBuffer.allocate(2048).put(frame(random));
            if (random.nextBoolean()) {
                frames.put(frame(random));
            }
            SocketChannel channel = connect(folder);
            channel.write(frames.flip());
            channel.shutdownOutput();
            hostile.add(channel);
        }
        for (SocketChannel channel : hostile) {
            try (channel) {
                while (channel.read(ByteBuffer.allocate(2048)) >= 0) {
                    // until the manager ends the connection
                }
            } catch (IOException reset) {
                // it did so before it had read everything
            }
        }
    }

    private static SocketChannel connect(Path folder) throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(ManagerFolder.socket(folder)));
    }

    /** From sheer noise to a registration that is almost right. */
    private static ByteBuffer frame(Random random) {
        byte[] noise = new byte[random.nextInt(600)];
        random.nextBytes(noise);
        ByteBuffer frame = ByteBuffer.allocate(1024);
        switch (random.nextInt(6)) {
            case 0 -> frame.put(noise);
            case 1 -> frame.putInt(noise.length).put(noise);
            case 2 -> frame.putInt(noise.length + 1).put((byte) random.nextInt(5)).put(noise);
            case 3 -> frame.putInt(1).put((byte) (1 + random.nextInt(4)));
            case 4 -> register(frame, random, (byte) random.nextInt(3), random.nextInt(1 << 22));
            default -> register(frame, random, FrameChannel.VERSION, ProcessHandle.current().pid());
        }
        return frame.flip();
    }

    private static void register(ByteBuffer frame, Random random, byte version, long process) {
        byte[] name = new byte[random.nextInt(140)];
        if (random.nextBoolean()) {
            random.nextBytes(name);
        }
        frame.putInt(22 + name.length).put(FrameChannel.REGISTER).put(version).putLong(process);
        frame.putInt(random.nextInt()).putInt(random.nextInt()).putInt(random.nextInt()).put(name);
    }
}
