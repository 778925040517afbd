/**
 * Weaves classes when they are loaded. {@link dev.cleave.agent.Agent} is what {@code -javaagent:}
 * starts.
 */
package dev.cleave.agent;
