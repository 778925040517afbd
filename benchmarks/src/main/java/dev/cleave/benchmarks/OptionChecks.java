package dev.cleave.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Checks what was asked for on a command line, and fills in what was left out. */
public final class OptionChecks {
    /** The first Java that can be measured with. */
    private static final int OLDEST_JAVA = 17;

    private OptionChecks() {}

    /**
     * A number from 1 on; from 0 on where it is 0 if left out.
     *
     * @param asked the number, or null for {@code otherwise}
     * @throws UsageException if it is out of range
     */
    public static int between(String option, Integer asked, int most, int otherwise) {
        if (asked == null) {
            return otherwise;
        }
        int least = Math.min(1, otherwise);
        if (asked < least || asked > most) {
            throw new UsageException(
                    String.format(
                            "%s %d is out of range, which is from %d to %d; it is %d if left out",
                            option, asked, least, most, otherwise));
        }
        return asked;
    }

    /**
     * A file to write.
     *
     * @param asked the file, or null for none
     * @throws UsageException if it cannot be written
     */
    public static Path file(String option, Path asked) {
        if (asked == null) {
            return null;
        }
        Path folder = asked.toAbsolutePath().getParent();
        if (Files.isDirectory(asked)
                || folder == null
                || !Files.isWritable(Files.exists(asked) ? asked : folder)) {
            throw new UsageException(
                    option + " " + asked + " cannot be written; name a file in a folder that can");
        }
        return asked;
    }

    /**
     * The home of a JDK.
     *
     * @param asked the home, or null for that of this virtual machine
     * @throws UsageException if there is none, or it is too old
     */
    public static Path jdk(Path asked) {
        if (asked == null) {
            return Path.of(System.getProperty("java.home"));
        }
        if (!Files.isExecutable(java(asked))) {
            throw new UsageException(
                    String.format(
                            "--jdk %s has no bin/java; give the home of a JDK %d or later",
                            asked, OLDEST_JAVA));
        }
        int feature = JdkRelease.feature(asked);
        if (feature < OLDEST_JAVA) {
            throw new UsageException(
                    String.format(
                            "--jdk %s is Java %d; give the home of a JDK %d or later",
                            asked, feature, OLDEST_JAVA));
        }
        return asked;
    }

    /** The command that starts a virtual machine of a JDK. */
    public static Path java(Path jdk) {
        return jdk.resolve("bin").resolve("java");
    }

    /**
     * Those that are named, each once.
     *
     * @throws UsageException if one does not exist; the message names those that do
     */
    public static <T> List<T> chooseAll(
            String what,
            List<String> asked,
            Collection<T> choices,
            Function<T, String> name,
            String plural) {
        Set<T> chosen = new LinkedHashSet<>();
        for (String one : asked) {
            chosen.add(choose(what, one, choices, name, plural));
        }
        return List.copyOf(chosen);
    }

    /**
     * The one that is named.
     *
     * @throws UsageException if it does not exist; the message names those that do
     */
    public static <T> T choose(
            String what,
            String asked,
            Collection<T> choices,
            Function<T, String> name,
            String plural) {
        return choices.stream()
                .filter(choice -> name.apply(choice).equals(asked))
                .findFirst()
                .orElseThrow(
                        () ->
                                new UsageException(
                                        String.format(
                                                "'%s' is no %s; %s: %s",
                                                asked,
                                                what,
                                                plural,
                                                choices.stream()
                                                        .map(name)
                                                        .collect(Collectors.joining(" ")))));
    }
}
