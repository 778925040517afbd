/** The seven programs of the study of Akka, as {@code ./cleave bench actors} runs them. */
package dev.cleave.pekko.benchmarks;
