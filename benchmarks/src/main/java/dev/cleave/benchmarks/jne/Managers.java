package dev.cleave.benchmarks.jne;

import dev.cleave.benchmarks.ChildProcess;
import dev.cleave.benchmarks.MeasurementException;
import dev.cleave.benchmarks.OptionChecks;
import dev.cleave.processors.manager.ManagerFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A CPU manager for each policy that is needed, in private folders: the user's own is left alone.
 * One without programs sleeps. When this is closed or this virtual machine ends, they end, and the
 * folders are deleted.
 */
final class Managers implements AutoCloseable {
    private static final int START_SECONDS = 60;
    private static final int END_SECONDS = 10;

    /** The launcher's for a manager, whose memory and time are measured as well. */
    static final List<String> OPTIONS =
            List.of(
                    "-Xmx32m",
                    "-Xmn2m",
                    "-XX:-UsePerfData",
                    "-XX:+IgnoreUnrecognizedVMOptions",
                    "-XX:+UnlockDiagnosticVMOptions",
                    "-XX:GuaranteedSafepointInterval=0",
                    "-XX:AsyncDeflationInterval=60000",
                    "-XX:TrimNativeHeapInterval=30000",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Xshare:auto");

    private final Path folder;
    private final Map<WorkloadPeer, ChildProcess> managers = new EnumMap<>(WorkloadPeer.class);
    private final Thread onExit = new Thread(this::end, "end the managers");

    private Managers(Path folder) {
        this.folder = folder;
        Runtime.getRuntime().addShutdownHook(onExit);
    }

    /**
     * Starts them, and waits until programs can register.
     *
     * @throws MeasurementException if one does not start
     */
    static Managers start(JnePlan plan)
            throws IOException, InterruptedException, MeasurementException {
        Managers managers = new Managers(Files.createTempDirectory("cleave-jne"));
        try {
            for (WorkloadPeer peer : plan.managed()) {
                managers.launch(plan, peer);
            }
            for (WorkloadPeer peer : plan.managed()) {
                managers.awaitAnswer(peer);
            }
            return managers;
        } catch (IOException | InterruptedException | MeasurementException | RuntimeException e) {
            managers.close();
            throw e;
        }
    }

    /** Kills a manager, which leaves its folder as it is, and waits for its end. */
    void kill(WorkloadPeer peer) {
        synchronized (managers) {
            managers.remove(peer).close();
        }
    }

    /**
     * Starts one in the place of one that was killed, and waits until programs can register.
     *
     * @throws MeasurementException if it does not start
     */
    void startSuccessor(JnePlan plan, WorkloadPeer peer)
            throws IOException, InterruptedException, MeasurementException {
        launch(plan, peer);
        awaitAnswer(peer);
    }

    private void launch(JnePlan plan, WorkloadPeer peer) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(OptionChecks.java(plan.jdk()).toString());
        command.addAll(OPTIONS);
        command.addAll(List.of("-cp", ChildProcess.classPath(), ManagerJvm.class.getName()));
        command.addAll(plan.manager());
        command.addAll(List.of("--policy", peer.label()));
        Map<String, String> environment = Map.of(ManagerFolder.VARIABLE, folder(peer).toString());
        synchronized (managers) {
            managers.put(peer, new ChildProcess(command, environment, line -> {}));
        }
    }

    private void awaitAnswer(WorkloadPeer peer)
            throws IOException, InterruptedException, MeasurementException {
        ChildProcess manager = managers.get(peer);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!answers(ManagerFolder.socket(folder(peer)))) {
            if (!manager.isAlive() || end - System.nanoTime() <= 0) {
                throw new MeasurementException(
                        String.format(
                                "the CPU manager with policy %s %s%s",
                                peer.label(),
                                manager.isAlive()
                                        ? "is not ready after " + START_SECONDS + " s"
                                        : "ended with status " + manager.waitFor(),
                                manager.errors()));
            }
            Thread.sleep(1);
        }
    }

    /** Whether somebody listens at a socket; one that was killed leaves a dead one. */
    private static boolean answers(Path socket) {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return channel.isConnected();
        } catch (IOException nobody) {
            return false;
        }
    }

    /** Where the manager with a peer's policy is. */
    Path folder(WorkloadPeer peer) {
        return folder.resolve(peer.label());
    }

    /** The number of its process. */
    long pid(WorkloadPeer peer) {
        return managers.get(peer).pid();
    }

    /** What no user's programs or manager meet in, for programs that are to find none. */
    Path nowhere() {
        return folder.resolve("none");
    }

    /** Ends them as a user would, and deletes what is left. */
    private void end() {
        synchronized (managers) {
            try {
                for (ChildProcess manager : managers.values()) {
                    manager.terminate(END_SECONDS);
                    manager.close();
                }
                managers.clear();
                if (!Files.exists(folder)) {
                    return;
                }
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.deleteIfExists(file);
                    }
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(onExit);
        } catch (IllegalStateException exiting) {
            // The hook is running, and finds nothing left to do.
        }
    }
}
