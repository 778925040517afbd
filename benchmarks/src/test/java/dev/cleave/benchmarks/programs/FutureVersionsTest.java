package dev.cleave.benchmarks.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import dev.cleave.benchmarks.programs.future.FuturePrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
                    "(?ms)^    (?:(?:private|public|static|final) )*+\\w+ \\w+\\(.*?^    }$");

    static Stream<ParallelVersionsTest.Named> problems() {
        return ParallelVersionsTest.problems()
                .filter(named -> FuturePrograms.changedLines(named.problem()).isPresent());
    }

    @ParameterizedTest
    @MethodSource("problems")
    void theChangedLinesSaidAreThoseChanged(ParallelVersionsTest.Named named) throws IOException {
        Class<?> type = type(named.problem());
        String future = read(PROGRAMS.resolve("future/" + type.getSimpleName() + "Futures.java"));
        Set<String> names = new LinkedHashSet<>();
        METHOD.matcher(future).results().forEach(found -> names.add(name(found.group())));
        names.remove("run");
        String serial = read(PROGRAMS.resolve(type.getSimpleName() + ".java"));
        String self = type.getSimpleName();
        List<String> before = lines(serial, names, self);
        if (before.isEmpty()) {
            before = lines(serial, Set.of("serial"), self); // it has no other method
        }
        int changed = 0;
        for (AbstractDelta<String> delta :
                DiffUtils.diff(before, lines(future, names, self)).getDeltas()) {
            changed += Math.max(delta.getSource().size(), delta.getTarget().size());
        }
        assertTrue(changed > 0);
        assertEquals(changed, FuturePrograms.changedLines(named.problem()).getAsInt());
    }

    @Test
    void everyClassWithFuturesIsWoven() throws IOException, ReflectiveOperationException {
        List<String> classes = new ArrayList<>();
        try (Stream<Path> sources = Files.list(PROGRAMS.resolve("future"))) {
            for (Path source : sources.toList()) {
                if (read(source).contains("@Future ")) {
                    classes.add(source.getFileName().toString().replace(".java", ""));
                }
            }
        }
        assertTrue(classes.size() > 5, classes::toString);
        for (String name : classes) {
            Class<?> type = Class.forName(FuturePrograms.class.getPackageName() + "." + name);
            assertTrue(
                    Arrays.stream(type.getDeclaredMethods())
                            .anyMatch(method -> method.getName().endsWith("$cleave")),
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

    private static String name(String method) {
        Matcher name = Pattern.compile("(\\w+)\\(").matcher(method);
        assertTrue(name.find());
        return name.group(1);
    }

    /** The lines of some methods, without what only says where they and the problem are. */
    private static List<String> lines(String source, Set<String> names, String self) {
        StringBuilder code = new StringBuilder();
        METHOD.matcher(source)
                .results()
                .map(found -> found.group())
                .filter(method -> names.contains(name(method)) && !method.contains(" = value;"))
                .forEach(method -> code.append(method).append('\n'));
        return code.toString()
                .lines()
                .map(line -> line.replaceAll("\\b" + self + " problem(, )?", ""))
                .map(line -> line.replaceAll("\\bproblem(, |\\.)|\\b" + self + "\\.", ""))
                .map(line -> line.replaceAll("\\b(private|public|static|final) ", "").strip())
                .filter(line -> !line.isEmpty() && !line.equals("}"))
                .toList();
    }
}
