package dev.cleave.stress.futures;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the differential test finds when there is something to find; runs beside its short run. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FutureDefectsTest {
    /** More than any of the defects needs. */
    private static final long EXECUTIONS = 1_000_000;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private String said() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource(Spoiled.class)
    void aDefectOfTheWeaverIsFound(Spoiled weaver) throws Exception {
        // Each is found in the program of this seed.
        FutureTrials trials = new FutureTrials(EXECUTIONS, 144, weaver, 1, 0, 1, out);
        try {
            assertFalse(trials.run(), this::said);
        } catch (IllegalStateException e) {
            // Calls that outlive their scopes may wait for each other.
            assertTrue(e.getMessage().endsWith(" hangs"), this::said);
        }
        assertTrue(said().contains("FAILED --seed "), this::said);
        assertTrue(said().contains("@Future"), this::said);
    }

    @ParameterizedTest
    @EnumSource(Misled.class)
    void aDefectOfOneShapeIsFound(Misled defect) throws Exception {
        // Each is found in the program of its seed.
        long seed =
                switch (defect) {
                    case RESULTS_ARE_TURNED_AROUND, LAST_LONG_IS_LEFT_OUT -> 140;
                    default -> 137;
                };
        FutureTrials trials = new FutureTrials(EXECUTIONS, seed, defect, 1, 0, 1, out);
        assertFalse(trials.run(), this::said);
        assertTrue(said().contains("FAILED --seed "), this::said);
        assertTrue(Stream.of(defect.shape.split("[|]")).anyMatch(said()::contains), this::said);
        // It is the defect that shows, not that the call finds no method.
        assertFalse(said().matches("(?s).*woven: +java[.]lang[.][A-Za-z]*Error.*"), this::said);
    }

    /** How much smaller is {@link #whatDoesNotMatterIsLeftOutOfAFailingProgram}'s to see. */
    @Test
    void aFailingLoopIsStillThereWhenTheProgramIsSmaller() throws Exception {
        FutureTrials trials = new FutureTrials(EXECUTIONS, 1, Misled.LOOP_ENDS_EARLY, 1, 8, 1, out);
        assertFalse(trials.run(), this::said);
        String smaller = said().substring(said().indexOf("made smaller:"));
        smaller = smaller.split("FAILED|[0-9,]+ executions of ")[0];
        // Ranges of lambdas become the same loops, and fail with them.
        assertTrue(
                List.of("@Parallel ", "Cleave.forEach", "reduce(").stream()
                        .anyMatch(smaller::contains),
                smaller);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@Future",
                "@Parallel int",
                "Cleave.join(",
                "Cleave.invokeAll(",
                "Cleave.forEach(",
                "reduce("
            })
    void whatDoesNotMatterIsLeftOutOfAFailingProgram(String shape) {
        long seed = 1;
        while (!ProgramGenerator.generate(seed).source().contains(shape)) {
            seed++;
        }
        GeneratedProgram program = ProgramGenerator.generate(seed);
        int before = program.source().length();
        new Shrinker(program, p -> p.source().contains(shape), 60_000_000_000L).run();
        assertTrue(program.source().contains(shape), program::source);
        assertTrue(program.source().length() < before / 3, program::source);
    }
}
