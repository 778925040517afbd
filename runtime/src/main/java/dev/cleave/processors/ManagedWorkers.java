package dev.cleave.processors;

import dev.cleave.processors.SpeedupMeter.Look;
import dev.cleave.processors.manager.Speedup;
import dev.cleave.scheduling.Settings;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The workers of all pools of a program that looks for a CPU manager: binds them to the processors
 * that are granted, and has their speedup measured. PROTOCOL.md, sections Binding and Speedup.
 *
 * <p>{@link Follower#managed} is the program's, and null in one that looks for no manager, which
 * does not load this. Any thread.
 */
final class ManagedWorkers {
    /** System property; {@code false}: nobody is bound. */
    static final String PROPERTY = "dev.cleave.manager.bind";

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int UNBOUND = -1;

    /** One worker; under the lock. */
    private static final class Worker {
        final Follower follower;
        final Thread thread = Thread.currentThread();
        final int number;
        int processor = UNBOUND;

        /** The set of which the system has refused a processor; null for none. */
        BitSet refused;

        // of the present look
        BitSet set;
        boolean runs;

        Worker(Follower follower, int number) {
            this.follower = follower;
            this.number = number;
        }

        boolean isAtHome() {
            return processor != UNBOUND && set != null && set.get(processor);
        }
    }

    private final ThreadFiles files;

    /** What a follower's manager grants; null for nothing. */
    private final Function<Follower, BitSet> grants;

    private final List<Worker> workers = new ArrayList<>();

    /** Null until something has been granted, and where there is none. */
    private ThreadBinding system;

    /** What the program may use, without any manager; read at {@link #readAt}. */
    private BitSet allowed = new BitSet();

    private long readAt;

    /** Processors to which a worker was ever bound. */
    private final BitSet used = new BitSet();

    /** Threads that were seen and do not have a mask that they have inherited. */
    private Set<Integer> seen = Set.of();

    private final Set<String> said = new HashSet<>();

    ManagedWorkers(ThreadFiles files, Function<Follower, BitSet> grants) {
        this.files = files;
        this.grants = grants;
    }

    /** The program looks for a manager. */
    static synchronized void expect() {
        if (Follower.managed == null) {
            Follower.managed =
                    new ManagedWorkers(
                            new ThreadFiles(Path.of("/proc"), ProcessHandle.current().pid()),
                            ManagedWorkers::grantTo);
        }
    }

    private static BitSet grantTo(Follower follower) {
        ManagedProcessors manager = follower.manager();
        return manager == null ? null : manager.processors();
    }

    /** A manager has granted something else than before; or nothing any more. */
    static void granted(boolean something) {
        if (something && Settings.isOn(PROPERTY, true)) {
            Follower.managed.provide(Provider.FOUND);
        }
        Follower.managed.bind(true);
    }

    /** The watch's look: these followers compute, or did so a moment ago. */
    void look(Follower[] computing) {
        bind(false);
        measure(computing, System.nanoTime());
    }

    /** Loaded when something is granted for the first time. */
    private static final class Provider {
        static final ThreadBinding FOUND = find();

        private Provider() {}

        private static ThreadBinding find() {
            String problem = "no library for that is on the class path";
            try {
                ThreadBinding found =
                        ServiceLoader.load(
                                        ThreadBinding.class, ThreadBinding.class.getClassLoader())
                                .findFirst()
                                .orElse(null);
                if (found != null) {
                    return found;
                }
            } catch (ServiceConfigurationError | LinkageError | RuntimeException unusable) {
                problem = (unusable.getCause() == null ? unusable : unusable.getCause()).toString();
            }
            log(
                    "workers are not bound to the processors that the CPU manager grants: "
                            + problem
                            + "; ./cleave run brings one, else add dev.cleave:cleave-binding, or"
                            + " silence this with -D"
                            + PROPERTY
                            + "=false");
            return null;
        }
    }

    private static void log(String message) {
        System.getLogger("dev.cleave.processors").log(Level.INFO, message);
    }

    // ---- binding ----

    /** From now on workers can be bound; unless it is null. */
    synchronized void provide(ThreadBinding found) {
        if (system == null && found != null) {
            seen = files.all(); // those are not to be touched
            system = found;
        }
    }

    /** The calling thread. */
    void add(Follower follower) {
        int number = files.caller();
        if (number == ThreadFiles.UNKNOWN) {
            return;
        }
        synchronized (this) {
            Worker worker = new Worker(follower, number);
            workers.add(worker);
            bind(false);
            if (worker.processor == UNBOUND && !used.isEmpty()) {
                release(worker); // what it may have from the worker that has started it
            }
        }
    }

    /** The calling thread. */
    synchronized void remove() {
        workers.removeIf(worker -> worker.thread == Thread.currentThread());
    }

    /**
     * Brings all workers to where they belong.
     *
     * @param now whether also what is looked up only once a second is to be looked up
     */
    synchronized void bind(boolean now) {
        if (system == null) {
            return;
        }
        boolean anew = false;
        if (now || System.nanoTime() - readAt >= PERIOD_NANOS) {
            readAt = System.nanoTime();
            BitSet read = files.allowed();
            // Perhaps somebody has set the masks of all threads.
            anew = !read.equals(allowed);
            allowed = read;
            releaseHeirs();
        }
        ProcessorLoad load = new ProcessorLoad();
        List<Worker> homeless = new ArrayList<>();
        workers.removeIf(worker -> !worker.thread.isAlive());
        for (Worker worker : workers) {
            worker.set = setOf(worker);
            worker.runs = worker.thread.getState() == Thread.State.RUNNABLE;
            if (worker.isAtHome() && !anew) {
                load.add(worker.processor, worker.runs);
            } else if (worker.set == null) {
                worker.refused = null;
                if (worker.processor != UNBOUND) {
                    release(worker);
                }
            } else if (!worker.set.equals(worker.refused)) {
                homeless.add(worker);
            }
        }
        for (Worker worker : homeless) {
            move(worker, load.least(worker.set, worker.processor), load);
        }
        for (Worker worker : workers) {
            if (worker.runs && worker.isAtHome()) {
                int other = load.least(worker.set, worker.processor);
                if (load.isCrowded(worker.processor, other)) {
                    load.remove(worker.processor, true);
                    move(worker, other, load);
                }
            }
        }
    }

    /** What is granted to a worker's pool and may be used; null for nothing. */
    private BitSet setOf(Worker worker) {
        BitSet granted = grants.apply(worker.follower);
        if (granted == null || granted.isEmpty()) {
            return null;
        }
        BitSet set = (BitSet) granted.clone();
        set.and(allowed);
        if (set.isEmpty()) {
            sayOnce(
                    "the CPU manager grants processors "
                            + granted
                            + ", of which this program may use none (its affinity mask is "
                            + allowed
                            + "): its workers are not bound");
            return null;
        }
        return set;
    }

    /** Binds a worker that counts nowhere. */
    private void move(Worker worker, int processor, ProcessorLoad load) {
        BitSet one = new BitSet();
        one.set(processor);
        if (call(worker.number, one)) {
            used.set(processor);
            worker.processor = processor;
            worker.refused = null;
            load.add(processor, worker.runs);
        } else {
            worker.refused = worker.set;
            release(worker);
        }
    }

    private void release(Worker worker) {
        worker.processor = UNBOUND;
        call(worker.number, allowed);
    }

    private boolean call(int thread, BitSet processors) {
        try {
            system.bind(thread, processors);
            return true;
        } catch (IOException | RuntimeException | LinkageError refused) {
            sayOnce(
                    "the system refuses to bind a thread ("
                            + refused.getMessage()
                            + "); it stays unbound until other processors are granted");
            return false;
        }
    }

    private void sayOnce(String message) {
        if (said.add(message)) {
            log(message);
        }
    }

    /** Gives threads that a bound worker has started the mask of the program. */
    private void releaseHeirs() {
        if (used.isEmpty() || allowed.cardinality() < 2) {
            return;
        }
        Set<Integer> now = files.all();
        for (int thread : now) {
            if (!seen.contains(thread) && workers.stream().noneMatch(w -> w.number == thread)) {
                BitSet mask = files.allowed(thread);
                if (mask.cardinality() == 1 && mask.intersects(used)) {
                    call(thread, allowed);
                }
            }
        }
        seen = now;
    }

    // ---- speedup ----

    /** Looks at what pools compute, and reports if it is time. */
    private synchronized void measure(Follower[] computing, long nanos) {
        Map<ManagedProcessors, List<Follower>> pools = new IdentityHashMap<>();
        for (Follower follower : computing) {
            ManagedProcessors manager = follower.manager();
            if (manager != null && manager.current() != ManagedProcessors.NO_LIMIT) {
                pools.computeIfAbsent(manager, unused -> new ArrayList<>()).add(follower);
            }
        }
        pools.forEach((manager, its) -> measure(manager, its, nanos));
    }

    private void measure(ManagedProcessors manager, List<Follower> pools, long nanos) {
        long compute = 0;
        long seek = 0;
        int guests = 0;
        boolean computing = false;
        for (Follower pool : pools) {
            Follower.Computation sums = pool.computation();
            if (sums != null) {
                compute += sums.computeNanos();
                seek += sums.seekNanos();
                guests += sums.guests();
                computing |= pool.isComputing();
            }
        }
        int processors = manager.current();
        if (processors == ManagedProcessors.NO_LIMIT) {
            return; // it ended meanwhile
        }
        Follower.Computation sums = new Follower.Computation(compute, seek, guests);
        double speedup =
                manager.meter.look(
                        new Look(nanos, processors, pools, sums, computing),
                        () -> runNanos(manager));
        if (speedup > 0) {
            manager.measured(new Speedup(processors, speedup));
        }
    }

    private long runNanos(ManagedProcessors manager) {
        long sum = 0;
        for (Worker worker : workers) {
            if (worker.follower.manager() == manager) {
                long nanos = files.runNanos(worker.number);
                if (nanos < 0) {
                    return ThreadFiles.UNKNOWN;
                }
                sum += nanos;
            }
        }
        return sum;
    }
}
