/**
 * What removes bottlenecks where that is provably safe: a {@link
 * dev.cleave.detector.repairs.Repair} for each, and its proofs. One that lacks a proof throws
 * {@link dev.cleave.detector.program.CannotProve}, and the place stays as it is.
 */
package dev.cleave.detector.repairs;
