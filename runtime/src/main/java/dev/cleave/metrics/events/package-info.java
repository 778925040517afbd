/**
 * The events that pools write into recordings of the JDK's Flight Recorder. Whoever has something
 * to tell calls {@link dev.cleave.metrics.events.Events}, which costs a branch where nothing is
 * recorded and works where there is no module {@code jdk.jfr}. Their names and fields are listed in
 * {@code docs/observability.md}; programs read them by name, and may not use these classes.
 */
package dev.cleave.metrics.events;
