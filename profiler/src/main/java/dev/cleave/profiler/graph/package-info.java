/**
 * What a fork/join program does, without what it computes: {@link
 * dev.cleave.profiler.graph.TaskGraph}, its file, and programs whose graph follows from their size.
 */
package dev.cleave.profiler.graph;
