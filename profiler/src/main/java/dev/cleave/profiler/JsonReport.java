package dev.cleave.profiler;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * A profile as JSON: the records of {@link Profile} by the names of their components, in one object
 * with {@code format} and {@code version}. {@code docs/profiling.md} describes it. A version keeps
 * its fields; readers must accept further ones.
 */
public final class JsonReport {
    /** Moves when a field goes or changes its meaning. */
    public static final int VERSION = 1;

    private static final MathContext DIGITS = new MathContext(7);

    /** Characters that could end a script element are written as escapes: Gson's default. */
    private static final Gson GSON =
            new GsonBuilder()
                    .serializeNulls()
                    .registerTypeAdapter(double.class, rounded())
                    .registerTypeAdapter(Double.class, rounded())
                    .create();

    private JsonReport() {}

    private static JsonSerializer<Double> rounded() {
        return (number, type, context) ->
                new JsonPrimitive(new BigDecimal(number, DIGITS).stripTrailingZeros());
    }

    /**
     * The profile as JSON.
     *
     * @param profile what to write
     * @return one object, which may also stand in a script element of HTML
     */
    public static String of(Profile profile) {
        JsonObject report = new JsonObject();
        report.addProperty("format", "cleave-profile");
        report.addProperty("version", VERSION);
        JsonElement content = GSON.toJsonTree(profile);
        content.getAsJsonObject().asMap().forEach(report::add);
        return GSON.toJson(report);
    }
}
