/** The programs of suite {@code streams} as the JDK's users write them today. */
package dev.cleave.benchmarks.programs.stream;
