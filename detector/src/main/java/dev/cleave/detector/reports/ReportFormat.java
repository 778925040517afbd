package dev.cleave.detector.reports;

import java.util.function.Function;

/** How a report can be written. */
public enum ReportFormat {
    /** For people: each finding with its code. */
    TERMINAL(TerminalReport::render),
    /** Everything, for programs, and for a later run's baseline. */
    JSON(JsonReport::render),
    /** SARIF 2.1.0, for code scanning tools. */
    SARIF(SarifReport::render),
    /** Workflow commands that GitHub shows as annotations in a pull request. */
    GITHUB(GithubReport::render),
    /** One page of HTML, for people. */
    HTML(HtmlReport::render);

    private final Function<Report, String> renderer;

    ReportFormat(Function<Report, String> renderer) {
        this.renderer = renderer;
    }

    /**
     * Writes a report.
     *
     * @param report what to write
     */
    public String render(Report report) {
        return renderer.apply(report);
    }
}
