package dev.cleave.benchmarks;

import com.google.gson.Gson;
import dev.cleave.benchmarks.peers.Peer;
import java.util.List;

/**
 * What one virtual machine measures: one program, run by one peer with one discipline.
 *
 * @param catalogue the class that knows the program
 * @param scheduling the name of a discipline; null for the default one, and where there is none
 * @param workers the sizes of pool to measure
 */
record Measurement(
        String catalogue,
        String suite,
        String program,
        Peer peer,
        String scheduling,
        List<Integer> workers,
        boolean quick,
        Budget budget) {

    private static final Gson GSON = new Gson();

    /** This measurement as one argument of a command. */
    String argument() {
        return GSON.toJson(this);
    }

    static Measurement parse(String argument) {
        return GSON.fromJson(argument, Measurement.class);
    }

    /** The words for it in a message. */
    String title() {
        String who = scheduling == null ? peer.label() : peer.label() + " " + scheduling;
        return suite + " " + program + ", " + who;
    }
}
