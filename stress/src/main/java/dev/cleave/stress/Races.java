package dev.cleave.stress;

import dev.cleave.stress.StressOptions.RaceMode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Runs the races in jcstress, which forks a virtual machine for each. One that comes to a stand is
 * shown, thread by thread, and ended.
 */
final class Races {
    private static final Pattern PROGRESS =
            Pattern.compile(
                    "\\(Results: (\\d+) planned; (\\d+) passed, (\\d+) failed, (\\d+) soft errs,"
                            + " (\\d+) hard errs\\)");

    /** A fork lasts seconds; in this time without a result, a race hangs. */
    private static final int STANDSTILL_SECONDS = 120;

    private final RaceMode mode;
    private final Pattern race;
    private final PrintStream out;
    private volatile String progress = "";
    private volatile boolean hung;
    private Path folder;
    private Process process;
    private volatile boolean abandoned;

    Races(RaceMode mode, Pattern race, PrintStream out) {
        this.mode = mode;
        this.race = race;
        this.out = out;
    }

    /**
     * Runs the races. Blocks until they are done.
     *
     * @throws IllegalArgumentException if none has such a name, or none that has can be run on so
     *     few processors
     * @return how many configurations passed and failed
     */
    Tally run() throws IOException, InterruptedException {
        if (mode == RaceMode.NONE) {
            return Tally.NONE;
        }
        requireOne();
        List<String> tail;
        try {
            Thread cleaner = new Thread(this::abandon, "end the races");
            Runtime.getRuntime().addShutdownHook(cleaner);
            start();
            Thread watcher = new Thread(this::watch, "watch the races");
            watcher.setDaemon(true);
            watcher.start();
            tail = read();
            process.waitFor();
            Runtime.getRuntime().removeShutdownHook(cleaner);
        } catch (IllegalStateException ending) {
            throw awaitEnd(ending);
        } catch (IOException e) {
            throw abandoned ? awaitEnd(e) : e; // to kill a process may close what it is read by
        }
        Tally tally = tally(process.exitValue());
        if (tally.failed() == 0) {
            delete(folder);
        } else {
            tail.forEach(out::println);
            out.println("races: the report is in " + folder);
        }
        out.println("races: " + tally);
        return tally;
    }

    /** Nobody wants to know how the races went, nor a storm. Waits until we are gone. */
    private static <E extends Exception> E awaitEnd(E ending) throws InterruptedException {
        new CountDownLatch(1).await();
        return ending;
    }

    /** Those that are abandoned first are not started: a hook that has run would not come again. */
    private synchronized void start() throws IOException {
        if (abandoned) {
            throw new IllegalStateException("ending");
        }
        folder = Files.createTempDirectory("cleave-races");
        process =
                new ProcessBuilder(command())
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        process.getOutputStream().close();
    }

    private void requireOne() {
        List<String> all = TestList.tests().stream().sorted().toList();
        List<String> named = all.stream().filter(race.asPredicate()).toList();
        if (named.isEmpty()) {
            throw new IllegalArgumentException(
                    "no race has a name with '"
                            + race
                            + "' in it; the races are:\n  "
                            + String.join("\n  ", all));
        }
        int processors = Runtime.getRuntime().availableProcessors();
        List<String> tooMany =
                named.stream().filter(it -> TestList.getInfo(it).threads() > processors).toList();
        if (!tooMany.isEmpty()) {
            String why =
                    "a race needs a processor for each of its actors, and there are "
                            + processors
                            + ", too few for\n  "
                            + String.join("\n  ", tooMany);
            if (tooMany.size() == named.size()) {
                throw new IllegalArgumentException(why);
            }
            out.println("races: " + why);
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(absolute(System.getProperty("java.class.path")));
        command.add("org.openjdk.jcstress.Main");
        command.addAll(List.of("-r", folder.toString(), "-t", race.pattern()));
        if (mode == RaceMode.QUICK) {
            // One fork a race, both actors compiled alike, no search for the best JVM flags.
            command.addAll(List.of("-m", "quick", "-f", "1", "-iters", "1", "-time", "20"));
            command.addAll(List.of("-sc", "false", "-jvmArgs", "-XX:+UseParallelGC"));
        } else {
            command.addAll(List.of("-m", "quick")); // every way to compile each actor
        }
        return command;
    }

    /** The process runs in another folder. */
    private static String absolute(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Shows the progress; returns what comes after the last of it. */
    private List<String> read() throws IOException {
        List<String> tail = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line; (line = lines.readLine()) != null; ) {
                tail.add(line);
                if (PROGRESS.matcher(line).find()) {
                    progress = line;
                    out.println("races: " + line);
                }
                if (line.startsWith("RUN RESULTS")) {
                    tail.clear();
                }
            }
        }
        return tail;
    }

    private Tally tally(int status) {
        Matcher matcher = PROGRESS.matcher(progress);
        if (!matcher.find()) {
            return new Tally(0, 1);
        }
        int passed = Integer.parseInt(matcher.group(2));
        int failed = 0;
        for (int group = 3; group <= 5; group++) {
            failed += Integer.parseInt(matcher.group(group));
        }
        boolean incomplete = status != 0 || hung;
        return new Tally(passed, Math.max(failed, incomplete ? 1 : 0));
    }

    private void watch() {
        String seen = "";
        for (int still = 0; still < STANDSTILL_SECONDS; still++) {
            try {
                if (process.waitFor(1, TimeUnit.SECONDS)) {
                    return;
                }
            } catch (InterruptedException e) {
                return;
            }
            if (!seen.equals(progress)) {
                still = 0;
                seen = progress;
            }
        }
        hung = true;
        out.println("races: no result for " + STANDSTILL_SECONDS + " s; the threads:");
        process.descendants().forEach(this::showThreads);
        kill();
    }

    private void showThreads(ProcessHandle virtualMachine) {
        try {
            Process jcmd =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                            .toString(),
                                    Long.toString(virtualMachine.pid()),
                                    "Thread.print")
                            .redirectErrorStream(true)
                            .start();
            jcmd.getInputStream().transferTo(out);
        } catch (IOException e) {
            out.println("races: cannot show the threads of " + virtualMachine + ": " + e);
        }
    }

    /** Leaves nothing of races that are interrupted. */
    private synchronized void abandon() {
        abandoned = true;
        if (process != null) {
            kill();
            process.onExit().join();
        }
        try {
            if (folder != null) {
                delete(folder);
            }
        } catch (IOException | UncheckedIOException ignored) {
            // Nobody is left to be told.
        }
    }

    private void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder())
                    .forEach(
                            path -> {
                                try {
                                    Files.delete(path);
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            });
        }
    }
}
