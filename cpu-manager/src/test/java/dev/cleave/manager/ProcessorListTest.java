package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.processors.linux.ProcessorSets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of processors, read and written, and what Linux tells of a process. */
class ProcessorListTest {
    @ParameterizedTest
    @CsvSource({
        "'0', '0'",
        "'0-3,8', '0-3,8'",
        "'3,1,2', '1-3'",
        "'0,1', '0,1'",
        "' 1023\n', '1023'"
    })
    void aListIsReadAndWritten(String list, String written) {
        assertEquals(written, ProcessorList.format(ProcessorList.parse(list)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "1-", "-1", "3-1", "0-1-2", "1024", "0,,1", "0 1"})
    void whatIsNoListIsRefused(String list) {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> ProcessorList.parse(list));
        assertTrue(refused.getMessage().contains("'" + list + "'"), refused.getMessage());
        assertTrue(refused.getMessage().contains("1023"), refused.getMessage());
    }

    /** A quota allows fewer processors than the affinity, of which the first are as good as any. */
    @ParameterizedTest
    @CsvSource({
        "'2-5,9', 8, '2-5,9'",
        "'2-5,9', 2, '2,3'",
        "'0-4000', 2, '0,1'",
        "'0-4000', 4001, '0-1023'",
        "'1024', 3, '0-2'",
        "'', 2000, '0-1023'"
    })
    void aProcessMayUseWhatItsAffinityNamesAndNoMoreThanTheVirtualMachineSays(
            String affinity, int count, String processors) {
        BitSet mask = new BitSet();
        for (ProcessorSets.Range range : ProcessorSets.ranges(affinity)) {
            mask.set((int) range.first(), (int) range.last() + 1);
        }
        BitSet allowed = ProcessorList.allowed(mask, count);
        assertEquals(processors, ProcessorList.format(allowed));
    }

    @Test
    void processorsThatTheMachineDoesNotHaveAreKnown(@TempDir Path root) throws IOException {
        BitSet asked = ProcessorList.parse("0-3,8");
        assertTrue(ProcessorList.absent(root, asked).isEmpty(), "nothing is known");
        for (int present : new int[] {0, 1, 3}) {
            Files.createDirectories(root.resolve("sys/devices/system/cpu/cpu" + present));
        }
        assertEquals("2,8", ProcessorList.format(ProcessorList.absent(root, asked)));
    }

    @Test
    void thisProcessMayUseAsManyAsTheVirtualMachineSays() {
        BitSet own = ProcessorList.ofThisProcess();
        assertTrue(own.cardinality() >= 1);
        assertTrue(own.cardinality() <= Runtime.getRuntime().availableProcessors());
    }

    @ParameterizedTest
    @CsvSource({
        "S, RUNNING",
        "R, RUNNING",
        "T, STOPPED",
        "t, STOPPED",
        "Z, GONE",
        "X, GONE",
        "x, GONE"
    })
    void aProcessIsWhatItsStateSays(char letter, Liveness liveness) {
        assertEquals(liveness, Liveness.of("42 (a) (b c) " + letter + " 1 1"));
    }

    @Test
    void aLineThatBreaksOffIsNoProcess() {
        assertEquals(Liveness.GONE, Liveness.of("42 (a) "));
        assertEquals(Liveness.GONE, Liveness.of(""));
    }

    @Test
    void aProcessIsKnownByItsStart() throws Exception {
        Process process = new ProcessBuilder("sleep", "100").start();
        try (ProcessFile file = ProcessFile.open(process.pid());
                ProcessFile again = ProcessFile.open(process.pid());
                ProcessFile self = ProcessFile.open(ProcessHandle.current().pid())) {
            assertEquals(file.start(), again.start());
            assertTrue(file.start() > self.start(), file.start() + " " + self.start());
            assertEquals(Liveness.RUNNING, file.look());
            process.destroyForcibly().waitFor();
            assertEquals(Liveness.GONE, file.look());
        }
    }

    @Test
    void theMaskOfAProcess() {
        Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/status")), "no /proc here");
        BitSet missing = ProcessorList.ofThisProcess();
        assertFalse(missing.isEmpty());
        missing.andNot(ProcessorList.mask(ProcessHandle.current().pid()));
        assertTrue(missing.isEmpty(), () -> "may be used, and is not in the mask: " + missing);
        assertTrue(ProcessorList.mask(Long.MAX_VALUE).isEmpty(), "there is no such process");
    }
}
