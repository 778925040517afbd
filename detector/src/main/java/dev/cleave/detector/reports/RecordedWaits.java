package dev.cleave.detector.reports;

import dev.cleave.detector.findings.Evidence;
import dev.cleave.detector.findings.Finding;
import dev.cleave.detector.sources.ForkJoinLibraries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Joins a flight recording with a report: how often and how long fork/join workers slept or were
 * blocked, by file and line; and how unequal the workers' shares of the samples are. A frame
 * belongs to a file if their packages agree and the file is named for the frame's class or declares
 * it, for a recording has no names of files.
 */
final class RecordedWaits {
    private static final Map<String, String> WAITS =
            Map.of(
                    "jdk.ThreadSleep", "slept",
                    "jdk.ThreadPark", "were parked",
                    "jdk.JavaMonitorEnter", "waited for a monitor",
                    "jdk.JavaMonitorWait", "waited for a notification",
                    "jdk.SocketRead", "read from a socket",
                    "jdk.SocketWrite", "wrote to a socket",
                    "jdk.FileRead", "read a file",
                    "jdk.FileWrite", "wrote a file");

    private static final String LIBRARIES =
            "(javax?|jdk|sun)\\..*|dev\\.cleave\\.([A-Z]|(scheduling|lazy|processors)\\.).*";

    private static final int MOST_REMARKS = 5;

    /** Fewer samples than this say nothing about shares. */
    private static final int FEWEST_SAMPLES = 50;

    /** A busiest worker with less than this times the mean is no imbalance. */
    private static final double IMBALANCE = 1.5;

    /** How often and how long, of one kind in one place. */
    private static final class Total {
        private long count;
        private Duration time = Duration.ZERO;

        private void add(Duration more) {
            count++;
            time = time.plus(more);
        }

        private String inWords(String what) {
            return String.format(
                    Locale.ROOT,
                    "workers %s %d %s, %.3f s in all",
                    what,
                    count,
                    count == 1 ? "time" : "times",
                    time.toMillis() / 1e3);
        }
    }

    private final Report report;
    private final Map<Finding, Map<String, Total>> atFindings = new LinkedHashMap<>();
    private final Map<String, Map<String, Total>> elsewhere = new TreeMap<>();
    private final Map<String, Map<String, Integer>> samples = new TreeMap<>();

    private RecordedWaits(Report report) {
        this.report = report;
    }

    /**
     * The report with what a recording says about it.
     *
     * @throws IOException if the file cannot be read as a flight recording
     */
    static Report join(Report report, Path recording) throws IOException {
        if (!Files.exists(recording)) {
            throw new NoSuchFileException(recording.toString());
        }
        if (!Files.isDirectory(recording) && !Files.isRegularFile(recording)) {
            throw new IOException(
                    recording + " is a pipe or a device; write what it gives to a file first");
        }
        RecordedWaits waits = new RecordedWaits(report);
        try (RecordingFile events = new RecordingFile(recording)) {
            while (events.hasMoreEvents()) {
                waits.add(events.readEvent());
            }
        } catch (IOException | RuntimeException unreadable) {
            throw new IOException(
                    String.format(
                            "%s cannot be read as a flight recording (%s); make one with java"
                                    + " -XX:StartFlightRecording=filename=app.jfr",
                            recording, unreadable.getMessage()),
                    unreadable);
        }
        return report.withEvidence(waits.evidence());
    }

    private void add(RecordedEvent event) {
        String kind = event.getEventType().getName();
        List<RecordedFrame> frames =
                event.getStackTrace() == null ? List.of() : event.getStackTrace().getFrames();
        if (kind.equals("jdk.ExecutionSample")) {
            addSample(event.getThread("sampledThread"));
            return;
        }
        if (!WAITS.containsKey(kind) || frames.stream().noneMatch(RecordedWaits::isOfTask)) {
            return;
        }
        Finding finding = finding(frames);
        Map<String, Total> totals = null;
        if (finding != null) {
            totals = atFindings.computeIfAbsent(finding, it -> new TreeMap<>());
        } else {
            String place = place(frames);
            if (place != null) {
                totals = elsewhere.computeIfAbsent(place, it -> new TreeMap<>());
            }
        }
        if (totals != null) {
            totals.computeIfAbsent(WAITS.get(kind), it -> new Total()).add(event.getDuration());
        }
    }

