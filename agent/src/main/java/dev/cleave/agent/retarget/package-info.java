/**
 * Makes a program on {@code java.util.concurrent}'s fork/join run on Cleave's, without a change of
 * it. {@link dev.cleave.agent.retarget.Retargeting} begins; {@code docs/retarget.md} says what is
 * seen, and what happens where a value meets code that is not retargeted. Public here is what
 * retargeted classes, or the JDK's, call.
 */
package dev.cleave.agent.retarget;
