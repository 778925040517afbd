package dev.cleave.profiler;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * The events one by one, for ui.perfetto.dev or chrome://tracing: a track a thread, with what it
 * ran and what it waited for; steals, promotions and deals as instants; queues and processors as
 * counters. Format: <i>Trace Event Format</i>, JSON object form. Written while the recording is
 * read, so its length does not matter.
 */
public final class ChromeTrace {
    private static final String OWN = "dev.cleave.";
    private static final long PROCESS = 1;

    /** The track of what no thread of the program does. Threads of Java have numbers from one. */
    private static final long VIRTUAL_MACHINE = 0;

    private final JsonWriter json;
    private final long began;
    private final Set<Long> named = new HashSet<>();

    private ChromeTrace(Writer out, long began) {
        this.json = new JsonWriter(out);
        this.began = began;
    }

    /**
     * Writes a recording as a trace; of one that is damaged, what can be read. Blocks until it has
     * been read.
     *
     * @param files the recording
     * @param out where to; not closed
     * @throws IOException if it cannot be written
     */
    public static void write(RecordingFiles files, Writer out) throws IOException {
        ChromeTrace trace = new ChromeTrace(out, files.began());
        trace.json.beginObject();
        trace.json.name("displayTimeUnit").value("ms");
        trace.json.name("traceEvents").beginArray();
        try {
            trace.name("process_name", VIRTUAL_MACHINE, files.name());
            trace.name("thread_name", VIRTUAL_MACHINE, "virtual machine");
            Events.read(files, trace::accept);
        } catch (Events.DamageException damaged) {
            // The report says so.
        }
        trace.json.endArray();
        trace.json.endObject();
        trace.json.flush();
    }

    private void accept(RecordedEvent event) throws IOException {
        try {
            event(event);
        } catch (IllegalArgumentException | ClassCastException strange) {
            // Not the fields that it should have; all are read before any is written.
        }
    }

    private void event(RecordedEvent event) throws IOException {
        String name = event.getEventType().getName();
        if (name.startsWith(OWN)) {
            own(name.substring(OWN.length()), event);
            return;
        }
        switch (name) {
            case "jdk.GarbageCollection" -> span("garbage collection", "jdk", event);
            case "jdk.ThreadSleep" -> span("sleep", "jdk", event);
            case "jdk.JavaMonitorEnter" -> span("monitor", "jdk", event);
            case "jdk.JavaMonitorWait" -> span("Object.wait", "jdk", event);
            default -> {
                // Not about a moment of a thread.
            }
        }
    }

    private void own(String name, RecordedEvent event) throws IOException {
        switch (name) {
            case "Task" -> span(event.getString("taskClass"), name, event);
            case "Join", "Park", "Region", "Barrier" -> span(name, name, event);
            case "Steal" -> instant(name, event, "pool", "victim", "taskClass");
            case "Deal" -> instant(name, event, "pool", "to");
            case "Request" -> instant(name, event, "pool", "victim");
            case "Answer" -> instant(name, event, "pool", "thief", "granted");
            case "Promotion" -> instant(name, event, "pool", "count", "site");
            case "PoolStatistics" -> {
                counter(event, "processors", "parallelism");
                counter(event, "tasks in queues", "queuedTasks");
            }
            default -> {
                // Statistics of workers are sums; changes of processors show in the counter.
            }
        }
    }

    private long track(RecordedEvent event) throws IOException {
        RecordedThread thread = event.getThread();
        if (thread == null || thread.getJavaThreadId() <= 0) {
            return VIRTUAL_MACHINE;
        }
        long id = thread.getJavaThreadId();
        if (named.add(id)) {
            name("thread_name", id, String.valueOf(thread.getJavaName()));
        }
        return id;
    }

    private void begin(String phase, String name, long track) throws IOException {
        json.beginObject();
        json.name("ph").value(phase);
        json.name("name").value(name == null ? "?" : name);
        json.name("pid").value(PROCESS);
        json.name("tid").value(track);
    }

    private void time(String field, long nanos) throws IOException {
        // Microseconds; the third decimal is what the recording knows.
        json.name(field).value(BigDecimal.valueOf(nanos, 3));
    }

    private void name(String kind, long track, String value) throws IOException {
        begin("M", kind, track);
        json.name("args").beginObject().name("name").value(value).endObject();
        json.endObject();
    }

    private void span(String name, String category, RecordedEvent event) throws IOException {
        begin("X", name, track(event));
        json.name("cat").value(category);
        time("ts", RecordingReader.nanos(event.getStartTime()) - began);
        time("dur", event.getDuration().toNanos());
        json.endObject();
    }

    private void instant(String name, RecordedEvent event, String... fields) throws IOException {
        Map<String, String> arguments = new LinkedHashMap<>();
        for (String field : fields) {
            arguments.put(field, String.valueOf(event.<Object>getValue(field)));
        }
        begin("i", name, track(event));
        json.name("cat").value(name);
        json.name("s").value("t");
        time("ts", RecordingReader.nanos(event.getStartTime()) - began);
        json.name("args").beginObject();
        for (Map.Entry<String, String> argument : arguments.entrySet()) {
            json.name(argument.getKey()).value(argument.getValue());
        }
        json.endObject();
        json.endObject();
    }

    private void counter(RecordedEvent event, String what, String field) throws IOException {
        long value = event.<Number>getValue(field).longValue();
        begin("C", event.getString("pool") + ": " + what, VIRTUAL_MACHINE);
        time("ts", RecordingReader.nanos(event.getStartTime()) - began);
        json.name("args").beginObject().name(what).value(value).endObject();
        json.endObject();
    }
}
