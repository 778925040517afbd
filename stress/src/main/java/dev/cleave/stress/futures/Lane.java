package dev.cleave.stress.futures;

import java.util.ArrayList;
import java.util.List;

/** Runs calls of woven programs one after another and compares. */
final class Lane implements Runnable {
    /** A call, and what comes out of the program as it was written. */
    record Trial(Subject subject, Outcome.Call call, Outcome expected) {}

    /** A call of which something else came out. */
    record Difference(Trial trial, Outcome actual) {}

    private static final int MOST_DIFFERENCES = 5;

    private final List<Trial> trials;
    private volatile Trial current;
    private volatile int done;
    private final List<Difference> differences = new ArrayList<>();

    Lane(List<Trial> trials) {
        this.trials = trials;
    }

    @Override
    public void run() {
        for (Trial trial : trials) {
            current = trial;
            Outcome actual = Outcome.of(trial.subject.woven(), trial.call);
            if (!actual.equals(trial.expected)) {
                differences.add(new Difference(trial, actual));
                if (differences.size() == MOST_DIFFERENCES) {
                    return;
                }
            }
            done++;
        }
    }

    /** How many have ended, for whoever watches. */
    int done() {
        return done;
    }

    /** What is running, for whoever watches. */
    Trial current() {
        return current;
    }

    /** What was found; when it has ended. */
    List<Difference> differences() {
        return differences;
    }
}
