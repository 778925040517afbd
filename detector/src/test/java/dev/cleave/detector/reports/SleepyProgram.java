package dev.cleave.detector.reports;

import java.util.concurrent.RecursiveAction;

/**
 * What a recording is made of: naps that the checks find, and one in a file that they are not
 * given.
 */
final class SleepyProgram extends RecursiveAction {
    private static final long serialVersionUID = 1;

    private final int naps;

    SleepyProgram(int naps) {
        this.naps = naps;
    }

    @Override
    protected void compute() {
        for (int nap = 0; nap < naps; nap++) {
            try {
                Thread.sleep(2);
            } catch (InterruptedException stopped) {
                return;
            }
        }
        RecordedWaitsTest.pause();
    }
}
