package dev.cleave.agent.workspan;

import dev.cleave.agent.workspan.Part.Kind;
import dev.cleave.scheduling.Task;
import dev.cleave.scheduling.Tasks;
import dev.cleave.scheduling.WorkerThread;
import java.util.ArrayList;
import java.util.List;

/**
 * What one thread has done, and is doing. The owner calls; others read sums when the program ends.
 *
 * <p>Every event ends a strand: its time is added to the work and to the path of the part that the
 * thread is in. A fork gives its path to the child; a join goes on from the longer of the two. So
 * work and span are known at every moment, and nothing is kept of what is over but the lines on the
 * paths that still lead somewhere.
 */
final class ThreadMeter {
    private static final List<ThreadMeter> ALL = new ArrayList<>();

    private static final ClassValue<Grain> GRAINS =
            new ClassValue<>() {
                @Override
                protected Grain computeValue(Class<?> type) {
                    return new Grain();
                }
            };

    /** Completers that are run one within another: each costs some ten frames. */
    private static final int MOST_NESTED = 100;

    /** What a task that changes workers costs on its path. */
    static long burden;

    final Thread thread = Thread.currentThread();

    /** The thread, if it is a worker; else null. */
    private final Metered worker;

    private final StrandClock clock = new StrandClock();
    private final GraphRecorder recorder = new GraphRecorder(clock);

    private Part current;

    /** How many methods are under way that may be a task's, or have futures. */
    private int depth;

    /** How many of them have futures. */
    private int woven;

    /** How many begins have been passed over since that of a part that is one strand. */
    private int below;

    /** How many completers' children are being run within those that forked them. */
    private int nested;

    long work;
    long outsideWork;
    long forks;
    long strands;
    private Path longest = Path.START;

    private ThreadMeter(Metered worker) {
        this.worker = worker;
        current = worker == null ? new Part(Kind.OUTSIDE, Path.START) : null;
        if (current != null) {
            current.line = Lines.OUTSIDE;
        }
    }

    /** A meter that does not count in the result. */
    static ThreadMeter apart() {
        return new ThreadMeter(null);
    }

    /** The calling thread's, from now on. */
    static ThreadMeter create() {
        ThreadMeter meter =
                new ThreadMeter(Thread.currentThread() instanceof Metered worker ? worker : null);
        synchronized (ALL) {
            ALL.add(meter);
        }
        return meter;
    }

    static List<ThreadMeter> all() {
        synchronized (ALL) {
            return List.copyOf(ALL);
        }
    }

    /** What the calling thread, whose meter it is, has done before does not count. */
    void startsNow() {
        clock.restart();
    }

    // ---- strands ----

    /** So many units pass. */
    void advance(long by) {
        clock.advance(by);
    }

    /** Ends the strand that the thread is in. */
    private void cut() {
        Part part = current;
        if (part == null || part.waits) {
            clock.idleEnds();
            return;
        }
        long nanos = clock.strandEnds();
        boolean isOutside = part.kind == Kind.OUTSIDE && woven == 0;
        strands++;
        work += nanos;
        if (isOutside) {
            outsideWork += nanos;
        }
        if (part.kind != Kind.LOOP) { // what divides a loop is divided as well
            int line = part.line == Lines.UNKNOWN ? part.nextLine : part.line;
            boolean isElsewhere = line == Lines.UNKNOWN && isOutside; // a library forks, say
            part.path = part.path.plus(isElsewhere ? Lines.OUTSIDE : line, nanos, isOutside);
            if (part.body != null) {
                part.body.work(nanos);
            }
        }
    }

    private void enter(Part part) {
        part.outer = current;
        current = part;
    }

    /** Enters a part within which, if such ones are short, nothing is told apart. */
    private void enter(Part part, Grain grain) {
        part.depth = depth;
        part.woven = woven;
        part.workBefore = work;
        enter(part);
        part.level = depth = Math.max(depth, part.level);
        if (Grain.limit > 0) {
            part.grain = grain;
            below = grain.isShort(part.level) ? 1 : 0;
        }
    }

