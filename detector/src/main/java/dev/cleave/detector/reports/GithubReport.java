package dev.cleave.detector.reports;

import dev.cleave.detector.findings.Finding;
import dev.cleave.detector.findings.Problem;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.findings.SourceRange;
import java.util.Locale;

/** A report as GitHub's workflow commands: one line a finding, with their own escapes. */
final class GithubReport {
    private GithubReport() {}

    static String render(Report report) {
        StringBuilder out = new StringBuilder();
        for (Finding finding : report.findings()) {
            SourceRange range = finding.range();
            boolean oneLine = range.startLine() == range.endLine();
            out.append(
                    String.format(
                            Locale.ROOT,
                            "::%s file=%s,line=%d,endLine=%d%s,title=%s::%s%n",
                            finding.severity() == Severity.LOW ? "notice" : "warning",
                            property(finding.file()),
                            range.startLine(),
                            range.endLine(),
                            // GitHub takes columns only within one line.
                            oneLine
                                    ? ",col="
                                            + range.startColumn()
                                            + ",endColumn="
                                            + range.endColumn()
                                    : "",
                            property(finding.check()),
                            data(finding.message() + "\n" + finding.remedy())));
        }
        for (Problem problem : report.problems()) {
            out.append(
                    String.format(
                            "::notice file=%s,title=not checked::%s%n",
                            property(problem.file()), data(problem.message())));
        }
        return out.toString();
    }

    private static String data(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }
}
