package dev.cleave.detector.findings;

/** How sure a check is that a finding is what it says, the surest first. */
public enum Confidence {
    /** Types and calls were resolved, and nothing was assumed. */
    HIGH,
    /** Something was inferred from names, or one of several callees was assumed. */
    MEDIUM,
    /** A guess worth a look. */
    LOW
}
