package dev.cleave.stress.futures;

import dev.cleave.stress.Traces;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Generates programs, and runs each as it was written and, woven, by many crews: the same must come
 * out. A seed gives the same programs and crews again, though not what the threads do.
 */
public final class FutureTrials {
    static final int PROGRAMS_AT_ONCE = 8;
    private static final int CALLS_OF_AN_ENTRY = 12;
    private static final int[] FUELS = {2, 6, 20, 60, 200};

    /** A call that does not end in this time never does. */
    private static final long LIMIT_SECONDS = 30;

    /** Calls that take longer are left out: they would be most of what is tried. */
    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long SHRINK_SECONDS = 120;
    private static final int ATTEMPTS = 400;
    private static final int MOST_FAILURES = 3;
    private static final int SECONDS_BETWEEN_REPORTS = 10;

    private final long executions;
    private final long firstSeed;
    private final Tampering tampering;
    private final int programsAtOnce;
    private final long shrinkSeconds;
    private final int mostFailures;
    private final PrintStream out;
    private final InMemoryCompiler compiler = new InMemoryCompiler();
    private final Census census = new Census();
    private long passed;
    private int failed;
    private long promotions;
    private int programs;

    /**
     * Trials.
     *
     * @param executions how many calls of woven programs to make at least
     * @param seed of the first program
     * @param tampering changes class files, for a test of this test
     * @param programsAtOnce how many to compile, and to run by the same crews, before the next
     * @param shrinkSeconds how long to try to make a failing program smaller
     * @param mostFailures after which to stop
     * @param out where to report
     */
    FutureTrials(
            long executions,
            long seed,
            Tampering tampering,
            int programsAtOnce,
            long shrinkSeconds,
            int mostFailures,
            PrintStream out) {
        this.executions = executions;
        this.firstSeed = seed;
        this.tampering = tampering;
        this.programsAtOnce = programsAtOnce;
        this.shrinkSeconds = shrinkSeconds;
        this.mostFailures = mostFailures;
        this.out = out;
    }

    /**
     * What {@code ./cleave stress --futures} starts, in a virtual machine of its own.
     *
     * @param args how many executions, and the seed of the first program
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        long executions = Long.parseLong(args[0]);
        FutureTrials trials =
                new FutureTrials(
                        executions,
                        Long.parseLong(args[1]),
                        Tampering.NONE,
                        // Whoever wants one execution of a seed's program waits for no others.
                        (int) Math.min(PROGRAMS_AT_ONCE, executions),
                        SHRINK_SECONDS,
                        MOST_FAILURES,
                        System.out);
        boolean agree;
        try {
            agree = trials.run();
        } catch (IllegalStateException e) {
            e.printStackTrace(System.out);
            agree = false;
        }
        System.out.println(trials.passed + " passed, " + trials.failed + " failed");
        System.exit(agree ? 0 : 1);
    }

    /**
     * Runs. Blocks until enough has been tried, or too much has failed.
     *
     * @return whether nothing failed
     * @throws IllegalStateException if something does not end, which has been reported
     * @throws InterruptedException if the calling thread is interrupted
     */
    boolean run() throws InterruptedException {
        out.printf("futures: %,d executions, --seed %d%n", executions, firstSeed);
        long reported = System.nanoTime();
        while (passed < executions && failed < mostFailures) {
            batch(firstSeed + programs);
            programs += programsAtOnce;
            if (programs == programsAtOnce) {
                report();
            }
            if (System.nanoTime() - reported > TimeUnit.SECONDS.toNanos(SECONDS_BETWEEN_REPORTS)) {
                reported = System.nanoTime();
                report();
            }
        }
        report();
        census.print(out);
        compiler.close();
        return failed == 0;
    }

    private void report() {
        out.printf(
                "  %,d executions of %,d programs, %,d calls offered, %d failed%n",
                passed, programs, promotions, failed);
    }

    /**
     * How many calls were made available to other threads.
     *
     * @return the number so far
     */
    long promotions() {
        return promotions;
    }

