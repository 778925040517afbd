package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What suite {@code checks} measures as wrong is what the check of that name finds. */
class CostPairsTest {
    private static final Map<String, String> PAIRS =
            new TreeMap<>(
                    Map.of(
                            "FJ7", "ForkedAndJoinedAtOnce",
                            "FJ8", "IdleParent",
                            "FJ9", "WrongJoinOrder",
                            "FJ10", "Threshold",
                            "FJ11", "ForkWithoutJoin",
                            "FJ12", "PoolPerCall",
                            "FJ13", "FullSizeAllocation",
                            "FJ14", "SharedMutableState",
                            "FJ15", "JoinUnderLock",
                            "FJ16", "ParallelStreamInTask"));

    @Test
    void eachWrongVersionIsFoundAndNoRightOne() {
        Path pairs =
                Path.of(
                        System.getProperty("cleave.root"),
                        "benchmarks/src/main/java/dev/cleave/benchmarks/costs");
        CommandRun run = CommandRun.inProcess("check", pairs, "--format", "json");
        assertEquals(1, run.status(), run.err());
        Map<String, String> found = new TreeMap<>();
        for (JsonElement element :
                JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("findings")) {
            JsonObject finding = element.getAsJsonObject();
            String check = finding.get("check").getAsString();
            if (PAIRS.containsKey(check)) {
                String file = finding.get("file").getAsString();
                found.put(check, file.replaceAll(".*/|\\.java", ""));
                assertNotEquals("Right", finding.get("task").getAsString(), finding.toString());
            }
        }
        assertEquals(PAIRS, found);
    }
}
