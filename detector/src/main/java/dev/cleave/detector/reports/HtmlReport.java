package dev.cleave.detector.reports;

import dev.cleave.detector.checks.Check;
import dev.cleave.detector.checks.Checks;
import dev.cleave.detector.findings.Finding;
import dev.cleave.detector.findings.SourceRange;
import dev.cleave.detector.program.Lines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A report as one page of HTML that needs nothing else: no script, no fonts, no network. */
final class HtmlReport {
    private static final int LINES_AROUND = 2;

    private static final String STYLE =
            """
            :root { color-scheme: light dark; --line: #8884; --soft: #8881; --high: #d1242f;
              --medium: #bf8700; --low: #0969da }
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto;
              padding: 0 1rem }
            table { border-collapse: collapse } td, th { padding: .2rem .9rem .2rem 0; text-align: left }
            article { border-left: 4px solid var(--line); padding: .1rem 1rem; margin: 1.2rem 0 }
            article.high { border-color: var(--high) } article.medium { border-color: var(--medium) }
            article.low { border-color: var(--low) }
            pre { background: var(--soft); padding: .6rem; overflow-x: auto; tab-size: 4 }
            pre b { background: #f804; font-weight: inherit } code, pre { font-size: 13px }
            .pill { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .6rem;
              font-size: 13px }
            h3 { margin: .3rem 0 } .seen { font-weight: 600 }
            """;

    private HtmlReport() {}

    static String render(Report report) {
        StringBuilder out = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
        out.append("<meta charset=\"utf-8\">\n<title>Cleave: findings</title>\n");
        out.append("<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n");
        out.append(STYLE).append("</style>\n</head>\n<body>\n<h1>Fork/join bottlenecks</h1>\n");
        int count = report.findings().size();
        out.append(
                String.format(
                        Locale.ROOT,
                        "<p>%s in %s, of which %d parsed; %d suppressed.</p>\n",
                        count == 0 ? "No findings" : TerminalReport.counted(count, "finding"),
                        TerminalReport.counted(report.files(), "Java file"),
                        report.parsed(),
                        report.suppressed().size()));
        summary(report, out);
        list("Seen while the program ran", report.evidence().remarks(), out);
        Map<String, List<Finding>> files = new LinkedHashMap<>();
        for (Finding finding : report.findings()) {
            files.computeIfAbsent(finding.file(), it -> new ArrayList<>()).add(finding);
        }
        files.forEach((file, findings) -> file(report, file, findings, out));
        list(
                "Not checked",
                report.problems().stream().map(it -> it.file() + ": " + it.message()).toList(),
                out);
        return out.append("</body>\n</html>\n").toString();
    }

    private static void summary(Report report, StringBuilder out) {
        Map<String, Integer> counts = new TreeMap<>(Check.BY_NUMBER);
        report.findings().forEach(it -> counts.merge(it.check(), 1, Integer::sum));
        if (counts.isEmpty()) {
            return;
        }
        out.append("<table>\n<tr><th>Check<th>Looks for<th>Found\n");
        for (Check check : Checks.all()) {
            if (counts.containsKey(check.id())) {
                out.append(
                        String.format(
                                Locale.ROOT,
                                "<tr><td>%s<td>%s<td>%d\n",
                                check.id(),
                                escaped(check.getDisplayName()),
                                counts.get(check.id())));
            }
        }
        out.append("</table>\n");
    }

    private static void list(String title, List<String> entries, StringBuilder out) {
        if (!entries.isEmpty()) {
            out.append(String.format("<h2>%s</h2>\n<ul>\n", title));
            entries.forEach(it -> out.append("<li>").append(escaped(it)).append('\n'));
            out.append("</ul>\n");
        }
    }

    private static void file(
            Report report, String file, List<Finding> findings, StringBuilder out) {
        out.append(String.format("<h2><code>%s</code></h2>\n", escaped(file)));
        Lines lines = new Lines(report.sources().getOrDefault(file, ""));
        for (Finding finding : findings) {
            String severity = finding.severity().name().toLowerCase(Locale.ROOT);
            out.append(
                    String.format(
                            "<article class=\"%s\" id=\"%s\">\n<h3>%s: %s</h3>\n"
                                    + "<p><span class=\"pill\">severity %s</span>"
                                    + " <span class=\"pill\">confidence %s</span></p>\n",
                            severity,
                            finding.fingerprint(),
                            finding.check(),
                            escaped(finding.message()),
                            severity,
                            finding.confidence().name().toLowerCase(Locale.ROOT)));
            code(finding.range(), lines, out);
            for (String step : finding.path()) {
                out.append("<p>In ").append(escaped(step)).append("</p>\n");
            }
            String seen = report.evidence().of(finding);
            if (seen != null) {
                out.append("<p class=\"seen\">Recorded: ").append(escaped(seen)).append("</p>\n");
            }
            out.append("<p>").append(escaped(finding.why())).append("</p>\n");
            if (finding.cost() != null) {
                out.append("<p>Cost measured: ").append(escaped(finding.cost())).append("</p>\n");
            }
            out.append("<p>");
            out.append(escaped(finding.remedy())).append("</p>\n</article>\n");
        }
    }

    private static void code(SourceRange range, Lines lines, StringBuilder out) {
        out.append("<pre>");
        for (int at = Math.max(1, range.startLine() - LINES_AROUND);
                at <= range.endLine() + LINES_AROUND;
                at++) {
            String line = lines.line(at, false);
            int start = at == range.startLine() ? range.startColumn() - 1 : 0;
            int end = at == range.endLine() ? range.endColumn() - 1 : line.length();
            boolean marked = at >= range.startLine() && at <= range.endLine();
            start = Math.min(start, line.length());
            end = Math.max(start, Math.min(end, line.length()));
            out.append(String.format(Locale.ROOT, "%5d  ", at));
            out.append(
                    marked
                            ? escaped(line.substring(0, start))
                                    + "<b>"
                                    + escaped(line.substring(start, end))
                                    + "</b>"
                                    + escaped(line.substring(end))
                            : escaped(line));
            out.append('\n');
        }
        out.append("</pre>\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
