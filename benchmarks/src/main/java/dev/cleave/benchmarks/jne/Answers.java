package dev.cleave.benchmarks.jne;

import dev.cleave.benchmarks.MeasurementException;
import java.util.HashMap;
import java.util.Map;

/** What each kernel's serial version found, which every other run must find as well. */
final class Answers {
    private record Key(Kernel kernel, Kernel.Size size) {}

    private final Map<Key, String> expected = new HashMap<>();

    /**
     * Checks one. The first of a kernel is the serial version's, and is what the others must be.
     *
     * @param who names the program in the message
     * @throws MeasurementException if it is another
     */
    void check(Kernel kernel, Kernel.Size size, String who, String answer)
            throws MeasurementException {
        String right = expected.computeIfAbsent(new Key(kernel, size), first -> answer);
        if (!right.equals(answer)) {
            throw new MeasurementException(
                    String.format(
                            "%s: wrong result: %s, but the serial version found %s",
                            who, answer, right));
        }
    }
}
