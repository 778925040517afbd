package dev.cleave.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** The agent's option. */
class OnRefusalTest {
    @Test
    void withoutAnOptionItWarns() {
        assertEquals(OnRefusal.WARN, OnRefusal.of(null));
        assertEquals(OnRefusal.WARN, OnRefusal.of(""));
    }

    @Test
    void theOptionsAreWarnAndFail() {
        assertEquals(OnRefusal.WARN, OnRefusal.of("warn"));
        assertEquals(OnRefusal.FAIL, OnRefusal.of("fail"));
    }

    @Test
    void anotherOptionIsRefusedWithThoseThereAre() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> OnRefusal.of("stop"));
        assertEquals(
                "-javaagent:cleave-agent.jar=stop: the option is warn (which is the default),"
                        + " fail, profile or retarget",
                refused.getMessage());
    }
}
