package dev.cleave.agent.retarget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionTest {
    @ParameterizedTest
    @CsvSource({
        "retarget, com/acme/Main, true",
        "retarget, dev/cleave/ForkJoinPool, false",
        "retarget, dev/cleave/processors/CommonPoolSteering, false",
        "retarget, dev/cleave/benchmarks/Fib, true",
        "'retarget,include=com.acme', com/acme/Main, true",
        "'retarget,include=com.acme', com/acme/below/Main, true",
        "'retarget,include=com.acme', com/acmes/Main, false",
        "'retarget,include=com.acme', com/Main, false",
        "'retarget,include=com.acme.Main', com/acme/Main$Inner, true",
        "'retarget,include=com.acme:org', org/Main, true",
        "'retarget,include=com,exclude=com.acme', com/acme/Main, false",
        "'retarget,include=com,exclude=com.acme', com/other/Main, true",
        "'retarget,exclude=com.acme', org/Main, true"
    })
    void aClassIsSelectedByItsPackage(String option, String className, boolean selected) {
        assertEquals(selected, Selection.of(option).contains(className));
    }

    @ParameterizedTest
    @CsvSource({
        "'retarget,packages=com', \"'packages=com' is not known\"",
        "'retarget,', \"'' is not known\"",
        "'retarget,include=', \"'' in include= is not\"",
        "'retarget,include=com:', \"'' in include=com: is not\"",
        "'retarget,include=com.acme.*', \"'com.acme.*' in include=com.acme.* is not\"",
        "'retarget,include=a:a.b,exclude=a', \"a is included, and excluded too\""
    })
    void aMistakeIsNamedWithWhatToWrite(String option, String said) {
        String message =
                assertThrows(IllegalArgumentException.class, () -> Selection.of(option))
                        .getMessage();
        assertTrue(message.contains(said.replace("\"", "")), message);
        assertTrue(message.contains("write retarget, retarget,include=PACKAGES"), message);
    }
}
