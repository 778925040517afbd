package dev.cleave.detector;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/**
 * What each bottleneck cost where it was measured, in one sentence, as its page in docs/checks
 * says.
 */
final class Costs {
    private static final Properties BY_CHECK = read();

    private Costs() {}

    /** What a check's bottleneck cost; null if that was not measured. */
    static String of(String check) {
        return BY_CHECK.getProperty(check);
    }

    private static Properties read() {
        Properties costs = new Properties();
        try (InputStream file = Costs.class.getResourceAsStream("costs.properties");
                Reader text = new InputStreamReader(file, StandardCharsets.UTF_8)) {
            costs.load(text);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return costs;
    }
}
