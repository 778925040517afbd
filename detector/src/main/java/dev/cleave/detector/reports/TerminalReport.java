package dev.cleave.detector.reports;

import dev.cleave.detector.checks.Check;
import dev.cleave.detector.findings.Finding;
import dev.cleave.detector.findings.Problem;
import dev.cleave.detector.findings.SourceRange;
import dev.cleave.detector.program.Lines;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A report for people: where, what, the code, why it costs, what to do. */
public final class TerminalReport {
    /** More of a line is not shown: generated sources have lines of megabytes. */
    private static final int WIDEST = 200;

    private static final String CUT = "...";

    private TerminalReport() {}

    static String render(Report report) {
        StringBuilder out = new StringBuilder();
        Map<String, Integer> counts = new TreeMap<>(Check.BY_NUMBER);
        Map<String, Lines> lines = new HashMap<>();
        for (Finding finding : report.findings()) {
            counts.merge(finding.check(), 1, Integer::sum);
            render(
                    finding,
                    lines.computeIfAbsent(
                            finding.file(), it -> new Lines(report.sources().getOrDefault(it, ""))),
                    report.evidence().of(finding),
                    out);
        }
        for (Problem problem : report.problems()) {
            out.append(
                    String.format(
                            "%s: not checked: %s%n%n", shown(problem.file()), problem.message()));
        }
        for (String remark : report.evidence().remarks()) {
            out.append(String.format("recorded: %s%n", remark));
        }
        out.append(
                report.findings().isEmpty()
                        ? "no findings"
                        : counted(report.findings().size(), "finding") + " " + counts);
        out.append(
                String.format(
                        Locale.ROOT,
                        "; %s, %d parsed",
                        counted(report.files(), "Java file"),
                        report.parsed()));
        if (!report.suppressed().isEmpty()) {
            out.append(String.format(Locale.ROOT, ", %d suppressed", report.suppressed().size()));
        }
        return out.append(String.format("%n")).toString();
    }

    /** A number of things, in words. */
    public static String counted(int count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }

    /** A file's name, or what contains one, in one line: names may have any character. */
    public static String shown(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
    }

    private static void render(Finding finding, Lines lines, String seen, StringBuilder out) {
        SourceRange range = finding.range();
        out.append(
                String.format(
                        Locale.ROOT,
                        "%s:%d:%d: %s %s: %s%n",
                        shown(finding.file()),
                        range.startLine(),
                        range.startColumn(),
                        finding.check(),
                        finding.severity().name().toLowerCase(Locale.ROOT),
                        finding.message()));
        String line = lines.line(range.startLine(), false);
        if (!line.isEmpty()) {
            int end =
                    range.endLine() == range.startLine()
                            ? Math.min(range.endColumn() - 1, line.length())
                            : line.length();
            int start = Math.min(range.startColumn() - 1, line.length());
            int from =
                    line.length() <= WIDEST
                            ? 0
                            : Math.max(0, Math.min(start - WIDEST / 4, line.length() - WIDEST));
            int to = Math.min(line.length(), from + WIDEST);
            String head = from > 0 ? CUT : "";
            String tail = to < line.length() ? CUT : "";
            // Tabs stay tabs, so that the marks stand below the code however wide a tab is.
            String indent = (head + line.substring(from, start)).replaceAll("[^\t]", " ");
            int marks = Math.max(1, Math.min(end, to) - start);
            out.append(
                    String.format(
                            Locale.ROOT,
                            "  %5d | %s%n",
                            range.startLine(),
                            head + line.substring(from, to) + tail));
            out.append(String.format("        | %s%s%n", indent, "^".repeat(marks)));
        }
        for (String step : finding.path()) {
            out.append(String.format("        in %s%n", shown(step)));
        }
        if (seen != null) {
            out.append(String.format("        recorded: %s%n", seen));
        }
        out.append(String.format("        why: %s%n", finding.why()));
        if (finding.cost() != null) {
            out.append(String.format("        cost measured: %s%n", finding.cost()));
        }
        out.append(String.format("        do:  %s%n%n", finding.remedy()));
    }
}
