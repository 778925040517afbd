/**
 * Chooses the files that are worth parsing, and parses them: {@link
 * dev.cleave.detector.sources.SourceFiles}, then {@link dev.cleave.detector.sources.SourceParser}.
 */
package dev.cleave.detector.sources;
