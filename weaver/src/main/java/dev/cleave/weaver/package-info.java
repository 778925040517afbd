/**
 * Rewrites class files so that calls marked {@link dev.cleave.Future} may run in parallel. {@link
 * dev.cleave.weaver.Weaver} is the way in; {@code WEAVING.md} draws what becomes of a method.
 */
package dev.cleave.weaver;
