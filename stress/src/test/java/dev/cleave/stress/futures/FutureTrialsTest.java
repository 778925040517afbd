package dev.cleave.stress.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A short run of the differential test. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FutureTrialsTest {
    private static final long EXECUTIONS = 20_000;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private String said() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void randomProgramsDoWovenWhatTheyDoAsWritten() throws Exception {
        FutureTrials trials =
                new FutureTrials(
                        EXECUTIONS,
                        System.currentTimeMillis(),
                        Tampering.NONE,
                        FutureTrials.PROGRAMS_AT_ONCE,
                        60,
                        1,
                        out);
        assertTrue(trials.run(), this::said);
        assertTrue(trials.promotions() > 0, "nothing was stolen: " + said());
    }

    @Test
    void aSeedGivesAProgramAgain() {
        String source = ProgramGenerator.generate(7).source();
        assertEquals(source, ProgramGenerator.generate(7).source());
        assertNotEquals(source, ProgramGenerator.generate(8).source());
    }
}
