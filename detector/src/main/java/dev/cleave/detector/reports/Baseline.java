package dev.cleave.detector.reports;

import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Findings that are known and accepted for now: those of an earlier report in JSON. Moved lines do
 * not make a known finding new; changed code does.
 */
public final class Baseline {
    private final Set<String> known;

    private Baseline(Set<String> known) {
        this.known = known;
    }

    /**
     * Reads an earlier report.
     *
     * @param file what {@link ReportFormat#JSON} wrote
     * @throws IOException if the file cannot be read, or is not such a report; the message says
     *     which
     */
    public static Baseline read(Path file) throws IOException {
        try {
            String text = Files.isDirectory(file) ? "" : Files.readString(file);
            Set<String> known = new HashSet<>();
            for (JsonElement finding :
                    JsonParser.parseString(text).getAsJsonObject().getAsJsonArray("findings")) {
                known.add(finding.getAsJsonObject().get("fingerprint").getAsString());
            }
            return new Baseline(known);
        } catch (CharacterCodingException
                | JsonParseException
                | IllegalStateException
                | NullPointerException
                | UnsupportedOperationException other) {
            throw new IOException(
                    file
                            + " is not a report in JSON; write one with ./cleave check --format"
                            + " json, or in Maven with cleave.formats=json",
                    other);
        }
    }

    /**
     * A report without the findings that are known.
     *
     * @param report the report of a later run
     */
    public Report apply(Report report) {
        return report.withFindings(
                report.findings().stream()
                        .filter(it -> !known.contains(it.fingerprint()))
                        .toList());
    }
}
