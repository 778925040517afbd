package dev.cleave.scheduling;

/**
 * {@code SHARED}: one deque for all workers of the scheduler, after FJava: the baseline to lose to.
 * A worker's queue is its view of the {@link SharedDeque}: the owner sees the tasks that it pushed
 * itself, so that joins stay with their own; who has nothing takes the oldest of all.
 *
 * <p>Everything but a look at {@link #size} happens under the deque's lock. Rows A1 and A2 of
 * PROTOCOL.md.
 */
final class SharedQueue extends PaddedWorkQueue {
    private final SharedDeque deque;

    /** Both ends of the list of this worker's entries. */
    private final SharedDeque.Entry own = new SharedDeque.Entry(null, this, 0);

    /** Own tasks in the deque; written under its lock, read without. */
    volatile int size;

    private long forks;

    SharedQueue(Scheduler scheduler) {
        super(scheduler);
        deque = SharedDeque.of(scheduler);
    }

    @Override
    void push(Task task) {
        // ORDER A2: the lock's release; pairs with its acquisition by whoever takes the task, which
        // sees the task's fields. Test: DequeStealStress.
        deque.append(new SharedDeque.Entry(task, this, position()), own);
        forks++;
        if (limit != NORMAL) {
            wakeOthers();
        }
    }

    @Override
    boolean tryUnpush(Task task) {
        return deque.takeNewest(own, task);
    }

    @Override
    Task pop() {
        return size == 0 ? null : deque.takeNewest(own);
    }

    @Override
    Task poll() {
        return size == 0 ? null : deque.takeOldest(own, 0);
    }

    /** {@inheritDoc} To other threads the oldest is what {@link #steal} from place 0 would take. */
    @Override
    Task peek(boolean oldest) {
        if (!oldest) {
            return deque.newest(own);
        }
        return isOwnedByCurrentThread() ? deque.oldest(own) : deque.oldest();
    }

    @Override
    boolean remove(Task task) {
        return deque.remove(own, task);
    }

    @Override
    long position() {
        return forks + 1;
    }

    /**
     * {@inheritDoc} No task has place 0: who asks from there wants anything, and gets the oldest
     * task of all workers.
     */
    @Override
    Task steal(WorkQueue thief, long position) {
        if (position == 0) {
            return deque.takeOldest();
        }
        return size == 0 ? null : deque.takeOldest(own, position);
    }

    @Override
    int size() {
        return size;
    }

    @Override
    boolean mayHaveWork() {
        // ORDER A1: volatile; a push is counted before it looks at limit, and a task is taken off
        // the count by a thief that is active already. Otherwise a worker could go to sleep, or the
        // pool end, beside a queued task. Test: RequestAgainstPush.
        return size > 0;
    }

    @Override
    long forks() {
        return forks;
    }
}
