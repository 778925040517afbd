package dev.cleave.pekko.benchmarks;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorSystem;

/**
 * A virtual machine that runs one program on one dispatcher, again and again. It prints {@code
 * READY} when it has warmed up; for each line of its input, milliseconds, it measures for so long,
 * and prints the nanoseconds of each run, then {@code DONE}. It ends when its input does.
 */
public final class ActorJvm {
    /** Runs of each kind at least, however long they take, where a run is short. */
    private static final int LEAST_RUNS = 5;

    /** What the compiler may do in a run, of some tens of milliseconds, that is measured. */
    private static final long QUIET_MILLIS = 2;

    /** How long to wait for that. */
    private static final int MOST_COMPILING_SECONDS = 10;

    private static final String QUIET = "pekko.loglevel = WARNING, pekko.log-dead-letters = off";

    private ActorJvm() {}

    /**
     * Measures.
     *
     * @param arguments the program; what to add to the configuration; quick or full; milliseconds
     *     to warm up
     * @throws Exception if a run is wrong, or an argument
     */
    public static void main(String[] arguments) throws Exception {
        PrintStream results = System.out;
        System.setOut(System.err); // what is logged is no result
        BlockingQueue<Long> turns = turns(new BufferedReader(new InputStreamReader(System.in)));
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
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean(); // none with -Xint
        if (quick && compiler != null) {
            awaitQuiet(compiler, program, system);
        }
        results.println("READY");
        while (true) {
            long millis = turns.take();
            repeat(program, system, quick, 0, quick ? 1 : 0, null); // others had the caches
            repeat(program, system, quick, millis, 2, results);
            results.println("DONE");
        }
    }

    /**
     * Goes on warming up until the compiler is quiet: it takes processors away, and the fewer
     * threads a dispatcher has, the larger is the part that it takes of theirs.
     */
    private static void awaitQuiet(CompilationMXBean compiler, Program program, ActorSystem system)
            throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_COMPILING_SECONDS);
        for (int quiet = 0; quiet < LEAST_RUNS && System.nanoTime() < end; ) {
            long compiled = compiler.getTotalCompilationTime();
            repeat(program, system, true, 0, 1, null);
            compiled = compiler.getTotalCompilationTime() - compiled;
            quiet = compiled <= QUIET_MILLIS ? quiet + 1 : 0;
        }
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

    /** What is asked for; the virtual machine ends with its input, whatever it does. */
    private static BlockingQueue<Long> turns(BufferedReader input) {
        BlockingQueue<Long> turns = new LinkedBlockingQueue<>();
        Thread watch =
                new Thread(
                        () -> {
                            try {
                                for (String line; (line = input.readLine()) != null; ) {
                                    turns.add(Long.parseLong(line));
                                }
                            } catch (IOException | NumberFormatException closed) {
                                // the same as its end
                            }
                            Runtime.getRuntime().halt(0);
                        },
                        "input");
        watch.setDaemon(true);
        watch.start();
        return turns;
    }
}
