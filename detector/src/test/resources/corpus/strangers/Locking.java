package corpus.strangers;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Locks in tasks, as people use them who never read how. */
class Locking {
    static int total;

    static class Adds extends RecursiveAction {
        private final int[] a;
        private final int lo, hi;

        Adds(int[] a, int lo, int hi) {
            this.a = a;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo < 8) {
                for (int i = lo; i < hi; i++) {
                    synchronized (Adds.class) { // expect: FJ5
                        total += a[i];
                    }
                }
                add(lo);
                return;
            }
            invokeAll(new Adds(a, lo, (lo + hi) / 2), new Adds(a, (lo + hi) / 2, hi));
        }

        private static synchronized void add(int value) { // expect: FJ5
            total += value;
        }
    }

    static class Locks extends RecursiveTask<Integer> {
        private static final Lock LOCK = new ReentrantLock();
        private final ReadWriteLock guard = new ReentrantReadWriteLock();
        private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        private final StampedLock stamped = new StampedLock();
        private final Map<Integer, Integer> cache;
        private final int n;

        Locks(Map<Integer, Integer> cache, int n) {
            this.cache = cache;
            this.n = n;
        }

        @Override
        protected Integer compute() {
            guard.readLock().lock(); // expect: FJ5
            try {
                if (cache.containsKey(n)) return cache.get(n);
            } finally {
                guard.readLock().unlock();
            }
            LOCK.lock(); // expect: FJ5
            try {
                cache.put(n, n);
            } finally {
                LOCK.unlock();
            }
            ReentrantReadWriteLock.WriteLock write = both.writeLock();
            write.lock(); // expect: FJ5
            write.unlock();
            long stamp = stamped.writeLock(); // expect: FJ5
            stamped.unlockWrite(stamp);
            return n;
        }
    }

    static class Latches extends RecursiveAction {
        private final CountDownLatch done;
        private final CyclicBarrier barrier;
        private final Semaphore slots;
        private final Phaser phaser;
        private final Exchanger<String> exchanger;

        Latches(
                CountDownLatch done,
                CyclicBarrier barrier,
                Semaphore slots,
                Phaser phaser,
                Exchanger<String> exchanger) {
            this.done = done;
            this.barrier = barrier;
            this.slots = slots;
            this.phaser = phaser;
            this.exchanger = exchanger;
        }

        @Override
        protected void compute() {
            try {
                slots.acquire(); // expect: FJ5
                barrier.await(1, TimeUnit.SECONDS); // expect: FJ5
                phaser.arriveAndAwaitAdvance(); // expect: FJ5
                exchanger.exchange("x"); // expect: FJ5
                done.countDown(); // expect: FJ5
                done.await(); // expect: FJ5
                slots.acquireUninterruptibly(2); // expect: FJ5
            } catch (Exception e) {
                throw new IllegalStateException(e);
            } finally {
                slots.release();
            }
        }
    }

    static class Collections1 extends RecursiveAction {
        private final List<String> names = Collections.synchronizedList(new ArrayList<>());
        private final Vector<Integer> vector;
        private final Map<String, Integer> table = new Hashtable<>();
        private static final CopyOnWriteArrayList<String> LOG = new CopyOnWriteArrayList<>();
        private final Stack<Integer> stack;

        Collections1(Vector<Integer> vector, Stack<Integer> stack) {
            this.vector = vector;
            this.stack = stack;
        }

        @Override
        protected void compute() {
            names.add("a"); // expect: FJ5
            names.add("b");
            vector.addElement(1); // expect: FJ5
            table.put("k", 1); // expect: FJ5
            LOG.add("done"); // expect: FJ5
            stack.push(3); // expect: FJ5
        }
    }

    /** The collection is made by the caller, and handed on. */
    static class Handed extends RecursiveAction {
        private final Collection<String> sink;
        private final int n;

        Handed(Collection<String> sink, int n) {
            this.sink = sink;
            this.n = n;
        }

        @Override
        protected void compute() {
            if (n == 0) {
                sink.add("leaf"); // expect: FJ5
            } else {
                invokeAll(new Handed(sink, n - 1), new Handed(sink, n - 1));
            }
        }
    }

    static void startHanded(ForkJoinPool pool) {
        List<String> lines = Collections.synchronizedList(new ArrayList<String>());
        pool.invoke(new Handed(lines, 5));
    }

    static class Queues extends RecursiveAction {
        private final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(10);
        private final LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>();

        @Override
        protected void compute() {
            queue.offer(1); // expect: FJ5
            deque.addLast(2); // expect: FJ5
        }
    }

    static class Account {
        private long balance;
        private final Object guard = new Object();

        synchronized void deposit(long amount) { // expect: FJ5
            balance += amount;
        }

        long balance() {
            synchronized (guard) { // expect: FJ5
                return balance;
            }
        }

        synchronized void close() {
            balance = 0;
        }
    }

    static class Transfers extends RecursiveTask<Long> {
        private final Account account;
        private final int n;

        Transfers(Account account, int n) {
            this.account = account;
            this.n = n;
        }

        @Override
        protected Long compute() {
            account.deposit(n);
            return account.balance();
        }
    }

    static class Needless extends RecursiveTask<Integer> {
        private final int[] out;
        private final int lo, hi;

        Needless(int[] out, int lo, int hi) {
            this.out = out;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Integer compute() {
            List<Integer> own = new ArrayList<>();
            for (int i = lo; i < hi; i++) {
                synchronized (out) { // expect: FJ5
                    out[i] = i * i;
                }
                synchronized (own) { // expect: FJ5
                    own.add(i);
                }
            }
            return own.size();
        }
    }

    static class InLambdas extends RecursiveTask<Integer> {
        private final List<Integer> data;

        InLambdas(List<Integer> data) {
            this.data = data;
        }

        @Override
        protected Integer compute() {
            Set<Integer> seen = Collections.synchronizedSet(new HashSet<>());
            data.forEach(
                    d -> {
                        synchronized (this) { // expect: FJ5
                            total += d;
                        }
                        seen.add(d); // expect: FJ5
                    });
            return seen.size();
        }
    }

    static class Completer extends CountedCompleter<Void> {
        private final ReentrantLock lock = new ReentrantLock();

        @Override
        public void compute() {
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            lock.lock(); // expect: FJ5
            try {
                total++;
            } finally {
                lock.unlock();
            }
        }
    }

    static class Foreign extends jsr166y.RecursiveAction {
        private final StringBuffer shared;

        Foreign(StringBuffer shared) {
            this.shared = shared;
        }

        @Override
        protected void compute() {
            shared.append('x'); // expect: FJ5
            synchronized (shared) { // expect: FJ5
                shared.append("y").append("z");
            }
        }
    }

    static class Cleaved extends dev.cleave.RecursiveTask<Integer> {
        private final Map<String, Integer> counts;

        Cleaved(Map<String, Integer> counts) {
            this.counts = counts;
        }

        @Override
        protected synchronized Integer compute() { // expect: FJ5
            counts.merge("a", 1, Integer::sum);
            return counts.size();
        }
    }

    static class Timed extends RecursiveAction {
        private final Lock lock = new ReentrantLock();

        @Override
        protected void compute() {
            try {
                lock.lockInterruptibly(); // expect: FJ5
                lock.unlock();
                if (lock.tryLock(1, TimeUnit.SECONDS)) { // expect: FJ5
                    lock.unlock();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // ---- traps -----------------------------------------------------------------------------------

    static class Without extends RecursiveTask<Integer> {
        private final ConcurrentHashMap<String, LongAdder> counts = new ConcurrentHashMap<>();
        private final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
        private final AtomicInteger hits = new AtomicInteger();
        private final ReentrantLock lock = new ReentrantLock();
        private final StampedLock stamped = new StampedLock();

        @Override
        protected Integer compute() {
            counts.computeIfAbsent("k", k -> new LongAdder()).increment();
            queue.add("x");
            hits.incrementAndGet();
            if (lock.tryLock()) {
                try {
                    hits.set(0);
                } finally {
                    lock.unlock();
                }
            }
            long stamp = stamped.tryOptimisticRead();
            StringBuffer own = new StringBuffer();
            own.append(stamp);
            String text = own.toString();
            Set<String> concurrent = ConcurrentHashMap.newKeySet();
            concurrent.add(text);
            return concurrent.size() + hits.get();
        }
    }

    /** The lock is taken where no task runs. */
    static class Outside {
        private final Object lock = new Object();
        private final Account account = new Account();

        long run(ForkJoinPool pool) throws InterruptedException {
            synchronized (lock) {
                CountDownLatch latch = new CountDownLatch(1);
                new Thread(latch::countDown).start();
                latch.await();
                account.close();
                return pool.invoke(new Plain(3));
            }
        }
    }

    static class Plain extends RecursiveTask<Long> {
        private final int n;

        Plain(int n) {
            this.n = n;
        }

        @Override
        protected Long compute() {
            Map<String, List<Long>> groups = new HashMap<>();
            groups.computeIfAbsent("n", k -> new ArrayList<>()).add((long) n);
            return n + Semaphores.count(groups.size());
        }
    }

    /** Named like a lock. */
    static class Semaphores {
        static int count(int n) {
            Door door = new Door();
            door.lock();
            door.await();
            return n;
        }
    }

    static class Door {
        boolean shut;

        void lock() {
            shut = true;
        }

        void await() {
            shut = false;
        }
    }
}