    /**
     * The present strand has been held up for so long by the measurement itself, and may have
     * waited for a processor meanwhile: that is not held against it.
     */
    void exclude(long nanos, long used) {
        clock.exclude(nanos, used);
    }

    /** A method with futures begins: whether the present strand goes on whatever it does. */
    boolean isBelow() {
        if (below > 0) {
            return true;
        }
        if (woven == 0 && current != null && current.kind == Kind.OUTSIDE) {
            cut();
        }
        woven++;
        depth++;
        return false;
    }

    /** It returns, or throws. */
    void returns() {
        depth--;
        if (--woven == 0) {
            Part part = current;
            if (part != null && part.kind == Kind.OUTSIDE) {
                cut();
                part.line = Lines.OUTSIDE;
            }
        }
    }

    /** From now on, or until now, what begins and ends is passed over. */
    void rehearsal(int more) {
        below += more;
    }

    /** A part begins: whether it is to be passed over. */
    private boolean passesBegin() {
        if (below > 0) {
            below++;
            return true;
        }
        return false;
    }

    /** It ends: whether its begin has been passed over. */
    private boolean passesEnd() {
        if (below > 0 && --below > 0) {
            return true;
        }
        passes(false);
        return false;
    }

    /**
     * Whether there is something to tell of from now on. While there is nothing, the work of a task
     * takes hardly longer than without measurement.
     */
    private void passes(boolean passes) {
        if (worker != null) {
            worker.cleave$passes(passes);
        } else {
            Probe.passes(passes);
        }
    }

    /** Leaves a part, and those in it that have been left by an exception. */
    private void leave(Part part) {
        cut();
        for (Part each = current; each != part; each = each.outer) {
            if (each == null) {
                return; // it began before its thread was metered
            }
            part.path = Path.longest(part.path, each.path, 0);
            recorder.batchIsLeft(part, each);
        }
        if (part.grain != null) {
            part.grain.ended(part.level, work - part.workBefore);
        }
        if (part.kind == Kind.CALL) { // which may have been left by an exception
            depth = part.depth;
            woven = part.woven;
        }
        current = part.outer;
        part.outer = null;
        part.task = null;
        part.hasEnded = true;
        recorder.ends(part);
    }

    /** The program's code has come to a line with something to do here. */
    void line(int line) {
        Part part = current;
        if (part != null && below == 0) {
            part.nextLine = line;
        }
    }

    /** The program's code has come to the first line of a method that may be a task's. */
    void entry(int line) {
        depth++;
        Part part = current;
        if (part != null && below <= 1 && part.line == Lines.UNKNOWN && part.kind != Kind.OUTSIDE) {
            part.line = line;
        }
    }

    /** It has returned. */
    void exit() {
        depth--;
    }

    /** A main method ends: when the program has, nobody knows how much of its time it worked. */
    void mainEnds() {
        if (below == 0) {
            cut();
        }
    }

    // ---- tasks ----

    void forks(Measured task) {
        if (below > 0) {
            task.cleave$part(null);
            passes(true); // not before: the first line of the part that is one strand is told
            return;
        }
        cut();
        forks++;
        Part part = current;
        if (part == null) {
            task.cleave$part(GraphRecorder.atStart());
            return;
        }
        Part forked =
                GraphRecorder.part(Kind.CALL, part.kind == Kind.LOOP ? part.begun : part.path);
        forked.level = depth;
        task.cleave$part(forked);
        recorder.forks(current, forked);
        part.line = part.nextLine;
        if (task instanceof Completing c && c.cleave$completer() instanceof Measured completer) {
            Part waiting = partOf(completer); // what arrives there from a short child is told
            waiting.root = waiting.root == null ? root(completer) : waiting.root;
        }
    }

