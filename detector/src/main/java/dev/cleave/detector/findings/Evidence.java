package dev.cleave.detector.findings;

import java.util.List;
import java.util.Map;

/**
 * What a flight recording of the program says about the findings of a report.
 *
 * @param byFinding what was seen at a finding, in words, by its fingerprint
 * @param remarks what was seen elsewhere: where workers waited though nothing was found, and pools
 *     whose workers had unequal shares
 */
public record Evidence(Map<String, String> byFinding, List<String> remarks) {
    /** For reports without a recording. */
    public static final Evidence NONE = new Evidence(Map.of(), List.of());

    /** Copies the collections. */
    public Evidence {
        byFinding = Map.copyOf(byFinding);
        remarks = List.copyOf(remarks);
    }

    /** What was seen at a finding; null if nothing was. */
    public String of(Finding finding) {
        return byFinding.get(finding.fingerprint());
    }
}
