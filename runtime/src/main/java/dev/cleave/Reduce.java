package dev.cleave;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a local variable that a {@link Parallel} loop accumulates into, by {@code +=}, {@code -=},
 * {@code *=}, {@code &=}, {@code |=}, {@code ^=}, {@code ++}, {@code --}, or {@code Math.min} or
 * {@code Math.max} of itself and another value: always the same one in a loop. Parts of the loop
 * accumulate each by itself and are combined in the loop's order, so the result is the serial one,
 * but for the rounding of {@code float} and {@code double} sums and products. The loop does not
 * read the variable otherwise.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.LOCAL_VARIABLE, ElementType.TYPE_USE})
public @interface Reduce {}
