package dev.cleave.processors;

import dev.cleave.metrics.events.Detached;
import dev.cleave.processors.linux.ProcessStat;
import dev.cleave.processors.manager.FrameChannel;
import dev.cleave.processors.manager.ManagerFolder;
import dev.cleave.processors.manager.ManagerTable;
import dev.cleave.processors.manager.Speedup;
import dev.cleave.scheduling.Settings;
import java.io.EOFException;
import java.io.File;
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
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The processors that the CPU manager grants to this program. A program has one, and its pools
 * share what it says. Without a manager, or after its death, it sets no limit, and looks for a
 * manager twice a second; protocol: manager/PROTOCOL.md.
 *
 * <p>The dialogue is the one of Guitart, Martorell, Torres, Ayguadé: Application/Kernel Cooperation
 * Towards the Efficient Execution of Shared-memory Parallel Java Codes, section 4.2.
 */
public final class ManagedProcessors implements ProcessorSource, AutoCloseable {
    /** What {@link #current} says while no manager limits this program. */
    public static final int NO_LIMIT = Integer.MAX_VALUE;

    /** Bytes of a name in UTF-8, at most; a longer one is cut. */
    public static final int MOST_NAME_BYTES = 128;

    /** The greatest weight. */
    public static final int MOST_WEIGHT = 1000;

    private static final long RETRY_MILLIS = 500;

    /** From one look at whether this is closed to the next, where nobody can be woken. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS / 10);

    private final Path folder;
    private final byte[] name;
    private final int minimum;
    private final int weight;
    private final Selector selector;
    private final Thread thread;

    /** Of the pools that follow this; under the lock of {@link ManagedWorkers}. */
    final SpeedupMeter meter = new SpeedupMeter();

    private volatile int wanted;
    private volatile int speedup; // encoded
    private volatile boolean reportsItself;
    private volatile BitSet granted; // null without a manager; not changed once it stands here
    private volatile int current = NO_LIMIT;
    private volatile Runnable listener = () -> {};
    private volatile boolean closed;

    // the thread's own
    private ManagerTable table;
    private int slot;
    private int generation;
    private String complaint = "";

