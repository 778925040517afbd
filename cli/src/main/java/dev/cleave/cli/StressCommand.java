package dev.cleave.cli;

import dev.cleave.stress.Stress;
import dev.cleave.stress.StressOptions.RaceMode;
import dev.cleave.stress.futures.FutureTrials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code cleave stress}: reads the options; the trials run in a virtual machine of their own. */
@Command(
        name = "stress",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Try to break the runtime: races in jcstress, then a storm of random programs.",
            "",
            "The storm checks that each task runs exactly once, or that its future reports why not. A"
                    + " round that hangs shows all threads and pools. The last line counts what passed"
                    + " and failed; the exit status is 1 if anything did.",
            "",
            "With --futures, instead: random programs with @Future in every position that the"
                    + " language allows, run as they are written and woven, by 1 to 8 workers of"
                    + " every discipline and by guests. Results and exceptions must be the same. A"
                    + " program that fails is made smaller and shown with its seed."
        },
        footer = {
            "",
            "Examples:",
            "  ./cleave stress --quick",
            "  ./cleave stress --races none --minutes 60",
            "  ./cleave stress --race DequeStealStress",
            "  ./cleave stress --races none --tasks 1 --seed 42     (a round, then six more)",
            "  ./cleave stress --futures 1000000",
            "  ./cleave stress --futures 1 --seed 42                (one program again)"
        })
final class StressCommand implements Callable<Integer> {
    private static final int MOST_COMMON_WORKERS = 8;

    @Spec private CommandSpec spec;

    @Option(
            names = "--quick",
            description = "Run for some minutes in all, as before a change lands.")
    private boolean quick;

    @Option(
            names = "--tasks",
            paramLabel = "N",
            description = "Tasks of the storm; 0 for no storm. Default: 10^9, quick 2*10^7.")
    private Long tasks;

    @Option(
            names = "--futures",
            paramLabel = "N",
            description =
                    "Run woven programs at least N times, and neither races nor storm. 10^6 take"
                            + " some minutes.")
    private Long futures;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description =
                    "The seed of the storm's first round, or of the first program with futures, as"
                            + " a failure names it. Default: a new one.")
    private Long seed;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            description = "End the storm after that time, if it has not run its tasks before.")
    private Integer minutes;

    @Option(
            names = "--races",
            paramLabel = "MODE",
            converter = RacesConverter.class,
            completionCandidates = RacesConverter.class,
            description =
                    "How thoroughly the races run: ${COMPLETION-CANDIDATES}. Default: full, quick"
                            + " with --quick.")
    private RaceMode races;

    @Option(
            names = "--race",
            paramLabel = "PATTERN",
            converter = PatternConverter.class,
            description =
                    "Only races with this in their names, a regular expression; and no storm,"
                            + " unless --tasks says so.")
    private Pattern race;

    @Option(names = "--verbose", description = "Say what each round of the storm does.")
    private boolean verbose;

    /** Reads a regular expression. */
    static final class PatternConverter implements ITypeConverter<Pattern> {
        @Override
        public Pattern convert(String pattern) {
            try {
                return Pattern.compile(pattern);
            } catch (PatternSyntaxException broken) {
                throw new TypeConversionException(
                        String.format(
                                "'%s' is no regular expression: %s; put \\ before a character that"
                                        + " stands for itself",
                                pattern, broken.getDescription()));
            }
        }
    }

    /** Names of modes, in any case. */
    static final class RacesConverter implements ITypeConverter<RaceMode>, Iterable<String> {
        @Override
        public RaceMode convert(String name) {
            try {
                return RaceMode.valueOf(name.toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(
                        "'" + name + "' is no mode; choose one of " + names());
            }
        }

        @Override
        public Iterator<String> iterator() {
            return names().iterator();
        }

        private static List<String> names() {
            return Arrays.stream(RaceMode.values())
                    .map(mode -> mode.name().toLowerCase(Locale.ROOT))
                    .toList();
        }
    }

    @Override
    public Integer call() throws Exception {
        Failures.require(
                spec, tasks == null || tasks >= 0, "--tasks " + tasks + " must be at least 0");
        Failures.require(
                spec,
                minutes == null || minutes >= 1,
                "--minutes " + minutes + " must be at least 1");
        Failures.require(
                spec,
                futures == null || futures >= 1,
                "--futures " + futures + " must be at least 1");
        Failures.require(
                spec,
                futures == null
                        || !quick
                                && tasks == null
                                && races == null
                                && race == null
                                && minutes == null
                                && !verbose,
                "--futures takes only --seed beside it: leave out the others");
        Failures.require(
                spec,
                race == null || races != RaceMode.NONE,
                "--race names races to run, and --races none runs none: leave out one");
        Failures.require(
                spec,
                tasks == null || tasks > 0 || races != RaceMode.NONE,
                "--tasks 0 means no storm, and --races none no races, so nothing is left to run:"
                        + " leave out one");
        try (ScratchFolder scratch = ScratchFolder.create()) {
            return ChildJvm.run(command(), scratch);
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(ChildJvm.java().toString());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        if (futures != null) {
            addFutures(command);
            return command;
        }
        command.add(Stress.class.getName());
        add(command, "quick", quick ? "" : null);
        add(command, "verbose", verbose ? "" : null);
        add(command, "tasks", tasks);
        add(command, "seed", seed);
        add(command, "minutes", minutes);
        add(command, "races", races);
        add(command, "race", race);
        return command;
    }

    private void addFutures(List<String> command) {
        long first = seed != null ? seed : System.currentTimeMillis();
        // Programs are short, and are to be stolen from all the same.
        command.add("-Ddev.cleave.lazy.patience=0");
        command.add(
                "-Ddev.cleave.ForkJoinPool.common.parallelism="
                        + (2 + Long.remainderUnsigned(first, MOST_COMMON_WORKERS - 1)));
        command.add(FutureTrials.class.getName());
        command.add(futures.toString());
        command.add(Long.toString(first));
    }

    private static void add(List<String> command, String name, Object value) {
        if (value != null) {
            command.add(name + "=" + value);
        }
    }
}
