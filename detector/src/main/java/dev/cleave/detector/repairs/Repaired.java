package dev.cleave.detector.repairs;

/**
 * A repair that was made.
 *
 * @param check the check whose findings it removes, such as {@code FJ2}
 * @param file the path, relative to where the command was started, with slashes
 * @param line the line of the finding, counted from 1, as the file was when the repair was made
 * @param message what was done
 */
public record Repaired(String check, String file, int line, String message) {}
