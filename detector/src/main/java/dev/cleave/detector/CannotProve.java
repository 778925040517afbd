package dev.cleave.detector;

import org.openrewrite.java.tree.J;

/** Why a repair leaves a place as it is: something that it would need cannot be proven. */
final class CannotProve extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What stands in the way; null if it is the finding itself. */
    final transient J obstacle;

    CannotProve(J obstacle, String reason) {
        super(reason, null, false, false);
        this.obstacle = obstacle;
    }

    CannotProve(String reason) {
        this(null, reason);
    }
}
