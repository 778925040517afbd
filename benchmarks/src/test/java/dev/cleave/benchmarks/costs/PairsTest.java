package dev.cleave.benchmarks.costs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.cleave.benchmarks.UsageException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both versions of a pair compute the same, and a pair is measured from end to end. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class PairsTest {
    @TempDir private Path folder;

    /** Whoever else measures on this machine: times do not matter here. */
    @BeforeAll
    static void measureBesideOthers() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    @ParameterizedTest
    @EnumSource(CheckedPair.class)
    void bothVersionsComputeTheSame(CheckedPair checked) throws Exception {
        Pair pair = checked.pair().getConstructor().newInstance();
        try {
            Faults faults = new Faults();
            long right = run(pair, "right", faults);
            assertEquals(expected(checked, pair), right);
            assertEquals(0, faults.faults, "faults of the right version");
            long wrong = run(pair, "wrong", faults);
            if (checked == CheckedPair.FJ14) {
                assertEquals(right, wrong + faults.faults, "what was counted and what was lost");
            } else {
                assertEquals(right, wrong);
            }
        } finally {
            pair.close();
        }
    }

    private static long run(Pair pair, String version, Faults faults) throws Exception {
        for (Method method : pair.getClass().getMethods()) {
            if (method.getName().equals(version)) {
                return (long)
                        (method.getParameterCount() == 0
                                ? method.invoke(pair)
                                : method.invoke(pair, faults));
            }
        }
        throw new AssertionError(pair.getClass() + " has no version " + version);
    }

    private static long expected(CheckedPair checked, Pair pair) {
        return switch (checked) {
            case FJ11 -> Pair.sum(pair.data, 0, Pair.LARGE);
            case FJ14 -> {
                long even = 0;
                for (long number : pair.data) {
                    even += 1 - (Pair.work(number) & 1);
                }
                yield even;
            }
            default -> Pair.sum(pair.data, 0, pair.data.length);
        };
    }

    @Test
    void aPairIsMeasuredFromEndToEnd() throws Exception {
        Path json = folder.resolve("rows.json");
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status =
                CostsBench.run(
                        new CostsOptions(true, json, null, List.of("FJ13"), 1, null, List.of()),
                        new PrintWriter(out),
                        new PrintWriter(err));
        assertEquals(0, status, err.toString());
        assertTrue(out.toString().contains("FullSizeAllocation"), out.toString());
        JsonObject row =
                JsonParser.parseString(Files.readString(json))
                        .getAsJsonArray()
                        .get(0)
                        .getAsJsonObject();
        assertEquals("FJ13", row.get("check").getAsString());
        // 64 leaves with 65,536 longs each, against 64 with 1,024; half way is far from both.
        assertTrue(row.get("wrong_bytes").getAsDouble() > 32 * 65_536 * 8, row.toString());
        assertTrue(row.get("right_bytes").getAsDouble() < 32 * 65_536 * 8, row.toString());
        assertTrue(row.get("wrong_faults").isJsonNull(), row.toString());
    }

    @Test
    void aVirtualMachineThatDoesNotStartIsSaid() throws Exception {
        StringWriter err = new StringWriter();
        int status =
                CostsBench.run(
                        new CostsOptions(
                                true,
                                null,
                                null,
                                List.of("FJ7"),
                                1,
                                null,
                                List.of("-XX:+NoSuchOption")),
                        new PrintWriter(new StringWriter()),
                        new PrintWriter(err));
        assertEquals(1, status);
        assertTrue(err.toString().contains("FJ7 cannot be measured"), err.toString());
        assertTrue(err.toString().contains("NoSuchOption"), err.toString());
    }

    /** What measures, in a virtual machine of its own. */
    static final class Measuring {
        private Measuring() {}

        public static void main(String[] arguments) throws Exception {
            CostsBench.run(
                    new CostsOptions(
                            true, null, null, List.of("FJ7"), 1, null, List.of("-XX:+NoSuch")),
                    new PrintWriter(new StringWriter()),
                    new PrintWriter(System.out));
        }
    }

    @Test
    void nothingIsLeftBehindInTheFolderForTemporaryFiles() throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Djava.io.tmpdir=" + folder,
                                "-cp",
                                System.getProperty("java.class.path"),
                                Measuring.class.getName())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), said);
        assertTrue(said.contains("NoSuch"), said);
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void ratiosAreOfMachinesThatRanOneAfterTheOther() {
        CostRow row =
                CostRow.of(
                        CheckedPair.FJ7,
                        List.of(side(20), side(90), side(40)),
                        List.of(side(10), side(30), side(10)));
        assertEquals(3, row.ratio());
        assertEquals(2, row.leastRatio());
        assertEquals(4, row.mostRatio());
        assertEquals(40, row.wrongUs());
        assertNull(row.wrongFaults());
        assertFalse(CostRow.json(List.of(row)).isEmpty());
    }

    private static CostRow.Side side(double micros) {
        return new CostRow.Side(micros, 0, null);
    }

    @Test
    void zeroMachinesAreRefused() {
        assertThrows(
                UsageException.class,
                () ->
                        CostsBench.run(
                                new CostsOptions(false, null, null, List.of(), 0, null, List.of()),
                                new PrintWriter(new StringWriter()),
                                new PrintWriter(new StringWriter())));
    }
}
