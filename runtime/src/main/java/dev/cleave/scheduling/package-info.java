/**
 * Who runs what, when: the worker loop ({@link dev.cleave.scheduling.Scheduler}), the queues (one
 * {@link dev.cleave.scheduling.WorkQueue} a discipline), tasks' states ({@link
 * dev.cleave.scheduling.Task}), joining and idling. {@code PROTOCOL.md} beside this file lists
 * every access that relies on memory order.
 *
 * <p>Not exported: programs see this through {@code dev.cleave}.
 */
package dev.cleave.scheduling;
