package dev.cleave.detector.repairs;

/**
 * A finding that was left as it is.
 *
 * @param check the check that found it
 * @param file the path, relative to where the command was started, with slashes
 * @param line its line in the file as it is after all repairs, counted from 1
 * @param reason what could not be proven, and where
 */
public record Refusal(String check, String file, int line, String reason) {}
