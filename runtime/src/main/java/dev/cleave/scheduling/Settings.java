package dev.cleave.scheduling;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What system properties say. Of one that cannot be used there is a warning, once, and it is as if
 * it were not there. Any thread.
 */
public final class Settings {
    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    private Settings() {}

    /**
     * Whether something is switched on.
     *
     * @param property its name
     * @param otherwise what holds unless the property is {@code true} or {@code false}
     * @return whether it is on
     */
    public static boolean isOn(String property, boolean otherwise) {
        String value = System.getProperty(property);
        if (value == null) {
            return otherwise;
        }
        boolean on = value.equalsIgnoreCase("true");
        if (!on && !value.equalsIgnoreCase("false")) {
            warn(property, value, "true or false is needed", null);
            return otherwise;
        }
        return on;
    }

    /**
     * A number.
     *
     * @param property its name
     * @param least the least that will do
     * @param most the most
     * @param otherwise what holds unless the property is a number between them
     * @return the number
     */
    public static int number(String property, int least, int most, int otherwise) {
        String value = System.getProperty(property);
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value.trim());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Reported below, with the same words as a number out of range.
        }
        warn(property, value, "a number from " + least + " to " + most + " is needed", null);
        return otherwise;
    }

    /**
     * Warns of a value, once for each property.
     *
     * @param property its name
     * @param value what it is
     * @param needed what it should be, as a sentence
     * @param cause what was thrown; null for nothing
     */
    public static void warn(String property, String value, String needed, Throwable cause) {
        if (WARNED.add(property)) {
            System.getLogger(Settings.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "-D%s=%s is ignored: %s".formatted(property, value, needed),
                            cause);
        }
    }
}
