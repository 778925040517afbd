package dev.cleave.manager;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import dev.cleave.manager.ManagerState.ProgramState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * What a manager and the system say of programs at one time; two of them show what happens a
 * second.
 */
public final class Sample {
    private static final Gson GSON =
            new GsonBuilder().serializeNulls().disableHtmlEscaping().setPrettyPrinting().create();
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int NAME_WIDTH = 24;
    private static final String FORMAT = "%8s  %s %6s %7s  %-16s %7s %12s %11s%n";

    private final ManagerState state;
    private final Map<Long, ProcessFigures> figures; // by process
    private final long nanos;

    /** What there was at a time, as {@link System#nanoTime} says. */
    Sample(ManagerState state, Map<Long, ProcessFigures> figures, long nanos) {
        this.state = state;
        this.figures = figures;
        this.nanos = nanos;
    }

    /**
     * Asks the manager in a folder, and the system. Waits some seconds at most.
     *
     * @throws IOException if there is no manager; the message says what to do
     */
    public static Sample take(Path folder) throws IOException {
        ManagerState state = ManagerQuery.ask(folder);
        Map<Long, ProcessFigures> figures = new HashMap<>();
        for (ProgramState program : state.programs()) {
            figures.put(program.process(), ProcessFigures.of(program.process()));
        }
        return new Sample(state, figures, System.nanoTime());
    }

    /** A table for people: a line for the manager, one for the columns, one for each program. */
    public String table(Sample before) {
        StringBuilder table = new StringBuilder();
        int used = state.programs().stream().mapToInt(ProgramState::current).sum();
        int wanted = state.programs().stream().mapToInt(ProgramState::wanted).sum();
        table.append(
                String.format(
                        Locale.ROOT,
                        "manager %d, %s, processors %s: %d %s%n",
                        state.process(),
                        state.policy(),
                        state.processors(),
                        state.programs().size(),
                        String.format(
                                Locale.ROOT,
                                state.programs().size() == 1
                                        ? "program wants %d, has %d"
                                        : "programs want %d, have %d",
                                wanted,
                                used)));
        table.append(
                String.format(
                        FORMAT,
                        "PROCESS",
                        cell("PROGRAM"),
                        "WANTED",
                        "CURRENT",
                        "PROCESSORS",
                        "SPEEDUP",
                        "MIGRATIONS/S",
                        "THROTTLED/S"));
        for (ProgramState program : state.programs()) {
            table.append(
                    String.format(
                            FORMAT,
                            program.process(),
                            cell(program.name()),
                            program.wanted(),
                            program.current(),
                            program.stopped()
                                    ? "(stopped)"
                                    : program.processors() + (program.shares() ? " (shared)" : ""),
                            number(program.speedup()),
                            number(rate(before, program, ProcessFigures::migrations)),
                            number(rate(before, program, ProcessFigures::throttled))));
        }
        return table.toString();
    }

    /** The same for programs, as one JSON object. */
    public String json(Sample before) {
        JsonObject json = GSON.toJsonTree(state).getAsJsonObject();
        for (int i = 0; i < state.programs().size(); i++) {
            ProgramState program = state.programs().get(i);
            JsonObject entry = json.getAsJsonArray("programs").get(i).getAsJsonObject();
            entry.addProperty(
                    "migrationsPerSecond", rate(before, program, ProcessFigures::migrations));
            entry.addProperty(
                    "throttledPerSecond", rate(before, program, ProcessFigures::throttled));
        }
        return GSON.toJson(json);
    }

    /**
     * A name, filled up to the width of its column, or cut: at its beginning, since the end tells
     * one class from others of its package, and one jar from others of its folder.
     */
    private static String cell(String name) {
        String shown = name;
        if (columns(name) > NAME_WIDTH) {
            int start = 0;
            while (columns(name.substring(start)) >= NAME_WIDTH) {
                start = name.offsetByCodePoints(start, 1);
            }
            shown = "…" + name.substring(start);
        }
        return shown + " ".repeat(NAME_WIDTH - columns(shown));
    }

    /** How many columns of a terminal a text takes. */
    private static int columns(String text) {
        return text.codePoints()
                .map(
                        c ->
                                Character.getType(c) == Character.NON_SPACING_MARK
                                        ? 0
                                        : isWide(c) ? 2 : 1)
                .sum();
    }

    /** East Asian scripts and emoji: the ranges that Unicode has for them. */
    private static boolean isWide(int c) {
        return c >= 0x1100 && c <= 0x115F
                || c >= 0x2E80 && c <= 0xA4CF
                || c >= 0xAC00 && c <= 0xD7A3
                || c >= 0xF900 && c <= 0xFAFF
                || c >= 0xFE30 && c <= 0xFE6F
                || c >= 0xFF01 && c <= 0xFF60
                || c >= 0x1F300 && c <= 0x1FAFF
                || c >= 0x20000 && c <= 0x3FFFD;
    }

    private static String number(Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.1f", value);
    }

    private Double rate(
            Sample before, ProgramState program, Function<ProcessFigures, Long> figure) {
        ProcessFigures then = before.figures.get(program.process());
        Long from = then == null ? null : figure.apply(then);
        Long to = figure.apply(figures.get(program.process()));
        // Threads that ended took their counts with them.
        return from == null || to == null
                ? null
                : Math.max(0, to - from) * NANOS_PER_SECOND / (nanos - before.nanos);
    }
}
