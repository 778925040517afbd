package dev.cleave.scheduling;

import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Predicate;

/**
 * Tasks submitted from outside, oldest first. Any thread; nothing blocks. A task is only ever
 * itself, whatever its class says of {@code equals}.
 */
final class Submissions {
    /**
     * Whether {@link LazySubmissions} may know of a pool: for those who wait, which is no place for
     * a lock, nor, in nearly every program, for that class.
     */
    static volatile boolean areLazy;

    /** Those that are older than all others, as they were handed back, or all of them. */
    private final ConcurrentLinkedDeque<Task> tasks = new ConcurrentLinkedDeque<>();

    private final AppendQueue newer = new AppendQueue();

    private final boolean fromBothEnds;

    /**
     * Creates an empty one.
     *
     * @param fromBothEnds whether those who wait for tasks take them out, in any order, rather than
     *     workers the oldest
     */
    Submissions(boolean fromBothEnds) {
        this.fromBothEnds = fromBothEnds;
    }

    /** Equals one task. The deque asks what it is given, not what it holds: so its Javadoc says. */
    record Same(Task task) implements Predicate<Task> {
        @Override
        public boolean test(Task other) {
            return other == task;
        }

        @Override
        public boolean equals(Object other) {
            return other == task;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(task);
        }
    }

    void addFirst(Task task) {
        tasks.addFirst(task);
    }

    void addLast(Task task) {
        if (fromBothEnds) {
            tasks.addLast(task);
        } else {
            newer.add(task);
        }
    }

    /** The oldest task; null if there is none. */
    Task pollFirst() {
        Task task = tasks.pollFirst();
        return task != null ? task : newer.poll();
    }

    /** Takes the oldest task that is wanted; null if there is none. */
    Task pollFirst(Predicate<Task> wanted) {
        for (Task task : tasks) {
            if (wanted.test(task) && tasks.removeFirstOccurrence(new Same(task))) {
                return task;
            }
        }
        return newer.poll(wanted);
    }

    /**
     * Takes a task out. Looks from both ends: who waits for many waits for them in the order in
     * which they were submitted, or in the opposite one.
     *
     * @return false if it is not there, or somebody else has taken it
     */
    boolean remove(Task task) {
        Iterator<Task> oldest = tasks.iterator();
        Iterator<Task> newest = tasks.descendingIterator();
        while (oldest.hasNext() && newest.hasNext()) {
            if (oldest.next() == task) {
                return tasks.removeFirstOccurrence(new Same(task));
            }
            if (newest.next() == task) {
                return tasks.removeLastOccurrence(new Same(task));
            }
        }
        return newer.remove(task);
    }

    boolean contains(Task task) {
        return tasks.contains(new Same(task)) || newer.contains(task);
    }

    boolean isEmpty() {
        return tasks.isEmpty() && newer.isEmpty();
    }

    /** How many there are; counts them. */
    int size() {
        return tasks.size() + newer.size();
    }
}
