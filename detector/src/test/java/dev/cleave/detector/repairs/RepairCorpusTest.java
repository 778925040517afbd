package dev.cleave.detector.repairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.detector.CompiledPrograms;
import dev.cleave.detector.Fixer;
import dev.cleave.detector.Fixes;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs before and after their repair. If a first line says which checks' findings are repaired,
 * these are; in other programs nothing is, and comments say why. Each has a {@code run} that must
 * return the same before and after, on random input of any size, and maybe an {@code expected} that
 * says what. Those in {@code futures} are repaired with {@link ToFuture}, too.
 */
class RepairCorpusTest {
    private static final int[] SIZES = {0, 1, 2, 3, 5, 16, 31, 257, 1_000, 30_001};

    private static final Pattern REFUSED = Pattern.compile("// refused: (\\w+) (.*)");

    /** What became of one folder of programs. */
    private record Corpus(
            Path folder, Fixes fixes, CompiledPrograms before, CompiledPrograms after) {}

    @TempDir static Path folder;

    private static final Map<String, Corpus> CORPORA = new TreeMap<>();

    @BeforeAll
    static void repair() throws Exception {
        for (String kind : List.of("plain", "futures")) {
            Path home = Files.createDirectory(folder.resolve(kind));
            for (String program : programs(kind, true, true)) {
                String text = Files.readString(source(program));
                // Other line ends are kept, too.
                Files.writeString(
                        file(program),
                        program.endsWith("PiecesInPlace") ? text.replace("\n", "\r\n") : text);
            }
            CompiledPrograms before = CompiledPrograms.compile(home);
            Fixes fixes = new Fixer(List.of(), kind.equals("futures")).fix(List.of(home));
            fixes.write();
            CORPORA.put(kind, new Corpus(home, fixes, before, CompiledPrograms.compile(home)));
        }
    }

    private static List<String> programs(String kind, boolean repaired, boolean refused)
            throws IOException, URISyntaxException {
        List<String> programs = new ArrayList<>();
        try (Stream<Path> files = Files.list(source(kind + "/any").getParent())) {
            for (Path file : files.sorted().toList()) {
                if (Files.readString(file).startsWith("// repairs: ") ? repaired : refused) {
                    programs.add(kind + "/" + file.getFileName().toString().replace(".java", ""));
                }
            }
        }
        return programs;
    }

    /** The program as it is before. */
    private static Path source(String program) throws URISyntaxException {
        return Path.of(RepairCorpusTest.class.getResource("/repair").toURI())
                .resolve(program + ".java");
    }

    /** The program as it is after. */
    private static Path file(String program) {
        return folder.resolve(program + ".java");
    }

    private static Corpus corpus(String program) {
        return CORPORA.get(program.substring(0, program.indexOf('/')));
    }

    private static String name(String program) {
        return program.substring(program.indexOf('/') + 1);
    }

    static List<String> repaired() throws Exception {
        return joined(programs("plain", true, false), programs("futures", true, false));
    }

    static List<String> refused() throws Exception {
        return joined(programs("plain", false, true), programs("futures", false, true));
    }

    static List<String> all() throws Exception {
        return joined(repaired(), refused());
    }

