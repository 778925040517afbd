package dev.cleave.stress;

import dev.cleave.stress.StressOptions.RaceMode;
import java.io.IOException;
import java.io.PrintStream;
import java.util.regex.Pattern;

/** Runs the races, then the storm. */
public final class Stress {
    private Stress() {}

    /**
     * Runs everything. Blocks until done. Ends in a line {@code N passed, N failed}.
     *
     * @param options what to run
     * @param out where to report
     * @return whether nothing failed
     * @throws IllegalArgumentException if no race has such a name
     * @throws IOException if the races cannot be started
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static boolean run(StressOptions options, PrintStream out)
            throws IOException, InterruptedException {
        Tally races = new Races(options.races(), options.race(), out).run();
        Tally storm = options.tasks() == 0 ? Tally.NONE : new Storm(options, out).run();
        Tally all = races.plus(storm);
        out.println(all);
        return all.failed() == 0;
    }

    /**
     * What {@code ./cleave stress} starts, in a virtual machine of its own.
     *
     * @param args each a name, or {@code name=value}: the components of {@link StressOptions}
     * @throws IOException if the races cannot be started
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        boolean quick = false;
        boolean verbose = false;
        Long tasks = null;
        Long seed = null;
        Integer minutes = null;
        RaceMode races = null;
        Pattern race = null;
        for (String arg : args) {
            String name = arg.substring(0, (arg + "=").indexOf('='));
            String value = arg.substring(Math.min(arg.length(), name.length() + 1));
            switch (name) {
                case "quick" -> quick = true;
                case "verbose" -> verbose = true;
                case "tasks" -> tasks = Long.valueOf(value);
                case "seed" -> seed = Long.valueOf(value);
                case "minutes" -> minutes = Integer.valueOf(value);
                case "races" -> races = RaceMode.valueOf(value);
                case "race" -> race = Pattern.compile(value);
                default -> throw new IllegalArgumentException("no option " + arg);
            }
        }
        StressOptions options = StressOptions.of(quick, tasks, seed, minutes, races, race, verbose);
        try {
            System.exit(run(options, System.out) ? 0 : 1);
        } catch (IllegalArgumentException unknown) {
            System.err.println("cleave stress: " + unknown.getMessage());
            System.exit(2);
        }
    }
}