    /**
     * Starts to look for a manager; a daemon thread does so from now on.
     *
     * @param folder where programs and manager meet, as {@link ManagerFolder#path} says
     * @param name what people are to see the program as
     * @param wanted processors that the program could use
     * @param minimum processors below which the program had better wait for its turn, at least 1;
     *     more than the machine has means all of them
     * @param weight its importance, from 1 to {@link #MOST_WEIGHT}; what the manager's policy makes
     *     of it depends on the policy
     * @throws IllegalArgumentException if the minimum or the weight is out of range
     * @throws NullPointerException if the folder or the name is null
     * @throws IOException if the system has no more descriptors or threads
     */
    public ManagedProcessors(Path folder, String name, int wanted, int minimum, int weight)
            throws IOException {
        checkRange("a minimum", minimum, Integer.MAX_VALUE);
        checkRange("a weight", weight, MOST_WEIGHT);
        this.folder = Objects.requireNonNull(folder, "the folder is null");
        this.name = cut(Objects.requireNonNull(name, "the name is null"));
        this.wanted = wanted;
        this.minimum = minimum;
        this.weight = weight;
        selector = Selector.open();
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            try {
                ManagerFolder.check(folder);
            } catch (IOException e) {
                complain(e); // else nobody would: no manager takes such a folder
            }
        }
        ManagedWorkers.expect();
        thread = Detached.daemon(this::run, "cleave-cpu-manager");
        try {
            thread.start();
        } catch (OutOfMemoryError none) {
            selector.close();
            throw new IOException("there is no thread to be had", none);
        }
    }

    private static void checkRange(String what, int number, int most) {
        if (number < 1 || number > most) {
            throw new IllegalArgumentException(
                    String.format("%s of %d: give a number from 1 to %d", what, number, most));
        }
    }

    /**
     * The source of this program, with the manager of this user. System properties {@code
     * dev.cleave.manager.name}, {@code .minimum} and {@code .weight} say what they say; the
     * defaults, also for values that cannot be used, are the main class or what stands for it, 1
     * and 1.
     *
     * @return a new source, to be closed
     * @throws IOException if the system has no more descriptors or threads
     */
    public static ManagedProcessors ofThisProgram() throws IOException {
        return new ManagedProcessors(
                ManagerFolder.path(),
                name(),
                Runtime.getRuntime().availableProcessors(),
                Settings.number("dev.cleave.manager.minimum", 1, Integer.MAX_VALUE, 1),
                Settings.number("dev.cleave.manager.weight", 1, MOST_WEIGHT, 1));
    }

    static String name() {
        String name = System.getProperty("dev.cleave.manager.name", "");
        if (!name.isBlank()) {
            return name;
        }
        String source = System.getProperty("jdk.launcher.sourcefile"); // as in java Program.java
        if (source != null) {
            return lastOf(source);
        }
        String command = System.getProperty("sun.java.command", "java");
        String classPath = System.getProperty("java.class.path", "");
        return (command + " ").startsWith(classPath + " ") // as in java -jar "my program.jar"
                ? lastOf(classPath)
                : command.split(" ", 2)[0];
    }

    private static String lastOf(String path) {
        return path.substring(path.lastIndexOf(File.separatorChar) + 1);
    }

    /** As many whole characters as fit. */
    private static byte[] cut(String text) {
        byte[] name = text.getBytes(StandardCharsets.UTF_8);
        if (name.length <= MOST_NAME_BYTES) {
            return name;
        }
        int end = MOST_NAME_BYTES;
        while ((name[end] & 0xC0) == 0x80) {
            end--;
        }
        return Arrays.copyOf(name, end);
    }

    /**
     * {@inheritDoc}
     *
     * @return what the manager granted, but at least 1, or {@link #NO_LIMIT} without a manager
     */
    @Override
    public int current() {
        return current;
    }

    /** {@inheritDoc} The manager takes a number that the machine does not have for the nearest. */
    @Override
    public void request(int wanted) {
        if (wanted != this.wanted) {
            this.wanted = wanted;
            selector.wakeup();
        }
    }

    /**
     * Tells the manager how many times faster than on one processor the program was on several; for
     * a policy that goes by it. Any thread; does not block. Worth calling once a second at most.
     * Without it, the runtime reports what it measures of pools that follow this; after the first
     * call it does so no more.
     *
     * @param processors how many it was measured on
     * @param speedup how many times faster
     * @throws IllegalArgumentException if there is no such number of processors, or the speedup is
     *     not above 0 or not below 2097
     */
    public void reportSpeedup(int processors, double speedup) {
        Speedup reported = new Speedup(processors, speedup);
        reportsItself = true;
        report(reported);
    }

    /** What the runtime has measured; of no interest if the program reports itself. */
    void measured(Speedup measured) {
        if (!reportsItself) {
            report(measured);
        }
    }

    private void report(Speedup now) {
        speedup = now.encoded();
        selector.wakeup();
    }

    @Override
    public ManagedProcessors manager() {
        return this;
    }

    /**
     * Which processors are granted; to a program that has to wait, the one that it shares with its
     * owner. Any thread; does not block.
     *
     * @return a copy of the set; null without a manager
     */
    public BitSet processors() {
        BitSet set = granted;
        return set == null ? null : (BitSet) set.clone();
    }

    /**
     * Has something done after each change of {@link #current} or {@link #processors}, by a thread
     * of this source: it should be short. Replaces what was to be done before.
     *
     * @param listener what to do
     * @throws NullPointerException if it is null
     */
    public void onChange(Runnable listener) {
        this.listener = Objects.requireNonNull(listener, "the listener is null");
    }

    /** Gives the processors back and looks for no manager any more. Waits for its thread's end. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        boolean interrupted = false;
        while (thread != Thread.currentThread() && thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    // --- the thread

    private void run() {
        while (!closed) {
            try {
                if (Files.exists(ManagerFolder.socket(folder))) {
                    attend();
                }
                forget();
                if (!closed) {
                    selector.select(RETRY_MILLIS);
                }
            } catch (ConnectException nobodyListens) {
                pause(); // A manager that was killed left its socket: that is as good as none.
            } catch (IOException | RuntimeException | Error e) {
                // InternalError: somebody truncated the table. OutOfMemoryError: the program's.
                recover(e);
                pause();
            }
        }
        try {
            selector.close();
        } catch (IOException e) {
            complain(e);
        }
    }

    private void recover(Throwable problem) {
        try {
            forget();
            complain(problem);
        } catch (RuntimeException | Error unsaid) {
            // For want of heap, or in the program's logger: the next time may do better.
        }
    }

    /** Also when the selector is what fails. */
    private void pause() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS);
        for (long left; (left = end - System.nanoTime()) > 0 && !closed; ) {
            // Not a sleep, which takes heap.
            LockSupport.parkNanos(this, Math.min(left, LOOK_NANOS));
            // Nobody has a reason to: the thread ends when the source is closed.
            Thread.interrupted();
        }
    }

    /** Registers and stays until the connection ends or this source is closed. */
    private void attend() throws IOException {
        ManagerFolder.check(folder);
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            FrameChannel.connect(channel, folder);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            FrameChannel frames = new FrameChannel(channel, FrameChannel.MOST_FROM_MANAGER);
            int asked = wanted;
            int told = 0;
            frames.send(FrameChannel.REGISTER, registration(asked));
            long deadline =
                    System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FrameChannel.PATIENCE_MILLIS);
            while (!closed) {
                boolean arrived = false;
                for (ByteBuffer frame; (frame = frames.next()) != null; arrived = true) {
                    accept(frame, frames);
                }
                if (arrived) {
                    readGrant();
                }
                if (table != null && asked != wanted) {
                    asked = wanted;
                    table.request(slot, generation, asked);
                    frames.send(FrameChannel.CHANGED, new byte[0]);
                }
                if (table != null && told != speedup) {
                    told = speedup;
                    table.reportSpeedup(slot, generation, told);
                }
                key.interestOps(frames.interest());
                selector.select(table == null ? left(deadline) : 0);
                selector.selectedKeys().clear();
                frames.flush();
                if (!frames.receive()) {
                    throw new EOFException("the manager ended the connection");
                }
            }
            if (table != null) {
                table.changeOwnership(slot, generation, ManagerTable.OWNED, ManagerTable.LEFT);
            }
        }
    }

    private static long left(long deadline) throws IOException {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
            throw new IOException(
                    "the manager has not answered for " + FrameChannel.PATIENCE_MILLIS + " ms");
        }
        return left;
    }

    private byte[] registration(int wanted) {
        return ByteBuffer.allocate(FrameChannel.REGISTER_BYTES + name.length)
                .put(FrameChannel.VERSION)
                .putLong(ProcessHandle.current().pid())
                .putInt(wanted)
                .putInt(minimum)
                .putInt(weight)
                .put(name)
                .array();
    }

    private void accept(ByteBuffer frame, FrameChannel frames) throws IOException {
        byte type = frame.get();
        switch (type) {
            case FrameChannel.REGISTERED -> {
                if (frame.remaining() != FrameChannel.REGISTERED_BYTES) {
                    throw new IOException("the manager's answer has an unknown form");
                }
                ManagerTable offered =
                        ManagerTable.open(ManagerFolder.table(folder), frame.getLong());
                slot = frame.getInt();
                generation = frame.getInt();
                if (slot < 0
                        || slot >= ManagerTable.SLOTS
                        || !offered.changeOwnership(
                                slot, generation, ManagerTable.OFFERED, ManagerTable.OWNED)) {
                    throw new IOException("the manager has withdrawn its offer");
                }
                checkIsForThis(offered);
                table = offered;
                frames.send(FrameChannel.CHANGED, new byte[0]);
            }
            case FrameChannel.REFUSED ->
                    throw new IOException(
                            "the manager refuses this program: "
                                    + StandardCharsets.UTF_8.decode(frame));
            case FrameChannel.GRANTED -> complaint = "";
            default -> throw new IOException("the manager sent a frame of unknown type " + type);
        }
    }

    /** Gives a slot back in which the manager has put down another process. */
    private void checkIsForThis(ManagerTable offered) throws IOException {
        long own = ProcessStat.ownStart();
        if (own >= 0 && own != offered.start(slot)) {
            offered.changeOwnership(slot, generation, ManagerTable.OWNED, ManagerTable.LEFT);
            throw new IOException(
                    "the manager takes another process for this one, which has number "
                            + ProcessHandle.current().pid()
                            + " here and another number there: start both in the same container");
        }
    }

    private void readGrant() {
        BitSet now = table == null ? null : table.granted(slot, generation);
        if (now != null && !now.equals(granted)) {
            granted = now;
            current = Math.max(1, now.cardinality());
            tellListener();
        }
    }

    private void forget() {
        table = null;
        if (granted != null) {
            granted = null;
            current = NO_LIMIT;
            tellListener();
        }
    }

    private void tellListener() {
        try {
            ManagedWorkers.granted(granted != null);
            listener.run();
        } catch (RuntimeException | Error e) {
            System.getLogger("dev.cleave.processors")
                    .log(System.Logger.Level.WARNING, "a listener failed", e);
        }
    }

    /** Says once what is wrong, and again only if something else is. */
    private void complain(Throwable problem) {
        String said = problem.toString();
        if (!said.equals(complaint) && !closed) {
            complaint = said;
            System.getLogger("dev.cleave.processors")
                    .log(
                            System.Logger.Level.INFO,
                            "without a CPU manager in {0} for now: {1}",
                            folder,
                            problem.getMessage());
        }
    }
}
