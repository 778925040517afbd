package dev.cleave.detector.reports;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;

/** A report as JSON: the fields of the records, under their names. */
final class JsonReport {
    static final Gson GSON = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private JsonReport() {}

    static String render(Report report) {
        JsonObject all = new JsonObject();
        all.addProperty("version", 1);
        all.addProperty("files", report.files());
        all.addProperty("parsed", report.parsed());
        all.add("findings", GSON.toJsonTree(report.findings()));
        all.add("suppressed", GSON.toJsonTree(report.suppressed()));
        all.add("problems", GSON.toJsonTree(report.problems()));
        all.add("evidence", GSON.toJsonTree(report.evidence()));
        return GSON.toJson(all) + "\n";
    }
}