    private void batch(long seed) throws InterruptedException {
        List<GeneratedProgram> generated = new ArrayList<>();
        for (int i = 0; i < programsAtOnce; i++) {
            generated.add(ProgramGenerator.generate(seed + i));
            census.add(generated.get(i));
        }
        Map<String, byte[]> classFiles =
                compiler.compile(generated, seed / programsAtOnce % 2 == 0);
        List<Lane.Trial> trials = new ArrayList<>();
        for (int i = 0; i < programsAtOnce; i++) {
            try {
                Subject subject = Subject.of(generated.get(i), classFiles, tampering);
                trials.addAll(trials(subject, new SplittableRandom(~(seed + i))));
            } catch (Subject.Unfit e) {
                unfit(seed + i, generated.get(i), e);
            }
        }
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < Crew.kinds() && failed < mostFailures; i++) {
            Collections.shuffle(trials, new Random(seed + i));
            Crew crew = Crew.random(i, random);
            try {
                run(crew, trials);
                promotions += crew.promotions();
                // What a call that failed has left behind may wait for itself.
                if (failed == 0 && !crew.endsWithin(LIMIT_SECONDS)) {
                    neverEnds(crew, null);
                }
            } finally {
                crew.abandon();
            }
        }
    }

    private static List<Lane.Trial> trials(Subject subject, SplittableRandom random) {
        List<Lane.Trial> trials = new ArrayList<>();
        for (int entry = 0; entry < subject.program().entries(); entry++) {
            for (int i = 0; i < CALLS_OF_AN_ENTRY; i++) {
                Outcome.Call call =
                        new Outcome.Call(
                                entry, FUELS[random.nextInt(FUELS.length)], random.nextLong());
                long began = System.nanoTime();
                Outcome expected = Outcome.of(subject.asWritten(), call);
                if (System.nanoTime() - began < LONG_NANOS) {
                    trials.add(new Lane.Trial(subject, call, expected));
                }
            }
        }
        return trials;
    }

    // ---- running

    private void run(Crew crew, List<Lane.Trial> trials) throws InterruptedException {
        List<Runnable> lanes = new ArrayList<>();
        for (int i = 0; i < crew.lanes; i++) {
            List<Lane.Trial> some = new ArrayList<>();
            for (int j = i; j < trials.size(); j += crew.lanes) {
                some.add(trials.get(j));
            }
            lanes.add(new Lane(some));
        }
        List<Future<?>> running = crew.start(lanes);
        for (int i = 0; i < lanes.size(); i++) {
            Lane lane = (Lane) lanes.get(i);
            int done = -1;
            int seconds = 0;
            while (!Crew.hasEnded(running.get(i))) {
                seconds = done == lane.done() ? seconds + 1 : 0;
                done = lane.done();
                if (seconds > LIMIT_SECONDS) {
                    neverEnds(crew, lane.current());
                }
            }
            passed += lane.done();
            census.add(crew.kind, lane.done());
            for (Lane.Difference d : lane.differences()) {
                if (failed < mostFailures) {
                    differs(crew, d);
                }
            }
        }
    }

    // ---- failures

    /**
     * There is no way on: threads are stuck.
     *
     * @param trial what they run; null if all their calls have returned
     */
    private void neverEnds(Crew crew, Lane.Trial trial) {
        failed++;
        String what = crew.toString();
        if (trial == null) {
            out.println("FAILED --seed " + (firstSeed + programs) + ": does not end: " + crew);
        } else {
            GeneratedProgram program = trial.subject().program();
            what = "a call of " + program.name();
            out.println("FAILED --seed " + seed(program) + ": does not end");
            out.println("  " + trial.call() + " by " + crew);
            out.println("  as written: " + trial.expected());
            out.println(program.source());
        }
        out.println(Traces.ofAllThreads());
        throw new IllegalStateException(what + " hangs");
    }

    private static String seed(GeneratedProgram program) {
        return program.name().substring("Program".length());
    }

    private void unfit(long seed, GeneratedProgram program, Subject.Unfit e) {
        if (++failed > mostFailures) {
            return;
        }
        String kind = kind(e.getMessage());
        shrink(
                program,
                smaller -> {
                    try {
                        Subject.of(smaller, compiler.compile(List.of(smaller), true), tampering);
                        return false;
                    } catch (Subject.Unfit again) {
                        return kind(again.getMessage()).equals(kind);
                    } catch (IllegalArgumentException invalid) {
                        return false;
                    }
                });
        out.println("FAILED --seed " + seed + ": " + e.getMessage());
        if (e.getCause() != null) {
            out.println(Traces.of(e.getCause()));
        }
        out.println(program.source());
    }

    /** What is the same of a message for a smaller program. */
    private static String kind(String message) {
        return message.replaceAll("[0-9]+", "").substring(0, Math.min(20, message.length() / 2));
    }

    private void differs(Crew crew, Lane.Difference d) {
        failed++;
        GeneratedProgram program = d.trial().subject().program();
        out.println("FAILED --seed " + seed(program));
        out.println("  " + d.trial().call() + " by " + crew);
        out.println("  as written: " + d.trial().expected());
        out.println("  woven:      " + d.actual());
        out.flush();
        boolean frequent = differsAgain(crew, d.trial().subject(), d.trial().call()) != null;
        if (frequent) {
            shrink(
                    program,
                    smaller -> {
                        try {
                            Map<String, byte[]> files = compiler.compile(List.of(smaller), true);
                            Subject subject = Subject.of(smaller, files, tampering);
                            return differsAgain(crew, subject, d.trial().call()) != null;
                        } catch (Subject.Unfit | IllegalArgumentException invalid) {
                            return false;
                        }
                    });
            out.println("made smaller:");
        } else {
            out.println("not seen again in " + ATTEMPTS + " runs:");
        }
        out.println(program.source());
    }

    private void shrink(GeneratedProgram program, Predicate<GeneratedProgram> fails) {
        new Shrinker(program, fails, TimeUnit.SECONDS.toNanos(shrinkSeconds)).run();
    }

    /** Runs a call again and again; what differs, or null. */
    private static Outcome differsAgain(Crew crew, Subject subject, Outcome.Call call) {
        Outcome expected = Outcome.of(subject.asWritten(), call);
        if (expected.thrown() != null && expected.thrown().startsWith("java.lang.StackOverflow")) {
            return null;
        }
        List<Lane.Trial> again =
                Collections.nCopies(ATTEMPTS, new Lane.Trial(subject, call, expected));
        Lane lane = new Lane(again);
        Future<?> running = crew.start(List.of(lane)).get(0);
        try {
            for (int i = 0; i < LIMIT_SECONDS && !Crew.hasEnded(running); i++) {
                if (i == LIMIT_SECONDS - 1) {
                    return null;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
        return lane.differences().isEmpty() ? null : lane.differences().get(0).actual();
    }
}
