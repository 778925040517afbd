// repairs: FJ4 FJ4 FJ4 FJ4 FJ4
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;

class ForkedInLoops {
    static class Sum extends RecursiveTask<Long> {
        final long[] v;
        final int lo;
        final int hi;

        Sum(long[] v, int lo, int hi) {
            this.v = v;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Long compute() {
            long sum = 0;
            for (int i = lo; i < hi; i++) sum += v[i];
            return sum;
        }
    }

    static class Listed extends RecursiveTask<Long> {
        final long[] v;

        Listed(long[] v) {
            this.v = v;
        }

        @Override
        protected Long compute() {
            List<Sum> tasks = new ArrayList<>();
            for (int i = 0; i < v.length; i += 100) {
                Sum task = new Sum(v, i, Math.min(v.length, i + 100));
                task.fork(); // one by one
                tasks.add(task);
            }
            long sum = 0;
            for (Sum task : tasks) {
                sum += task.join();
            }
            return sum;
        }
    }

    static class Chained extends RecursiveTask<Long> {
        final long[] v;

        Chained(long[] v) {
            this.v = v;
        }

        @Override
        protected Long compute() {
            List<ForkJoinTask<Long>> tasks = new ArrayList<>(8);
            for (int i = 0; i < v.length; i += 10) tasks.add(new Sum(v, i, Math.min(v.length, i + 10)).fork());
            long sum = 0;
            for (int i = tasks.size() - 1; i >= 0; i--) sum += tasks.get(i).join();
            return sum;
        }
    }

    /** After figure 8 of the study. */
    static class Filled extends RecursiveTask<Long> {
        final long[] v;
        final int len;

        Filled(long[] v, int len) {
            this.v = v;
            this.len = len;
        }

        @Override
        @SuppressWarnings("unchecked")
        protected Long compute() {
            if (len < 2) {
                return new Sum(v, 0, v.length).compute();
            }
            ForkJoinTask<Long>[] tasks = new ForkJoinTask[len];
            for (int i = 0; i < len; i++) {
                ForkJoinTask<Long> task =
                        new Sum(v, (int) ((long) v.length * i / len), (int) ((long) v.length * (i + 1) / len));
                task.fork();
                tasks[i] = task;
            }
            Long result = tasks[0].join();
            tasks[0] = null;
            for (int i = 1; i < len; i++) {
                Long next = tasks[i].join();
                tasks[i] = null;
                result = result + next;
            }
            return result;
        }
    }

    static class MadeBefore extends RecursiveTask<Long> {
        final Sum[] children;

        MadeBefore(Sum... children) {
            this.children = children;
        }

        @Override
        protected Long compute() {
            for (int i = 0; i < children.length; i++) {
                children[i].fork();
            }
            long sum = 0;
            for (int i = children.length - 1; i >= 0; i--) {
                sum += children[i].join();
            }
            return sum;
        }
    }

    static class ByReference extends RecursiveTask<Long> {
        final List<Sum> parts;

        ByReference(List<Sum> parts) {
            this.parts = parts;
        }

        @Override
        protected Long compute() {
            parts.forEach(Sum::fork);
            return parts.stream().mapToLong(Sum::join).sum();
        }
    }

    static Object run(Random random, int size) {
        long[] v = random.longs(size).toArray();
        ForkJoinPool pool = new ForkJoinPool(3);
        return pool.invoke(new Listed(v))
                + " " + pool.invoke(new Chained(v))
                + " " + pool.invoke(new Filled(v, 5))
                + " " + pool.invoke(new MadeBefore(new Sum(v, 0, size / 2), new Sum(v, size / 2, size)))
                + " " + pool.invoke(new ByReference(List.of(new Sum(v, 0, size / 3), new Sum(v, size / 3, size))));
    }

    static Object expected(Random random, int size) {
        long sum = random.longs(size).sum();
        return sum + " " + sum + " " + sum + " " + sum + " " + sum;
    }
}
