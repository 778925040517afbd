package dev.cleave;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a local variable whose initialiser, a call, may run in parallel with what follows, up to
 * the variable's first use.
 *
 * <pre>{@code
 * static long fib(int n) {
 *     if (n < 2) return n;
 *     @Future long x = fib(n - 1);
 *     long y = fib(n - 2);
 *     return x + y;
 * }
 * }</pre>
 *
 * <p>The receiver and the arguments are evaluated where the variable is declared. If no worker is
 * idle, the call is made at the variable's first use, by the same thread: a future costs no object
 * and needs no threshold. Leaving the block that declares the variable, in whatever way, completes
 * the call. An exception of the call is thrown at the first use, and passes by the handlers there,
 * {@code finally} blocks and resources of {@code try} statements included: it is caught as if
 * thrown by the declaration.
 *
 * <p>What happened before the declaration is visible to the call, and what the call did is visible
 * after the first use. It is for the program to make sure that the call and what runs beside it do
 * not disturb each other.
 *
 * <p>The annotation takes effect in classes that have been woven; elsewhere the call is an ordinary
 * one. After Zhang, Krintz and Nagpurkar, "Language and Virtual Machine Support for Efficient
 * Fine-Grained Futures in Java" (2007), section 3.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.LOCAL_VARIABLE, ElementType.TYPE_USE})
public @interface Future {}