    void begins(Measured task) {
        if (passesBegin()) {
            return;
        }
        cut();
        Part part = (Part) task.cleave$part();
        if (part == null || part.hasEnded || part.outer != null) {
            part =
                    current == null
                            ? GraphRecorder.atStart()
                            : GraphRecorder.part(Kind.CALL, current.path);
            part.isPlain = current != null;
            task.cleave$part(part);
        }
        enter(part, GRAINS.get(task.getClass()));
        part.task = task;
        if (task instanceof Completing) {
            part.root = root(task);
            part.queued = queued();
        }
    }

    /** Whom a completer leads to in the end. */
    private static Measured root(Measured task) {
        Measured root = task;
        while (((Completing) root).cleave$completer() instanceof Measured next) {
            if (next.cleave$part() instanceof Part part && part.root != null) {
                return part.root;
            }
            root = next;
        }
        return root;
    }

    private static int queued() {
        return Thread.currentThread() instanceof WorkerThread w ? Tasks.queued(w) : 0;
    }

    /**
     * Runs what a completer has forked. Other tasks run their children while they join them, and so
     * last as long as all of these; a completer's come after it, and it would always seem short.
     * Whoever waits for the root must not go on before: so when that is complete, or what a child
     * completes, all that are left run when they would without measurement.
     */
    private void runChildren(Part part) {
        nested++;
        try {
            Task root = (Task) part.root;
            Tasks.runNewer(
                    part.queued,
                    child ->
                            !Tasks.done(root)
                                    && (child == root
                                            || child instanceof Completing c
                                                    && c.cleave$completer() instanceof Task next
                                                    && !Tasks.done(next)));
        } finally {
            nested--;
        }
    }

    void ends(Measured task) {
        try {
            if (below <= 1 && task instanceof Completing && nested < MOST_NESTED) {
                runChildren(underWay(task));
            }
        } finally {
            ended(task);
        }
    }

    /** A task has thrown: it fails before its children run. */
    void failed(Measured task) {
        ended(task);
    }

    /** What a task is doing; it may have been forked anew since it began. */
    private Part underWay(Measured task) {
        Part part = current;
        while (part.task != task) {
            part = part.outer;
        }
        return part;
    }

    private void ended(Measured task) {
        if (passesEnd()) {
            return;
        }
        Part part = underWay(task);
        Part outer = part.outer;
        leave(part);
        if (part.isPlain && outer != null) {
            outer.path = part.path;
            if (part.body != null) {
                recorder.calls(current, part.body);
            }
        }
        if (part.path.exceeds(longest)) {
            longest = Path.longest(longest, part.path, 0);
        }
    }

    void waitBegins() {
        if (below > 0) {
            return;
        }
        cut();
        if (current != null) {
            current.waits = true;
        }
    }

    void waitEnds() {
        if (below > 0) {
            return;
        }
        if (current != null) {
            current.waits = false;
            clock.idleEnds();
        }
    }

    /** The thread goes on after all that has ended. */
    void settled() {
        waitEnds();
        if (below == 0 && current != null) {
            for (ThreadMeter each : all()) {
                current.path = Path.longest(current.path, each.longest, burden);
            }
        }
    }

    /** The thread goes on knowing that the task is complete. */
    void joined(Measured task) {
        Part part = (Part) task.cleave$part();
        Part here = current;
        if (below > 0 || part == null || here == null || part == here) {
            return;
        }
        if (part.hasEnded && !part.isPlain) {
            here.path = Path.longest(here.path, part.path, burden);
            recorder.joins(current, part);
        }
        here.path = part.afterArrivals(here.path);
        here.line = here.nextLine;
    }

    /** The thread counts down what the task waits for, or completes it. */
    void arrives(Measured task) {
        if (isWithinStrand(task)) {
            return;
        }
        cut();
        Part here = current;
        if (here != null) {
            Part part = partOf(task);
            part.arrives(here.path, part == here ? 0 : burden);
        }
    }

    /** The thread does what was waiting for those that have arrived. */
    void goesOn(Measured task) {
        if (isWithinStrand(task)) {
            return;
        }
        cut();
        Part here = current;
        if (here != null) {
            here.path = partOf(task).afterArrivals(here.path);
            here.line = here.nextLine;
        }
    }