    private void addSample(RecordedThread thread) {
        String name = thread == null ? null : thread.getJavaName();
        int worker = name == null ? -1 : name.lastIndexOf("-worker-");
        if (worker > 0) {
            samples.computeIfAbsent(name.substring(0, worker), it -> new TreeMap<>())
                    .merge(name, 1, Integer::sum);
        }
    }

    /** Whether a frame shows that the thread runs a task; one that only waits for it does not. */
    private static boolean isOfTask(RecordedFrame frame) {
        String type = type(frame);
        return type.endsWith(".ForkJoinWorkerThread")
                || type.startsWith("dev.cleave.scheduling.")
                || ForkJoinLibraries.isTask(type)
                        && frame.getMethod().getName().matches("doExec|exec");
    }

    private static String type(RecordedFrame frame) {
        return frame.isJavaFrame() ? frame.getMethod().getType().getName() : "";
    }

    /** The finding in whose lines the innermost such frame is; null if there is none. */
    private Finding finding(List<RecordedFrame> frames) {
        for (RecordedFrame frame : frames) {
            for (Finding finding : report.findings()) {
                if (frame.getLineNumber() >= finding.range().startLine()
                        && frame.getLineNumber() <= finding.range().endLine()
                        && isIn(type(frame), finding.file())) {
                    return finding;
                }
            }
        }
        return null;
    }

    private boolean isIn(String type, String file) {
        String outermost = type.replaceFirst("\\$.*", "");
        String home = outermost.substring(0, outermost.lastIndexOf('.') + 1).replace('.', '/');
        String name = outermost.substring(outermost.lastIndexOf('.') + 1);
        String folder = "/" + file.substring(0, file.lastIndexOf('/') + 1);
        return !name.isEmpty()
                && folder.endsWith("/" + home)
                && (file.endsWith("/" + name + ".java")
                        || file.equals(name + ".java")
                        || report.sources()
                                .getOrDefault(file, "")
                                .matches(
                                        "(?s).*\\b(class|enum|record|interface)\\s+"
                                                + name
                                                + "\\b.*"));
    }

    /** The innermost frame that is neither the JDK's nor a library's of tasks. */
    private static String place(List<RecordedFrame> frames) {
        return frames.stream()
                .filter(it -> !type(it).isEmpty())
                .filter(it -> !type(it).matches(LIBRARIES))
                .map(
                        it ->
                                String.format(
                                        Locale.ROOT,
                                        "%s.%s, line %d",
                                        type(it),
                                        it.getMethod().getName(),
                                        it.getLineNumber()))
                .findFirst()
                .orElse(null);
    }

    private Evidence evidence() {
        Map<String, String> byFinding = new LinkedHashMap<>();
        atFindings.forEach((finding, totals) -> byFinding.put(finding.fingerprint(), text(totals)));
        List<String> remarks = new ArrayList<>();
        elsewhere.entrySet().stream()
                .sorted(
                        Comparator.comparing(
                                        (Map.Entry<String, Map<String, Total>> it) ->
                                                time(it.getValue()))
                                .reversed())
                .limit(MOST_REMARKS)
                .forEach(it -> remarks.add("At " + it.getKey() + ", " + text(it.getValue())));
        samples.forEach((pool, workers) -> addImbalance(pool, workers, remarks));
        return new Evidence(byFinding, remarks);
    }

    private static Duration time(Map<String, Total> totals) {
        return totals.values().stream().map(it -> it.time).reduce(Duration.ZERO, Duration::plus);
    }

    private static String text(Map<String, Total> totals) {
        return totals.entrySet().stream()
                .map(it -> it.getValue().inWords(it.getKey()))
                .collect(Collectors.joining("; "));
    }

    static void addImbalance(String pool, Map<String, Integer> workers, List<String> remarks) {
        int all = workers.values().stream().mapToInt(Integer::intValue).sum();
        int most = workers.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        double ratio = (double) most * workers.size() / all;
        if (workers.size() > 1 && all >= FEWEST_SAMPLES && ratio >= IMBALANCE) {
            remarks.add(
                    String.format(
                            Locale.ROOT,
                            "Imbalance in %s: of %d samples in %d workers, the busiest has %d,"
                                    + " %.1f times the mean",
                            pool,
                            all,
                            workers.size(),
                            most,
                            ratio));
        }
    }
}
