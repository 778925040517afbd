/**
 * What a program and the CPU manager share: where they meet ({@link
 * dev.cleave.processors.manager.ManagerFolder}), what they say to one another ({@link
 * dev.cleave.processors.manager.FrameChannel}) and the table that both map ({@link
 * dev.cleave.processors.manager.ManagerTable}). {@code PROTOCOL.md} beside this file draws it.
 */
package dev.cleave.processors.manager;
