/**
 * Finds bottlenecks in Java sources that use fork/join.
 *
 * <p>{@link dev.cleave.detector.Detector} reads files and reports {@link
 * dev.cleave.detector.findings.Finding}s. Each {@link dev.cleave.detector.checks.Check} is also an
 * OpenRewrite recipe, for tools that host those. The bottlenecks FJ1 to FJ6 are the taxonomy of
 * Pinto, Canino, Castor, Xu and Liu, "Understanding and Overcoming Parallelism Bottlenecks in
 * ForkJoin Applications" (ASE 2017), section V.
 *
 * <p>The packages, each of which uses only those before it: {@code findings}, {@code sources},
 * {@code program}, {@code checks}, then {@code repairs} and {@code reports}.
 */
package dev.cleave.detector;
