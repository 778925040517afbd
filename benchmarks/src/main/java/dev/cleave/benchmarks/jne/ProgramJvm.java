package dev.cleave.benchmarks.jne;

import dev.cleave.benchmarks.jne.ProgramEvent.Kind;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.processors.CpuManager;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The virtual machine of one program. It takes a {@link ProgramOrder} a line, answers with a {@link
 * ProgramEvent} a line and nothing else, and ends when its input does.
 *
 * <p>The main thread reads orders; a worker of the pool runs the program, from GO to STOPPED, so
 * that nobody computes beside the workers, not even to make the input. Between them the main thread
 * alone opens and closes pools.
 */
public final class ProgramJvm {
    private static final int CALLS = 50_000_000;
    private static final int TIMES = 5;
    private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final PrintStream answers;
    private final Problem problem;
    private final Problem small;
    private final int repeats;

    private volatile ProgramPool pool;
    private volatile boolean going;

    private ProgramJvm(PrintStream answers, Kernel kernel, Kernel.Size size) {
        this.answers = answers;
        problem = kernel.problem(size);
        small = kernel.problem(Kernel.Size.FINE);
        repeats = kernel.repeats(size);
    }

    /**
     * Serves until the input ends.
     *
     * @param arguments the names of a {@link Kernel} and of its size
     * @throws IOException if the input cannot be read, or the CPU manager not be reached
     */
    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        // What a program prints must not stand between the answers.
        System.setOut(System.err);
        Thread.setDefaultUncaughtExceptionHandler((thread, failed) -> end(failed));
        new ProgramJvm(answers, Kernel.valueOf(arguments[0]), Kernel.Size.valueOf(arguments[1]))
                .serve();
    }

    private void say(ProgramEvent event) {
        answers.println(event.line());
    }

    private void serve() throws IOException {
        BufferedReader orders =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        say(ProgramEvent.of(Kind.STARTED));
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            ProgramOrder order = ProgramOrder.parse(line);
            switch (order.kind()) {
                case OPEN -> open(order);
                case GO -> go();
                case STOP -> going = false;
                case WATCH -> watch();
                case TIME_CPUS_CURRENT -> timeCpusCurrent();
            }
        }
        Runtime.getRuntime().halt(1); // The pools of a parent that died have nobody to close them.
    }

    private void open(ProgramOrder order) throws IOException {
        if (pool != null) {
            pool.close();
        }
        pool = ProgramPool.open(order);
        say(ProgramEvent.of(Kind.OPENED));
        Runnable program = pool.program(small);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(order.warmUpMillis());
        while (end - System.nanoTime() > 0) {
            small.prepare();
            program.run();
        }
        say(ProgramEvent.of(Kind.READY));
    }

    private void go() {
        going = true;
        ProgramPool now = pool;
        now.execute(
                () -> {
                    try {
                        loop(now);
                    } catch (Throwable failed) {
                        end(failed); // a pool would keep it for whoever asks
                    }
                });
    }

    private static void end(Throwable failed) {
        failed.printStackTrace();
        Runtime.getRuntime().halt(1);
    }

    private void loop(ProgramPool now) {
        Runnable program = now.program(problem);
        do {
            long nanos = 0;
            String answer = null;
            for (int i = 0; i < repeats; i++) {
                problem.prepare();
                long start = System.nanoTime();
                program.run();
                nanos += System.nanoTime() - start;
                answer = both(answer, problem.answer());
            }
            say(ProgramEvent.run(nanos, answer));
        } while (going);
        say(ProgramEvent.of(Kind.STOPPED));
    }

    /** One answer where both are equal; both, which no program may give, where they are not. */
    private static String both(String before, String now) {
        return before == null || before.equals(now) ? now : before + " and " + now;
    }

    private void watch() {
        Thread thread = new Thread(this::sayWorkers, "watch the pool");
        thread.setDaemon(true);
        thread.start();
    }

    private void sayWorkers() {
        int last = 0;
        while (true) {
            int workers = pool.workers();
            if (workers != last) {
                say(ProgramEvent.workers(workers));
                last = workers;
            }
            LockSupport.parkNanos(WATCH_NANOS);
        }
    }

    private void timeCpusCurrent() {
        double best = Double.POSITIVE_INFINITY;
        long sum = 0;
        for (int time = 0; time < TIMES; time++) {
            long start = System.nanoTime();
            for (int call = 0; call < CALLS; call++) {
                sum += CpuManager.cpusCurrent();
            }
            best = Math.min(best, (System.nanoTime() - start) / (double) CALLS);
        }
        if (sum < (long) TIMES * CALLS) {
            throw new IllegalStateException("no processors at times: " + sum);
        }
        say(ProgramEvent.cpusCurrent(best));
    }
}
