package dev.cleave.lazy;

import dev.cleave.scheduling.Scheduler;
import dev.cleave.scheduling.StackRoom;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Stacks for threads that are no workers, lent for the duration of a call. Workers of the common
 * pool steal from them.
 */
final class GuestStacks {
    /**
     * Stacks at most; a guest beyond makes its woven calls as they are written. So many more are
     * kept, at most, when they are free.
     */
    private static final int MAXIMUM = 256;

    /** Slots of a stack beyond the maximum, at first: there may be as many as virtual threads. */
    private static final int FEW_SLOTS = 64;

    private static final AtomicReferenceArray<FutureStack> FREE =
            new AtomicReferenceArray<>(MAXIMUM);
    private static final AtomicInteger CREATED = new AtomicInteger();

    /**
     * Beyond the maximum, for what only a stack can do: stolen calls, and parts, which may wait for
     * each other.
     */
    private static final Queue<FutureStack> FURTHER = new ConcurrentLinkedQueue<>();

    /** The stack that the thread has, or had last. */
    private static final ThreadLocal<FutureStack> LAST = new ThreadLocal<>();

    private GuestStacks() {}

    /**
     * The calling thread's stack; null if there is none to be had, if nobody would steal from it,
     * or if there is no room on the thread's stack to give it back.
     */
    static FutureStack acquire() {
        if (!hasCompany()) {
            return null;
        }
        FutureStack last = LAST.get();
        if (isHeld(last)) {
            return last;
        }
        return StackRoom.isLeftToReturn() ? lend(last) : null;
    }

    private static boolean hasCompany() {
        Scheduler common = CommonPoolStart.scheduler();
        if (common == null || common.parallelism() > 1) {
            return true;
        }
        common.wants(); // else a pool of one processor would never learn of another
        return false;
    }

    /**
     * The calling thread's stack, whether or not anybody would steal from it; null if there is no
     * room on the thread's stack to give it back.
     */
    static FutureStack acquireIfRoom() {
        FutureStack last = LAST.get();
        if (isHeld(last)) {
            return last;
        }
        hasCompany();
        return StackRoom.isLeftToReturn() ? acquireAlways() : null;
    }

    /** The calling thread's stack, whether or not anybody would steal from it. */
    static FutureStack acquireAlways() {
        FutureStack last = LAST.get();
        if (isHeld(last)) {
            return last;
        }
        FutureStack lent = lend(last);
        if (lent == null) {
            FutureStack further = FURTHER.poll();
            lent = lent(further != null ? further : CommonPoolStart.newStack(FEW_SLOTS));
        }
        return lent;
    }

    /** Whether the calling thread has the stack that it had last. */
    private static boolean isHeld(FutureStack last) {
        return last != null && last.guest == Thread.currentThread();
    }

    private static FutureStack lend(FutureStack last) {
        if (last != null && last.place() >= 0 && FREE.compareAndSet(last.place(), last, null)) {
            last.lendTo(Thread.currentThread());
            return last;
        }
        int created = CREATED.get();
        for (int i = 0; i < created && i < MAXIMUM; i++) {
            FutureStack free = FREE.getAndSet(i, null);
            if (free != null) {
                return lent(free);
            }
        }
        if (created >= MAXIMUM) {
            return null;
        }
        FutureStack made = CommonPoolStart.newStack(FutureStack.CAPACITY);
        int place = CREATED.getAndIncrement(); // now, or a full heap would take it for good
        return lent(place < MAXIMUM ? made.at(place) : made);
    }

    private static FutureStack lent(FutureStack stack) {
        try {
            LAST.set(stack);
        } catch (Throwable full) {
            release(stack);
            throw full;
        }
        stack.lendTo(Thread.currentThread());
        return stack;
    }

    static void release(FutureStack stack) {
        stack.lendTo(null);
        if (stack.place() >= 0) {
            FREE.setRelease(stack.place(), stack);
        } else if (FURTHER.size() < MAXIMUM || !stack.unfollowsPool()) {
            FURTHER.add(stack);
        }
    }
}
