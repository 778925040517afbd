package dev.cleave.maven;

import dev.cleave.detector.Report;
import dev.cleave.detector.Severity;
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
                    "cleave.failOn is '" + name + "'; choose LOW, MEDIUM, HIGH or NEVER", unknown);
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
                    case LOW -> "MEDIUM or HIGH fails only on worse ones, and NEVER on none";
                    case MEDIUM -> "HIGH fails only on worse ones, and NEVER on none";
                    default -> "NEVER fails on none";
                };
        return String.format(
                "%d %s of severity %s%s, printed above, and the limit is none. Mend %s (mvn cleave:fix"
                        + " repairs what can be proven), suppress with a reason in the source (//"
                        + " cleave:ignore FJ6 why), or accept for now with -Dcleave.baseline=FILE."
                        + " -Dcleave.failOn=%s lets them pass: it is %s, %s",
                findings,
                findings == 1 ? "finding" : "findings",
                name(),
                this == HIGH ? "" : " or higher",
                findings == 1 ? "it" : "them",
                "NEVER",
                name(),
                fewer);
    }
}
