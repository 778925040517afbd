package dev.cleave.detector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.detector.reports.Report;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tasks of random statements, in which collections, streams, results and arrays get into each other
 * and out again in every order: whatever follows a value must come to an end.
 */
class RandomTasksTest {
    private static final String CLASS =
            """
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.stream.*;

            class Rand extends RecursiveTask<List<String>> {
                List<List<String>> all;
                Unknown[] own;
                ForkJoinPool pool;
                int i;

                Rand(List<List<String>> all, Unknown[] own) {
                    this.all = all;
                    this.own = own;
                }

                protected List<String> compute() {
                    VARIABLES
                    BODY
                    return x;
                }

                List<String> same(List<String> given) {
                    VARIABLES
                    x = given;
                    HELPER
                    return y;
                }

                List<List<String>> lists(List<String> given, List<List<String>> more) {
                    VARIABLES
                    x = given;
                    a = more;
                    MERGER
                    return c;
                }

                List<String> result(Future<List<String>> future) {
                    return future.resultNow();
                }
            }
            """;

    private static final String VARIABLES =
            """
            List<List<String>> a = all, b = new ArrayList<>(), c = b;
            List<String> x = null, y = new ArrayList<>(), z = y;
            List<Future<List<String>>> f = new ArrayList<>(), g = f;
            Stream<List<String>> s = null, t = s;
            Unknown[] p = own, q = new Unknown[i];
            Map<List<String>, List<String>> m = new HashMap<>(), n = m;
            """;

    /** A letter stands for any variable of its kind. */
    private static final List<String> STATEMENTS =
            List.of(
                    "A = Arrays.asList(X, X);",
                    "A.add(X);",
                    "A.addAll(A);",
                    "X = A.get(0);",
                    "X = A.remove(i);",
                    "X.addAll(X);",
                    "X = new ArrayList<>(X);",
                    "A = new ArrayList<>(A);",
                    "X = F.get(0).resultNow();",
                    "F.add(F.get(i));",
                    "F.add(pool.submit(() -> all.get(i)));",
                    "F.add(new Rand(A, P).fork());",
                    "X = new Rand(A, P).join();",
                    "new Rand(new ArrayList<>(A), P.clone()).fork();",
                    "A = A.stream().map(it -> same(it)).collect(Collectors.toList());",
                    "X = A.stream().flatMap(List::stream).collect(Collectors.toList());",
                    "S = A.stream();",
                    "S = Stream.concat(S, S);",
                    "S = F.stream().map(it -> result(it));",
                    "A = S.toList();",
                    "A.forEach(X::addAll);",
                    "P[i] = P[i + 1].plus(P[i]);",
                    "P = Arrays.copyOfRange(P, 0, i);",
                    "X = same(X);",
                    "A = lists(X, A);",
                    "M.put(X, M.get(X));",
                    "M.putAll(M);",
                    "X = M.get(X);",
                    "M.forEach((k, v) -> M.merge(k, v, (l, w) -> { l.addAll(w); return l; }));",
                    "all = A;",
                    "A = all;",
                    "own = P;",
                    "P = own;");

    private static final Pattern LETTER = Pattern.compile("\\b[AXFSPM]\\b");

    @TempDir private Path folder;

    @Test
    void whateverFollowsAValueComesToAnEnd() throws Exception {
        long seed = System.nanoTime();
        int findings = 0;
        for (int at = 0; at < 150; at++) {
            Statements statements = new Statements(new Random(at < 75 ? at : seed + at));
            String source =
                    CLASS.replace("VARIABLES", VARIABLES)
                            .replace("BODY", statements.some(12, 0))
                            .replace("HELPER", statements.some(2, 0))
                            .replace("MERGER", statements.some(2, 0));
            Report report = Snippet.check(folder, source);
            assertEquals(List.of(), report.problems(), () -> source);
            findings += report.findings().size();
        }
        assertTrue(findings > 150, "only " + findings + " findings");
    }

    private static final class Statements {
        private final Random random;

        /** Loops add their variables while what is in them is made. */
        private final List<String> lists = new ArrayList<>(List.of("x", "y", "z"));

        Statements(Random random) {
            this.random = random;
        }

        String some(int count, int depth) {
            return Stream.generate(() -> one(depth)).limit(count).collect(Collectors.joining("\n"));
        }

        private String one(int depth) {
            if (depth == 3 || random.nextInt(5) > 1) {
                return filled(STATEMENTS.get(random.nextInt(STATEMENTS.size())));
            }
            switch (random.nextInt(3)) {
                case 0:
                    String each = "each" + depth;
                    String head = filled("for (List<String> " + each + " : A) {");
                    lists.addAll(List.of(each, each));
                    String body = some(3, depth + 1);
                    lists.removeAll(List.of(each));
                    return head + body + "}";
                case 1:
                    return filled("for (int j = 0; j < X.size(); j++) {")
                            + some(2, depth + 1)
                            + "}";
                default:
                    return "if (i > 0) {" + some(2, depth + 1) + "}";
            }
        }

        private String filled(String statement) {
            return LETTER.matcher(statement)
                    .replaceAll(
                            it -> {
                                List<String> names =
                                        switch (it.group()) {
                                            case "A" -> List.of("a", "b", "c");
                                            case "F" -> List.of("f", "g");
                                            case "S" -> List.of("s", "t");
                                            case "P" -> List.of("p", "q");
                                            case "M" -> List.of("m", "n");
                                            default -> lists;
                                        };
                                return names.get(random.nextInt(names.size()));
                            });
        }
    }
}
