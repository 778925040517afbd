/**
 * The differential test of {@link dev.cleave.Future}: random programs, woven and run by workers,
 * must do what they do as they are written. {@link dev.cleave.stress.futures.FutureTrials} runs it.
 */
package dev.cleave.stress.futures;
