package dev.cleave.pekko.benchmarks;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorSystem;

/**
 * A virtual machine that runs one program on one dispatcher, again and again, and prints the
 * nanoseconds of each run after it has warmed up. It ends when its input does.
 */
public final class ActorJvm {
    /** Runs of each kind at least, however long they take, where a run is short. */
    private static final int LEAST_RUNS = 5;

    private static final String QUIET = "pekko.loglevel = WARNING, pekko.log-dead-letters = off";

    private ActorJvm() {}

    /**
     * Measures.
     *
     * @param arguments the program; what to add to the configuration; quick or full; milliseconds
     *     to warm up; milliseconds to measure
     * @throws Exception if a run is wrong, or an argument
     */
    public static void main(String[] arguments) throws Exception {
        PrintStream results = System.out;
        System.setOut(System.err); // what is logged is no result
        endWithInput();
        Program program = Program.of(arguments[0]);
        boolean quick = arguments[2].equals("quick");
        Config config =
                ConfigFactory.parseString(arguments[1])
                        .withFallback(ConfigFactory.parseString(QUIET))
                        .withFallback(ConfigFactory.load());
        ActorSystem system = ActorSystem.create("bench", config);
        long warmUpMillis = Long.parseLong(arguments[3]);
        int least = quick ? LEAST_RUNS : 2;
        repeat(program, system, true, warmUpMillis / 2, 2 * LEAST_RUNS, null);
        repeat(program, system, quick, warmUpMillis / 2, least, null);
        repeat(program, system, quick, Long.parseLong(arguments[4]), least, results);
        results.println("END");
        Runtime.getRuntime().halt(0);
    }

    private static void repeat(
            Program program,
            ActorSystem system,
            boolean quick,
            long millis,
            int least,
            PrintStream results)
            throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (int runs = 0; runs < least || System.nanoTime() < end; runs++) {
            System.gc(); // what earlier runs have left is not this one's
            long nanos = program.measure(system, quick);
            if (results != null) {
                results.println(nanos);
            }
        }
    }

    private static void endWithInput() {
        Thread watch =
                new Thread(
                        () -> {
                            try {
                                while (System.in.read() >= 0) {
                                    continue;
                                }
                            } catch (java.io.IOException closed) {
                                // the same as its end
                            }
                            Runtime.getRuntime().halt(1);
                        },
                        "end with input");
        watch.setDaemon(true);
        watch.start();
    }
}
