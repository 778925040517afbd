package dev.cleave.manager;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.util.List;

/**
 * What a manager tells of itself; in JSON, with these names.
 *
 * @param process the manager's process
 * @param policy how it divides
 * @param processors which processors it divides
 * @param divisions how often it has divided
 * @param turn how many turns there have been, as somebody had to wait
 * @param programs in the order of arrival
 */
public record ManagerState(
        long process,
        Policy policy,
        String processors,
        long divisions,
        long turn,
        List<ProgramState> programs) {
    private static final Gson GSON =
            new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

    /**
     * A program, as the manager knows it.
     *
     * @param process its process
     * @param name what it calls itself
     * @param wanted processors it asked for, as far as it may use so many
     * @param current processors it has
     * @param minimum processors below which it waits
     * @param weight its importance
     * @param processors which it has; or the one where it computes that it shares
     * @param speedup what it measured last; null if nothing
     * @param stopped whether it is stopped by a signal or frozen, and therefore has none
     * @param shares whether it waits, and computes on a processor that is not its own
     */
    public record ProgramState(
            long process,
            String name,
            int wanted,
            int current,
            int minimum,
            int weight,
            String processors,
            Double speedup,
            boolean stopped,
            boolean shares) {}

    String toJson() {
        return GSON.toJson(this);
    }

    static ManagerState fromJson(String json) throws IOException {
        try {
            ManagerState state = GSON.fromJson(json, ManagerState.class);
            if (state != null && state.programs != null) {
                return state;
            }
        } catch (JsonParseException e) {
            // Said below, with the same words as a state that is not whole.
        }
        throw new IOException(
                "the manager's state is not what this version reads: start the manager with this"
                        + " version of Cleave");
    }
}
