package dev.cleave.agent;

import java.util.Locale;

/** What becomes of a class with a future that cannot be honoured. */
public enum OnRefusal {
    /**
     * A warning is logged; the method stays serial, or where it says so, its class; the others are
     * woven.
     */
    WARN,

    /** An error is logged; the class throws a {@link LinkageError} when it is first used. */
    FAIL;

    /**
     * Reads the agent's option.
     *
     * @param option what stands behind the equals sign; null or empty for none
     * @return its meaning; without an option {@link #WARN}
     * @throws IllegalArgumentException if it is none of them
     */
    static OnRefusal of(String option) {
        if (option == null || option.isEmpty()) {
            return WARN;
        }
        for (OnRefusal each : values()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(option)) {
                return each;
            }
        }
        throw new IllegalArgumentException(
                "-javaagent:cleave-agent.jar="
                        + option
                        + ": the option is warn (which is the default), fail, profile or retarget");
    }
}
