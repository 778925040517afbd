package dev.cleave.detector.sources;

import dev.cleave.detector.findings.Problem;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Chooses the files worth parsing, by their text: those that name fork/join, those with subclasses
 * of classes in these or of a library's tasks, those with helpers, which are known by the names of
 * files, and the few that implement a helper's interface. Reading is cheap; parsing is not.
 */
public final class SourceFiles {
    /** With more implementations, a call on an interface says little about any one of them. */
    public static final int FEW_IMPLEMENTATIONS = 4;

    private static final Pattern DECLARATION =
            Pattern.compile("\\b(?:class|interface|enum|record)\\s+(\\w+)");

    private static final Pattern INTERFACE = Pattern.compile("\\binterface\\s+(\\w+)");

    /** A type's, as it is or in what gets one. */
    private static final Pattern NAME = Pattern.compile("\\b(?:get)?([A-Z]\\w*)");

    /** The bytes that such a file begins with, in either order; no Java does. */
    private static final Pattern MARK_OF_UTF_16 = Pattern.compile("\u00FE\u00FF|\u00FF\u00FE");

    /** What stands for bytes of a file's name that the locale's encoding has no letter for. */
    private static final char UNKNOWN = '\uFFFD';

    private static final Pattern WORD = Pattern.compile("\\w+");

    static final Pattern TYPE_NAME = Pattern.compile("\\b[A-Z]\\w*");

    /**
     * Helpers of helpers are looked for, but a program must not be parsed whole because of them.
     */
    private static final int MOST_HELPERS_OF_HELPERS = 300;

    /**
     * What is kept of a file that was read.
     *
     * @param extended the simple names of the classes that something in it extends
     * @param implemented of the interfaces that something in it implements
     * @param text its text if it names fork/join or extends a library's task, else null
     * @param problem why it could not be read, else null
     */
    private record Scanned(
            Path file,
            List<String> extended,
            List<String> implemented,
            String text,
            Problem problem) {}

    private final SourceSettings settings;
    private final LibraryTypes libraries;
    private final Set<Path> all = new TreeSet<>();

    /** The same as they are called without links: one file may be given twice. */
    private final Set<Path> real = new HashSet<>();

    /** A set, for a file that is looked at again cannot be read again. */
    private final Set<Problem> problems = new LinkedHashSet<>();

    private final Map<Path, String> chosen = new LinkedHashMap<>();
    private final Set<Path> users = new HashSet<>();
    private final Map<String, List<Path>> byName = new HashMap<>();
    private final Map<String, List<Path>> byExtended = new HashMap<>();
    private final Map<String, List<Path>> byImplemented = new HashMap<>();

    /** Files as they are written, with what is known of the classes that they do not declare. */
    public SourceFiles(SourceSettings settings, LibraryTypes libraries) {
        this.settings = settings;
        this.libraries = libraries;
    }

    /** How many Java files there are. */
    public int count() {
        return all.size();
    }

    public Set<Problem> problems() {
        return problems;
    }

    /** The files to parse, with their text. */
    public Map<Path, String> chosen() {
        return chosen;
    }

    /** Those of them that were chosen as {@linkplain #chooseUsers users}. */
    public Set<Path> users() {
        return users;
    }

    /**
     * How many files that were not chosen extend or implement a type of such a simple name. What a
     * call on such a type runs may be there.
     */
    public int unseenSubtypes(String type) {
        Set<Path> files = subtypes(type);
        files.removeAll(chosen.keySet());
        return files.size();
    }

    private Set<Path> subtypes(String type) {
        Set<Path> files = new LinkedHashSet<>(byExtended.getOrDefault(type, List.of()));
        files.addAll(byImplemented.getOrDefault(type, List.of()));
        return files;
    }

