/**
 * Finds bottlenecks in Java sources that use fork/join.
 *
 * <p>{@link dev.cleave.detector.Detector} reads files and reports {@link
 * dev.cleave.detector.Finding}s. Each {@link dev.cleave.detector.Check} is also an OpenRewrite
 * recipe, for tools that host those. The bottlenecks FJ1 to FJ6 are the taxonomy of Pinto, Canino,
 * Castor, Xu and Liu, "Understanding and Overcoming Parallelism Bottlenecks in ForkJoin
 * Applications" (ASE 2017), section V.
 *
 * <p>How a check sees a program, from the bottom: {@code Trees} knows what contains what, {@code
 * TypeNames} what an expression's type is called, {@code Variables} what a name stands for, {@code
 * CallGraph} what a call may run, {@code TaskCode} what runs inside tasks, and {@code Program} is
 * all of these for one set of files.
 */
package dev.cleave.detector;
