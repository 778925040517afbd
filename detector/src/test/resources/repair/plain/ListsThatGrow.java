import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

class ListsThatGrow {
    /** Got its list before that was filled. */
    static class Early extends RecursiveTask<Integer> {
        private final List<Integer> items;

        Early(List<Integer> items) {
            this.items = items;
        }

        @Override
        protected Integer compute() {
            if (items.size() < 10) {
                int sum = 0;
                for (int item : items) sum += item;
                return sum;
            }
            int mid = items.size() / 2;
            Early a = new Early(items.subList(0, mid)); // refused: FJ2 the list may change
            Early b = new Early(items.subList(mid, items.size())); // refused: FJ2 the list may change
            a.fork();
            return b.compute() + a.join();
        }
    }

    /** Filled in a method that is called in between. */
    static class Filled extends RecursiveTask<Integer> {
        private final List<Integer> items;

        Filled(List<Integer> items) {
            this.items = items;
        }

        @Override
        protected Integer compute() {
            if (items.size() < 10) {
                return items.size();
            }
            int mid = items.size() / 2;
            Filled a = new Filled(new ArrayList<>(items.subList(0, mid))); // refused: FJ2 the list may change
            Filled b = new Filled(new ArrayList<>(items.subList(mid, items.size()))); // refused: FJ2 the list may change
            a.fork();
            return b.compute() + a.join();
        }
    }

    /** Made where nobody sees when it runs. */
    static class Returned extends RecursiveTask<Integer> {
        private final List<Integer> items;

        Returned(List<Integer> items) {
            this.items = items;
        }

        static Returned of(List<Integer> items) {
            return new Returned(items);
        }

        @Override
        protected Integer compute() {
            if (items.size() < 10) {
                return items.size();
            }
            int mid = items.size() / 2;
            Returned a = new Returned(items.subList(0, mid)); // refused: FJ2 the list may change
            Returned b = new Returned(items.subList(mid, items.size())); // refused: FJ2 the list may change
            a.fork();
            return b.compute() + a.join();
        }
    }

    static void fill(List<Integer> items, Random random, int size) {
        while (items.size() < size) {
            items.add(random.nextInt());
        }
    }

    static Object run(Random random, int size) {
        List<Integer> items = new ArrayList<>();
        Early early = new Early(items);
        for (int i = 0; i < size; i++) {
            items.add(random.nextInt());
        }
        int sum = ForkJoinPool.commonPool().invoke(early);
        List<Integer> others = new ArrayList<>();
        Filled filled;
        filled = new Filled(others);
        fill(others, random, size);
        List<Integer> last = new ArrayList<>();
        Returned returned = Returned.of(last);
        fill(last, random, size);
        return sum + " " + filled.invoke() + " " + returned.invoke();
    }
}
