package dev.cleave.detector.reports;

import dev.cleave.detector.findings.Evidence;
import dev.cleave.detector.findings.Finding;
import dev.cleave.detector.findings.Problem;
import dev.cleave.detector.findings.Severity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a run of the detector found.
 *
 * @param findings in the order of files and lines
 * @param suppressed findings that the sources suppress, with a reason
 * @param problems files that could not be looked at
 * @param files how many Java files there were
 * @param parsed how many of them were parsed, the others having nothing to do with fork/join
 * @param sources the text of each file with findings, for showing code
 * @param evidence what a flight recording says about the findings
 */
public record Report(
        List<Finding> findings,
        List<Finding> suppressed,
        List<Problem> problems,
        int files,
        int parsed,
        Map<String, String> sources,
        Evidence evidence) {
    /** Copies the collections. */
    public Report {
        findings = List.copyOf(findings);
        suppressed = List.copyOf(suppressed);
        problems = List.copyOf(problems);
        sources = Map.copyOf(sources);
    }

    /** Whether there were files to check, and none of them could be. */
    public boolean isOfNothing() {
        return findings.isEmpty() && parsed == 0 && !problems.isEmpty();
    }

    /**
     * How many findings are at least that severe.
     *
     * @param least the least severity that counts
     */
    public long count(Severity least) {
        return findings.stream().filter(it -> it.severity().compareTo(least) <= 0).count();
    }

    /** The same report without some findings. */
    public Report withFindings(List<Finding> left) {
        return new Report(left, suppressed, problems, files, parsed, sources, evidence);
    }

    /**
     * The same report with what a flight recording of the program says: how long workers slept or
     * were blocked at each finding, where else they waited, and whether their shares were unequal.
     *
     * @param recording a file that Java's Flight Recorder wrote
     * @throws IOException if it cannot be read, or is no flight recording
     */
    public Report joinedWith(Path recording) throws IOException {
        return RecordedWaits.join(this, recording);
    }

    Report withEvidence(Evidence seen) {
        return new Report(findings, suppressed, problems, files, parsed, sources, seen);
    }
}
