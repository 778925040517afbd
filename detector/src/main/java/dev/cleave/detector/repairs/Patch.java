package dev.cleave.detector.repairs;

import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.sources.SourceFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openrewrite.Cursor;
import org.openrewrite.java.tree.Comment;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Statement;

/** Changes that belong together: all are made, or none. What is not changed keeps its text. */
public final class Patch {
    private static final List<Class<? extends J>> CONTAINING =
            List.of(
                    J.Block.class,
                    J.ForLoop.class,
                    J.ForEachLoop.class,
                    J.WhileLoop.class,
                    J.If.class,
                    J.Try.class,
                    J.Switch.class,
                    J.Synchronized.class,
                    J.MethodDeclaration.class,
                    J.ClassDeclaration.class);

    /** What it does, for people. */
    final String what;

    private final Program program;
    private final Map<String, List<Edit>> edits = new TreeMap<>();

    Patch(Program program, String what) {
        this.program = program;
        this.what = what;
    }

    /** The changes of each file, by its path. */
    Map<String, List<Edit>> edits() {
        return edits;
    }

    private String source(J element) {
        return program.trees.source(program.trees.file(element));
    }

    private int start(J element) {
        return offsets(element)[0];
    }

    private int end(J element) {
        return offsets(element)[1];
    }

    private int[] offsets(J element) {
        int[] offsets = program.trees.offsets(element);
        if (offsets == null) {
            throw new CannotProve(element, "the place of this code is not known");
        }
        return offsets;
    }

    /** An element's text as it stands in its file. */
    String text(J element) {
        return source(element).substring(start(element), end(element));
    }

    /** The text of an element up to one of its parts. */
    String textBefore(J part, J whole) {
        return source(whole).substring(start(whole), start(part));
    }

    private void add(J element, int start, int end, String text) {
        List<Edit> own =
                edits.computeIfAbsent(
                        SourceFiles.slashes(program.trees.file(element).getSourcePath()),
                        it -> new ArrayList<>());
        Edit edit = new Edit(start, end, text);
        if (start < end && own.contains(edit)) {
            return;
        }
        // Two insertions at one place follow each other in the order in which they were made.
        if (own.stream().anyMatch(edit::overlaps)) {
            throw new CannotProve(element, "two changes of this code would meet");
        }
        own.add(edit);
    }

    void replace(J element, String text) {
        add(element, start(element), end(element), text);
    }

    /** Replaces two elements and what stands between them. */
    void replaceSpan(J first, J last, String text) {
        add(first, start(first), end(last), text);
    }

    void insertBefore(J element, String text) {
        add(element, start(element), start(element), text);
    }

    void insertAfter(J element, String text) {
        add(element, end(element), end(element), text);
    }

    /** Replaces what follows the beginning of an element, up to its end, from the end of a part. */
    void replaceAfter(J part, J whole, String text) {
        String replaced = source(whole).substring(end(part), end(whole));
        if (replaced.contains("/*") || replaced.contains("//")) {
            throw new CannotProve(whole, "there is a comment in the code to replace");
        }
        add(whole, end(part), end(whole), text);
    }

    /** Replaces the first parentheses and what is in them, between two elements. */
    void replaceBetweenParentheses(J before, J after, String text) {
        String between = source(before).substring(end(before), start(after));
        int open = between.indexOf('(');
        int close = between.indexOf(')', open);
        if (open < 0 || close < 0) {
            throw new CannotProve(before, "the place of this code is not known");
        }
        add(before, end(before) + open + 1, end(before) + close, text);
    }

    /** Adds an import before another one, once. */
    void importOnce(J.Import place, String text) {
        Edit edit = new Edit(start(place), start(place), text + lineEnd(place));
        List<Edit> own = edits.get(SourceFiles.slashes(program.trees.file(place).getSourcePath()));
        if (own == null || !own.contains(edit)) {
            add(place, edit.start(), edit.end(), edit.text());
        }
    }

    /** Removes a member of a class, with what is written before it. */
    void removeMember(Statement member) {
        int start = start(member) - prefixLength(member);
        add(member, start, endOfStatement(member), "");
    }

    /** Removes one line end before a member, if there are two: it has become the first one. */
    void removeBlankLineBefore(Statement member) {
        int start = start(member) - prefixLength(member);
        String end = lineEnd(member);
        if (source(member).startsWith(end + end, start)) {
            add(member, start, start + end.length(), "");
        }
    }

