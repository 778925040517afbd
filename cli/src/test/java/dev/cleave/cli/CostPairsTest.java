package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What suite {@code checks} measures as wrong is what the check of that name finds. */
class CostPairsTest {
    private static final Map<String, String> PAIRS =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry("FJ1", "CentralizedPooling"),
                            Map.entry("FJ2", "CopyOnFork"),
                            Map.entry("FJ3", "CopyOnJoin"),
                            Map.entry("FJ4", "ScatteredForks"),
                            Map.entry("FJ5", "TaskSynchronization"),
                            Map.entry("FJ6", "SleepyWorkers"),
                            Map.entry("FJ7", "ForkedAndJoinedAtOnce"),
                            Map.entry("FJ8", "IdleParent"),
                            Map.entry("FJ9", "WrongJoinOrder"),
                            Map.entry("FJ10", "Threshold"),
                            Map.entry("FJ11", "ForkWithoutJoin"),
                            Map.entry("FJ12", "PoolPerCall"),
                            Map.entry("FJ13", "FullSizeAllocation"),
                            Map.entry("FJ14", "SharedMutableState"),
                            Map.entry("FJ15", "JoinUnderLock"),
                            Map.entry("FJ16", "ParallelStreamInTask")));

    /** What a pair has, in both versions, besides what it is about. */
    private static final Set<String> BESIDES = Set.of("FJ4 ForkWithoutJoin", "FJ5 JoinUnderLock");

    @Test
    void eachWrongVersionIsFoundAndNoRightOne() {
        Path pairs =
                Path.of(
                        System.getProperty("cleave.root"),
                        "benchmarks/src/main/java/dev/cleave/benchmarks/costs");
        CommandRun run = CommandRun.inProcess("check", pairs, "--format", "json");
        assertEquals(1, run.status(), run.err());
        Set<String> found = new TreeSet<>();
        for (JsonElement element :
                JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("findings")) {
            JsonObject finding = element.getAsJsonObject();
            String check = finding.get("check").getAsString();
            String pair = finding.get("file").getAsString().replaceAll(".*/|\\.java", "");
            found.add(check + " " + pair);
            if (pair.equals(PAIRS.get(check))) {
                assertNotEquals("Right", finding.get("task").getAsString(), finding.toString());
            }
        }
        Set<String> expected = new TreeSet<>(BESIDES);
        PAIRS.forEach((check, pair) -> expected.add(check + " " + pair));
        assertEquals(expected, found);
    }
}
