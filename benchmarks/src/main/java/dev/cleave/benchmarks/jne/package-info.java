/**
 * The experiment of the JNE paper (Guitart, Martorell, Torres, Ayguadé: Application/Kernel
 * Cooperation Towards the Efficient Execution of Shared-memory Parallel Java Codes, section 6):
 * four parallel programs at a time on one machine, which take processors from each other, or have
 * them divided by the CPU manager.
 *
 * <p>{@link dev.cleave.benchmarks.jne.JneBench} runs it. Each program is a virtual machine, {@link
 * dev.cleave.benchmarks.jne.ProgramJvm}, that runs its kernel again and again while it is told to.
 */
package dev.cleave.benchmarks.jne;
