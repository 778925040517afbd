/**
 * What {@code java.util.concurrent} promises about fork/join, asked of Cleave.
 *
 * <p>Every test states one sentence of the contract that {@code java.util.concurrent}'s
 * documentation gives and nothing about how it is kept, so that replacing the imports of {@code
 * dev.cleave} by those of {@code java.util.concurrent} leaves a suite that the JDK passes: JDK 17
 * without the tests of the {@code additions} package, JDK 25 with them. A test that the JDK fails
 * is wrong here, or says what is wrong there.
 *
 * <p>{@link dev.cleave.conformance.PoolShape} is where to start: it gives a test the pools that it
 * runs on.
 */
package dev.cleave.conformance;
