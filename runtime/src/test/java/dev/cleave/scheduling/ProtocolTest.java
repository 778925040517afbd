package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The PROTOCOL.md files and the ORDER comments in the code name the same rows, and tests that
 * exist.
 */
class ProtocolTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/cleave");
    private static final Pattern COMMENT = Pattern.compile("ORDER ([A-Z][0-9]+)");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| ([A-Z][0-9]+) \\|.*\\| ([A-Za-z.,` ]+) \\|$");

    @Test
    void everyCommentHasARowAndEveryRowAComment() throws IOException {
        Set<String> comments = new TreeSet<>();
        for (Path file : javaFiles(SOURCES)) {
            Matcher m = COMMENT.matcher(Files.readString(file));
            while (m.find()) {
                comments.add(m.group(1));
            }
        }
        assertFalse(comments.isEmpty(), "no ORDER comments found: the pattern is wrong");
        assertEquals(comments, rows().keySet());
    }

    @Test
    void everyRowNamesATestThatExists() throws IOException {
        Set<String> classes = new TreeSet<>();
        for (Path root : new Path[] {Path.of("src/test/java"), Path.of("../stress/src")}) {
            for (Path file : javaFiles(root)) {
                classes.add(file.getFileName().toString().replace(".java", ""));
            }
        }
        rows().forEach(
                        (row, tests) -> {
                            for (String test : tests.split(", ")) {
                                String name = test.replaceFirst("\\..*", "");
                                assertTrue(classes.contains(name), row + " names no test: " + test);
                            }
                        });
    }

    private static Map<String, String> rows() throws IOException {
        Map<String, String> rows = new TreeMap<>();
        for (Path protocol : files(SOURCES, "PROTOCOL.md")) {
            Matcher m = ROW.matcher(Files.readString(protocol));
            while (m.find()) {
                String twin = rows.put(m.group(1), m.group(2));
                assertEquals(null, twin, "two rows " + m.group(1));
            }
        }
        return rows;
    }

    private static Set<Path> javaFiles(Path root) {
        return files(root, ".java");
    }

    private static Set<Path> files(Path root, String ending) {
        try (Stream<Path> files = Files.walk(root)) {
            Set<Path> found = new TreeSet<>();
            files.filter(f -> f.toString().endsWith(ending)).forEach(found::add);
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
