package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Finding;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.findings.SourceRange;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.sources.SourceFiles;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.openrewrite.java.tree.J;

/** What one check found in a program, without what comments and annotations suppress. */
public final class Findings {
    /**
     * A finding and the element it is about.
     *
     * @param element the element
     * @param finding what was found there
     */
    public record Located(J element, Finding finding) {}

    private final Program program;
    private final Check check;
    private final List<Located> found = new ArrayList<>();
    private final List<Finding> suppressed = new ArrayList<>();
    private final Set<UUID> seen = new HashSet<>();
    private final Map<String, Integer> alike = new HashMap<>();

    Findings(Program program, Check check) {
        this.program = program;
        this.check = check;
    }

    /** Adds a finding, with the remedy that the check gives in general. */
    public void add(
            J element,
            TaskCode.Reached where,
            Severity severity,
            Confidence confidence,
            String message) {
        add(element, where, severity, confidence, message, check.remedy());
    }

    /** Adds a finding with a remedy of its own. */
    public void add(
            J element,
            TaskCode.Reached where,
            Severity severity,
            Confidence confidence,
            String message,
            String remedy) {
        add(
                element,
                where,
                severity,
                confidence,
                message,
                check.why(),
                Costs.of(check.id()),
                remedy);
    }

    /** Adds a finding, once for each element; what it cost is null if that was not measured. */
    public void add(
            J element,
            TaskCode.Reached where,
            Severity severity,
            Confidence confidence,
            String message,
            String why,
            String cost,
            String remedy) {
        SourceRange range = place(element);
        if (range == null || !seen.add(element.getId())) {
            return;
        }
        J.CompilationUnit file = program.trees.file(element);
        String path = SourceFiles.slashes(file.getSourcePath());
        String line = program.lines(file).line(range.startLine(), true);
        String task = where == null ? owner(element) : where.task();
        String identity = String.join("\n", check.id(), path, task, line);
        int before = alike.merge(identity, 1, Integer::sum);
        Suppression suppression = Suppression.of(program, element, range, check.id());
        Finding finding =
                new Finding(
                        check.id(),
                        path,
                        range,
                        suppression == Suppression.WITHOUT_REASON
                                ? message
                                        + " (the suppression here has no reason and does not count)"
                                : message,
                        severity,
                        confidence,
                        why,
                        cost,
                        remedy,
                        task,
                        path(where),
                        hash(identity + "\n" + before));
        if (suppression == Suppression.COMPLETE) {
            suppressed.add(finding);
        } else {
            found.add(new Located(element, finding));
        }
    }

    /** A call that goes over lines is where its name is, not where the chain of calls begins. */
    private SourceRange place(J element) {
        SourceRange whole = program.trees.range(element);
        if (whole == null || !(element instanceof J.MethodInvocation call)) {
            return whole;
        }
        SourceRange name = program.trees.range(call.getName());
        return name == null || name.startLine() == whole.startLine()
                ? whole
                : new SourceRange(
                        name.startLine(), name.startColumn(), whole.endLine(), whole.endColumn());
    }

    private String owner(J element) {
        DeclaredType type = program.types.enclosing(element);
        return type == null ? "" : type.simpleName;
    }

    private List<String> path(TaskCode.Reached where) {
        LinkedList<String> steps = new LinkedList<>();
        for (TaskCode.Reached at = where; at != null && at.call() != null; at = at.caller()) {
            SourceRange range = program.trees.range(at.call());
            steps.addFirst(
                    String.format(
                            Locale.ROOT,
                            "%s, called at %s:%d",
                            name(at.body()),
                            SourceFiles.slashes(program.trees.file(at.call()).getSourcePath()),
                            range == null ? 0 : range.startLine()));
        }
        return steps;
    }

    private String name(J body) {
        DeclaredType type = program.types.enclosing(body);
        String owner = type == null ? "" : type.simpleName + ".";
        return body instanceof J.MethodDeclaration method
                ? owner + method.getSimpleName()
                : owner + "lambda";
    }

    private static String hash(String identity) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(identity.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 12);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java platform has SHA-256", impossible);
        }
    }

    /** The findings, in the order of files and lines. */
    public List<Located> found() {
        return found.stream().sorted(Comparator.comparing(Located::finding, ORDER)).toList();
    }

    /** What was found and is suppressed with a reason. */
    public List<Finding> suppressed() {
        return suppressed;
    }

    /** By file, line, column and check. */
    public static final Comparator<Finding> ORDER =
            Comparator.comparing(Finding::file)
                    .thenComparing(it -> it.range().startLine())
                    .thenComparing(it -> it.range().startColumn())
                    .thenComparing(Finding::check);
}
