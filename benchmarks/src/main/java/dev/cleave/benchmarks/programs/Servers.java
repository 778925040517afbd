package dev.cleave.benchmarks.programs;

import java.util.ArrayList;
import java.util.List;

/**
 * The states of many servers, in their order: after figure 11 of Pinto et al., whose tasks
 * partition a list, fork a task for each part, and add up the lists that these return.
 */
public final class Servers implements Problem {
    private static final int ROUNDS = 100;

    private final List<Server> servers = new ArrayList<>();
    private final int threshold;
    private List<State> states = List.of();

    /** So many servers, asked by tasks for up to {@code threshold} of them. */
    public Servers(int size, int threshold) {
        for (int i = 0; i < size; i++) {
            servers.add(new Server(i + 1));
        }
        this.threshold = threshold;
    }

    /** Where to ask. */
    public record Server(int address) {
        /** Asks it, which takes a tenth of a microsecond or two. */
        public State ask() {
            int state = address;
            for (int round = 0; round < ROUNDS; round++) {
                state ^= state << 13;
                state ^= state >>> 17;
                state ^= state << 5;
            }
            return new State(address, state);
        }
    }

    /** What a server answers. */
    public record State(int address, int code) {}

    /** All of them. */
    public List<Server> servers() {
        return servers;
    }

    /** So many are not divided. */
    public int threshold() {
        return threshold;
    }

    /** Takes the result of a parallel run. */
    public void states(List<State> value) {
        states = value;
    }

    @Override
    public void prepare() {
        states = List.of();
    }

    @Override
    public void serial() {
        State[] all = new State[servers.size()];
        for (int i = 0; i < servers.size(); i++) {
            all[i] = servers.get(i).ask();
        }
        states = List.of(all);
    }

    @Override
    public String answer() {
        return states.size() + " servers, " + Digest.of(states.size(), i -> states.get(i).code());
    }

    @Override
    public long forks() {
        return Halving.divisions(servers.size(), threshold);
    }
}
