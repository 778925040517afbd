package dev.cleave.detector.checks;

import java.util.Properties;

/**
 * What each bottleneck cost where it was measured, in one sentence, as its page in docs/checks
 * says.
 */
public final class Costs {
    private static final Properties BY_CHECK = PropertiesResource.read("costs.properties");

    private Costs() {}

    /** What a check's bottleneck cost; null if that was not measured. */
    public static String of(String check) {
        return BY_CHECK.getProperty(check);
    }
}
