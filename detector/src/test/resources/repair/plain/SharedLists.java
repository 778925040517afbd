import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class SharedLists {
    static final ForkJoinPool POOL = new ForkJoinPool(4);
    static final List<Integer> NONE = new ArrayList<>();

    /** What the tasks of this file have in common. */
    abstract static class Numbers extends RecursiveTask<List<Integer>> {
        final int from, to;

        Numbers(int from, int to) {
            this.from = from;
            this.to = to;
        }

        boolean small() {
            return to - from < 50;
        }

        int mid() {
            return (from + to) >>> 1;
        }
    }

    /** All leaves return the same list. */
    static class Constant extends Numbers {
        Constant(int from, int to) {
            super(from, to);
        }

        @Override
        protected List<Integer> compute() {
            if (small()) {
                return NONE;
            }
            Constant left = new Constant(from, mid());
            Constant right = new Constant(mid(), to);
            right.fork();
            List<Integer> all = new ArrayList<>(left.compute()); // refused: FJ3 nobody else
            all.addAll(right.join()); // refused: FJ3 no automatic repair
            all.add(1);
            return all;
        }
    }

    /** Nothing can be added to what a leaf returns. */
    static class Fixed extends Numbers {
        Fixed(int from, int to) {
            super(from, to);
        }

        @Override
        protected List<Integer> compute() {
            if (small()) {
                return Collections.nCopies(to - from, 1);
            }
            Fixed left = new Fixed(from, mid());
            Fixed right = new Fixed(mid(), to);
            right.fork();
            List<Integer> all = new ArrayList<>();
            all.addAll(left.compute()); // refused: FJ3 nobody else
            all.addAll(right.join()); // refused: FJ3 no automatic repair
            return all;
        }
    }

    /** The leaf keeps its list. */
    static class Keeping extends Numbers {
        private List<Integer> kept;

        Keeping(int from, int to) {
            super(from, to);
        }

        @Override
        protected List<Integer> compute() {
            if (small()) {
                List<Integer> found = new ArrayList<>(List.of(from, to));
                kept = found;
                return found;
            }
            Keeping left = new Keeping(from, mid());
            Keeping right = new Keeping(mid(), to);
            right.fork();
            List<Integer> all = new ArrayList<>(left.compute()); // refused: FJ3 get to know found
            all.addAll(right.join()); // refused: FJ3 no automatic repair
            return all;
        }
    }

    /** The child's list is needed as it was. */
    static class AskedTwice extends Numbers {
        AskedTwice(int from, int to) {
            super(from, to);
        }

        @Override
        protected List<Integer> compute() {
            if (small()) {
                return new ArrayList<>(List.of(from));
            }
            AskedTwice left = new AskedTwice(from, mid());
            AskedTwice right = new AskedTwice(mid(), to);
            invokeAll(left, right);
            List<Integer> all = new ArrayList<>(left.join()); // refused: FJ3 asked for again
            all.addAll(right.join()); // refused: FJ3 no automatic repair
            all.add(left.join().size());
            List<Integer> other = right.join();
            List<Integer> more = new ArrayList<>(other); // refused: FJ3 used elsewhere
            more.add(other.size());
            all.add(more.size());
            return all;
        }
    }

    /** A list of another class, and one that the task hands out by handing out itself. */
    static class Linked extends Numbers {
        static final List<Linked> TASKS = Collections.synchronizedList(new ArrayList<>());

        Linked(int from, int to) {
            super(from, to);
            TASKS.add(this); // refused: FJ5 no automatic repair
        }

        @Override
        protected List<Integer> compute() {
            if (small()) {
                return new ArrayList<>(List.of(from));
            }
            Linked left = new Linked(from, mid());
            Linked right = new Linked(mid(), to);
            right.fork();
            List<Integer> all = new LinkedList<>(left.compute()); // refused: FJ3 no automatic
            all.addAll(right.join()); // refused: FJ3 no automatic repair
            Linked third = new Linked(from, from);
            List<Integer> more = new ArrayList<>(third.invoke()); // refused: FJ3 from it
            more.addAll(all); // refused: FJ3 no automatic repair
            return more;
        }
    }

    /** The list has something in it, on one path, when the first child's list comes. */
    static class Counted extends Numbers {
        Counted(int from, int to) {
            super(from, to);
        }

        @Override
        protected List<Integer> compute() {
            List<Integer> result = new ArrayList<>();
            if (small()) {
                result.add(from);
                if (from % 2 == 0) {
                    return result;
                }
            }
            if (small()) {
                return result;
            }
            if (to % 2 == 0) {
                result.add(to);
            }
            Counted left = new Counted(from, mid());
            Counted right = new Counted(mid(), to);
            invokeAll(left, right);
            result.addAll(left.join()); // refused: FJ3 no automatic repair
            result.addAll(right.join()); // refused: FJ3 no automatic repair
            return result;
        }
    }

    static Object run(Random random, int size) {
        int small = Math.min(size, 1000);
        NONE.clear();
        Linked.TASKS.clear();
        return POOL.invoke(new Constant(0, small))
                + " " + POOL.invoke(new Fixed(0, small))
                + " " + POOL.invoke(new Keeping(0, small))
                + " " + POOL.invoke(new AskedTwice(0, small))
                + " " + POOL.invoke(new Linked(0, small))
                + " " + POOL.invoke(new Counted(0, small))
                + " " + Linked.TASKS.size()
                + " " + NONE;
    }
}
