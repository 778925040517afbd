package dev.cleave.agent.retarget;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Which of a program's classes are retargeted, as the agent's option says. */
final class Selection {
    static final String USAGE =
            "retarget, retarget,include=PACKAGES or retarget,exclude=PACKAGES, where PACKAGES are"
                    + " packages or classes with colons between them, as com.acme:org.library; what"
                    + " is below a package goes with it";

    private static final String IDENTIFIER =
            "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*";

    private static final Pattern NAME = Pattern.compile(IDENTIFIER + "(\\." + IDENTIFIER + ")*");

    /** Cleave's own, which are as they have to be. What else is below dev.cleave is a program's. */
    private static final Pattern CLEAVE =
            Pattern.compile(
                    "dev/cleave/([^/]*|(agent|lazy|metrics|processors|scheduling|binding)/.*)");

    private final List<String> included = new ArrayList<>();
    private final List<String> excluded = new ArrayList<>();

    /** Names of which no class has been asked for; of each, the part of the option that has it. */
    private final Map<String, String> unmet = new ConcurrentHashMap<>();

    /**
     * Reads the agent's option.
     *
     * @param option it, which begins with {@link Retargeting#OPTION}
     * @throws IllegalArgumentException if something in it has no meaning
     */
    static Selection of(String option) {
        Selection selection = new Selection();
        String[] parts = option.split(",", -1);
        for (int i = 1; i < parts.length; i++) {
            if (parts[i].startsWith("include=")) {
                selection.read(parts[i], selection.included, option);
            } else if (parts[i].startsWith("exclude=")) {
                selection.read(parts[i], selection.excluded, option);
            } else {
                throw mistake(option, "'" + parts[i] + "' is not known");
            }
        }
        for (String name : selection.included) {
            if (matches(name.replace('.', '/'), selection.excluded)) {
                throw mistake(option, name + " is included, and excluded too");
            }
        }
        return selection;
    }

    private void read(String part, List<String> names, String option) {
        int start = part.indexOf('=') + 1;
        for (String name : part.substring(start).split(":", -1)) {
            if (!NAME.matcher(name).matches()) {
                throw mistake(
                        option,
                        "'" + name + "' in " + part + " is not a package's or class's name");
            }
            names.add(name);
            unmet.put(name, part.substring(0, start) + name);
        }
    }

    private static IllegalArgumentException mistake(String option, String what) {
        return new IllegalArgumentException(
                "-javaagent:cleave-agent.jar=" + option + ": " + what + "; write " + USAGE);
    }

    /**
     * Whether a class is to be retargeted.
     *
     * @param className with slashes; none of the JDK's
     */
    boolean contains(String className) {
        unmet.keySet().removeIf(name -> matches(className, List.of(name)));
        return !isCleaves(className)
                && (included.isEmpty() || matches(className, included))
                && !matches(className, excluded);
    }

    /**
     * What to do about a class that is left out.
     *
     * @param name of the class, with dots
     */
    String howToAdd(String name) {
        return matches(name.replace('.', '/'), excluded)
                ? "do not exclude " + name
                : "include=" + name + ", too";
    }

    /** Parts of the option that may be mistaken: no class has been asked for that they select. */
    Collection<String> unmet() {
        return unmet.values();
    }

    /** Whether a class is one of Cleave's own. */
    static boolean isCleaves(String className) {
        return CLEAVE.matcher(className).matches();
    }

    /** Whether no class of a program is left out. */
    boolean isEverything() {
        return included.isEmpty() && excluded.isEmpty();
    }

    private static boolean matches(String className, List<String> names) {
        for (String each : names) {
            String name = each.replace('.', '/');
            if (className.startsWith(name)
                    && (className.length() == name.length()
                            || "/$".indexOf(className.charAt(name.length())) >= 0)) {
                return true;
            }
        }
        return false;
    }
}
