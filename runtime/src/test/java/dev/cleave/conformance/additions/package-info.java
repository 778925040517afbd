/**
 * What {@code java.util.concurrent} has promised about fork/join since JDK 19.
 *
 * <p>As the tests of the enclosing package, but of methods that JDK 17 does not have.
 */
package dev.cleave.conformance.additions;
