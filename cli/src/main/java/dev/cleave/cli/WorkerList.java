package dev.cleave.cli;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Numbers of workers.
 *
 * @param counts each from 1 to what a pool accepts
 */
record WorkerList(List<Integer> counts) {
    int most() {
        return Collections.max(counts);
    }

    /** The numbers with commas between them. */
    @Override
    public String toString() {
        return counts.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
