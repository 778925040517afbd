package dev.cleave.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Timeout;

/**
 * Marks a class of conformance tests: each test, and each repetition of one for another pool, ends
 * within two minutes or fails. It runs in a thread of its own, which can then be given up while it
 * is stuck in an uninterruptible join, and whose interrupt status is no other test's concern.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public @interface Conformance {}
