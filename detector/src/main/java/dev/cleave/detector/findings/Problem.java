package dev.cleave.detector.findings;

/**
 * A file that could not be looked at.
 *
 * @param file its path, relative to where the detector was started, with slashes
 * @param message why, and what to do
 */
public record Problem(String file, String message) {}
