/**
 * What a set of parsed files means: {@link dev.cleave.detector.program.Program}.
 *
 * <p>From the bottom: {@link dev.cleave.detector.program.Trees} knows what contains what, {@link
 * dev.cleave.detector.program.TypeNames} what an expression's type is called, {@link
 * dev.cleave.detector.program.Variables} what a name stands for, {@link
 * dev.cleave.detector.program.CallGraph} what a call may run, and {@link
 * dev.cleave.detector.program.TaskCode} what runs inside tasks. {@link
 * dev.cleave.detector.program.DataFlow} follows values, and {@link
 * dev.cleave.detector.program.Reach} says what code can change.
 */
package dev.cleave.detector.program;
