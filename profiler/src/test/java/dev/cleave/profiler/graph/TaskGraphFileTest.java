package dev.cleave.profiler.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.profiler.workspan.WorkSpan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskGraphFileTest {
    @TempDir private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(
                folder.resolve("graph.txt"), text.replace('|', '\n'), StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fib:12", "tree:3000", "diamond:100", "lu:64:16", "loop:7", "chain:9"})
    void whatIsWrittenIsReadAgain(String program) throws IOException {
        TaskGraph graph = GraphPrograms.graph(program, 1.234);
        Path path = folder.resolve("graph.txt");
        TaskGraphFile.write(graph, path);
        TaskGraph read = TaskGraphFile.read(path);
        assertEquals(WorkSpan.of(graph, 1), WorkSpan.of(read, 1));
        assertEquals(graph.bodies(), read.bodies());
        byte[] first = Files.readAllBytes(path);
        TaskGraphFile.write(read, path);
        assertEquals(new String(first, StandardCharsets.US_ASCII), Files.readString(path));
    }

    @Test
    void peopleMayWriteOne() throws IOException {
        TaskGraph graph =
                TaskGraphFile.read(
                        file(
                                "cleave-graph 1|# a leaf||w0.25|"
                                        + "w2.5 f0 c0 j w1|w2.5 f0 c0 w1|f1 c2|end 4|"));
        assertEquals(new WorkSpan(8_000, 3_750, 3_750, 4), WorkSpan.of(graph, 0));
    }

    @Test
    void spacesBeforeALineAndWindowsLineEndsDoNotMatter() throws IOException {
        TaskGraph graph =
                TaskGraphFile.read(
                        file("cleave-graph 1\r|w1\r|  w2 f0 j\r| # two\r|  \r| end 2 \r|"));
        assertEquals(new WorkSpan(3_000, 3_000, 3_000, 2), WorkSpan.of(graph, 0));
    }

    @Test
    void aByteOrderMarkDoesNotMatter() throws IOException {
        TaskGraph graph =
                TaskGraphFile.read(file("\u00ef\u00bb\u00bfcleave-graph 1|w1|w2 f0 j|end 2|"));
        assertEquals(new WorkSpan(3_000, 3_000, 3_000, 2), WorkSpan.of(graph, 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "''; line 1: it does not begin with \"cleave-graph 1\"",
                "PK\u0003\u0004 and so on; line 1: it does not begin",
                "cleave-graphics 1|w1|end 1|; line 1: it does not begin",
                "cleave-graph 2|w1|end 1|; line 1: version \"2\"; this Cleave reads version 1",
                "cleave-graph 1|; line 2: it is cut off",
                "cleave-graph 1|w1|; line 3: it is cut off",
                "cleave-graph 1|w1|en; line 3: \"en\" is no instruction",
                "cleave-graph 1|w1|end 2|; line 3: it ends after 1 body but announces \"2\"",
                "cleave-graph 1|end 0|; line 2: it has no body; a graph has at least",
                "cleave-graph 1|w1|end 1|w2|; line 4: something follows the end",
                "cleave-graph 1|w1|f1|end 2|; line 3: body \"1\" is not one of the 1 before it",
                "cleave-graph 1|w1|f-1|end 2|; line 3: body \"-1\" is not one of",
                "cleave-graph 1|w1|f0 j j|end 2|; line 3: a join without a fork",
                "cleave-graph 1|w-1|end 1|; line 2: \"-1\" is no number of nanoseconds",
                "cleave-graph 1|w1.2345|end 1|; line 2: \"1.2345\" is no number",
                "cleave-graph 1|w1.+5|end 1|; line 2: \"1.+5\" is no number",
                "cleave-graph 1|w1.-5|end 1|; line 2: \"1.-5\" is no number",
                "cleave-graph 1|w+1|end 1|; line 2: \"+1\" is no number",
                "cleave-graph 1|w99999999999999999999|end 1|; line 2: \"99999999999999999999\" is",
                "cleave-graph 1|w9000000000000000|end 1|; line 2: the graph",
                "cleave-graph 1|x1|end 1|; line 2: \"x1\" is no instruction",
                "cleave-graph 1|j1|end 1|; line 2: \"j1\" is no instruction",
                "cleave-graph 1|w1\tj|end 1|; line 2: unexpected character 9",
                "cleave-graph 1|wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww|; line 2: a word of more"
            })
    void aBrokenFileIsRefusedWithItsLineAndWhy(String text, String said) throws IOException {
        Path path = file(text);
        GraphFormatException refusal =
                assertThrows(GraphFormatException.class, () -> TaskGraphFile.read(path));
        assertTrue(refusal.getMessage().contains(path + ", " + said), refusal.getMessage());
    }
}
