package dev.cleave.benchmarks.jne;

import dev.cleave.ForkJoinPool;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.juc.TaskPrograms;
import dev.cleave.benchmarks.programs.region.MalleablePrograms;
import dev.cleave.processors.ContainerSource;
import dev.cleave.processors.ManagedProcessors;
import dev.cleave.processors.MinimumSource;
import dev.cleave.processors.Rounding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The pool in which a program runs, if it has one, and its dialogue with the CPU manager. */
final class ProgramPool {
    private static final int REGISTRATION_SECONDS = 30;

    private final java.util.concurrent.ForkJoinPool peers;
    private final ForkJoinPool cleaves;
    private final ManagedProcessors managed;

    private ProgramPool(
            java.util.concurrent.ForkJoinPool peers,
            ForkJoinPool cleaves,
            ManagedProcessors managed) {
        this.peers = peers;
        this.cleaves = cleaves;
        this.managed = managed;
    }

    /**
     * Opens a pool, and waits until the CPU manager knows of it, where there is to be one.
     *
     * @throws IOException if it does not within half a minute
     */
    static ProgramPool open(ProgramOrder order) throws IOException {
        WorkloadPeer peer = order.peer();
        int workers = order.workers();
        if (peer == WorkloadPeer.SERIAL) {
            return new ProgramPool(null, null, null);
        }
        if (!peer.isCleaves()) {
            return new ProgramPool(new java.util.concurrent.ForkJoinPool(workers), null, null);
        }
        if (peer == WorkloadPeer.FIXED) {
            return new ProgramPool(null, new ForkJoinPool(workers), null);
        }
        ContainerSource container = new ContainerSource(Path.of("/"), Rounding.CEIL, false);
        if (!peer.isManaged()) {
            return new ProgramPool(
                    null,
                    ForkJoinPool.builder().processors(container).workers(workers).build(),
                    null);
        }
        ManagedProcessors managed =
                new ManagedProcessors(Path.of(order.folder()), "cleave bench jne", workers, 1, 1);
        awaitRegistration(managed, order.folder());
        return new ProgramPool(
                null,
                ForkJoinPool.builder()
                        .processors(MinimumSource.of(container, managed))
                        .workers(workers)
                        .build(),
                managed);
    }

    private static void awaitRegistration(ManagedProcessors managed, String folder)
            throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(REGISTRATION_SECONDS);
        while (managed.processors() == null) {
            if (end - System.nanoTime() <= 0) {
                throw new IOException(
                        String.format(
                                "the CPU manager in %s has not taken this program for %d s",
                                folder, REGISTRATION_SECONDS));
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new IOException("interrupted while it registered", e);
            }
        }
    }

    /** The version of a problem for this pool; each call of it is one run. */
    Runnable program(Problem problem) {
        if (peers != null) {
            return TaskPrograms.in(peers, problem);
        }
        return cleaves == null
                ? problem::serial
                : MalleablePrograms.in(cleaves, problem).orElseThrow();
    }

    /** How many workers may compute now. */
    int workers() {
        return peers != null
                ? peers.getParallelism()
                : cleaves == null ? 1 : cleaves.getParallelism();
    }

    /** Runs something in a worker; in a thread of its own, where there is no pool. */
    void execute(Runnable body) {
        if (peers != null) {
            peers.execute(body);
        } else if (cleaves != null) {
            cleaves.execute(body);
        } else {
            Thread thread = new Thread(body, "run the program");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Gives the processors back, and lets the pool's threads end. */
    void close() {
        if (managed != null) {
            managed.close();
        }
        if (peers != null) {
            peers.shutdown();
        }
        if (cleaves != null) {
            cleaves.shutdown();
        }
    }
}
