/**
 * The CPU manager: a daemon that divides the processors of a machine among the programs of one
 * user. {@link dev.cleave.manager.Manager} is the daemon, {@link dev.cleave.manager.Policy} says
 * how many processors a program gets, {@link dev.cleave.manager.Placement} which ones. The protocol
 * with programs is in the runtime's package {@code dev.cleave.processors.manager}.
 */
package dev.cleave.manager;
