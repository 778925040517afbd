package dev.cleave.detector.checks;

import dev.cleave.detector.findings.SourceRange;
import dev.cleave.detector.program.Lines;
import dev.cleave.detector.program.Program;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openrewrite.java.tree.J;

/**
 * Whether the author of a place has decided that a finding there is to stay. A comment {@code //
 * cleave:ignore FJ2 reason} counts for its line and, alone on a line, for the next, or the
 * statement that begins there; an annotation {@code @SuppressWarnings("FJ2: reason")} for what it
 * stands at. A suppression has a reason, or does not count.
 */
enum Suppression {
    NONE,
    WITHOUT_REASON,
    COMPLETE;

    static Suppression of(Program program, J element, SourceRange range, String check) {
        Suppression found = NONE;
        Lines lines = program.lines(program.trees.file(element));
        Pattern comment =
                Pattern.compile("cleave:ignore\\s+" + check + "\\b[:,\\s-]*(.*?)(\\*/|$)");
        int first = firstLine(program, element, range);
        for (int line = first - 1; line <= range.startLine(); line++) {
            String text = lines.line(line, true);
            boolean counts = line >= first || text.matches("(//|/\\*).*");
            Matcher matcher = comment.matcher(text);
            if (counts && matcher.find()) {
                found = stronger(found, matcher.group(1));
            }
        }
        Pattern note = Pattern.compile("\"" + check + "\\b[:,\\s-]*(.*?)\"");
        for (J at = element; at != null; at = program.trees.parent(at)) {
            for (J.Annotation annotation : annotations(at)) {
                if (annotation.getSimpleName().equals("SuppressWarnings")) {
                    Matcher matcher = note.matcher(program.trees.text(annotation));
                    while (matcher.find()) {
                        found = stronger(found, matcher.group(1));
                    }
                }
            }
        }
        return found;
    }

    /** Where the statement begins that an element is part of. */
    private static int firstLine(Program program, J element, SourceRange range) {
        J at = element;
        while (at != null
                && !(program.trees.parent(at) instanceof J.Block)
                && !(program.trees.parent(at) instanceof J.Case)) {
            at = program.trees.parent(at);
        }
        SourceRange statement = at == null ? null : program.trees.range(at);
        return statement == null ? range.startLine() : statement.startLine();
    }

    private static Suppression stronger(Suppression found, String reason) {
        return found == COMPLETE || !reason.isBlank() ? COMPLETE : WITHOUT_REASON;
    }

    private static List<J.Annotation> annotations(J element) {
        if (element instanceof J.MethodDeclaration method) {
            return method.getLeadingAnnotations();
        }
        if (element instanceof J.ClassDeclaration type) {
            return type.getLeadingAnnotations();
        }
        return element instanceof J.VariableDeclarations variables
                ? variables.getLeadingAnnotations()
                : List.of();
    }
}
