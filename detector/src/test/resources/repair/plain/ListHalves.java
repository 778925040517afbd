// repairs: FJ2 FJ2 FJ2 FJ7
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class ListHalves {
    static class Copied<T extends Comparable<T>> extends RecursiveTask<T> {
        private final List<T> items;

        Copied(List<T> items) {
            this.items = items;
        }

        @Override
        protected T compute() {
            switch (items.size()) {
                case 0:
                    return null;
                case 1:
                    return items.get(0);
                default:
                    final int middle = items.size() / 2;
                    Copied<T> low = new Copied<>(new ArrayList<>(items.subList(0, middle)));
                    Copied<T> high = new Copied<>(new ArrayList<>(items.subList(middle, items.size())));
                    invokeAll(low, high);
                    return low.join().compareTo(high.join()) > 0 ? low.join() : high.join();
            }
        }
    }

    static class Viewed extends RecursiveTask<Integer> {
        private final List<Integer> items;

        Viewed(List<Integer> items) {
            this.items = items;
        }

        @Override
        protected Integer compute() {
            if (items.isEmpty()) return 0;
            if (items.size() < 10) {
                int sum = 0;
                for (int item : items) sum += item;
                return sum + items.stream().mapToInt(it -> it).sum();
            }
            int mid = items.size() >> 1;
            List<Integer> left = items.subList(0, mid);
            List<Integer> right = items.subList(mid, items.size());
            Viewed a = new Viewed(left);
            a.fork();
            int b = new Viewed(right).compute();
            return b + a.join();
        }
    }

    /** That its tasks only read is told of their ranges, too. */
    static class OneAfterTheOther extends RecursiveTask<Integer> {
        private final List<Integer> items;

        OneAfterTheOther(List<Integer> items) {
            this.items = items;
        }

        @Override
        protected Integer compute() {
            if (items.size() < 10) {
                int sum = items.stream().mapToInt(it -> it).max().orElse(0);
                for (int item : items) sum += item;
                return sum;
            }
            OneAfterTheOther left = new OneAfterTheOther(items.subList(0, items.size() / 2));
            OneAfterTheOther right = new OneAfterTheOther(items.subList(items.size() / 2, items.size()));
            left.fork();
            return left.join() + right.compute();
        }
    }

    static Object run(Random random, int size) {
        List<Integer> items = new ArrayList<>();
        random.ints(size).forEach(items::add);
        Viewed viewed = new Viewed(items);
        ForkJoinPool pool = new ForkJoinPool(2);
        System.getProperty("user.dir");
        return pool.invoke(new Copied<>(items))
                + " "
                + pool.invoke(viewed)
                + " "
                + pool.invoke(new OneAfterTheOther(items));
    }
}
