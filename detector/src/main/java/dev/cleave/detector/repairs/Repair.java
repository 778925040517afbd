package dev.cleave.detector.repairs;

import dev.cleave.detector.Fixer;
import dev.cleave.detector.checks.Check;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.sources.LibraryTypes;
import dev.cleave.detector.sources.SourceSettings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.openrewrite.ExecutionContext;
import org.openrewrite.ScanningRecipe;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.J;

/**
 * Removes what one check finds, where it can prove that nothing else changes. As an OpenRewrite
 * recipe it reads all files first, then changes them; {@link Fixer} also says what it did, and why
 * it left the rest.
 */
public abstract class Repair extends ScanningRecipe<Map<Path, J.CompilationUnit>> {
    /** A file that changes, from a text to a tree. */
    private record Changed(String before, J.CompilationUnit after) {}

    /** What the last visitor was made for, and what it changes. */
    private transient Map<Path, J.CompilationUnit> read;

    private transient Map<UUID, Changed> changes;

    private final Check check;
    private final String title;
    private final String description;

    /**
     * What is the same for all repairs of a kind.
     *
     * @param check finds what is to be repaired
     * @param title what it does, in a few words, without a full stop
     * @param description what it does, in a sentence
     */
    protected Repair(Check check, String title, String description) {
        this.check = check;
        this.title = title;
        this.description = description;
    }

    final Check check() {
        return check;
    }

    @Override
    public final String getDisplayName() {
        return title;
    }

    @Override
    public final String getDescription() {
        return description;
    }

    /**
     * The changes that remove one finding. Findings that can only be removed together get the same
     * changes.
     *
     * @throws dev.cleave.detector.program.CannotProve if the program might then do something else
     */
    protected abstract Patch patch(Program program, J finding);

    @Override
    public Map<Path, J.CompilationUnit> getInitialValue(ExecutionContext context) {
        return new LinkedHashMap<>();
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getScanner(Map<Path, J.CompilationUnit> files) {
        return new JavaVisitor<>() {
            @Override
            public J visitCompilationUnit(J.CompilationUnit file, ExecutionContext context) {
                files.put(file.getSourcePath(), file);
                return file;
            }
        };
    }

    /**
     * The changed files are parsed with all others, without the class path of the host, which a
     * recipe is not told: what would need it is left as it is.
     */
    private Map<UUID, Changed> changes(Map<Path, J.CompilationUnit> files) {
        Path base = Path.of("").toAbsolutePath();
        Map<Path, String> texts = new LinkedHashMap<>();
        Map<Path, J.CompilationUnit> originals = new HashMap<>();
        files.forEach(
                (path, file) -> {
                    texts.put(base.resolve(path).normalize(), file.printAll());
                    originals.put(base.resolve(path).normalize(), file);
                });
        Repairing repairing =
                new Repairing(
                        texts,
                        Set.of(),
                        SourceSettings.of(List.of()),
                        LibraryTypes.NONE,
                        List.of(this),
                        file -> true);
        repairing.run();
        Map<UUID, Changed> changes = new HashMap<>();
        repairing
                .changedFiles()
                .forEach(
                        (path, after) -> {
                            J.CompilationUnit before = originals.get(path);
                            changes.put(
                                    before.getId(),
                                    new Changed(
                                            texts.get(path),
                                            after.withId(before.getId())
                                                    .withMarkers(before.getMarkers())
                                                    .withSourcePath(before.getSourcePath())));
                        });
        return changes;
    }

    /** A host asks for a visitor for each file. */
    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor(Map<Path, J.CompilationUnit> files) {
        if (files != read) {
            changes = changes(files);
            read = files;
        }
        Map<UUID, Changed> changed = changes;
        return new JavaVisitor<>() {
            @Override
            public J visitCompilationUnit(J.CompilationUnit file, ExecutionContext context) {
                Changed change = changed.get(file.getId());
                return change != null && file.printAll().equals(change.before)
                        ? change.after
                        : file;
            }
        };
    }

    /**
     * All recipes of a run read the files before the first changes one. Where another one did, this
     * one waits for the next cycle, or it would undo what that did.
     */
    @Override
    public boolean causesAnotherCycle() {
        return true;
    }
}
