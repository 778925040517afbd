package dev.cleave.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.SettingDescriptor;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What tools are told about the events: names, labels, units and defaults. */
class EventTypesTest {
    /** Of every event of Java's. */
    private static final Set<String> OF_ALL_EVENTS =
            Set.of("startTime", "duration", "eventThread", "stackTrace");

    private static List<EventType> types;

    @BeforeAll
    static void aPoolMakesThemKnown() {
        new ForkJoinPool(1).close();
        types =
                FlightRecorder.getFlightRecorder().getEventTypes().stream()
                        .filter(type -> type.getName().startsWith("dev.cleave."))
                        .toList();
    }

    private static List<ValueDescriptor> fields(EventType type) {
        return type.getFields().stream()
                .filter(field -> !OF_ALL_EVENTS.contains(field.getName()))
                .toList();
    }

    @Test
    void allAreKnownBeforeTheFirstIsWritten() {
        assertEquals(
                Recordings.ALL,
                types.stream()
                        .map(EventType::getName)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void everyEventAndFieldSaysWhatItIs() {
        for (EventType type : types) {
            assertEquals(List.of("Cleave"), type.getCategoryNames(), type.getName());
            assertNotNull(type.getDescription(), type.getName());
            assertFalse(fields(type).isEmpty(), type.getName());
            for (ValueDescriptor field : fields(type)) {
                String name = type.getName() + "." + field.getName();
                assertNotNull(field.getLabel(), name);
                assertNotNull(field.getDescription(), name);
            }
        }
    }

    @Test
    void timesAreNanoseconds() {
        Set<String> times = new TreeSet<>();
        for (EventType type : types) {
            for (ValueDescriptor field : fields(type)) {
                Timespan unit = field.getAnnotation(Timespan.class);
                if (unit != null) {
                    assertEquals(Timespan.NANOSECONDS, unit.value(), field.getName());
                    times.add(field.getName());
                }
            }
        }
        assertEquals(Set.of("computeTime", "seekTime", "joinTime", "idleTime"), times);
    }

    @Test
    void noneTakesAStackTraceAndFrequentOnesAreOff() {
        Set<String> off = new TreeSet<>();
        for (EventType type : types) {
            for (SettingDescriptor setting : type.getSettingDescriptors()) {
                if (setting.getName().equals("stackTrace")) {
                    assertEquals("false", setting.getDefaultValue(), type.getName());
                }
                if (setting.getName().equals("enabled")
                        && setting.getDefaultValue().equals("false")) {
                    off.add(type.getName().replace("dev.cleave.", ""));
                }
            }
        }
        assertEquals(Set.of("Answer", "Deal", "Promotion", "Request", "Steal"), off);
    }

    /** The documentation's table has every event, and every field in its event's row. */
    @Test
    void theDocumentationNamesAll() throws IOException {
        List<String> rows =
                Files.readAllLines(
                        Path.of(System.getProperty("cleave.root"), "docs/observability.md"));
        for (EventType type : types) {
            List<String> row =
                    rows.stream()
                            .filter(r -> r.startsWith("| `" + type.getName() + "` |"))
                            .toList();
            assertEquals(1, row.size(), "rows of " + type.getName());
            for (ValueDescriptor field : fields(type)) {
                assertTrue(
                        field.getName().equals("pool")
                                || row.get(0).contains("`" + field.getName() + "`"),
                        () -> type.getName() + "." + field.getName() + " is not documented");
            }
        }
    }
}