    private int prefixLength(J element) {
        Cursor file = new Cursor(new Cursor(null, Cursor.ROOT_VALUE), program.trees.file(element));
        int length = element.getPrefix().getWhitespace().length();
        for (Comment comment : element.getPrefix().getComments()) {
            length += comment.printComment(file).length() + comment.getSuffix().length();
        }
        return length;
    }

    /** Inserts right after the first character of an element, as after an opening brace. */
    void insertAtStart(J element, String text) {
        add(element, start(element) + 1, start(element) + 1, text);
    }

    /** Removes a statement, and its lines if nothing else stands there. */
    void remove(Statement statement) {
        String source = source(statement);
        int start = start(statement);
        int end = endOfStatement(statement);
        int lineStart = start;
        while (lineStart > 0 && isBlank(source.charAt(lineStart - 1))) {
            lineStart--;
        }
        int lineEnd = end;
        while (lineEnd < source.length() && isBlank(source.charAt(lineEnd))) {
            lineEnd++;
        }
        boolean alone =
                (lineStart == 0 || isLineEnd(source.charAt(lineStart - 1)))
                        && lineEnd < source.length()
                        && isLineEnd(source.charAt(lineEnd));
        if (!alone) {
            // One of several statements in a line takes the space after it along.
            add(statement, start, lineEnd, "");
            return;
        }
        if (source.startsWith("\r\n", lineEnd)) {
            lineEnd++;
        }
        add(statement, lineStart, lineEnd + 1, "");
    }

    /** Behind a statement and its semicolon; one that contains statements ends with the last. */
    private int endOfStatement(Statement statement) {
        if (statement instanceof J.Label label) {
            return endOfStatement(label.getStatement());
        }
        String source = source(statement);
        int at = end(statement);
        if (CONTAINING.stream().anyMatch(it -> it.isInstance(statement))) {
            return at;
        }
        while (at < source.length() && Character.isWhitespace(source.charAt(at))) {
            at++;
        }
        if (at == source.length() || source.charAt(at) != ';') {
            throw new CannotProve(statement, "a comment stands before the end of this statement");
        }
        return at + 1;
    }

    /** Inserts right behind a statement and its semicolon. */
    void insertBehind(Statement statement, String text) {
        int end = endOfStatement(statement);
        add(statement, end, end, text);
    }

    /** Adds a line after a statement and a comment beside it, indented as the statement is. */
    void addLineAfter(Statement statement, String text) {
        String source = source(statement);
        int end = endOfStatement(statement);
        int lineEnd = end;
        while (lineEnd < source.length() && !isLineEnd(source.charAt(lineEnd))) {
            lineEnd++;
        }
        String rest = source.substring(end, lineEnd).strip();
        boolean comment = rest.startsWith("//") || rest.matches("/\\*.*\\*/");
        int place = comment ? lineEnd : end;
        add(statement, place, place, lineEnd(statement) + indent(statement) + text);
    }

    /** Adds a line before a statement, indented as that is. */
    void addLineBefore(Statement statement, String text) {
        add(
                statement,
                start(statement),
                start(statement),
                text + lineEnd(statement) + indent(statement));
    }

    /** The blank text before an element in its line. */
    String indent(J element) {
        String source = source(element);
        int lineStart = start(element);
        while (lineStart > 0 && !isLineEnd(source.charAt(lineStart - 1))) {
            lineStart--;
        }
        int at = lineStart;
        while (isBlank(source.charAt(at))) {
            at++;
        }
        return source.substring(lineStart, at);
    }

    /** How lines end in an element's file. */
    String lineEnd(J element) {
        return source(element).contains("\r\n") ? "\r\n" : "\n";
    }

    private static boolean isBlank(char character) {
        return character == ' ' || character == '\t';
    }

    private static boolean isLineEnd(char character) {
        return character == '\n' || character == '\r';
    }

    /** A text with changes made. */
    static String applied(String source, List<Edit> edits) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        // Sorting keeps the order of insertions at one place.
        for (Edit edit : edits.stream().sorted().toList()) {
            out.append(source, at, edit.start()).append(edit.text());
            at = edit.end();
            boolean endOfLine = at == source.length() || isLineEnd(source.charAt(at));
            // What ended a line and is gone leaves no blanks there.
            while (edit.text().isEmpty()
                    && endOfLine
                    && out.length() > 0
                    && isBlank(out.charAt(out.length() - 1))) {
                out.setLength(out.length() - 1);
            }
        }
        return out.append(source, at, source.length()).toString();
    }
}
