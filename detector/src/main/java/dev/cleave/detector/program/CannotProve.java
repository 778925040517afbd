package dev.cleave.detector.program;

import org.openrewrite.java.tree.J;

/** Why a repair leaves a place as it is: something that it would need cannot be proven. */
public final class CannotProve extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What stands in the way; null if it is the finding itself. */
    public final transient J obstacle;

    /** For a reason that stands somewhere else than the finding. */
    public CannotProve(J obstacle, String reason) {
        super(reason, null, false, false);
        this.obstacle = obstacle;
    }

    /** For a reason that stands where the finding does. */
    public CannotProve(String reason) {
        this(null, reason);
    }

    /** What is said where no repair could be proven, ever: what to do by hand. */
    public static String noRepairOf(String what, String remedy) {
        return String.format(
                "there is no automatic repair of %s; %s%s",
                what, Character.toLowerCase(remedy.charAt(0)), remedy.substring(1));
    }
}
