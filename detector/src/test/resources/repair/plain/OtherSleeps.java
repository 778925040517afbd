import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.locks.ReentrantLock;

class OtherSleeps {
    static final ForkJoinPool POOL = new ForkJoinPool(4);
    static final ReentrantLock LOCK = new ReentrantLock();
    static volatile boolean stopped;

    static class Fast extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            return 1;
        }
    }

    static class Sleeping extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            Fast fast = new Fast();
            fast.fork();
            int polls = 0;
            try {
                Thread.sleep(1); // refused: FJ6 not all that a loop does
                while (!fast.isDone()) {
                    polls++;
                    Thread.sleep(1); // refused: FJ6 not all that a loop does
                }
                while (!fast.isDone() && !stopped) {
                    Thread.sleep(1); // refused: FJ6 something else than tasks
                }
                Future<?> unknown = fast;
                while (!unknown.isDone()) {
                    Thread.sleep(1); // refused: FJ6 something else than tasks
                }
                synchronized (Sleeping.class) { // refused: FJ5 not plain to see
                    while (!fast.isDone()) {
                        Thread.sleep(1); // refused: FJ6 may run under this lock
                    }
                }
                LOCK.lock(); // refused: FJ5 no automatic repair
                try {
                    while (!fast.isDone()) {
                        Thread.sleep(1); // refused: FJ6 may run under this lock
                    }
                } finally {
                    LOCK.unlock();
                }
                while (!unknown.isDone()) { // refused: FJ6 something else than tasks
                    Thread.yield();
                }
                while (!fast.isDone()) {
                    Thread.sleep(polls++); // refused: FJ6 may depend
                }
                while (!fast.isDone()) {
                    Thread.sleep(1); // refused: FJ6 there is a comment
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return fast.join();
        }
    }

    /** Who is interrupted gives up. */
    static class GivingUp extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            Fast fast = new Fast();
            fast.fork();
            while (!fast.isDone()) {
                try {
                    Thread.sleep(1); // refused: FJ6 not all that a loop does
                } catch (InterruptedException e) {
                    return -1;
                }
            }
            return fast.join();
        }
    }

    static Object run(Random random, int size) {
        return POOL.invoke(new Sleeping()) + POOL.invoke(new GivingUp());
    }
}
