package dev.cleave.manager;

import dev.cleave.processors.manager.FrameChannel;
import dev.cleave.processors.manager.ManagerFolder;
import dev.cleave.processors.manager.ManagerTable;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;

/**
 * The CPU manager: one thread that waits at a socket, keeps the table of programs, and divides the
 * processors anew whenever a program comes, goes, or wants another number. Protocol: PROTOCOL.md of
 * {@code dev.cleave.processors.manager}. After the user-level scheduler of Guitart et al.,
 * Application/Kernel Cooperation …, section 5.
 */
public final class Manager implements AutoCloseable {
    /** Milliseconds between looks at whether programs live. */
    private static final long TICK_MILLIS = 900;

    /**
     * From one look at a program's mask to the next: it takes as long as five at whether it lives.
     */
    private static final int TICKS_PER_MASK = 10;

    /** Connections at a time: programs, and people who ask. */
    static final int MOST_CONNECTIONS = ManagerTable.SLOTS + 64;

    private final Path folder;
    private final Policy policy;
    private final long turnNanos;
    private final long patienceNanos;
    private final int[] processors;
    private final Division division;
    private final Consumer<String> log;
    private final StrangerLog strangers;

    /** Of a process's number, its affinity mask; empty where the system does not say. */
    private final LongFunction<BitSet> masks;

    /** Of {@link #processors}, those that the machine does not have. */
    private final BitSet absent;

    private final FolderLock lock;
    private final Selector selector;
    private final ListeningSocket socket;

    /** How this process's user is called: by name or, without descriptors to look it up, number. */
    private final Set<String> user;

    /** Draws the tables' numbers, which are no secret: only no two are to be the same. */
    private final SplittableRandom lots = new SplittableRandom();

    private final List<Connection> connections = new ArrayList<>();
    private final List<ManagedProgram> programs = new ArrayList<>(); // in the order of arrival
    private final List<Silent> silent = new ArrayList<>();
    private long tableNumber;
    private ManagerTable table;
    private int nextGeneration = 1;
    private long ticks;
    private boolean changed;

    private volatile boolean closed;

    /**
     * A program whose connection ended without a word: it has ended, unless it still lives a little
     * later. A process closes its files before it is gone.
     */
    private record Silent(ManagedProgram program, long since) {}

    /** Somebody at the other end of the socket. */
    private static final class Connection {
        final SocketChannel channel;
        final FrameChannel frames;
        final long since = System.nanoTime();
        SelectionKey key;
        ManagedProgram program;
        boolean mayStay;

        Connection(SocketChannel channel) {
            this.channel = channel;
            frames = new FrameChannel(channel, FrameChannel.MOST_TO_MANAGER);
        }
    }

    /**
     * Takes its place in a folder, which is made if there is none; {@link #run} does the work.
     *
     * @param folder where programs find it
     * @param policy how it divides
     * @param processors what it divides; not empty
     * @param turnMillis how long a program that had to wait has what it got, in milliseconds
     * @param log takes what is worth telling people, a line each; called by the thread in {@code
     *     run}
     * @throws IOException if the folder will not do, another manager is in it, or the table cannot
     *     be written; the message says what to do
     */
    public Manager(
            Path folder, Policy policy, BitSet processors, long turnMillis, Consumer<String> log)
            throws IOException {
        this(
                folder,
                policy,
                processors,
                turnMillis,
                FrameChannel.PATIENCE_MILLIS,
                ProcessorList::mask,
                log);
    }

