package dev.cleave.scheduling;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Predicate;

/**
 * Tasks, oldest first: any thread appends, any takes, none blocks. PROTOCOL.md, section
 * Submissions.
 *
 * <p>A queue of the JDK's links its elements: where one is taken as soon as it is there, appender
 * and taker write to the same links, and wait for each other's caches five times as long as here,
 * where a task passes through a slot of an array, which each of them writes once.
 */
final class AppendQueue {
    /** What a slot holds whose task is gone; above the last task all hold null. */
    private static final Object TAKEN = new Object();

    private static final int SLOTS = 256;

    /** Ints of two cache lines, which processors may fetch together. */
    private static final int APART = 32;

    private static final int TAKER = APART;
    private static final int APPENDER = 2 * APART;

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final VarHandle NEXT;
    private static final VarHandle FIRST;
    private static final VarHandle LAST;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            NEXT = lookup.findVarHandle(Block.class, "next", Block.class);
            FIRST = lookup.findVarHandle(AppendQueue.class, "first", Block.class);
            LAST = lookup.findVarHandle(AppendQueue.class, "last", Block.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final class Block {
        final Object[] slots;

        /**
         * At {@link #TAKER}, a slot below which all tasks are gone; at {@link #APPENDER}, one below
         * which all slots have, or had, a task. Written without synchronisation by whoever has gone
         * farther: an old number is as true as the newest, and takes longer.
         */
        final int[] from = new int[3 * APART];

        /** The block after this one; null if there is none yet, this one if its tasks are gone. */
        volatile Block next;

        Block(int slots) {
            this.slots = new Object[slots];
        }

        Object get(int i) {
            return SLOT.getVolatile(slots, i);
        }

        boolean set(int i, Object from, Object to) {
            return SLOT.compareAndSet(slots, i, from, to);
        }
    }

    /** The block of the oldest task. */
    private volatile Block first;

    /** A block before which, or in which, the newest task is appended. */
    private volatile Block last;

    AppendQueue() {
        this(SLOTS);
    }

    /** With blocks of another size, for tests. */
    AppendQueue(int slots) {
        first = new Block(slots);
        last = first;
    }

    void add(Task task) {
        Block block = last;
        while (true) {
            int end = block.slots.length;
            for (int i = block.from[APPENDER]; i < end; i++) {
                // ORDER U1: volatile, like all accesses of slots. It makes the task visible, and
                // comes before whatever its appender looks at next.
                if (block.get(i) == null && block.set(i, null, task)) {
                    block.from[APPENDER] = i + 1;
                    return;
                }
            }
            block.from[APPENDER] = end;
            Block next = block.next;
            if (next == null) {
                NEXT.compareAndSet(block, null, new Block(end));
                next = block.next;
            }
            next = next == block ? first : next;
            LAST.compareAndSet(this, block, next);
            block = next;
        }
    }

    /** Takes the oldest task; null if there is none. */
    Task poll() {
        return find(null, true);
    }

    /** Takes the oldest task that is wanted; null if there is none. */
    Task poll(Predicate<Task> wanted) {
        return find(wanted, true);
    }

    /**
     * Takes a task out.
     *
     * @return false if it is not there, or somebody else has taken it
     */
    boolean remove(Task task) {
        return find(new Submissions.Same(task), true) != null;
    }

    boolean isEmpty() {
        return find(null, false) == null;
    }

    boolean contains(Task task) {
        return find(new Submissions.Same(task), false) != null;
    }

    /** How many there are; counts them. */
    int size() {
        Counting all = new Counting();
        find(all, false);
        return all.count;
    }

    /**
     * The oldest task that is wanted, any if {@code wanted} is null; null if there is none. Leaves
     * behind what is gone.
     *
     * @param takes whether to take it, too
     */
    private Task find(Predicate<Task> wanted, boolean takes) {
        Block block = first;
        while (block != null) {
            int begin = block.from[TAKER];
            boolean allGone = true;
            for (int i = begin; i < block.slots.length; i++) {
                Object task = block.get(i);
                if (task == null) {
                    if (allGone && i > begin) {
                        block.from[TAKER] = i;
                    }
                    return null;
                }
                if (task == TAKEN) {
                    continue;
                }
                if (wanted == null || wanted.test((Task) task)) {
                    if (!takes) {
                        return (Task) task;
                    }
                    if (block.set(i, task, TAKEN)) {
                        if (allGone) {
                            block.from[TAKER] = i + 1;
                        }
                        return (Task) task;
                    }
                }
                allGone &= block.get(i) == TAKEN;
            }
            block = after(block, allGone);
        }
        return null;
    }

    /**
     * The block after one that is full; null if there is none.
     *
     * @param allGone whether all its tasks are
     */
    private Block after(Block block, boolean allGone) {
        Block next = block.next;
        if (next == block) {
            return first;
        }
        if (allGone && next != null) {
            block.from[TAKER] = block.slots.length;
            // ORDER U2: in this order. Else a block that has become old would keep all after it.
            if (FIRST.compareAndSet(this, block, next)) {
                block.next = block;
            }
        }
        return next;
    }

    /**
     * Wants none. No lambda: a program's first pool would wait for tens of milliseconds for what
     * these need.
     */
    private static final class Counting implements Predicate<Task> {
        private int count;

        @Override
        public boolean test(Task task) {
            count++;
            return false;
        }
    }
}
