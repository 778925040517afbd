import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.Random;
import java.util.Vector;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

class NeededLocks {
    static final ForkJoinPool POOL = new ForkJoinPool(4);

    /** What the tasks of this file have in common. */
    abstract static class Halves extends RecursiveAction {
        final int n;

        Halves(int n) {
            this.n = n;
        }

        abstract Halves half(int n);

        abstract void leaf();

        @Override
        protected void compute() {
            if (n > 1) {
                invokeAll(half(n / 2), half(n - n / 2));
            } else if (n == 1) {
                leaf();
            }
        }
    }

    /** One block asks and then acts: the others must not come between. */
    static class Bounded extends Halves {
        static final AtomicInteger COUNT = new AtomicInteger();

        Bounded(int n) {
            super(n);
        }

        @Override
        Halves half(int n) {
            return new Bounded(n);
        }

        @Override
        void leaf() {
            synchronized (COUNT) { // refused: FJ5 not known to be atomic
                COUNT.incrementAndGet();
            }
            synchronized (COUNT) { // refused: FJ5 not known to be atomic
                if (COUNT.get() > 10) COUNT.set(0);
            }
        }
    }

    /** The argument is read under the lock that guards it. */
    static class Numbered extends Halves {
        static final Vector<Integer> NUMBERS = new Vector<>();
        static int next;

        Numbered(int n) {
            super(n);
        }

        @Override
        Halves half(int n) {
            return new Numbered(n);
        }

        @Override
        void leaf() {
            synchronized (NUMBERS) { // refused: FJ5 may depend on the lock
                NUMBERS.add(next++); // refused: FJ5 no automatic repair
            }
        }
    }

    /** Whoever calls all() may lock the list. */
    static class Given extends Halves {
        private static final Object LOCK = new Object();
        private static final AtomicInteger SUM = new AtomicInteger();

        Given(int n) {
            super(n);
        }

        static Object lock() {
            return LOCK;
        }

        @Override
        Halves half(int n) {
            return new Given(n);
        }

        @Override
        void leaf() {
            synchronized (LOCK) { // refused: FJ5 others may know the object
                SUM.addAndGet(n);
            }
        }
    }

    /** ArrayList has no monitor of its own that its methods enter. */
    static class Plain extends Halves {
        private final List<Integer> all;

        Plain(List<Integer> all, int n) {
            super(n);
            this.all = all;
        }

        @Override
        Halves half(int n) {
            return new Plain(all, n);
        }

        @Override
        void leaf() {
            synchronized (all) { // refused: FJ5 not known to be atomic
                all.add(n);
            }
        }
    }

    /** A subclass of Hashtable may do without its monitor. */
    static class Unlocked extends Hashtable<Integer, Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        public Integer put(Integer key, Integer value) {
            Integer before = get(key);
            super.put(key, before == null ? value : before + value); // refused: FJ5 no auto
            return before;
        }
    }

    static class Subclassed extends Halves {
        private final Unlocked all;

        Subclassed(Unlocked all, int n) {
            super(n);
            this.all = all;
        }

        @Override
        Halves half(int n) {
            return new Subclassed(all, n);
        }

        @Override
        void leaf() {
            synchronized (all) { // refused: FJ5 not known to be atomic
                all.put(n, 1); // refused: FJ5 no automatic repair
            }
        }
    }

    /** The lambda runs in another thread, and locks the object, too. */
    static class Captured extends Halves {
        Captured(int n) {
            super(n);
        }

        @Override
        Halves half(int n) {
            return new Captured(n);
        }

        @Override
        void leaf() {
            List<Integer> own = new ArrayList<>();
            List<Integer> wrapped = Collections.synchronizedList(new ArrayList<>());
            Thread other = new Thread(() -> { synchronized (own) { own.add(1); wrapped.add(2); } });
            other.start();
            synchronized (own) { // refused: FJ5 others may get to know own
                own.add(2);
                wrapped.add(3); // refused: FJ5 others may get to know wrapped
            }
        }
    }

    /** The object is locked by two names, and one of them in more than one step. */
    static class TwoNames extends Halves {
        private final AtomicInteger one;

        TwoNames(AtomicInteger one, int n) {
            super(n);
            this.one = one;
        }

        @Override
        Halves half(int n) {
            return new TwoNames(one, n);
        }

        @Override
        void leaf() {
            synchronized (one) { // refused: FJ5 more than one thing
                one.incrementAndGet();
            }
            AtomicInteger other = one;
            synchronized (other) { // refused: FJ5 more than one thing
                other.incrementAndGet();
                other.decrementAndGet();
            }
        }
    }

    /** The element at an index that is not the task's own, and one that is looked at. */
    static class Shared extends RecursiveAction {
        private final int[] sums;
        private final int from, to;

        Shared(int[] sums, int from, int to) {
            this.sums = sums;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from > 4) {
                int mid = (from + to) >>> 1;
                invokeAll(new Shared(sums, from, mid), new Shared(sums, mid, to));
                return;
            }
            for (int i = from; i < to; i++) {
                synchronized (sums) { // refused: FJ5 may depend on the lock
                    sums[i] = sums[i / 2] * 0;
                }
                synchronized (sums) { // refused: FJ5 not known to be atomic
                    sums[i / 2] = sums[i / 2];
                }
            }
        }
    }

    static class Locked extends Halves {
        static final ReentrantLock LOCK = new ReentrantLock();
        static int count;

        Locked(int n) {
            super(n);
        }

        @Override
        Halves half(int n) {
            return new Locked(n);
        }

        @Override
        void leaf() {
            LOCK.lock(); // refused: FJ5 no automatic repair
            try {
                count++;
            } finally {
                LOCK.unlock();
            }
            synchronized (this) { // refused: FJ5 not plain to see
                notifyAll();
            }
        }
    }

    static Object run(Random random, int size) {
        List<Integer> all = new ArrayList<>();
        Unlocked unlocked = new Unlocked();
        AtomicInteger one = new AtomicInteger();
        for (Halves task :
                List.of(
                        new Bounded(size),
                        new Numbered(size),
                        new Given(size),
                        new Plain(all, size),
                        new Subclassed(unlocked, size),
                        new Captured(Math.min(size, 5)),
                        new TwoNames(one, size),
                        new Locked(size))) {
            POOL.invoke(task);
        }
        POOL.invoke(new Shared(new int[size], 0, size));
        return all.size() + " " + unlocked + " " + one;
    }
}