    /**
     * Looks through files and folders.
     *
     * @throws IOException if one of the paths cannot be read
     */
    public void choose(List<Path> paths) throws IOException {
        for (Path path : paths) {
            collect(path);
        }
        List<Path> added = new ArrayList<>();
        // Most of what there is to do here is to read, and most files are passed over.
        for (Scanned scanned : all.parallelStream().map(this::scan).toList()) {
            Path file = scanned.file;
            if (scanned.problem != null) {
                problems.add(scanned.problem);
                continue;
            }
            String name = file.getFileName().toString().replaceFirst("\\.java$", "");
            byName.computeIfAbsent(name, it -> new ArrayList<>()).add(file);
            for (String extended : scanned.extended) {
                byExtended.computeIfAbsent(extended, it -> new ArrayList<>()).add(file);
            }
            for (String implemented : scanned.implemented) {
                byImplemented.computeIfAbsent(implemented, it -> new ArrayList<>()).add(file);
            }
            if (scanned.text != null) {
                chosen.put(file, scanned.text);
                added.add(file);
            }
        }
        addSubtypes(added, it -> byExtended.getOrDefault(it, List.of()));
        List<Path> helpers = addHelpers(List.copyOf(chosen.keySet()), Integer.MAX_VALUE);
        addImplementers(List.copyOf(helpers), helpers);
        addHelpers(helpers, MOST_HELPERS_OF_HELPERS);
    }

    /**
     * Chooses the files, too, that name one of the types which those chosen declare, and what
     * extends or implements such a type by way of others: who changes a class has to see who uses
     * it, and what a call of it runs.
     */
    public void chooseUsers() {
        Set<Path> before = Set.copyOf(chosen.keySet());
        Set<String> names = new HashSet<>();
        for (String text : chosen.values()) {
            DECLARATION
                    .matcher(Comments.without(text))
                    .results()
                    .forEach(it -> names.add(it.group(1)));
        }
        List<Path> added = new ArrayList<>();
        for (Path file : all) {
            String text = chosen.containsKey(file) ? null : text(file);
            if (text != null
                    && WORD.matcher(Comments.without(text))
                            .results()
                            .anyMatch(it -> names.contains(it.group()))) {
                chosen.put(file, text);
                added.add(file);
            }
        }
        addSubtypes(added, this::subtypes);
        users.addAll(chosen.keySet());
        users.removeAll(before);
    }

    private void addSubtypes(List<Path> files, Function<String, Collection<Path>> subtypes) {
        List<Path> open = files;
        while (!open.isEmpty()) {
            List<Path> next = new ArrayList<>();
            for (Path file : open) {
                Matcher declaration = DECLARATION.matcher(chosen.get(file));
                while (declaration.find()) {
                    add(subtypes.apply(declaration.group(1)), next);
                }
            }
            open = next;
        }
    }

