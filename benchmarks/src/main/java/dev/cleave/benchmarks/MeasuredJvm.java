package dev.cleave.benchmarks;

import dev.cleave.benchmarks.peers.PeerPool;
import java.io.PrintStream;
import java.util.NoSuchElementException;

/**
 * The program of a virtual machine that measures. Its one argument says what; it answers on its
 * output with one {@link Event} a line and nothing else.
 */
public final class MeasuredJvm {
    private MeasuredJvm() {}

    /**
     * Measures.
     *
     * @param arguments a {@link Measurement} as text
     * @throws ReflectiveOperationException if the catalogue cannot be made
     */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        PrintStream answers = System.out;
        // What a program prints must not stand between the answers.
        System.setOut(System.err);
        ParentProcess.endWithIt();
        Measurement measurement = Measurement.parse(arguments[0]);
        Catalogue.Program program = find(measurement);
        try (EventSender events = new EventSender(answers)) {
            events.accept(Event.start(System.getProperty("java.version"), scheduling(measurement)));
            new Harness(measurement, events)
                    .measure(
                            program.quick(),
                            measurement.quick() ? program.quick() : program.full());
        }
    }

    private static Catalogue.Program find(Measurement measurement)
            throws ReflectiveOperationException {
        Catalogue catalogue =
                (Catalogue) Class.forName(measurement.catalogue()).getConstructor().newInstance();
        return catalogue.suites().stream()
                .filter(suite -> suite.name().equals(measurement.suite()))
                .flatMap(suite -> suite.programs().stream())
                .filter(program -> program.name().equals(measurement.program()))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(measurement.title()));
    }

    private static String scheduling(Measurement measurement) {
        try (PeerPool pool = measurement.peer().open(1, measurement.scheduling())) {
            return pool.scheduling();
        }
    }
}