    /** Whether a task is part of one strand, or is all of it. */
    private boolean isWithinStrand(Measured task) {
        if (below == 0) {
            return false;
        }
        Object part = task.cleave$part();
        return part == null || part == current;
    }

    private static Part partOf(Measured task) {
        synchronized (task) {
            Part part = (Part) task.cleave$part();
            if (part == null) {
                part = new Part(Kind.CALL, Path.START);
                part.isPlain = true;
                task.cleave$part(part);
            }
            return part;
        }
    }

    // ---- futures ----

    /** A call that may run in parallel with what follows begins, in place. */
    void callBegins() {
        if (passesBegin()) {
            return;
        }
        cut();
        forks++;
        if (current != null) {
            Part child = GraphRecorder.part(Kind.CALL, current.path);
            child.nextLine = current.nextLine; // if it is one strand, its first line is not told
            recorder.forks(current, child);
            enter(child, Lines.grain(current.nextLine));
            if (below > 0) {
                passes(true);
            }
        }
    }

    /** It ends. */
    Part callEnds() {
        if (passesEnd()) {
            return null;
        }
        Part part = current;
        if (part == null || part.outer == null) {
            cut();
            return null;
        }
        leave(part);
        current.line = current.nextLine;
        return part;
    }

    /** Its result is needed. */
    void touches(Part part) {
        if (below > 0) {
            return;
        }
        cut();
        current.path = Path.longest(current.path, part.path, burden);
        recorder.joins(current, part);
        current.line = current.nextLine;
    }

    // ---- loops ----

    void loopBegins() {
        if (passesBegin()) {
            return;
        }
        cut();
        Part loop = new Part(Kind.LOOP, current == null ? Path.START : current.path);
        loop.begun = loop.path;
        loop.batchBodies = GraphRecorder.file == null ? null : new ArrayList<>();
        loop.line = current == null ? Lines.UNKNOWN : current.nextLine;
        loop.nextLine = loop.line;
        enter(loop);
    }

    void batchBegins() {
        if (below > 0) {
            return;
        }
        cut();
        Part loop = current;
        Part batch = GraphRecorder.part(Kind.BATCH, loop.begun);
        batch.line = loop.line;
        enter(batch);
    }

    void batchEnds() {
        if (below > 0) {
            return;
        }
        Part batch = current;
        Part loop = batch.outer;
        leave(batch);
        if (loop.batchBodies != null) {
            loop.batchBodies.add(batch.body);
        }
        loop.batches++;
        loop.path = Path.longest(loop.path, batch.path, 0);
    }

    /** It has ended; the farthest batch may have changed workers once for each halving. */
    void loopEnds() {
        if (passesEnd()) {
            return;
        }
        Part loop = current;
        while (loop.kind != Kind.LOOP) {
            loop = loop.outer;
        }
        leave(loop);
        forks += Math.max(0, loop.batches - 1);
        if (current != null) {
            int halvings = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, loop.batches - 1));
            current.path = Path.longest(loop.path, loop.path, halvings * burden);
            recorder.loopEnds(current, loop);
            current.line = current.nextLine;
        }
    }

    // ---- the end ----

    /** From now on, what the thread does outside all tasks is the root of a graph. */
    void beginGraph(GraphFile file) {
        GraphRecorder.file = file;
        current.body = new Body();
    }

    /** What the thread has done outside all tasks: the root. */
    Body root() {
        Part part = current;
        while (part.outer != null) {
            part = part.outer;
        }
        return part.body;
    }

    /**
     * The longest path that the thread has come to. Any thread.
     *
     * @param untilNow whether the thread has been at work until now
     */
    Path longest(boolean untilNow) {
        Part part = current;
        if (part == null) {
            return longest;
        }
        if (untilNow) {
            cut();
        }
        return Path.longest(longest, part.path, 0);
    }

    /** Whether the thread is a worker, and not looking for work. Any thread. */
    boolean isInTask() {
        return worker != null && current != null;
    }
}
