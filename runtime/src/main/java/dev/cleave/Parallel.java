package dev.cleave;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the variable of a {@code for} loop whose iterations may run in parallel.
 *
 * <pre>{@code
 * @Reduce double sum = 0;
 * for (@Parallel int i = 0; i < a.length; i++) {
 *     sum += Math.sqrt(a[i]);
 * }
 * }</pre>
 *
 * <p>The loop counts an {@code int} or a {@code long} up or down by a step that does not change, to
 * a bound that is evaluated once; or it goes over elements, {@code for (@Parallel String each :
 * all)}, which come into an array first if they are in neither an array nor an {@code ArrayList}.
 * It runs as it is written, a stretch of some ten microseconds at a time; if a worker is idle after
 * a stretch, that gets half of what is left. The loop is complete when the statement is, and throws
 * what its earliest failing iteration throws; later iterations may have run.
 *
 * <p>The loop's body may assign variables that it declares itself, and {@link Reduce reduction
 * variables}; it is left neither by {@code break} nor by {@code return}. It is for the program to
 * make sure that iterations do not disturb each other. The annotation takes effect in classes that
 * have been woven.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.LOCAL_VARIABLE, ElementType.TYPE_USE})
public @interface Parallel {}
