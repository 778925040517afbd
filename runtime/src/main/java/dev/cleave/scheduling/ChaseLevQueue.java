package dev.cleave.scheduling;

/**
 * {@code CHASE_LEV}: every task is public at once; the owner pays one full fence a pop. See {@link
 * ChaseLevDeque}.
 */
final class ChaseLevQueue extends PaddedWorkQueue {
    private final ChaseLevDeque deque = new ChaseLevDeque();
    private long forks;

    ChaseLevQueue(Scheduler scheduler) {
        super(scheduler);
    }

    @Override
    void push(Task task) {
        deque.push(task);
        forks++;
        if (limit != NORMAL) {
            wakeOthers();
        }
    }

    @Override
    boolean tryUnpush(Task task) {
        return deque.tryUnpush(task);
    }

    @Override
    Task pop() {
        return deque.pop();
    }

    @Override
    Task poll() {
        return deque.poll();
    }

    @Override
    Task peek(boolean oldest) {
        return deque.peek(oldest);
    }

    @Override
    boolean remove(Task task) {
        return deque.removeOldest(task) || deque.remove(task);
    }

    @Override
    long position() {
        return deque.position();
    }

    @Override
    Task steal(WorkQueue thief, long position) {
        return deque.steal(position);
    }

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
