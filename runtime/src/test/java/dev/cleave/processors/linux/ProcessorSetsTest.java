package dev.cleave.processors.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sets of processors as the kernel writes them, and what is none. */
class ProcessorSetsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 | 2",
                "ff | 8",
                "ffffffff,ffffffff | 64",
                "00000001,00000000,80000000 | 2",
                "0 | 0",
                "f3g | 0",
                "'' | 0"
            })
    void masks(String mask, int processors) {
        String status = "Name:\tjava\nCpus_allowed:\t" + mask + "\nCpus_allowed_list:\t0-63\n";
        assertEquals(processors, ProcessorSets.affinity(status).cardinality());
    }

    @Test
    void whichProcessorsAMaskHas() {
        BitSet set = ProcessorSets.affinity("Cpus_allowed:\t00000001,00000000,80000005\n");
        assertEquals("{0, 2, 31, 64}", set.toString());
    }

    @Test
    void statusWithoutAMask() {
        BitSet none = new BitSet();
        assertEquals(none, ProcessorSets.affinity(null));
        assertEquals(none, ProcessorSets.affinity(""));
        assertEquals(none, ProcessorSets.affinity("Cpus_allowed:"));
        assertEquals(none, ProcessorSets.affinity("Cpus_allowed_list:\t0-3\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 1",
                "0-3 | 4",
                "0-3,8,10-11 | 7",
                "'' | 0",
                "3-0 | 0",
                "a-b | 0",
                "0-3, | 0",
                "-1 | 0",
                "0-9223372036854775806 | 2147483647"
            })
    void lists(String list, int processors) {
        assertEquals(processors, ProcessorSets.list(list + "\n"));
    }
}
