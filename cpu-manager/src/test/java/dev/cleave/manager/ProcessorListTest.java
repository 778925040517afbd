package dev.cleave.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
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

    @Test
    void thisProcessMayUseAsManyAsTheVirtualMachineSays() {
        BitSet own = ProcessorList.ofThisProcess();
        assertTrue(own.cardinality() >= 1);
        assertTrue(own.cardinality() <= Runtime.getRuntime().availableProcessors());
    }

    @ParameterizedTest
    @CsvSource({
        "S, RUNNING, 77",
        "R, RUNNING, 77",
        "T, STOPPED, 77",
        "t, STOPPED, 77",
        "Z, GONE, 0",
        "X, GONE, 0"
    })
    void aProcessIsWhatItsStateAndStartSay(char letter, Liveness.State state, long start) {
        String stat = "42 (a) (b c) " + letter + " 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 77 9 9";
        assertEquals(new Liveness(state, start), Liveness.parse(stat));
    }

    @Test
    void aLineThatBreaksOffIsNoProcess() {
        assertEquals(Liveness.State.GONE, Liveness.parse("42 (a) R 1").state());
        assertEquals(Liveness.State.GONE, Liveness.parse("").state());
    }
}
