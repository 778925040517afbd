package dev.cleave.scheduling;

/**
 * The tasks of all workers of a scheduler in the order of their pushes, under one lock: what
 * discipline {@code SHARED} shares. Each entry is linked twice, into the list of all and into the
 * list of its worker's own, so that no operation but {@link #remove} searches.
 *
 * <p>Whatever changes links calls no other method meanwhile: a stack that overflows does so on
 * entering it, and the lists stay whole.
 */
final class SharedDeque {
    /** A place in the two lists; that of an end of a list, which is a circle, has no task. */
    static final class Entry {
        final Task task;
        final SharedQueue pusher;

        /** Number of the push among the worker's, from 1. */
        final long place;

        private Entry older = this;
        private Entry newer = this;
        private Entry olderOwn = this;
        private Entry newerOwn = this;

        Entry(Task task, SharedQueue pusher, long place) {
            this.task = task;
            this.pusher = pusher;
            this.place = place;
        }
    }

    private final Entry end = new Entry(null, null, 0);

    /** The one deque of a scheduler. */
    static SharedDeque of(Scheduler scheduler) {
        synchronized (scheduler) {
            if (scheduler.shared == null) {
                scheduler.shared = new SharedDeque();
            }
            return scheduler.shared;
        }
    }

    /** Adds the newest entry of all, and of the worker whose list ends at {@code own}. */
    synchronized void append(Entry entry, Entry own) {
        entry.newer = end;
        entry.older = end.older;
        entry.newerOwn = own;
        entry.olderOwn = own.olderOwn;
        end.older.newer = entry;
        end.older = entry;
        own.olderOwn.newerOwn = entry;
        own.olderOwn = entry;
        own.pusher.size++;
    }

    /** Under the lock. */
    private Task unlink(Entry entry) {
        if (entry.task != null) {
            entry.older.newer = entry.newer;
            entry.newer.older = entry.older;
            entry.olderOwn.newerOwn = entry.newerOwn;
            entry.newerOwn.olderOwn = entry.olderOwn;
            entry.pusher.size--;
        }
        return entry.task;
    }

    /** Takes the worker's newest task, or null. */
    synchronized Task takeNewest(Entry own) {
        return unlink(own.olderOwn);
    }

    /** Takes the worker's newest task if it is this one. */
    synchronized boolean takeNewest(Entry own, Task task) {
        return own.olderOwn.task == task && unlink(own.olderOwn) != null;
    }

    /** Takes the worker's oldest task if its place is at least {@code position}; null if not. */
    synchronized Task takeOldest(Entry own, long position) {
        return own.newerOwn.place < position ? null : unlink(own.newerOwn);
    }

    /** Takes the oldest task of all, or null. */
    synchronized Task takeOldest() {
        return unlink(end.newer);
    }

    /** The worker's newest task, or null. */
    synchronized Task newest(Entry own) {
        return own.olderOwn.task;
    }

    /** The worker's oldest task, or null. */
    synchronized Task oldest(Entry own) {
        return own.newerOwn.task;
    }

    /** The oldest task of all, or null. */
    synchronized Task oldest() {
        return end.newer.task;
    }

    /** Takes the worker's task from wherever it is; false if it is not here. */
    synchronized boolean remove(Entry own, Task task) {
        Entry entry = own.olderOwn;
        while (entry != own && entry.task != task) {
            entry = entry.olderOwn;
        }
        return unlink(entry) != null;
    }
}
