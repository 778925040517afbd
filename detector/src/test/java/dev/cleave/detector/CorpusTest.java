package dev.cleave.detector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.detector.findings.Finding;
import dev.cleave.detector.reports.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The labelled corpus of the study's six checks: a comment {@code // expect: FJ2} on each line
 * where a finding begins. Its folder {@code held} was written before the checks were first run, and
 * not looked at while they were corrected on {@code open}; {@code strangers} has the shapes of
 * public code, and the figures of its first run are in {@code docs/experiments/public-code.md}.
 */
class CorpusTest {
    private static final Path CORPUS = Path.of("src/test/resources/corpus");
    private static final Pattern LABEL = Pattern.compile("// expect: (FJ\\d+(?:, FJ\\d+)*)");
    private static final Set<String> CHECKS = Set.of("FJ1", "FJ2", "FJ3", "FJ4", "FJ5", "FJ6");
    private static final double REQUIRED = 0.98;
    private static final int TASK_CLASSES = 150;

    private static final Set<String> expected = new TreeSet<>();
    private static final Set<String> found = new TreeSet<>();
    private static Report report;

    @BeforeAll
    static void checkTheCorpus() throws IOException, InterruptedException {
        report = new Detector(List.of()).check(List.of(CORPUS));
        for (Finding finding : report.findings()) {
            if (CHECKS.contains(finding.check())) {
                found.add(key(finding.check(), finding.file(), finding.range().startLine()));
            }
        }
        for (Path file : files()) {
            List<String> lines = Files.readAllLines(file);
            for (int at = 0; at < lines.size(); at++) {
                Matcher label = LABEL.matcher(lines.get(at));
                while (label.find()) {
                    for (String check : label.group(1).split(", ")) {
                        expected.add(key(check, file.toString(), at + 1));
                    }
                }
            }
        }
    }

    private static String key(String check, String file, int line) {
        return check + " " + file.replace('\\', '/') + ":" + line;
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(CORPUS)) {
            return all.filter(it -> it.toString().endsWith(".java")).sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"FJ1", "FJ2", "FJ3", "FJ4", "FJ5", "FJ6"})
    void findsWhatIsLabelledAndNothingElse(String check) {
        Set<String> wanted = only(check, expected);
        Set<String> got = only(check, found);
        Set<String> right = new TreeSet<>(wanted);
        right.retainAll(got);
        Set<String> missed = new TreeSet<>(wanted);
        missed.removeAll(got);
        Set<String> wrong = new TreeSet<>(got);
        wrong.removeAll(wanted);
        String detail = "\nmissed:\n" + lines(missed) + "\nwrong:\n" + lines(wrong);
        assertTrue(wanted.size() >= 20, () -> "too few labels: " + wanted.size());
        assertTrue(right.size() >= REQUIRED * wanted.size(), () -> "recall" + detail);
        assertTrue(right.size() >= REQUIRED * got.size(), () -> "precision" + detail);
    }

    @Test
    void makesNoMistakeThatWasMadeBefore() {
        assertEquals(inTraps(expected), inTraps(found));
    }

    private static String inTraps(Set<String> keys) {
        return lines(
                keys.stream()
                        .filter(it -> it.matches(".*/(Traps|WithoutTasks)\\.java:.*"))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static Set<String> only(String check, Set<String> keys) {
        Set<String> some = new TreeSet<>();
        keys.stream().filter(it -> it.startsWith(check + " ")).forEach(some::add);
        return some;
    }

    private static String lines(Set<String> keys) {
        return String.join("\n", keys);
    }

    @Test
    void isLargeEnoughAndCanBeReadWhole() throws IOException {
        assertEquals(List.of(), report.problems());
        Pattern task =
                Pattern.compile(
                        "extends\\s+(?:[\\w.]+\\.)?(?:Recursive(?:Task|Action)|CountedCompleter"
                                + "|ForkJoinTask)\\b|new Recursive(?:Task|Action)\\b");
        int classes = 0;
        for (Path file : files()) {
            classes += (int) task.matcher(Files.readString(file)).results().count();
        }
        assertTrue(classes >= TASK_CLASSES, "only " + classes + " task classes");
    }

    /** Prints the figures of each folder; run by hand. */
    public static void main(String[] args) throws Exception {
        checkTheCorpus();
        Map<String, int[]> figures = new TreeMap<>();
        List<String> errors = new ArrayList<>();
        Set<String> all = new TreeSet<>(expected);
        all.addAll(found);
        for (String key : all) {
            String folder = key.replaceAll(".*/corpus/(\\w+)/.*", "$1");
            int[] counts =
                    figures.computeIfAbsent(folder + " " + key.split(" ")[0], it -> new int[3]);
            boolean wanted = expected.contains(key);
            boolean got = found.contains(key);
            counts[wanted && got ? 0 : wanted ? 1 : 2]++;
            if (wanted != got && (args.length > 0 || !folder.equals("held"))) {
                errors.add((wanted ? "missed " : "wrong  ") + key);
            }
        }
        figures.forEach(
                (name, counts) ->
                        System.out.printf(
                                "%s: right %d, missed %d, wrong %d%n",
                                name, counts[0], counts[1], counts[2]));
        errors.forEach(System.out::println);
        report.problems().forEach(System.out::println);
    }
}