    /**
     * The same, with another patience, in milliseconds, for programs that owe it something, and
     * other affinity masks than those that the system tells, by the number of the process.
     */
    Manager(
            Path folder,
            Policy policy,
            BitSet processors,
            long turnMillis,
            long patienceMillis,
            LongFunction<BitSet> masks,
            Consumer<String> log)
            throws IOException {
        this.folder = folder;
        this.policy = policy;
        this.processors = processors.stream().toArray();
        division =
                new Division(policy, this.processors, Topology.read(Path.of("/"), this.processors));
        this.turnNanos = TimeUnit.MILLISECONDS.toNanos(turnMillis);
        this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
        this.masks = masks;
        absent = ProcessorList.absent(Path.of("/"), processors);
        this.log = log;
        strangers = new StrangerLog(log);
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            make(folder);
        }
        ManagerFolder.check(folder);
        user =
                Set.copyOf(
                        List.of(
                                Files.getOwner(folder).getName(),
                                Files.getAttribute(folder, "unix:uid").toString()));
        lock = FolderLock.take(folder);
        Selector opened = null;
        try {
            makeTable();
            opened = Selector.open();
            socket = new ListeningSocket(folder, opened);
        } catch (IOException e) {
            if (opened != null) {
                opened.close();
            }
            lock.close();
            throw e;
        }
        selector = opened;
    }

    private static void make(Path folder) throws IOException {
        ManagerFolder.checkLength(folder); // or a folder would be left that nobody can use
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(ManagerFolder.MODE));
        } catch (IOException e) {
            throw new IOException(
                    String.format(
                            "cannot make the folder %s (%s): set %s to another",
                            folder, FolderLock.reason(e), ManagerFolder.VARIABLE),
                    e);
        }
    }

    private void makeTable() throws IOException {
        tableNumber = lots.nextLong();
        Path file = ManagerFolder.table(folder);
        try {
            table = ManagerTable.create(file, tableNumber, processors.length);
        } catch (IOException e) {
            throw FolderLock.unwritable(file, e);
        }
        division.clear();
    }

    /**
     * Serves programs until {@link #close}. One thread, once.
     *
     * @throws IOException if the socket or the table can no longer be used; programs go on without
     *     a manager then
     */
    public void run() throws IOException {
        try {
            long nextTick = System.nanoTime();
            long nextTurn = nextTick;
            while (!closed) {
                try {
                    long now = System.nanoTime();
                    if (nextTick - now <= 0) {
                        nextTick = now + TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
                        tick();
                    }
                    if (division.somebodyWaits() && nextTurn - now <= 0) {
                        division.nextTurn();
                        changed = true;
                        nextTurn = now + turnNanos;
                    }
                    if (changed) {
                        boolean waitedBefore = division.somebodyWaits();
                        divide();
                        nextTurn = waitedBefore ? nextTurn : now + turnNanos;
                    }
                    boolean turnIsNext = division.somebodyWaits() && nextTurn - nextTick < 0;
                    select(turnIsNext ? nextTurn : nextTick);
                } catch (InternalError e) {
                    startAnew("the table was truncated (" + e.getMessage() + ")");
                }
            }
        } finally {
            end();
        }
    }

    /** Stops {@link #run}, which then leaves the folder. Any thread; does not wait. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }

    private void end() throws IOException {
        disconnectAll();
        tellSilent(System.nanoTime());
        socket.close();
        selector.close();
        if (!lock.isTakenByAnother()) {
            Files.deleteIfExists(ManagerFolder.socket(folder));
            Files.deleteIfExists(ManagerFolder.table(folder));
        }
        lock.close(); // last: a successor may take the folder from here on
    }

    /** Waits until the time for what arrives. */
    private void select(long until) throws IOException {
        long millis = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime()) + 1;
        selector.select(Math.max(1, millis));
        for (SelectionKey key : selector.selectedKeys()) {
            if (socket.is(key)) {
                open();
            } else if (key.isValid()) {
                serve((Connection) key.attachment());
            }
        }
        selector.selectedKeys().clear();
    }

    private void open() {
        try {
            SocketChannel channel = socket.accept();
            if (channel != null) {
                admit(channel);
            }
        } catch (IOException e) {
            // Most likely no descriptors are left: it would be tried again at once, and for ever.
            socket.pause();
            log.accept("takes no connections for a moment: " + e.getMessage());
        }
    }

    private void admit(SocketChannel channel) throws IOException {
        UnixDomainPrincipal peer = channel.getOption(ExtendedSocketOptions.SO_PEERCRED);
        if (connections.size() == MOST_CONNECTIONS || !user.contains(peer.user().getName())) {
            channel.close();
            strangers.accept(
                    connections.size() == MOST_CONNECTIONS
                            ? "refused a connection: there are " + MOST_CONNECTIONS + " already"
                            : "refused user " + peer.user().getName() + ": not " + user,
                    System.nanoTime());
            return;
        }
        channel.configureBlocking(false);
        Connection connection = new Connection(channel);
        connection.key = channel.register(selector, SelectionKey.OP_READ, connection);
        connections.add(connection);
    }

    // --- connections

    private void serve(Connection connection) {
        boolean open;
        try {
            connection.frames.flush();
            open = connection.frames.receive();
        } catch (IOException reset) {
            open = false; // whoever was there did not take all that was sent
        }
        try {
            for (ByteBuffer frame; (frame = connection.frames.next()) != null; ) {
                accept(connection, frame);
            }
            if (open) {
                connection.key.interestOps(connection.frames.interest());
            } else if (endedInOrder(connection)) {
                drop(connection, null);
            } else if (connection.program == null) {
                drop(connection, "its connection ended");
            } else {
                silent.add(new Silent(connection.program, System.nanoTime()));
                drop(connection, null);
            }
        } catch (IOException e) {
            drop(connection, e.getMessage());
        }
    }

    /**
     * Whether a connection that ended was that of a program which gave its slot back, or of
     * somebody who asked.
     */
    private boolean endedInOrder(Connection connection) {
        ManagedProgram program = connection.program;
        return program == null
                ? connection.mayStay
                : table.ownership(program.slot, program.generation) == ManagerTable.LEFT;
    }

    /**
     * Ends a connection, and takes back the slot that came with it.
     *
     * @param why what is worth telling people; null if nothing is
     */
    private void drop(Connection connection, String why) {
        ManagedProgram program = connection.program;
        if (why != null && program == null) {
            strangers.accept("a connection is dropped: " + why, System.nanoTime());
        } else if (why != null) {
            log.accept(program + " is dropped: " + why);
        }
        connections.remove(connection);
        close(connection.channel);
        if (program != null) {
            connection.program = null;
            programs.remove(program);
            release(program);
        }
    }

    /**
     * Tells people what became of those that fell silent.
     *
     * @param before when those did who have had the time to end
     */
    private void tellSilent(long before) {
        silent.removeIf(
                it -> {
                    if (!it.program.lives()) {
                        log.accept(it.program + " has ended");
                        return true;
                    }
                    if (it.since - before > 0) {
                        return false;
                    }
                    log.accept(it.program + " is dropped: its connection ended, and it lives on");
                    return true;
                });
    }

    private void close(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            log.accept("cannot close " + closeable + ": " + e.getMessage());
        }
    }

    private void release(ManagedProgram program) {
        close(program.file);
        for (int from : new int[] {ManagerTable.OFFERED, ManagerTable.OWNED, ManagerTable.LEFT}) {
            table.changeOwnership(program.slot, program.generation, from, ManagerTable.FREE);
        }
        division.forget(program.slot);
        changed = true;
    }

    private void accept(Connection connection, ByteBuffer frame) throws IOException {
        byte type = frame.get();
        switch (type) {
            case FrameChannel.REGISTER -> register(connection, frame);
            case FrameChannel.CHANGED -> {
                expectEnd(frame);
                if (connection.program == null) {
                    throw new IOException("it has no slot that could change");
                }
                int wanted = connection.program.wanted;
                changed |= connection.program.read(table, processors.length, System.nanoTime());
                if (wanted != connection.program.wanted) {
                    lookAtMask(connection.program); // it may want another number because of that
                }
            }
            case FrameChannel.ASK_STATE -> {
                expectEnd(frame);
                if (connection.frames.isSending()) {
                    throw new IOException("it asks again before it has taken the answer");
                }
                connection.mayStay = true;
                byte[] state = state().toJson().getBytes(StandardCharsets.UTF_8);
                send(connection, FrameChannel.STATE, state);
            }
            default -> throw new IOException("a frame of unknown type " + type);
        }
    }

    private static void expectEnd(ByteBuffer frame) throws IOException {
        if (frame.hasRemaining()) {
            throw new IOException(frame.remaining() + " bytes too many in a frame");
        }
    }

    private void register(Connection connection, ByteBuffer frame) throws IOException {
        if (connection.program != null) {
            throw new IOException("it registers twice");
        }
        Registration registration = Registration.read(frame, processors.length);
        if (registration.version() != FrameChannel.VERSION) {
            throw refusal(
                    connection,
                    String.format(
                            Locale.ROOT,
                            "it speaks version %d, the manager %d: use the same version of Cleave",
                            registration.version(),
                            FrameChannel.VERSION));
        }
        int slot = freeSlot();
        if (slot < 0) {
            throw refusal(
                    connection,
                    String.format(
                            Locale.ROOT,
                            "all %d slots are taken: end a program",
                            ManagerTable.SLOTS));
        }
        ProcessFile file = watch(connection, registration.process());
        BitSet mask = masks.apply(registration.process());
        BitSet allowed = allowed(mask);
        if (allowed.isEmpty()) {
            close(file);
            throw refusal(connection, mayUseNone(mask));
        }
        int generation = nextGeneration;
        nextGeneration = Math.max(1, nextGeneration + 1);
        table.offer(slot, generation, registration.process(), file.start(), registration.wanted());
        connection.program = new ManagedProgram(slot, generation, file, allowed, registration);
        connection.program.read(table, processors.length, System.nanoTime());
        programs.add(connection.program);
        send(
                connection,
                FrameChannel.REGISTERED,
                ByteBuffer.allocate(FrameChannel.REGISTERED_BYTES)
                        .putLong(tableNumber)
                        .putInt(slot)
                        .putInt(generation)
                        .array());
    }

    /** The number nearest to a value in a range. */
    static int clamp(int value, int least, int most) {
        return Math.max(least, Math.min(most, value));
    }

    /** Opens what tells whether a process lives; refuses one that cannot be watched. */
    private static ProcessFile watch(Connection connection, long process) throws IOException {
        try {
            return ProcessFile.open(process);
        } catch (NoSuchFileException e) {
            throw refusal(
                    connection,
                    String.format(
                            Locale.ROOT,
                            "the manager sees no process %d: start both in the same container",
                            process));
        } catch (IOException e) {
            throw refusal(
                    connection,
                    String.format(
                            Locale.ROOT,
                            "the manager cannot look at process %d (%s): it is gone, or the"
                                    + " manager has too many open files: raise its ulimit -n",
                            process,
                            e.getMessage()));
        }
    }

    /** The processors that a mask allows, by their indices; all where the system does not say. */
    private BitSet allowed(BitSet mask) {
        BitSet allowed = new BitSet();
        for (int i = 0; i < processors.length; i++) {
            // Of what the machine does not have, no mask can say that it may be used.
            if (mask.isEmpty() || mask.get(processors[i]) || absent.get(processors[i])) {
                allowed.set(i);
            }
        }
        return allowed;
    }

    private String mayUseNone(BitSet mask) {
        return String.format(
                "it may only use processors %s (its affinity mask), and the manager divides %s:"
                        + " start it with others (taskset), or the manager (--processors)",
                ProcessorList.format(mask), ProcessorList.format(divided()));
    }

    /** Tells a program why it cannot register; to be thrown. */
    private static IOException refusal(Connection connection, String reason) {
        send(connection, FrameChannel.REFUSED, reason.getBytes(StandardCharsets.UTF_8));
        return new IOException("refused: " + reason);
    }

    private int freeSlot() {
        BitSet taken = new BitSet();
        programs.forEach(program -> taken.set(program.slot));
        int free = taken.nextClearBit(0);
        return free < ManagerTable.SLOTS ? free : -1;
    }

    // --- by the clock

    private void tick() throws IOException {
        socket.resume();
        strangers.tick(System.nanoTime());
        tellSilent(System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS));
        // First: who has the lock makes the rest.
        if (lock.isLost()) {
            lockAnew();
        }
        // Also while nobody is connected: who comes next would find no manager, nor start another.
        if (socket.isGone()) {
            log.accept("listens anew: " + socket + " is gone");
            socket.listenAnew();
        }
        try {
            table.check(ManagerFolder.table(folder));
        } catch (NoSuchFileException e) {
            startAnew(e.getFile() + " is gone");
            return;
        } catch (IOException e) {
            startAnew(e.getMessage());
            return;
        }
        for (Connection connection : new ArrayList<>(connections)) {
            boolean late = System.nanoTime() - connection.since > patienceNanos;
            ManagedProgram program = connection.program;
            if (program != null) {
                look(connection, program, late);
            } else if (late && !connection.mayStay) {
                drop(connection, "it has not said what it wants");
            }
        }
        ticks++;
        if (ticks % TICKS_PER_MASK == 0 && !programs.isEmpty()) {
            lookAtPlace(programs.get((int) (ticks / TICKS_PER_MASK % programs.size())));
        }
    }

    /** Somebody may have moved it, as by {@code taskset -p}, or to another control group. */
    private void lookAtPlace(ManagedProgram program) {
        program.file.follow();
        try {
            lookAtMask(program);
        } catch (IOException mayUseNone) {
            connections.stream()
                    .filter(connection -> connection.program == program)
                    .findFirst()
                    .ifPresent(connection -> drop(connection, mayUseNone.getMessage()));
        }
    }

    /**
     * Takes note of what a program may use now.
     *
     * @throws IOException if that is nothing of what is divided
     */
    private void lookAtMask(ManagedProgram program) throws IOException {
        BitSet mask = masks.apply(program.process);
        BitSet allowed = allowed(mask);
        if (allowed.isEmpty()) {
            throw new IOException(mayUseNone(mask));
        }
        changed |= !allowed.equals(program.allowed);
        program.allowed = allowed;
    }

    /** Locks the file again, which somebody removed: else another could start beside this one. */
    private void lockAnew() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException(
                    folder + " was removed: start another manager (./cleave manager)");
        }
        log.accept("locks anew: " + ManagerFolder.lock(folder) + " is gone");
        lock.retake();
    }

    private void look(Connection connection, ManagedProgram program, boolean late) {
        Liveness liveness = program.file.look();
        if (liveness == Liveness.GONE) {
            // Its connection may end a little later; or never, if somebody has inherited it.
            log.accept(program + " has ended");
            drop(connection, null);
            return;
        }
        boolean stopped = liveness == Liveness.STOPPED;
        changed |=
                program.read(table, processors.length, System.nanoTime())
                        | stopped != program.stopped;
        program.stopped = stopped;
        if (late && !program.owned) {
            drop(connection, "it has not taken its slot, or has given it back");
        }
    }

    /** Makes a new table for programs that register anew. */
    private void startAnew(String why) throws IOException {
        log.accept("starts anew: " + why);
        disconnectAll();
        makeTable();
        changed = true;
    }

    /** The slots in the table, which may be damaged, stay as they are. */
    private void disconnectAll() {
        programs.forEach(program -> close(program.file));
        programs.clear();
        connections.forEach(connection -> close(connection.channel));
        connections.clear();
    }

    // --- dividing

    private void divide() {
        changed = false;
        Map<ManagedProgram, BitSet> sets = division.divide(programs);
        // Those that lose something first: no processor is ever two programs' own in the table.
        for (boolean gaining : new boolean[] {false, true}) {
            for (Connection connection : new ArrayList<>(connections)) {
                ManagedProgram program = connection.program;
                if (program != null && program.owned) {
                    grant(connection, program, sets.get(program), gaining);
                }
            }
        }
    }

    /** Grants a set; while nobody gains, what of it the program has already. */
    private void grant(
            Connection connection, ManagedProgram program, BitSet wanted, boolean gaining) {
        BitSet set = (BitSet) wanted.clone();
        if (!gaining) {
            if (program.granted == null) {
                return;
            }
            set.and(program.granted);
        }
        if (set.equals(program.granted)) {
            return;
        }
        program.granted = set;
        table.grant(program.slot, program.generation, set);
        if (!connection.frames.isSending()) {
            send(connection, FrameChannel.GRANTED, new byte[0]);
            connection.key.interestOps(connection.frames.interest());
        }
    }

    private static void send(Connection connection, byte type, byte[] body) {
        try {
            connection.frames.send(type, body);
        } catch (IOException hungUp) {
            // It is served next, as one whose connection ended: by then it may be known why.
        }
    }

    private ManagerState state() {
        return new ManagerState(
                ProcessHandle.current().pid(),
                policy,
                ProcessorList.format(divided()),
                division.count(),
                division.turn(),
                programs.stream().map(ManagedProgram::state).toList());
    }

    private BitSet divided() {
        return Arrays.stream(processors).collect(BitSet::new, BitSet::set, BitSet::or);
    }
}
