package dev.cleave.maven;

import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.reports.Report;
import java.util.Locale;

/** Which findings fail a build. */
enum FailOn {
    HIGH(Severity.HIGH),
    MEDIUM(Severity.MEDIUM),
    LOW(Severity.LOW),
    NEVER(null);

    private final Severity least;

    FailOn(Severity least) {
        this.least = least;
    }

    /**
     * The value of a name, in letters of any case.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    static FailOn of(String name) {
        try {
            return valueOf(name.strip().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException(
                    "cleave.failOn is '" + name + "'; choose LOW, MEDIUM, HIGH or NEVER");
        }
    }

    /** How many findings of a report fail the build. */
    long count(Report report) {
        return least == null ? 0 : report.count(least);
    }

    /** What is wrong with that many, and what may be done about it. */
    String message(long findings) {
        String fewer =
                switch (this) {
                    case LOW -> "MEDIUM or HIGH to fail on worse ones only, NEVER to fail on none";
                    case MEDIUM -> "HIGH to fail on worse ones only, NEVER to fail on none";
                    default -> "NEVER to fail on none";
                };
        return String.format(
                Locale.ROOT,
                "%d %s of severity %s%s, printed above, where none may be. Mend %s (mvn cleave:fix"
                        + " repairs what can be proven), suppress with a reason in the source (//"
                        + " cleave:ignore FJ6 why), or accept for now with -Dcleave.baseline=FILE;"
                        + " or set cleave.failOn, which is %s, to %s",
                findings,
                findings == 1 ? "finding" : "findings",
                name(),
                this == HIGH ? "" : " or higher",
                findings == 1 ? "it" : "them",
                name(),
                fewer);
    }
}
