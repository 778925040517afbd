package dev.cleave.profiler.simulator;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.cleave.Scheduling;
import dev.cleave.profiler.WrittenFile;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** {@link Costs} as JSON: what {@code --calibrate} writes and {@code --costs} reads. */
final class CostsFile {
    private static final String FORMAT = "cleave-costs";
    private static final int VERSION = 1;
    private static final String FORK_AND_JOIN = "forkAndJoin";

    private CostsFile() {}

    static void write(Costs costs, Path path) throws IOException {
        JsonObject file = new JsonObject();
        file.addProperty("format", FORMAT);
        file.addProperty("version", VERSION);
        file.addProperty("unit", "ns");
        file.add("costs", json(costs));
        WrittenFile.write(path, new GsonBuilder().setPrettyPrinting().create().toJson(file) + "\n");
    }

    static JsonElement json(Costs costs) {
        return new GsonBuilder().create().toJsonTree(costs);
    }

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read, or is no such file; the message says why
     */
    static Costs read(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new IOException(path + " is a folder; give a file that --calibrate has written");
        }
        try (Reader in = Files.newBufferedReader(path)) {
            JsonElement parsed = JsonParser.parseReader(in);
            if (!parsed.isJsonObject()
                    || !FORMAT.equals(text(parsed.getAsJsonObject(), "format"))) {
                throw noCosts(path, null);
            }
            JsonObject file = parsed.getAsJsonObject();
            if (!Integer.toString(VERSION).equals(text(file, "version"))) {
                throw new IOException(
                        path
                                + " has version "
                                + text(file, "version")
                                + "; this Cleave reads version "
                                + VERSION
                                + ": make it again with --calibrate");
            }
            return costs(file.getAsJsonObject("costs"));
        } catch (JsonParseException | CharacterCodingException e) {
            throw noCosts(path, e);
        } catch (ClassCastException
                | NumberFormatException
                | IllegalStateException
                | UnsupportedOperationException e) {
            throw new IOException(
                    path
                            + " is no valid file of costs: something else is where a number or an"
                            + " object belongs; make it again with --calibrate",
                    e);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    path
                            + " is no valid file of costs: "
                            + e.getMessage()
                            + "; make it again with --calibrate",
                    e);
        }
    }

    private static IOException noCosts(Path path, Exception cause) {
        return new IOException(
                path + " is no file of costs; make one with --calibrate=costs.json", cause);
    }

    private static String text(JsonObject object, String name) {
        return object.has(name) && object.get(name).isJsonPrimitive()
                ? object.get(name).getAsString()
                : "";
    }

    private static Costs costs(JsonObject json) {
        if (json == null) {
            throw new IllegalArgumentException("it has no costs");
        }
        Map<Scheduling, Double> forkAndJoin = new EnumMap<>(Scheduling.class);
        JsonObject each = json.getAsJsonObject(FORK_AND_JOIN);
        for (Scheduling scheduling : Scheduling.values()) {
            forkAndJoin.put(scheduling, number(each, scheduling.name()));
        }
        return new Costs(
                forkAndJoin,
                number(json, "look"),
                number(json, "scan"),
                number(json, "stealTried"),
                number(json, "stealWon"),
                number(json, "promotion"),
                number(json, "joinStolen"),
                number(json, "wake"),
                number(json, "wakeLatency"),
                number(json, "lock"));
    }

    private static double number(JsonObject json, String name) {
        if (json == null || !json.has(name)) {
            throw new IllegalArgumentException("it has no " + name);
        }
        return json.get(name).getAsDouble();
    }
}
