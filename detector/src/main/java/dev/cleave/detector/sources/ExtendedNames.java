package dev.cleave.detector.sources;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the classes of a file may extend, by its text alone: a name is looked for where its imports
 * and its package say that it could be.
 */
final class ExtendedNames {
    /** Begins with what the text is searched for by leaps. */
    private static final Pattern EXTENSION = Pattern.compile("extends\\s+([\\w.]+)");

    private static final Pattern IMPLEMENTATION = Pattern.compile("implements\\s+([^{;]+)\\{");
    private static final Pattern HOME = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)\\s*;");
    private static final Pattern IMPORT = Pattern.compile("(?m)^\\s*import\\s+([\\w.]+\\*?)");

    private ExtendedNames() {}

    /** The names after {@code extends}, as written, without type arguments. */
    static List<String> written(String text) {
        List<String> names = new ArrayList<>();
        Matcher extension = EXTENSION.matcher(text);
        while (extension.find()) {
            names.add(extension.group(1));
        }
        return names;
    }

    /** The simple names after {@code implements}, those of type arguments among them. */
    static List<String> implemented(String text) {
        List<String> names = new ArrayList<>();
        Matcher implementation = IMPLEMENTATION.matcher(text);
        while (implementation.find()) {
            SourceFiles.TYPE_NAME
                    .matcher(implementation.group(1))
                    .results()
                    .forEach(it -> names.add(it.group()));
        }
        return names;
    }

    /** Whether one of these names is that of a library's task. */
    static boolean areTasks(List<String> names, String text, LibraryTypes libraries) {
        if (libraries == LibraryTypes.NONE || names.isEmpty()) {
            return false;
        }
        List<String> imports = IMPORT.matcher(text).results().map(it -> it.group(1)).toList();
        Matcher declared = HOME.matcher(text);
        String home = declared.find() ? declared.group(1) + "." : "";
        return names.stream()
                .flatMap(it -> qualified(it, imports, home).stream())
                .map(ExtendedNames::binary)
                .anyMatch(libraries::isTask);
    }

    private static List<String> qualified(String name, List<String> imports, String home) {
        int dot = name.indexOf('.');
        String first = dot < 0 ? name : name.substring(0, dot);
        for (String imported : imports) {
            if (imported.endsWith("." + first)) {
                return List.of(imported + name.substring(first.length()));
            }
        }
        List<String> names = new ArrayList<>();
        names.add(home + name);
        if (dot >= 0) {
            names.add(name);
        }
        for (String imported : imports) {
            if (imported.endsWith(".*")) {
                names.add(imported.substring(0, imported.length() - 1) + name);
            }
        }
        return names;
    }

    /** With {@code $} behind classes, which are told from packages by their first letter. */
    private static String binary(String name) {
        StringBuilder binary = new StringBuilder();
        boolean inClass = false;
        for (String part : name.split("\\.")) {
            if (binary.length() > 0) {
                binary.append(inClass ? '$' : '.');
            }
            binary.append(part);
            inClass = inClass || !part.isEmpty() && Character.isUpperCase(part.charAt(0));
        }
        return binary.toString();
    }
}
