/**
 * Where the processors' time went: reads a Flight Recorder recording of a program on Cleave's pools
 * and reports on it.
 *
 * <p>{@link dev.cleave.profiler.RecordingFiles} finds out what of a recording can be read, {@link
 * dev.cleave.profiler.RecordingReader} reads it once, in memory that does not grow with its length,
 * into a {@link dev.cleave.profiler.Profile}: plain numbers. {@link dev.cleave.profiler.Losses} and
 * {@link dev.cleave.profiler.Advisor} are functions of those. {@link
 * dev.cleave.profiler.HtmlReport}, {@link dev.cleave.profiler.JsonReport}, {@link
 * dev.cleave.profiler.TerminalSummary} and {@link dev.cleave.profiler.ChromeTrace} show them.
 *
 * <p>Events are read by name and field; the classes that write them are the runtime's own.
 */
package dev.cleave.profiler;
