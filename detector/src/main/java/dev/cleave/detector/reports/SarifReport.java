package dev.cleave.detector.reports;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.cleave.detector.checks.Check;
import dev.cleave.detector.checks.Checks;
import dev.cleave.detector.checks.Costs;
import dev.cleave.detector.findings.Finding;
import dev.cleave.detector.findings.Problem;
import dev.cleave.detector.findings.Severity;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;

/**
 * A report as SARIF 2.1.0 (OASIS standard, 27 March 2020): all checks as rules, paths relative, our
 * own fingerprints, suppressed findings marked as such, and files that could not be looked at as
 * notifications of the run.
 */
final class SarifReport {
    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                    + "sarif-schema-2.1.0.json";

    private SarifReport() {}

    static String render(Report report) {
        JsonObject run = new JsonObject();
        run.add("tool", object("driver", driver()));
        run.addProperty("columnKind", "utf16CodeUnits");
        JsonArray results = new JsonArray();
        for (Finding finding : report.findings()) {
            JsonObject result = result(finding);
            if (report.evidence().of(finding) != null) {
                result.getAsJsonObject("properties")
                        .addProperty("recorded", report.evidence().of(finding));
            }
            results.add(result);
        }
        for (Finding suppressed : report.suppressed()) {
            JsonObject result = result(suppressed);
            result.add("suppressions", array(object("kind", text("inSource"))));
            results.add(result);
        }
        run.add("results", results);
        run.add("invocations", array(invocation(report.problems())));
        JsonObject log = new JsonObject();
        log.addProperty("$schema", SCHEMA);
        log.addProperty("version", "2.1.0");
        log.add("runs", array(run));
        return JsonReport.GSON.toJson(log) + "\n";
    }

    private static JsonObject driver() {
        JsonObject driver = new JsonObject();
        driver.addProperty("name", "Cleave");
        JsonArray rules = new JsonArray();
        for (Check check : Checks.all()) {
            JsonObject rule = new JsonObject();
            rule.addProperty("id", check.id());
            rule.add("shortDescription", message(check.getDisplayName()));
            rule.add("fullDescription", message(check.getDescription()));
            rule.add(
                    "help",
                    message(
                            String.format(
                                    "%s Cost measured: %s %s",
                                    check.why(), Costs.of(check.id()), check.remedy())));
            rules.add(rule);
        }
        driver.add("rules", rules);
        return driver;
    }

    private static JsonObject result(Finding finding) {
        JsonObject result = new JsonObject();
        result.addProperty("ruleId", finding.check());
        result.addProperty("level", finding.severity() == Severity.LOW ? "note" : "warning");
        result.add("message", message(finding.message() + ". " + finding.remedy()));
        JsonObject region = new JsonObject();
        region.addProperty("startLine", finding.range().startLine());
        region.addProperty("startColumn", finding.range().startColumn());
        region.addProperty("endLine", finding.range().endLine());
        region.addProperty("endColumn", finding.range().endColumn());
        JsonObject place = location(finding.file());
        place.add("region", region);
        result.add("locations", array(object("physicalLocation", place)));
        result.add("partialFingerprints", object("cleave/v1", text(finding.fingerprint())));
        JsonObject properties = new JsonObject();
        properties.addProperty("severity", finding.severity().name().toLowerCase(Locale.ROOT));
        properties.addProperty("confidence", finding.confidence().name().toLowerCase(Locale.ROOT));
        properties.addProperty("task", finding.task());
        properties.add("path", JsonReport.GSON.toJsonTree(finding.path()));
        result.add("properties", properties);
        return result;
    }

    private static JsonObject invocation(List<Problem> problems) {
        JsonObject invocation = new JsonObject();
        invocation.addProperty("executionSuccessful", true);
        JsonArray notifications = new JsonArray();
        for (Problem problem : problems) {
            JsonObject notification = new JsonObject();
            notification.addProperty("level", "warning");
            notification.add("message", message(problem.message()));
            notification.add(
                    "locations", array(object("physicalLocation", location(problem.file()))));
            notifications.add(notification);
        }
        invocation.add("toolExecutionNotifications", notifications);
        return invocation;
    }

    private static JsonObject location(String file) {
        return object("artifactLocation", object("uri", text(uri(file))));
    }

    /** A path as a relative reference: a colon in its first segment must not look like a scheme. */
    static String uri(String file) {
        try {
            String path = file.matches("[^/]*:.*") ? "./" + file : file;
            return new URI(null, null, path, null).toASCIIString();
        } catch (URISyntaxException impossible) {
            throw new IllegalArgumentException("not a path: " + file, impossible);
        }
    }

    private static JsonObject message(String text) {
        return object("text", text(text));
    }

    private static JsonElement text(String text) {
        return new JsonPrimitive(text);
    }

    private static JsonObject object(String name, JsonElement value) {
        JsonObject object = new JsonObject();
        object.add(name, value);
        return object;
    }

    private static JsonArray array(JsonElement element) {
        JsonArray array = new JsonArray();
        array.add(element);
        return array;
    }
}
