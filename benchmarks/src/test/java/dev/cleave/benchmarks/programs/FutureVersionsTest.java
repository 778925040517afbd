package dev.cleave.benchmarks.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.difflib.DiffUtils;
import dev.cleave.benchmarks.programs.future.FuturePrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The versions with futures are woven, and differ from the serial ones in as many lines as said.
 */
class FutureVersionsTest {
    private static final Path PROGRAMS =
            Path.of(
                    System.getProperty("cleave.root"),
                    "benchmarks/src/main/java/dev/cleave/benchmarks/programs");

    /** A method from its first line to its last, as the formatter leaves it. */
    private static final Pattern METHOD =
            Pattern.compile(
                    "(?ms)^    (?:(?:private|public|static|final) )*+[\\w\\[\\]]+ (\\w+)\\("
                            + ".*?^    }$");

    /** A method that returns a field or the like, or assigns its parameter to a field. */
    private static final Pattern ACCESSOR =
            Pattern.compile(
                    "(\\w+)\\([\\w<>\\[\\]]*(?: \\w+)?\\) \\{"
                            + "\\s+(?:return ([\\w.]+)|(\\w+) = \\w+);\\s+}");

    static Stream<ParallelVersionsTest.Named> problems() {
        return Stream.concat(ParallelVersionsTest.problems(), BottleneckVersionsTest.problems())
                .filter(named -> FuturePrograms.changedLines(named.problem()).isPresent());
    }

    @ParameterizedTest
    @MethodSource("problems")
    void theChangedLinesSaidAreThoseChanged(ParallelVersionsTest.Named named) throws IOException {
        Class<?> type = type(named.problem());
        String future = read(PROGRAMS.resolve("future/" + type.getSimpleName() + "Futures.java"));
        String serial = read(PROGRAMS.resolve(type.getSimpleName() + ".java"));
        List<String> before = statements(type, serial, serial, methods(future).keySet());
        List<String> after = statements(type, future, serial, methods(future).keySet());
        assertEquals(
                FuturePrograms.changedLines(named.problem()).getAsInt(),
                changed(before, after),
                () -> String.join("\n", before) + "\n---\n" + String.join("\n", after));
    }

    @Test
    void aStatementIsOneLineHoweverItIsWrapped() {
        assertEquals(
                List.of("for (int i = 0; i < 3; i++) {", "x = f(a, b);", "y = 2;"),
                split("for (int i = 0; i < 3; i++) { // why\n  x =\n f(\n a, b);\n}\n\n y = 2;"));
    }

    @Test
    void whatIsChangedAddedAndTakenAwayCounts() {
        assertEquals(0, changed(List.of("a", "b"), List.of("a", "b")));
        assertEquals(3, changed(List.of("a", "b", "c", "d"), List.of("A", "b", "new", "c")));
    }

    private static int changed(List<String> before, List<String> after) {
        return DiffUtils.diff(before, after).getDeltas().stream()
                .mapToInt(delta -> Math.max(delta.getSource().size(), delta.getTarget().size()))
                .sum();
    }

    @Test
    void everyClassWithFuturesIsWoven() throws IOException, ReflectiveOperationException {
        List<String> classes = new ArrayList<>();
        try (Stream<Path> sources = Files.list(PROGRAMS.resolve("future"))) {
            for (Path source : sources.toList()) {
                if (read(source).matches("(?s).*(@Future|@Parallel|Cleave\\.join\\().*")) {
                    classes.add(source.getFileName().toString().replace(".java", ""));
                }
            }
        }
        assertTrue(classes.size() > 5, classes::toString);
        for (String name : classes) {
            Class<?> type = Class.forName(FuturePrograms.class.getPackageName() + "." + name);
            assertTrue(
                    Arrays.stream(type.getDeclaredMethods())
                            .anyMatch(method -> method.getName().matches(".*\\$(cleave|loop\\d+)")),
                    name);
        }
    }

    /** The class whose name the version with futures has. */
    private static Class<?> type(Problem problem) {
        Class<?> type = problem.getClass();
        return type.getSuperclass() == Object.class ? type : type.getSuperclass();
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file);
    }

    /** The methods of a source, without accessors, by their names; {@code serial} is a run. */
    private static Map<String, List<String>> methods(String source) {
        return METHOD.matcher(source)
                .results()
                .filter(method -> !ACCESSOR.matcher(method.group()).find())
                .collect(
                        Collectors.groupingBy(
                                method -> method.group(1).replace("serial", "run"),
                                LinkedHashMap::new,
                                Collectors.mapping(MatchResult::group, Collectors.toList())));
    }

    /**
     * The statements of some methods, without what only says where they are and how they get at the
     * problem: its fields in the serial version, and accessors of these in the one with futures.
     */
    private static List<String> statements(
            Class<?> type, String source, String serial, Set<String> names) {
        String self = type.getSimpleName();
        StringBuilder code = new StringBuilder();
        methods(source).entrySet().stream()
                .filter(method -> names.contains(method.getKey()))
                .flatMap(method -> method.getValue().stream())
                .forEach(code::append);
        String[] text = {String.join("\n", split(code.toString()))};
        text[0] =
                text[0].replace("void serial()", "void run()")
                        .replace("@Override ", "")
                        .replaceAll("\\b(private|public|static|final) ", "")
                        .replaceAll("\\b" + self + " problem(, )?", "")
                        .replaceAll("\\bproblem(, |\\.|(?=\\)))|\\b" + self + "\\.", "");
        ACCESSOR.matcher(serial)
                .results()
                .forEach(
                        accessor -> {
                            String name = accessor.group(1);
                            text[0] =
                                    accessor.group(2) != null
                                            ? text[0].replace(name + "()", accessor.group(2))
                                            : text[0].replaceAll(
                                                    "(?m)^" + name + "\\((.*)\\);$",
                                                    accessor.group(3) + " = $1;");
                        });
        return text[0].lines().toList();
    }

    /** A statement, or what comes before a brace, is one line; braces that close are none. */
    private static List<String> split(String code) {
        String flat =
                code.replaceAll("//.*", "")
                        .replaceAll("\\s+", " ")
                        .replaceAll("(?<=\\() | (?=[.)])", "");
        List<String> lines = new ArrayList<>();
        int parentheses = 0;
        int start = 0;
        for (int i = 0; i < flat.length(); i++) {
            char c = flat.charAt(i);
            parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (parentheses == 0 && ";{}".indexOf(c) >= 0) {
                String line = flat.substring(start, i + 1).strip();
                if (!line.equals("}")) {
                    lines.add(line);
                }
                start = i + 1;
            }
        }
        return lines;
    }
}
