package dev.cleave.detector.checks;

import dev.cleave.detector.Detector;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.sources.LibraryTypes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openrewrite.ExecutionContext;
import org.openrewrite.ScanningRecipe;
import org.openrewrite.Tree;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.marker.SearchResult;

/**
 * Looks for one kind of bottleneck. As an OpenRewrite recipe it reads all files first, then marks
 * what it found; {@link Detector} asks for findings instead.
 */
public abstract class Check extends ScanningRecipe<List<J.CompilationUnit>> {
    /** Orders ids: FJ2 before FJ10. */
    public static final Comparator<String> BY_NUMBER =
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    private final String id;
    private final String title;
    private final String description;
    private final String why;
    private final String remedy;

    /** What the last visitor was made for, and what it marks. */
    private transient List<J.CompilationUnit> read;

    private transient Map<UUID, String> messages;

    /**
     * What is the same for all findings of a check.
     *
     * @param id a name that never changes, such as {@code FJ2}
     * @param title what it looks for, in a few words, without a full stop
     * @param description what it looks for, in a sentence
     * @param why why that costs
     * @param remedy what to do about it
     */
    protected Check(String id, String title, String description, String why, String remedy) {
        this.id = id;
        this.title = title;
        this.description = description;
        this.why = why;
        this.remedy = remedy;
    }

    /** The check's id, such as {@code FJ2}; it never changes. */
    public final String id() {
        return id;
    }

    /** What the bottleneck costs. */
    public final String why() {
        return why;
    }

    /** What to do about it, in general. */
    public final String remedy() {
        return remedy;
    }

    @Override
    public final String getDisplayName() {
        return title;
    }

    @Override
    public final String getDescription() {
        return description;
    }

    /** Looks through a program and adds what it finds. */
    protected abstract void find(Program program, Findings findings);

    /** What this check finds in a program. */
    public final Findings findings(Program program) {
        Findings findings = new Findings(program, this);
        find(program, findings);
        return findings;
    }

    @Override
    public List<J.CompilationUnit> getInitialValue(ExecutionContext context) {
        return new ArrayList<>();
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getScanner(List<J.CompilationUnit> files) {
        return new JavaVisitor<>() {
            @Override
            public J visitCompilationUnit(J.CompilationUnit file, ExecutionContext context) {
                files.add(file);
                return file;
            }
        };
    }

    private Map<UUID, String> messages(List<J.CompilationUnit> files) {
        Map<UUID, String> found = new HashMap<>();
        findings(new Program(files, LibraryTypes.in(files)))
                .found()
                .forEach(it -> found.put(it.element().getId(), id + ": " + it.finding().message()));
        return found;
    }

    /** A host asks for a visitor for each file. */
    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor(List<J.CompilationUnit> files) {
        if (files != read) {
            messages = messages(files);
            read = files;
        }
        Map<UUID, String> messages = this.messages;
        return new JavaVisitor<>() {
            @Override
            public J visit(Tree tree, ExecutionContext context) {
                J visited = super.visit(tree, context);
                String message = visited == null ? null : messages.get(visited.getId());
                return message == null ? visited : SearchResult.found(visited, message);
            }
        };
    }
}
