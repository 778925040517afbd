package dev.cleave.detector.sources;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.detector.Snippet;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommentsTest {
    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a // b | `a `",
                "a /* b */ c | a   c",
                "a /* b | `a  `",
                "a \"// b\" c // d | `a \"// b\" c `",
                "'\"' /* b */ '/' | `'\"'   '/'`",
                "\"\\\"// b\" // c | `\"\\\"// b\" `",
                "\"\"\" \" // b \"\"\" // c | `\"\"\" \" // b \"\"\" `",
                "\"never closed | \"never closed",
            })
    void areTakenOutAndNothingElse(String text, String code) {
        assertEquals(code, Comments.without(text));
    }

    @Test
    void documentationBecomesPlainCommentsAndNothingElseChanges() {
        assertEquals(
                "/*  a */\n \t/*  b */\r\n/**/ \"/** c\"; /** d */\n/*  e",
                Comments.undocumented("/** a */\n \t/** b */\r\n/**/ \"/** c\"; /** d */\n/** e"));
    }

    @Test
    void aFileThatOnlyMentionsForkJoinInACommentIsNotParsed() throws Exception {
        assertEquals(0, Snippet.check(folder, "/** Like ForkJoinPool. */ class A {}").parsed());
        assertEquals(
                1,
                Snippet.check(folder, "class A { java.util.concurrent.ForkJoinPool p; }").parsed());
        assertEquals(List.of(), Snippet.found(Snippet.check(folder, "// ForkJoinPool")));
    }
}
