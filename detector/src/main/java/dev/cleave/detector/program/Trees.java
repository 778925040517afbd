package dev.cleave.detector.program;

import dev.cleave.detector.findings.SourceRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.openrewrite.Cursor;
import org.openrewrite.PrintOutputCapture;
import org.openrewrite.Tree;
import org.openrewrite.java.JavaPrinter;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.Statement;

/** What contains what in a set of syntax trees, and where each element stands in its file. */
public final class Trees {
    private final Map<J, J> parents = new IdentityHashMap<>();
    private final Map<J.CompilationUnit, List<J>> elements = new IdentityHashMap<>();
    private final Map<Statement, Boolean> leaving = new IdentityHashMap<>();

    /** Knows how Java is printed; which file it is does not matter. */
    private J.CompilationUnit anyFile;

    /** A file's text, and where each element begins and ends in it. */
    private record Printed(String text, Map<UUID, int[]> offsets) {}

    private final Map<J, Printed> printed = new IdentityHashMap<>();
    private final Map<J, Map<UUID, SourceRange>> ranges = new IdentityHashMap<>();

    /** Says how long it is without being copied. */
    private static final class Output extends PrintOutputCapture<Integer> {
        Output() {
            super(0);
        }

        int length() {
            return out.length();
        }
    }

    /** Visits code, and not comments: documentation that mentions a method does not call it. */
    private abstract static class CodeVisitor extends JavaVisitor<Integer> {
        @Override
        public Space visitSpace(Space space, Space.Location location, Integer context) {
            return space;
        }
    }

    /** Adds a file. */
    void add(J.CompilationUnit file) {
        anyFile = file;
        List<J> found = new ArrayList<>();
        elements.put(file, found);
        new CodeVisitor() {
            @Override
            public J preVisit(J element, Integer context) {
                found.add(element);
                if (getCursor().getParentTreeCursor().getValue() instanceof J parent) {
                    parents.put(element, parent);
                }
                return element;
            }
        }.visit(file, 0);
    }

    /** The element right around this one; null for a file. */
    public J parent(J element) {
        return parents.get(element);
    }

    /** The element right around this one and the parentheses and casts around it. */
    public J parentPastWrapping(J element) {
        J at = parent(element);
        while (at instanceof J.Parentheses<?>
                || at instanceof J.TypeCast
                || at instanceof J.ControlParentheses<?>) {
            at = parent(at);
        }
        return at;
    }

    /** The file that contains an element. */
    public J.CompilationUnit file(J element) {
        J at = element;
        while (at != null && !(at instanceof J.CompilationUnit)) {
            at = parent(at);
        }
        return (J.CompilationUnit) at;
    }

    /** The innermost element of a kind around this one, itself excluded; null if there is none. */
    public <T> T enclosing(J element, Class<T> kind) {
        J at = parent(element);
        while (at != null && !kind.isInstance(at)) {
            at = parent(at);
        }
        return kind.cast(at);
    }

    /** The statements before the one that contains a place, of all blocks around it. */
    public List<Statement> earlier(J place) {
        List<Statement> found = new ArrayList<>();
        J child = place;
        for (J at = parent(place); at != null; at = parent(at)) {
            if (at instanceof J.Block block) {
                for (Statement statement : block.getStatements()) {
                    if (statement == child) {
                        break;
                    }
                    found.add(statement);
                }
            }
            child = at;
        }
        return found;
    }

    /** Whether {@code inner} is {@code outer} or inside of it. */
    public boolean within(J inner, J outer) {
        J at = inner;
        while (at != null && at != outer) {
            at = parent(at);
        }
        return at != null;
    }

    /** Whether a statement may end what is around it, by a return, say; lambdas in it do not. */
    boolean leaves(Statement statement) {
        return leaving.computeIfAbsent(
                statement,
                at ->
                        elements(at, it -> it instanceof J.Lambda).stream()
                                .anyMatch(
                                        it ->
                                                it instanceof J.Return
                                                        || it instanceof J.Throw
                                                        || it instanceof J.Break
                                                        || it instanceof J.Continue));
    }

    /** All elements of a file that was added, each before those inside it. */
    public List<J> elements(J.CompilationUnit file) {
        return elements.get(file);
    }

