package dev.cleave.profiler.workspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredRunTest {
    private static final String RESULT =
            """
            version=1
            work=1000000
            span=300000
            burdenedSpan=400000
            outsideWork=200000
            spanInside=100000
            burdenedInside=200000
            forks=7
            strands=22
            probeNanos=50
            burden=700
            grain=5000
            longestGrain=12000
            elapsed=2000000
            processors=1251000
            regions=0
            jdkTasks=0
            joinsLeftOut=0
            lines=2
            line.0=200000
            line.0.text=Main.main(Main.java\\:3)
            line.1=100000
            line.1.text=Main.\\u0007work(Main.java\\:9)
            """;

    @TempDir private Path folder;

    private MeasuredRun read(String text) throws IOException {
        return MeasuredRun.read("Main.java", Files.writeString(folder.resolve("result"), text));
    }

    @Test
    void oneIsNotMany() throws Exception {
        MeasuredRun one =
                read(RESULT.replace("forks=7", "forks=1").replace("strands=22", "strands=1"));
        assertEquals(
                "work and span of Main.java: 1 task in 1 strand", WorkSpanReport.text(one).get(0));
        assertEquals(
                "work and span of Main.java: 7 tasks in 22 strands",
                WorkSpanReport.text(read(RESULT)).get(0));
    }

    @Test
    void whatIsOutsideTasksIsToldApart() throws Exception {
        MeasuredRun run = read(RESULT);
        assertEquals(new WorkSpan(1_000_000_000, 300_000_000, 400_000_000, 8), run.whole());
        assertEquals(new WorkSpan(800_000_000, 100_000_000, 200_000_000, 8), run.inside());
        assertEquals(22 * 50 / 2e6, run.probeShare());
        assertEquals(
                new MeasuredRun.Line(200_000, "Main.main(Main.java:3)"), run.criticalPath().get(0));
    }

    @Test
    void thePersonSeesParallelismSpeedupsAndLines() throws Exception {
        List<String> text = WorkSpanReport.text(read(RESULT));
        assertTrue(text.get(0).contains("Main.java: 7 tasks in 22 strands"), text::toString);
        assertTrue(text.get(2).matches("the program +1.00 ms +300.00 us +3.33 +2.50"), text.get(2));
        assertTrue(
                text.get(3).matches("in its tasks +800.00 us +100.00 us +8.00 +4.00"), text.get(3));
        assertTrue(
                text.stream().anyMatch(line -> line.matches(" +4 +1.53 to 3.33 +1.76 to 4.00")),
                text::toString);
        assertTrue(
                text.stream()
                        .anyMatch(
                                line ->
                                        line.endsWith(
                                                "33.3 %  100.00 us  Main.?work(Main.java:9)")),
                text::toString);
        assertTrue(text.stream().noneMatch(line -> line.contains("uncertain")), text::toString);
    }

    /** It waits for nothing, so it is not counted as if each worker had to wait for all of it. */
    @Test
    void whatIsOutsideTasksCountsOnceInWhatCanBeExpected() throws Exception {
        MeasuredRun run = read(RESULT);
        assertEquals(1000 / (200 + 800 / 4 + 1.7 * 0.75 * 200), run.expectedSpeedup(4), 1e-9);
        assertEquals(1, run.expectedSpeedup(1));
    }

    @Test
    void aRunWithParallelRegionsIsSaidToBeMoreParallel() throws Exception {
        String said =
                "parallel regions are not followed: the program is more parallel than these numbers"
                        + " say";
        assertFalse(WorkSpanReport.text(read(RESULT)).contains(said));
        String regions = RESULT.replace("regions=0", "regions=1");
        assertTrue(WorkSpanReport.text(read(regions)).contains(said));
    }

    @Test
    void aRunWithoutTasksIsSaidToBe() throws Exception {
        String said = "no task, future or parallel loop of Cleave ran in it: what other threads";
        assertFalse(String.join("", WorkSpanReport.text(read(RESULT))).contains(said));
        String none = RESULT.replace("forks=7", "forks=0");
        assertTrue(String.join("", WorkSpanReport.text(read(none))).contains(said));
    }

    @Test
    void aRunThatWasMuchMeasurementIsSaidToBe() throws Exception {
        assertTrue(isUncertain(22_000));
        assertTrue(isUncertain(18_000)); // 45 %
        assertFalse(isUncertain(14_000));
    }

    @Test
    void aRunInWhichTheProcessorsDidMuchElseIsSaidToBe() throws Exception {
        assertFalse(String.join("", WorkSpanReport.text(read(RESULT))).contains("not in these"));
        String more = RESULT.replace("processors=1251000", "processors=1261100");
        String text = String.join("", WorkSpanReport.text(read(more)));
        assertTrue(text.contains("not in these numbers: 260.00 us of processors' time"), text);
    }

    private boolean isUncertain(int strands) throws Exception {
        return WorkSpanReport.text(read(RESULT.replace("strands=22", "strands=" + strands)))
                .stream()
                .anyMatch(line -> line.contains("uncertain"));
    }

    @Test
    void theJsonHasTheSame() throws Exception {
        JsonObject json =
                JsonParser.parseString(WorkSpanReport.json(read(RESULT))).getAsJsonObject();
        assertEquals("cleave-work-span", json.get("format").getAsString());
        JsonObject inside = json.getAsJsonObject("inTasks");
        assertEquals(100_000, inside.get("spanNanos").getAsDouble());
        assertEquals(8, inside.get("parallelism").getAsDouble());
        JsonObject two = inside.getAsJsonArray("speedups").get(1).getAsJsonObject();
        assertEquals(2, two.get("workers").getAsInt());
        assertEquals(2, two.get("atMost").getAsDouble());
        assertEquals(2, json.getAsJsonArray("criticalPath").size());
    }

    @Test
    void aProgramWithoutTasksHasNoParallelism() throws Exception {
        MeasuredRun run =
                read(
                        RESULT.replace("work=1000000", "work=200000")
                                .replaceAll("(?m)^(s|burdenedS)pan=.*", "$1pan=200000"));
        assertEquals(1, run.inside().parallelism());
        assertTrue(WorkSpanReport.text(run).get(6).matches(" +1 +1.00 to 1.00 +-"));
    }

    @Test
    void aRunOfWhichNothingWasMeasuredHasNoTable() throws Exception {
        String text =
                String.join(
                        "\n",
                        WorkSpanReport.text(
                                read(
                                        RESULT.replaceAll(
                                                        "(?m)^(work|span|burdenedSpan|outsideWork"
                                                                + "|spanInside|burdenedInside|forks|lines)=.*",
                                                        "$1=0")
                                                .replace("strands=22", "strands=2"))));
        assertTrue(text.contains("nothing was measured: no task"), text);
        assertFalse(text.contains("speedup"), text);
        assertFalse(text.contains("critical path"), text);
        assertTrue(text.contains("timing a strand took"), text);
    }

    @Test
    void ofTasksWithoutASpanNoParallelismIsKnown() throws Exception {
        MeasuredRun run =
                read(
                        RESULT.replace("spanInside=100000", "spanInside=0")
                                .replace("burdenedInside=200000", "burdenedInside=100000"));
        List<String> text = WorkSpanReport.text(run);
        assertTrue(text.get(3).matches("in its tasks +800.00 us +0.00 ns +- +8.00"), text.get(3));
        assertTrue(text.get(6).endsWith(" -"), text.get(6));
        JsonObject inside =
                JsonParser.parseString(WorkSpanReport.json(run))
                        .getAsJsonObject()
                        .getAsJsonObject("inTasks");
        assertTrue(inside.get("parallelism") == null || inside.get("parallelism").isJsonNull());
        assertEquals(0, inside.getAsJsonArray("speedups").size());
    }

    @Test
    void whatIsBrokenIsRefusedWithWhatToDo() {
        assertTrue(
                failure(RESULT.replace("version=1", "version=9"))
                        .contains("no result of version 1"));
        assertTrue(failure("").contains("is empty: there was no room for it"));
        assertTrue(
                failure(RESULT.replace("strands=22\n", ""))
                        .contains("strands is null, not a number; run the program again"));
        assertTrue(failure("version=\\u00").contains("is no result of the agent"));
    }

    private String failure(String text) {
        return assertThrows(IOException.class, () -> read(text)).getMessage();
    }
}
