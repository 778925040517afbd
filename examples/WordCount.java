import dev.cleave.ForkJoinPool;
import dev.cleave.RecursiveTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * The most frequent words of a text. The list of lines is halved until it is short; on the way back
 * the smaller count is added to the larger.
 *
 * <pre>./cleave run examples/WordCount.java -- [text file]</pre>
 *
 * Without a file it makes up a text.
 */
public class WordCount extends RecursiveTask<Map<String, Integer>> {
    private static final int THRESHOLD = 1_000;
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}]+");

    private final List<String> lines;

    WordCount(List<String> lines) {
        this.lines = lines;
    }

    @Override
    protected Map<String, Integer> compute() {
        if (lines.size() <= THRESHOLD) {
            return count(lines);
        }
        // Views of one list: dividing the work copies nothing.
        int middle = lines.size() / 2;
        WordCount first = new WordCount(lines.subList(0, middle));
        WordCount second = new WordCount(lines.subList(middle, lines.size()));
        first.fork();
        Map<String, Integer> secondCount = second.compute();
        return merge(first.join(), secondCount);
    }

    static Map<String, Integer> count(List<String> lines) {
        Map<String, Integer> counts = new HashMap<>();
        for (String line : lines) {
            for (String word : NO_WORD.split(line)) {
                if (!word.isEmpty()) {
                    counts.merge(word.toLowerCase(Locale.ROOT), 1, Integer::sum);
                }
            }
        }
        return counts;
    }

    private static Map<String, Integer> merge(
            Map<String, Integer> first, Map<String, Integer> second) {
        if (first.size() < second.size()) {
            return merge(second, first);
        }
        second.forEach((word, times) -> first.merge(word, times, Integer::sum));
        return first;
    }

    /** Lines of words of which each next one is half as likely to be common. */
    private static List<String> madeUpText() {
        String[] words = "the fork join task pool steal work span worker deque".split(" ");
        SplittableRandom random = new SplittableRandom(1);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 300_000; i++) {
            StringBuilder line = new StringBuilder();
            for (int j = 0; j < 10; j++) {
                int rank = Integer.numberOfTrailingZeros(random.nextInt() | 1 << words.length - 1);
                line.append(words[rank]).append(j == 9 ? "." : ", ");
            }
            lines.add(line.toString());
        }
        return lines;
    }

    public static void main(String[] args) throws IOException {
        List<String> lines = args.length > 0 ? Files.readAllLines(Path.of(args[0])) : madeUpText();
        ForkJoinPool pool = ForkJoinPool.commonPool();

        long started = System.nanoTime();
        Map<String, Integer> expected = count(lines);
        double serialSeconds = (System.nanoTime() - started) / 1e9;

        started = System.nanoTime();
        Map<String, Integer> counts = pool.invoke(new WordCount(lines));
        double parallelSeconds = (System.nanoTime() - started) / 1e9;

        if (!counts.equals(expected)) {
            throw new AssertionError("the counts differ");
        }
        counts.entrySet().stream()
                .sorted(
                        Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                                .thenComparing(Map.Entry.comparingByKey()))
                .limit(5)
                .forEach(entry -> System.out.printf("%,9d %s%n", entry.getValue(), entry.getKey()));
        System.out.printf("serial    %.2f s%n", serialSeconds);
        System.out.printf(
                "parallel  %.2f s, %.2f times as fast, with parallelism %d%n",
                parallelSeconds, serialSeconds / parallelSeconds, pool.getParallelism());
    }
}