    private static List<String> joined(List<String> some, List<String> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    @ParameterizedTest
    @MethodSource("repaired")
    void findingsAreRepaired(String program) throws Exception {
        Fixes fixes = corpus(program).fixes;
        String wanted = Files.readAllLines(file(program)).get(0).replace("// repairs: ", "");
        assertEquals(
                wanted,
                String.join(
                        " ",
                        fixes.repaired().stream()
                                .filter(it -> it.file().endsWith("/" + program + ".java"))
                                .map(Repaired::check)
                                .sorted()
                                .toList()),
                fixes::summary);
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatCannotBeProvenIsLeftAndTheReasonIsGiven(String program) throws Exception {
        assertEquals(Files.readString(source(program)), Files.readString(file(program)));
        Map<Integer, String> wanted = new TreeMap<>();
        List<String> lines = Files.readAllLines(source(program));
        for (int at = 0; at < lines.size(); at++) {
            Matcher refused = REFUSED.matcher(lines.get(at));
            if (refused.find()) {
                wanted.put(at + 1, refused.group(1) + " " + refused.group(2));
            }
        }
        List<Refusal> found =
                corpus(program).fixes.refusals().stream()
                        .filter(it -> it.file().endsWith("/" + program + ".java"))
                        .toList();
        assertEquals(
                List.copyOf(wanted.keySet()),
                found.stream().map(Refusal::line).sorted().toList(),
                found::toString);
        for (Refusal refusal : found) {
            String said = refusal.check() + " " + refusal.reason();
            String[] parts = wanted.get(refusal.line()).split(" ", 2);
            assertTrue(said.startsWith(parts[0] + " "), said);
            assertTrue(said.contains(parts[1]), said);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void programsComputeTheSame(String program) throws Exception {
        CompiledPrograms before = corpus(program).before;
        CompiledPrograms after = corpus(program).after;
        String name = name(program);
        for (int size : SIZES) {
            String wanted = before.run(name, "run", size);
            assertEquals(wanted, after.run(name, "run", size), name + " of size " + size);
            if (after.has(name, "expected")) {
                assertEquals(after.run(name, "expected", size), wanted, name + " of size " + size);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "futures"})
    void aSecondTimeNothingChanges(String kind) throws Exception {
        Corpus corpus = CORPORA.get(kind);
        Fixes again = new Fixer(List.of(), kind.equals("futures")).fix(List.of(corpus.folder));
        assertEquals(List.of(), again.repaired(), again::summary);
        assertTrue(again.changes().isEmpty());
        assertEquals(corpus.fixes.refusals(), again.refusals());
    }

    @Test
    void whatDoesNotChangeKeepsItsText() throws Exception {
        List<String> kept = new ArrayList<>(Files.readAllLines(source("plain/SumOfCopies")));
        String after = Files.readString(file("plain/SumOfCopies"));
        kept.removeAll(after.lines().toList());
        assertEquals(8, kept.size(), () -> String.join("\n", kept));
        assertTrue(after.contains("sum += each; // one after the other"));
        assertTrue(after.contains("int split = from + (to - from) / 2;"));
        assertFalse(after.contains("import java.util.Arrays;"));
        assertFalse(
                Pattern.compile("[^\r]\n")
                        .matcher(Files.readString(file("plain/PiecesInPlace")))
                        .find());
    }

    @Test
    void whatWasUnderALockIsIndentedAnew() throws Exception {
        String after = Files.readString(file("plain/NeedlessLocks"));
        assertContains(
                after,
                """
                                Color color = new Color(x, y, 7);
                                board.image.setRGB(x, y, color.getRGB()); // its monitor
                            }
            """,
                """
                            if (value % 3 == 0)
                                {
                                    found.add(value * 2);
                                }
                            seen.incrementAndGet();
                        }
                        synchronized (found) {
            """,
                """
                            {
                                // The block declares something.
            """,
                """
                            rest.fork();
                            primes.add(odd.size());

                            /* Two lines. */
                            primes.add(-1);
                            primes.addAll(rest.join());
            """,
                "List<Integer> odd = new ArrayList<>();");
    }

    @Test
    void theFirstListTakesTheOthers() throws Exception {
        String after = Files.readString(file("plain/FirstLists"));
        assertContains(
                after,
                """
                        List<Integer> all = left.join(); // the first
                        all.addAll(right.join());
            """,
                """
                        List<Integer> first = left.join();
                        List<Integer> all = first;
                        all.addAll(second);
            """,
                """
                            result = left.compute();
                            result.addAll(right.join());
            """,
                """
                        result = first.join();
                        result.addAll(second.join());
            """);
    }

    @Test
    void aLoopThatPollsBecomesAJoinOfEachTask() throws Exception {
        String after = Files.readString(file("plain/Polled"));
        assertContains(
                after,
                """
                        if (n % 3 == 0) {
                            left.quietlyJoin();
                            return\
            """,
                """
                        if (n % 3 == 1) {
                            left.quietlyJoin();
                            right.quietlyJoin();
                            return\
            """,
                """
                    private static void await(RecursiveTask<?> task) {
                        task.quietlyJoin();
                    }
            """);
        assertFalse(after.contains("import java.util.concurrent.TimeUnit;"));
    }

    private static void assertContains(String text, String... parts) {
        for (String part : parts) {
            assertTrue(text.contains(part), text);
        }
    }
}
