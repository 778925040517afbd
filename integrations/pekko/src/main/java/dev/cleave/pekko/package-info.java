/**
 * Apache Pekko's actors on Cleave: {@link dev.cleave.pekko.CleaveDispatcherConfigurator}. How a
 * message gets to its actor, and who may do what with a mailbox, is in {@code PROTOCOL.md}.
 */
package dev.cleave.pekko;
