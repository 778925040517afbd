package dev.cleave.benchmarks.actors;

import dev.cleave.benchmarks.Machine;
import dev.cleave.benchmarks.MeasurementException;
import dev.cleave.benchmarks.OptionChecks;
import dev.cleave.benchmarks.UsageException;
import dev.cleave.benchmarks.WrittenFile;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Runs the study's programs on Pekko's dispatcher and on Cleave's: {@code ./cleave bench actors}.
 *
 * <p>Each program runs on each dispatcher in virtual machines of its own, in turn, several times
 * over. A program checks that each message has arrived once and in order.
 */
public final class ActorsBench {
    /** The name of the suite. */
    public static final String NAME = "actors";

    /** Where the jars of those virtual machines are, in place of the folder beside this jar. */
    static final String JARS = "cleave.actors";

    private static final String MAIN = "dev.cleave.pekko.benchmarks.ActorJvm";
    private static final int MOST_FORKS = 100;
    private static final int MOST_SECONDS = 86_400;

    /** How often it is a virtual machine's turn, and for how long each time. */
    private static final int TURNS = 4;

    private static final int QUICK_MILLIS = 700;
    private static final int FULL_MILLIS = 3_000;

    /** The heap of each, and what it may take beside that. */
    private static final int HEAP_GIGABYTES = 4;

    private static final int OTHER_GIGABYTES = 1;

    private final ActorsOptions options;
    private final PrintWriter err;
    private final ActorsReport report;
    private final Path jdk;
    private final Path jars;
    private final List<ActorsPeer> peers;
    private final List<ActorsProgram> programs;
    private final int forks;
    private final int timeoutSeconds;
    private boolean failed;

    private ActorsBench(ActorsOptions options, PrintWriter out, PrintWriter err) {
        this.options = options;
        this.err = err;
        report = new ActorsReport(out);
        boolean quick = options.quick();
        jdk = OptionChecks.jdk(options.jdk());
        OptionChecks.file("--json", options.json());
        peers = chosen("dispatcher", options.peers(), ActorsPeer.values(), ActorsPeer::label);
        programs =
                chosen("program", options.programs(), ActorsProgram.values(), ActorsProgram::label);
        forks = OptionChecks.between("--forks", options.forks(), MOST_FORKS, 3);
        timeoutSeconds =
                OptionChecks.between(
                        "--timeout", options.timeoutSeconds(), MOST_SECONDS, quick ? 60 : 900);
        jars = jars();
    }

    private static <T> List<T> chosen(
            String what, List<String> asked, T[] all, Function<T, String> name) {
        return asked.isEmpty()
                ? List.of(all)
                : OptionChecks.chooseAll(what, asked, List.of(all), name, what + "s");
    }

    private static Path jars() {
        String given = System.getProperty(JARS);
        Path folder = given != null ? Path.of(given) : besideThis();
        if (!Files.isDirectory(folder)) {
            throw new UsageException(
                    "the jars of suite actors are not in "
                            + folder
                            + "; run it by ./cleave, which puts them there");
        }
        return folder;
    }