    /** All elements of a tree, each before those inside it, without the insides of some. */
    public static List<J> elements(J root, Predicate<J> skipped) {
        List<J> found = new ArrayList<>();
        new CodeVisitor() {
            @Override
            public J visit(Tree tree, Integer context) {
                if (!(tree instanceof J element)) {
                    return null;
                }
                found.add(element);
                return element != root && skipped.test(element)
                        ? element
                        : super.visit(element, context);
            }
        }.visit(root, 0);
        return found;
    }

    /** A new set that tells apart elements which are written alike. */
    public static <T> Set<T> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /** Whether a {@code return} in an element is not one of the method around it. */
    public static boolean returnsByItself(J element) {
        return element instanceof J.Lambda
                || element instanceof J.ClassDeclaration
                || element instanceof J.NewClass;
    }

    /** The arguments of a call, without the placeholder that stands for none. */
    public static List<Expression> arguments(List<Expression> arguments) {
        return arguments.stream().filter(it -> !(it instanceof J.Empty)).toList();
    }

    /** An expression without the parentheses and casts around it. */
    public static Expression unwrapped(Expression expression) {
        Expression at = expression;
        while (true) {
            if (at instanceof J.Parentheses<?> parentheses
                    && parentheses.getTree() instanceof Expression inner) {
                at = inner;
            } else if (at instanceof J.TypeCast cast) {
                at = cast.getExpression();
            } else {
                return at;
            }
        }
    }

    /** An element as it is written, in one line, without the space before it. */
    public String text(J element) {
        String text = element.print(new Cursor(new Cursor(null, Cursor.ROOT_VALUE), anyFile));
        return text.strip().replaceAll("\\s+", " ");
    }

    /** The name in {@code name} and {@code this.name}; null for others. */
    public String fieldName(Expression expression) {
        return expression instanceof J.Identifier identifier
                ? identifier.getSimpleName()
                : expression instanceof J.FieldAccess access
                                && text(access.getTarget()).equals("this")
                        ? access.getSimpleName()
                        : null;
    }

    /** Where an element is in its file; null if it is in none. */
    public SourceRange range(J element) {
        J.CompilationUnit file = file(element);
        return file == null
                ? null
                : ranges.computeIfAbsent(file, it -> rangesIn(file)).get(element.getId());
    }

    /** Where an element begins and ends in the text of its file; null if it is in none. */
    public int[] offsets(J element) {
        J.CompilationUnit file = file(element);
        return file == null ? null : printed(file).offsets.get(element.getId());
    }

    /** The text of a file. */
    public String source(J.CompilationUnit file) {
        return printed(file).text;
    }

    private Map<UUID, SourceRange> rangesIn(J.CompilationUnit file) {
        Printed printed = printed(file);
        Lines lines = new Lines(printed.text);
        Map<UUID, SourceRange> found = new HashMap<>();
        printed.offsets.forEach((id, at) -> found.put(id, lines.range(at[0], at[1])));
        return found;
    }

    private Printed printed(J.CompilationUnit file) {
        return printed.computeIfAbsent(file, it -> print(file));
    }

    private static Printed print(J.CompilationUnit file) {
        Map<UUID, int[]> offsets = new HashMap<>();
        Output output = new Output();
        new JavaPrinter<Integer>() {
            @Override
            public J visit(Tree tree, PrintOutputCapture<Integer> out) {
                J printed = super.visit(tree, out);
                if (tree instanceof J element && offsets.get(element.getId()) != null) {
                    offsets.get(element.getId())[1] = output.length();
                }
                return printed;
            }

            @Override
            protected void beforeSyntax(
                    J element, Space.Location location, PrintOutputCapture<Integer> out) {
                super.beforeSyntax(element, location, out);
                int start = output.length();
                offsets.putIfAbsent(element.getId(), new int[] {start, start});
            }
        }.visit(file, output);
        return new Printed(output.getOut(), offsets);
    }

    /** Whether an element begins before another one of the same file. */
    public boolean isBefore(J first, J second) {
        SourceRange one = range(first);
        SourceRange other = range(second);
        return one != null
                && other != null
                && (one.startLine() < other.startLine()
                        || one.startLine() == other.startLine()
                                && one.startColumn() < other.startColumn());
    }
}
