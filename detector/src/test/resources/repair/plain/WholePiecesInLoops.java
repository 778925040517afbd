import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** Where a task uses its whole piece once a turn, a range of the data would have to be copied there. */
class WholePiecesInLoops {
    private static final List<String> WORDS = List.of("ab", "ca", "bb");

    static class InLoop extends RecursiveTask<Integer> {
        private final String text;

        InLoop(String text) {
            this.text = text;
        }

        @Override
        protected Integer compute() {
            if (text.length() < 20) {
                int found = 0;
                for (String word : WORDS) {
                    found += text.contains(word) ? 1 : 0;
                }
                return found;
            }
            InLoop left = new InLoop(text.substring(0, text.length() / 2)); // refused: FJ2 the whole piece is used in a loop
            InLoop right = new InLoop(text.substring(text.length() / 2)); // refused: FJ2 the whole piece is used in a loop
            left.fork();
            return right.compute() + left.join();
        }
    }

    static class InHelper extends RecursiveTask<Integer> {
        private final String text;

        InHelper(String text) {
            this.text = text;
        }

        @Override
        protected Integer compute() {
            if (text.length() < 20) {
                return (int) WORDS.stream().filter(word -> has(word)).count();
            }
            InHelper left = new InHelper(text.substring(0, text.length() / 2)); // refused: FJ2 the whole piece is used in a loop
            InHelper right = new InHelper(text.substring(text.length() / 2)); // refused: FJ2 the whole piece is used in a loop
            left.fork();
            return right.compute() + left.join();
        }

        private boolean has(String word) {
            return text.startsWith(word);
        }
    }

    static class OfArray extends RecursiveTask<Integer> {
        private final int[] sorted;

        OfArray(int[] sorted) {
            this.sorted = sorted;
        }

        @Override
        protected Integer compute() {
            if (sorted.length < 20) {
                int found = 0;
                for (int each = 0; each < 100; each++) {
                    found += Arrays.hashCode(sorted) % 3;
                }
                return found;
            }
            OfArray left = new OfArray(Arrays.copyOfRange(sorted, 0, sorted.length / 2)); // refused: FJ2 the whole piece is used in a loop
            OfArray right = new OfArray(Arrays.copyOfRange(sorted, sorted.length / 2, sorted.length)); // refused: FJ2 the whole piece is used in a loop
            left.fork();
            return right.compute() + left.join();
        }
    }

    static Object run(Random random, int size) {
        ForkJoinPool pool = ForkJoinPool.commonPool();
        String text = "abcabbcacb".repeat(size);
        int[] numbers = random.ints(10 * size).toArray();
        return List.of(
                pool.invoke(new InLoop(text)),
                pool.invoke(new InHelper(text)),
                pool.invoke(new OfArray(numbers)));
    }
}
