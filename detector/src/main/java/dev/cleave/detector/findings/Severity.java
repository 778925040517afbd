package dev.cleave.detector.findings;

/** How much a finding is likely to cost a program, the worst first. */
public enum Severity {
    /** Takes parallelism away, or costs time in proportion to the data at every level. */
    HIGH,
    /** Costs time that depends on how often the code runs. */
    MEDIUM,
    /** Costs little by itself; worth knowing where tasks are small. */
    LOW
}
