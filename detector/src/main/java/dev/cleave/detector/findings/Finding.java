package dev.cleave.detector.findings;

import java.util.List;

/**
 * One bottleneck in one place.
 *
 * @param check the stable id of the check, such as {@code FJ2}
 * @param file the path of the file, relative to where the detector was started, with slashes
 * @param range where in the file
 * @param message what was found, in one sentence
 * @param severity what it is likely to cost
 * @param confidence how sure the check is
 * @param why why it costs
 * @param cost what it cost where it was measured, in one sentence; null if it was not
 * @param remedy what to do about it
 * @param task the task class whose execution gets here
 * @param path the calls that lead here from the task, outermost first; empty if the code is the
 *     task's own
 * @param fingerprint what identifies this finding when lines above it move: the same for the same
 *     code in the same file
 */
public record Finding(
        String check,
        String file,
        SourceRange range,
        String message,
        Severity severity,
        Confidence confidence,
        String why,
        String cost,
        String remedy,
        String task,
        List<String> path,
        String fingerprint) {
    /** Copies the path. */
    public Finding {
        path = List.copyOf(path);
    }
}
