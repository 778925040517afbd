package dev.cleave.stress.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A short run of the differential test, and what it finds when there is something to find. */
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
                        EXECUTIONS, System.currentTimeMillis(), UnaryOperator.identity(), 60, out);
        assertTrue(trials.run(), this::said);
        assertTrue(trials.promotions() > 0, "nothing was stolen: " + said());
    }

    @ParameterizedTest
    @EnumSource(Spoiled.class)
    void aDefectOfTheWeaverIsFound(Spoiled weaver) throws Exception {
        FutureTrials trials = new FutureTrials(50 * EXECUTIONS, 1, weaver, 0, out);
        assertFalse(trials.run(), this::said);
        assertTrue(said().contains("FAILED --seed "), this::said);
        assertTrue(said().contains("@Future"), this::said);
    }

    @Test
    void aSeedGivesAProgramAgain() {
        String source = ProgramGenerator.generate(7).source();
        assertEquals(source, ProgramGenerator.generate(7).source());
        assertNotEquals(source, ProgramGenerator.generate(8).source());
    }

    @Test
    void whatDoesNotMatterIsLeftOutOfAFailingProgram() {
        GeneratedProgram program = ProgramGenerator.generate(7);
        int before = program.source().length();
        new Shrinker(program, p -> p.source().contains("@Future"), 60_000_000_000L).run();
        assertTrue(program.source().contains("@Future"), program::source);
        assertTrue(program.source().length() < before / 3, program::source);
    }
}