    private List<Path> addHelpers(List<Path> files, int most) {
        List<Path> added = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Path file : files) {
            Matcher name = NAME.matcher(Comments.without(chosen.get(file)));
            while (name.find() && added.size() < most) {
                if (names.add(name.group(1))) {
                    add(named(name.group(1)), added);
                }
            }
        }
        return added;
    }

    /** The files of a type; if it was not given, those of the few classes that implement it. */
    private List<Path> named(String type) {
        List<Path> found = byName.getOrDefault(type, List.of());
        return found.isEmpty() ? few(byImplemented.getOrDefault(type, List.of())) : found;
    }

    private static List<Path> few(List<Path> files) {
        return files.size() <= FEW_IMPLEMENTATIONS ? files : List.of();
    }

    /**
     * What implements an interface that has few implementations: calls of it are followed there.
     */
    private void addImplementers(List<Path> files, List<Path> added) {
        for (Path file : files) {
            Matcher declaration = INTERFACE.matcher(chosen.get(file));
            while (declaration.find()) {
                add(few(byImplemented.getOrDefault(declaration.group(1), List.of())), added);
            }
        }
    }

    private void add(Collection<Path> files, List<Path> added) {
        for (Path file : files) {
            if (!chosen.containsKey(file)) {
                String text = text(file);
                if (text != null) {
                    chosen.put(file, text);
                    added.add(file);
                }
            }
        }
    }

    /**
     * Links are followed if they were given, and not in folders: there they may lead in circles.
     */
    private void collect(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            if (!Files.isRegularFile(path) || !path.toString().endsWith(".java")) {
                throw new IOException(
                        path + " is no Java file; give files that end in .java, or folders");
            }
            add(path);
            return;
        }
        Path start = path.toRealPath();
        Files.walkFileTree(
                start,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path folder, BasicFileAttributes attributes) {
                        return !folder.equals(start) && isGenerated(folder)
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (attributes.isRegularFile() && file.toString().endsWith(".java")) {
                            add(named(file));
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException failure) {
                        problems.add(unreadable(named(file), failure));
                        return FileVisitResult.CONTINUE;
                    }

                    /** By the path that was given. */
                    private Path named(Path file) {
                        return path.resolve(start.relativize(file));
                    }
                });
    }

    private void add(Path file) {
        String name = file.getFileName().toString();
        if (settings.relative(file).indexOf(UNKNOWN) >= 0) {
            // A report or patch would name another file.
            problems.add(
                    new Problem(
                            settings.relative(file),
                            String.format(
                                    "its name is not in the encoding of the locale, %s; set"
                                            + " LC_ALL=C.UTF-8 if it is in UTF-8, or rename it",
                                    System.getProperty("sun.jnu.encoding"))));
        } else if (!name.equals("module-info.java")
                && !name.equals("package-info.java")
                && real.add(real(file))) {
            all.add(file);
        }
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException unreadable) {
            return file; // whoever reads it says why
        }
    }

    /** Hidden folders, and those that build tools write to. */
    private static boolean isGenerated(Path folder) {
        String name = folder.getFileName().toString();
        return name.startsWith(".")
                || name.equals("node_modules")
                || name.equals("target") && Files.exists(folder.resolveSibling("pom.xml"))
                || name.equals("build")
                        && (Files.exists(folder.resolveSibling("build.gradle"))
                                || Files.exists(folder.resolveSibling("build.gradle.kts")));
    }

    /** A file's path with slashes; on most systems a backslash is a letter of a name. */
    public static String slashes(Path file) {
        return file.toString().replace(File.separatorChar, '/');
    }

    private Scanned scan(Path file) {
        try {
            String text = read(file);
            List<String> written = ExtendedNames.written(text);
            List<String> extended =
                    written.stream().map(it -> it.substring(it.lastIndexOf('.') + 1)).toList();
            boolean uses =
                    ForkJoinLibraries.mentionedIn(text)
                                    && ForkJoinLibraries.mentionedIn(Comments.without(text))
                            || ExtendedNames.areTasks(written, text, libraries);
            return new Scanned(
                    file, extended, ExtendedNames.implemented(text), uses ? text : null, null);
        } catch (IOException | OutOfMemoryError unreadable) {
            return new Scanned(file, List.of(), List.of(), null, unreadable(file, unreadable));
        }
    }

    /** A file's text; null, and a problem, if it cannot be read. */
    private String text(Path file) {
        try {
            return read(file);
        } catch (IOException | OutOfMemoryError unreadable) {
            problems.add(unreadable(file, unreadable));
            return null;
        }
    }

    private Problem unreadable(Path file, Throwable cause) {
        return new Problem(settings.relative(file), "cannot be read: " + reason(cause));
    }

    /** Why a file could not be read or written, in words. */
    public static String reason(Throwable cause) {
        if (cause instanceof OutOfMemoryError) {
            return "it does not fit into memory";
        }
        if (cause instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (cause instanceof NoSuchFileException) {
            return "it is gone";
        }
        return cause instanceof FileSystemException failure && failure.getReason() != null
                ? failure.getReason()
                : cause.getMessage();
    }

    /** Reads the encoding, or Latin-1 if it is not that. */
    private String read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Charset encoding = settings.encoding();
        try {
            return encoding.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException other) {
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            if (MARK_OF_UTF_16.matcher(text).lookingAt()
                    && ForkJoinLibraries.mentionedIn(new String(bytes, StandardCharsets.UTF_16))) {
                throw new IOException(
                        String.format(
                                "it is in UTF-16, and sources are read as %s; convert it, as with"
                                        + " iconv -f UTF-16 -t %s",
                                encoding, encoding));
            }
            return text;
        }
    }
}
