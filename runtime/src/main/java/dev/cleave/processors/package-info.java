/**
 * How many processors there are for a program, and that this changes: the sources of the number
 * ({@link dev.cleave.processors.ProcessorSource}), first of all the container's ({@link
 * dev.cleave.processors.ContainerSource}), and the dialogue of the program with the system ({@link
 * dev.cleave.processors.CpuManager}). {@code docs/processors.md} tells how pools follow; {@code
 * PROTOCOL.md} beside this file lists every access that relies on memory order.
 */
package dev.cleave.processors;
