package dev.cleave.scheduling;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * {@code LINKED}: a {@link ConcurrentLinkedDeque}; FJava's reference solution, not a fast one. Two
 * objects a fork. Who takes an entry's task is settled by a compare-and-set of the entry's own, as
 * a stack that overflows in the deque's removals leaves open whether they have removed it. Rows L1
 * and L2 of PROTOCOL.md.
 */
final class LinkedQueue extends PaddedWorkQueue {
    private static final VarHandle TASK;

    /** A task and its place; compared by identity, so that a removal removes this very entry. */
    private static final class Entry {
        final long place;

        /** Null when somebody has taken it. */
        volatile Task task;

        Entry(Task task, long place) {
            this.task = task;
            this.place = place;
        }
    }

    static {
        try {
            TASK = MethodHandles.lookup().findVarHandle(Entry.class, "task", Task.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        // As ChaseLevDeque.rehearse: an entry that is being taken must not be lost.
        LinkedQueue queue = new LinkedQueue(null);
        Entry entry = new Entry(null, 0);
        for (int i = 0; i < 3; i++) {
            queue.deque.addLast(entry);
        }
        queue.deque.pollFirst();
        queue.unlink(entry, true);
        queue.unlink(entry, false);
        TASK.compareAndSet(entry, (Task) null, (Task) null);
    }

    private final ConcurrentLinkedDeque<Entry> deque = new ConcurrentLinkedDeque<>();

    /** Forks so far, and the next task's place: places are not used again. */
    private long forks;

    LinkedQueue(Scheduler scheduler) {
        super(scheduler);
    }

    @Override
    void push(Task task) {
        // ORDER L1: addLast happens-before whatever takes the entry out. A thief that gets the task
        // sees its fields. Test: DequeStealStress.
        deque.addLast(new Entry(task, forks));
        forks++;
        if (limit != NORMAL) {
            wakeOthers();
        }
    }

    @Override
    boolean tryUnpush(Task task) {
        Entry newest = end(false);
        return newest != null && newest.task == task && take(newest, false) != null;
    }

    @Override
    Task pop() {
        return takeEnd(false);
    }

    @Override
    Task poll() {
        return takeEnd(true);
    }

    private Task takeEnd(boolean oldest) {
        Task task = null;
        for (Entry e; task == null && (e = end(oldest)) != null; ) {
            task = take(e, oldest);
        }
        return task;
    }

    @Override
    Task peek(boolean oldest) {
        Entry e = end(oldest);
        return e == null ? null : e.task;
    }

    /** The newest entry, or the oldest, of those that have a task; null if there is none. */
    private Entry end(boolean oldest) {
        for (; ; ) {
            Entry e = oldest ? deque.peekFirst() : deque.peekLast();
            if (e == null || e.task != null) {
                return e;
            }
            unlink(e, oldest);
        }
    }

    /** Takes the entry's task; null if somebody else has. */
    private Task take(Entry entry, boolean isOldest) {
        Task task = entry.task;
        // ORDER L2: settles between owner and thieves, whatever becomes of the removal. Test:
        // DequeLastElementStress.
        if (task == null || !TASK.compareAndSet(entry, task, (Task) null)) {
            return null;
        }
        try {
            unlink(entry, isOldest);
        } catch (StackOverflowError | OutOfMemoryError full) {
            // Whoever finds the entry without a task removes it.
        }
        return task;
    }

    private void unlink(Entry entry, boolean isOldest) {
        if (isOldest) {
            deque.removeFirstOccurrence(entry);
        } else {
            deque.removeLastOccurrence(entry);
        }
    }

    @Override
    boolean remove(Task task) {
        for (Iterator<Entry> newestFirst = deque.descendingIterator(); newestFirst.hasNext(); ) {
            Entry entry = newestFirst.next();
            if (entry.task == task) {
                return take(entry, false) != null;
            }
        }
        return false;
    }

    @Override
    long position() {
        return forks;
    }

    @Override
    Task steal(WorkQueue thief, long position) {
        Entry oldest = end(true);
        return oldest != null && oldest.place >= position ? take(oldest, true) : null;
    }

    /** {@inheritDoc} Counts one by one. */
    @Override
    int size() {
        return deque.size();
    }

    @Override
    boolean mayHaveWork() {
        return !deque.isEmpty();
    }

    @Override
    long forks() {
        return forks;
    }
}
