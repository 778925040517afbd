package dev.cleave.detector.findings;

/**
 * A stretch of a file. Lines and columns count from 1, columns in UTF-16 code units; the end is the
 * column behind the last character.
 *
 * @param startLine line of the first character
 * @param startColumn its column
 * @param endLine line of the last character
 * @param endColumn the column behind it
 */
public record SourceRange(int startLine, int startColumn, int endLine, int endColumn) {}
