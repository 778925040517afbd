package dev.cleave.scheduling;

import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * {@code LINKED}: a {@link ConcurrentLinkedDeque}, which settles every race between owner and
 * thieves; FJava's reference solution, not a fast one. Two objects a fork, and each removal is a
 * compare-and-set. Row L1 of PROTOCOL.md.
 */
final class LinkedQueue extends PaddedWorkQueue {
    /** A task and its place; compared by identity, so that a removal takes this very entry. */
    private static final class Entry {
        final Task task;
        final long place;

        Entry(Task task, long place) {
            this.task = task;
            this.place = place;
        }
    }

    static {
        // As ChaseLevDeque.rehearse: the JDK's deque, too, may lose what it is just taking out.
        ConcurrentLinkedDeque<Entry> deque = new ConcurrentLinkedDeque<>();
        Entry entry = new Entry(null, 0);
        for (int i = 0; i < 3; i++) {
            deque.addLast(entry);
        }
        deque.pollFirst();
        deque.removeLastOccurrence(entry);
        deque.pollLast();
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
        Entry newest = deque.peekLast();
        return newest != null && newest.task == task && deque.removeLastOccurrence(newest);
    }

    @Override
    Task pop() {
        return taskOf(deque.pollLast());
    }

    @Override
    Task poll() {
        return taskOf(deque.pollFirst());
    }

    @Override
    Task peek(boolean oldest) {
        return taskOf(oldest ? deque.peekFirst() : deque.peekLast());
    }

    private static Task taskOf(Entry entry) {
        return entry == null ? null : entry.task;
    }

    @Override
    boolean remove(Task task) {
        for (Iterator<Entry> newestFirst = deque.descendingIterator(); newestFirst.hasNext(); ) {
            Entry entry = newestFirst.next();
            if (entry.task == task) {
                return deque.removeLastOccurrence(entry);
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
        Entry oldest = deque.peekFirst();
        return oldest != null && oldest.place >= position && deque.removeFirstOccurrence(oldest)
                ? oldest.task
                : null;
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
