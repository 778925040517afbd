package dev.cleave.spark.example;

import dev.cleave.spark.Divisible;
import dev.cleave.spark.SparkSolver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;

/** How often each word is in some files, which every machine must see under the same names. */
public final class WordCount implements Divisible<List<String>, Map<String, Integer>> {
    private static final long serialVersionUID = 1;
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}]+");

    @Override
    public boolean isSmall(List<String> files) {
        return files.size() <= 1;
    }

    @Override
    public Map<String, Integer> solve(List<String> files) {
        Map<String, Integer> counts = new HashMap<>();
        for (String file : files) {
            try (Stream<String> lines = Files.lines(Path.of(file))) {
                lines.flatMap(NO_WORD::splitAsStream)
                        .filter(word -> !word.isEmpty())
                        .forEach(
                                word ->
                                        counts.merge(
                                                word.toLowerCase(Locale.ROOT), 1, Integer::sum));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        return counts;
    }

    @Override
    public List<List<String>> split(List<String> files) {
        int middle = files.size() / 2;
        // Copies: a view of a list is not serialisable.
        return List.of(
                List.copyOf(files.subList(0, middle)),
                List.copyOf(files.subList(middle, files.size())));
    }

    @Override
    public Map<String, Integer> combine(Map<String, Integer> first, Map<String, Integer> second) {
        second.forEach((word, times) -> first.merge(word, times, Integer::sum));
        return first;
    }

    /**
     * Counts the words of a folder's Markdown files on a cluster of two executors, which it starts
     * on this machine.
     *
     * @param arguments the folder
     * @throws IOException if it cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (JavaSparkContext context = LocalCluster.start("word count")) {
            report(context, Path.of(arguments[0])).forEach(System.out::println);
        }
    }

    /**
     * What {@link #main} prints.
     *
     * @param context the cluster
     * @param folder the folder
     * @return lines
     * @throws IOException if it cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    public static List<String> report(JavaSparkContext context, Path folder)
            throws IOException, InterruptedException {
        List<String> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files =
                    all.filter(file -> file.toString().endsWith(".md"))
                            .map(file -> file.toAbsolutePath().toString())
                            .sorted()
                            .toList();
        }
        Map<String, Integer> counts = new SparkSolver(context).solve(new WordCount(), files);
        List<String> lines = new ArrayList<>();
        lines.add(
                String.format(
                        "%d files, %d different words; most often:", files.size(), counts.size()));
        counts.entrySet().stream()
                .sorted(
                        Map.Entry.<String, Integer>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                .limit(5)
                .forEach(count -> lines.add(count.getValue() + " " + count.getKey()));
        return lines;
    }
}