    private static Path besideThis() {
        try {
            return Path.of(
                            ActorsBench.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI())
                    .resolveSibling(NAME);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Measures, on the calling thread.
     *
     * @param out takes the table
     * @param err takes what went wrong
     * @return the exit status: 0, or 1 if a result was wrong or a measurement failed
     * @throws UsageException if the options make no sense; nothing has been measured then
     * @throws IOException if a virtual machine cannot be started or a file not be written
     * @throws InterruptedException if the calling thread is interrupted; what was started is killed
     */
    public static int run(ActorsOptions options, PrintWriter out, PrintWriter err)
            throws IOException, InterruptedException {
        return new ActorsBench(options, out, err).run();
    }

    private int run() throws IOException, InterruptedException {
        report.header(jdk, options.quick(), forks);
        List<ActorsRow> rows = new ArrayList<>();
        for (ActorsProgram program : programs) {
            Map<ActorsPeer, List<Long>> nanos = new EnumMap<>(ActorsPeer.class);
            for (int fork = 0; fork < forks; fork++) {
                List<ActorsPeer> order = new ArrayList<>(peers);
                if (fork % 2 == 1) {
                    Collections.reverse(order); // A drift of the machine favours nobody.
                }
                if (fitTogether()) {
                    measure(program, order, nanos);
                } else {
                    for (ActorsPeer peer : order) {
                        measure(program, List.of(peer), nanos);
                    }
                }
            }
            ActorsRow baseline = null;
            for (ActorsPeer peer : peers) {
                if (!nanos.get(peer).isEmpty()) {
                    ActorsRow row = ActorsRow.of(program, peer, nanos.get(peer), baseline);
                    rows.add(row);
                    report.row(program, row);
                    baseline = peer == ActorsPeer.PEKKO ? row : baseline;
                }
            }
        }
        report.aims(rows, programs.size() == ActorsProgram.values().length);
        if (options.json() != null) {
            WrittenFile.write(options.json(), ActorsRow.json(rows));
        }
        return failed ? 1 : 0;
    }

    /**
     * Small sizes do; of the others each virtual machine may need all the heap that it may have.
     */
    private boolean fitTogether() {
        long needed = (long) peers.size() * (HEAP_GIGABYTES + OTHER_GIGABYTES);
        return options.quick() || Machine.memoryGigabytes() >= needed;
    }

    /**
     * Has the programs of some dispatchers warmed up, one after the other, and then measured in
     * short turns: what else the machine does for some seconds is shared by all. What fails is
     * said, and left out.
     */
    private void measure(
            ActorsProgram program, List<ActorsPeer> order, Map<ActorsPeer, List<Long>> nanos)
            throws IOException, InterruptedException {
        Map<ActorsPeer, ActorProcess> processes = new LinkedHashMap<>();
        try {
            for (ActorsPeer peer : order) {
                nanos.computeIfAbsent(peer, p -> new ArrayList<>());
                succeeds(() -> processes.put(peer, start(program, peer)));
            }
            int millis = options.quick() ? QUICK_MILLIS : FULL_MILLIS;
            for (int turn = 0; turn < TURNS; turn++) {
                for (ActorsPeer peer : List.copyOf(processes.keySet())) {
                    if (!succeeds(
                            () -> nanos.get(peer).addAll(processes.get(peer).measure(millis)))) {
                        processes.remove(peer).close();
                    }
                }
            }
        } finally {
            processes.values().forEach(ActorProcess::close);
        }
    }

    private ActorProcess start(ActorsProgram program, ActorsPeer peer)
            throws MeasurementException, IOException, InterruptedException {
        String title = program.label() + ", " + peer.label();
        return new ActorProcess(title, command(program, peer), jdk, timeoutSeconds);
    }

    /** Something that has to do with a virtual machine. */
    private interface Step {
        void run() throws MeasurementException, IOException, InterruptedException;
    }

    private boolean succeeds(Step step) throws IOException, InterruptedException {
        try {
            step.run();
            return true;
        } catch (MeasurementException failure) {
            failed = true;
            err.println("cleave bench: " + failure.getMessage());
            err.flush();
            return false;
        }
    }

    private List<String> command(ActorsProgram program, ActorsPeer peer) {
        List<String> command = new ArrayList<>();
        command.add(OptionChecks.java(jdk).toString());
        command.addAll(List.of("-Xms1g", "-Xmx" + HEAP_GIGABYTES + "g"));
        command.addAll(options.jvmArguments());
        command.addAll(List.of("-cp", jars + File.separator + "*", MAIN));
        command.addAll(List.of(program.label(), peer.configuration()));
        command.addAll(options.quick() ? List.of("quick", "700") : List.of("full", "6000"));
        return command;
    }
}
