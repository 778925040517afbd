package dev.cleave.profiler.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Scheduling;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostsFileTest {
    @TempDir private Path folder;

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        Path file = folder.resolve("costs.json");
        CostsFile.write(Costs.ofReference(), file);
        assertEquals(Costs.ofReference(), CostsFile.read(file));
    }

    /** Or two runs of one command would write different files. */
    @Test
    void disciplinesAreInTheirOwnOrder() {
        assertEquals(
                List.of(Scheduling.values()),
                List.copyOf(Costs.ofReference().forkAndJoin().keySet()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "''; is no",
                "[]; is no file of costs; make one with --calibrate=",
                "{\"format\":\"cleave-costs\",\"version\":9}; has version 9; this Cleave reads",
                "class Hi {}; is no file of costs; make one with --calibrate=costs.json",
                "{\"format\":\"cleave-costs\",\"version\":1}; is no valid file of costs: it has no",
                "{\"format\":\"cleave-costs\",\"version\":1,\"costs\":[]}; something else is where",
                "{\"format\":\"cleave-costs\",\"version\":1,\"costs\":{}}; it has no THE"
            })
    void aBrokenFileIsRefusedWithWhy(String text, String said) throws IOException {
        Path file = Files.writeString(folder.resolve("costs.json"), text);
        IOException refusal = assertThrows(IOException.class, () -> CostsFile.read(file));
        assertTrue(refusal.getMessage().contains(said), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(file.toString()), refusal.getMessage());
    }

    @Test
    void whatHasNoTextIsRefusedWithWhatWouldDo() throws IOException {
        Path binary = Files.write(folder.resolve("costs.json"), new byte[] {(byte) 0xCA, -2});
        IOException refusal = assertThrows(IOException.class, () -> CostsFile.read(binary));
        assertTrue(refusal.getMessage().contains("is no file of costs"), refusal.getMessage());
        refusal = assertThrows(IOException.class, () -> CostsFile.read(folder));
        assertTrue(refusal.getMessage().contains("is a folder"), refusal.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"-1", "NaN", "1e13"})
    void aCostThatCannotBeIsRefused(String cost) throws IOException {
        Path file = folder.resolve("costs.json");
        CostsFile.write(Costs.ofReference(), file);
        Files.writeString(
                file, Files.readString(file).replaceAll("\"wake\": [0-9.]+", "\"wake\": " + cost));
        IOException refusal = assertThrows(IOException.class, () -> CostsFile.read(file));
        assertTrue(refusal.getMessage().contains("wake"), refusal.getMessage());
    }

    /** That it measures, and gives what can be used; how long things took is not for a test. */
    @Test
    void calibrationGivesCostsOfEveryDiscipline() throws IOException {
        ByteArrayOutputStream progress = new ByteArrayOutputStream();
        Path file = folder.resolve("costs.json");
        Costs measured = Calibration.measure(new PrintStream(progress));
        CostsFile.write(measured, file);
        assertEquals(measured, CostsFile.read(file));
        assertTrue(progress.toString().contains("CHASE_LEV"), progress.toString());
    }

    /** On a machine with other work a waker may be kept longer than it takes who it wakes. */
    @ParameterizedTest
    @CsvSource({"12000, 400, true", "17189, -9467, false", "0, 400, false"})
    void whatCannotBeACostIsSaid(double one, double other, boolean can) {
        ByteArrayOutputStream progress = new ByteArrayOutputStream();
        assertEquals(
                can, new Calibration(new PrintStream(progress)).areCosts("a steal", one, other));
        assertEquals(
                !can, progress.toString().contains("a steal could not be measured"), "" + progress);
    }
}
