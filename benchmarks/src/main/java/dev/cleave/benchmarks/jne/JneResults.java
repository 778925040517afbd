package dev.cleave.benchmarks.jne;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import dev.cleave.benchmarks.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All that was found. */
final class JneResults {
    private static final Gson GSON =
            new GsonBuilder()
                    .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
                    .serializeNulls()
                    .setPrettyPrinting()
                    .registerTypeAdapter(
                            Workload.class,
                            (JsonSerializer<Workload>)
                                    (it, type, all) -> new JsonPrimitive(it.label()))
                    .registerTypeAdapter(
                            WorkloadPeer.class,
                            (JsonSerializer<WorkloadPeer>)
                                    (it, type, all) -> new JsonPrimitive(it.label()))
                    .create();

    final Standalones standalones = new Standalones();
    final List<WorkloadResult> workloads = new ArrayList<>();
    final List<Change> changes = new ArrayList<>();

    final List<Loss> losses = new ArrayList<>();

    /** Null if not measured. */
    CostsExperiment.Costs costs;

    /** What a peer made of a workload, if that was measured. */
    Optional<WorkloadResult> of(Workload workload, WorkloadPeer peer) {
        return workloads.stream()
                .filter(result -> result.workload() == workload && result.peer() == peer)
                .findFirst();
    }

    /** The throughput of a peer by that of java.util.concurrent; empty if one was not measured. */
    Optional<Double> timesJuc(Workload workload, WorkloadPeer peer) {
        Optional<WorkloadResult> juc = of(workload, WorkloadPeer.JUC);
        return juc.isEmpty()
                ? Optional.empty()
                : of(workload, peer).map(result -> result.throughput() / juc.get().throughput());
    }

    /** Everything as an array of rows, whose {@code program} says what each is about. */
    String json() {
        JsonArray rows = new JsonArray();
        for (Map.Entry<Standalones.Key, Statistics> each : standalones.statistics().entrySet()) {
            JsonObject row = row("standalone", each.getKey());
            row.addProperty("median_nanos", each.getValue().median());
            row.addProperty("best_nanos", each.getValue().best());
            rows.add(row);
        }
        workloads.forEach(result -> rows.add(row(result.workload().label(), result)));
        changes.forEach(change -> rows.add(row(JnePlan.LIMITS, change)));
        if (costs != null) {
            rows.add(row(JnePlan.COSTS, costs));
        }
        losses.forEach(loss -> rows.add(row(JnePlan.FAILURES, loss)));
        return GSON.toJson(rows);
    }

    private static JsonObject row(String program, Object record) {
        JsonObject row = new JsonObject();
        row.addProperty("suite", JneBench.NAME);
        row.addProperty("program", program);
        GSON.toJsonTree(record)
                .getAsJsonObject()
                .entrySet()
                .forEach(field -> row.add(field.getKey(), field.getValue()));
        return row;
    }
}
