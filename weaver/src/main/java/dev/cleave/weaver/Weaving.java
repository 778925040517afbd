package dev.cleave.weaver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicVerifier;

/**
 * Weaves folders and jars of class files, for the front ends: the Maven plugin and the command
 * line. First everything is woven, then {@link #write} writes, so that who finds {@link #refusals}
 * can leave all files as they are.
 *
 * <p>A class file that holds no futures, or has been woven, is not written: weaving a folder again
 * changes nothing. Not for concurrent use.
 */
public final class Weaving {
    private static final Pattern RELEASE = Pattern.compile("META-INF/versions/(\\d{1,3})/");

    /** The first that a jar may have classes of its own for. */
    private static final int FIRST_RELEASE = 9;

    private static final String LEAVE =
            "leave the class as it is: weave --warn, or cleave.failOnRefusal=false in Maven";

    private final ClassFiles classPath;
    private final boolean records;
    private final List<Refusal> refusals = new ArrayList<>();
    private final List<Output> outputs = new ArrayList<>();
    private final List<String> unwoven = new ArrayList<>();
    private int written;
    private int futures;
    private int loops;
    private int calls;
    private int classes;
    private int earlier;

    /** Something to write at the end. */
    @FunctionalInterface
    private interface Output {
        void write() throws IOException;
    }

    /** The class files of one folder or jar, by their names in it, with slashes. */
    private interface Source {
        byte[] read(String name) throws IOException;

        /** For looking up a class, which may not be there. */
        byte[] find(String name);

        /** The same, for a class of a library within the jar. */
        default byte[] findWithin(String name) {
            return null;
        }
    }

    /**
     * Nothing is woven yet.
     *
     * @param classPath where to find the classes that woven ones mention; those beside a woven
     *     class are found without
     */
    public Weaving(ClassFiles classPath) {
        this(classPath, false);
    }

    /**
     * Nothing is woven yet.
     *
     * @param classPath where to find the classes that woven ones mention; those beside a woven
     *     class are found without
     * @param records whether what is woven is to be measured by the agent, and by it only
     */
    public Weaving(ClassFiles classPath, boolean records) {
        this.classPath = classPath;
        this.records = records;
    }

    /**
     * Weaves the class files in a folder and below, also those that symbolic links lead to.
     *
     * @param folder the classes
     * @param output where to {@link #write} the folder with everything in it; the same folder to
     *     rewrite only what has changed
     * @throws IOException if a file cannot be read
     */
    public void folder(Path folder, Path output) throws IOException {
        List<Path> files = ClassPath.files(folder);
        Map<String, byte[]> changed =
                weave(
                        files.stream().map(file -> WovenFolder.name(folder, file)).toList(),
                        new Source() {
                            @Override
                            public byte[] read(String name) throws IOException {
                                return Files.readAllBytes(folder.resolve(name));
                            }

                            @Override
                            public byte[] find(String name) {
                                return WovenFolder.find(folder, name);
                            }
                        });
        outputs.add(() -> WovenFolder.write(folder, files, changed, output));
    }

    /**
     * Weaves the class files in a jar, those for certain releases of Java too. Jars within it stay
     * as they are ({@link #unwoven}); what woven classes mention is also found there.
     *
     * @param jar the jar
     * @param output where to {@link #write} it; the same file to replace it
     * @throws IOException if the jar cannot be read
     * @throws SignedJarException if the jar is signed and weaving would make its signature invalid
     */
    public void jar(Path jar, Path output) throws IOException, SignedJarException {
        Map<String, byte[]> changed;
        try (WovenJar opened = new WovenJar(jar)) {
            changed =
                    weave(
                            opened.names(),
                            new Source() {
                                @Override
                                public byte[] read(String name) throws IOException {
                                    return opened.read(name);
                                }

                                @Override
                                public byte[] find(String name) {
                                    return opened.find(name);
                                }

                                @Override
                                public byte[] findWithin(String name) {
                                    return opened.findWithin(name);
                                }
                            });
            if (!changed.isEmpty() && opened.isSigned()) {
                throw new SignedJarException(jar);
            }
            for (String within : opened.jarsWithin(this::isToWeave)) {
                unwoven.add(jar + "!/" + within);
            }
        }
        outputs.add(() -> WovenJar.write(jar, changed, output));
    }

    /** Whether a class file is serial without weaving, as one that only calls Cleave is not. */
    private boolean isToWeave(byte[] classFile) {
        if (!Weaver.mentionsFutures(classFile)) {
            return false;
        }
        try {
            Woven woven = new Weaver(classPath).weave(classFile);
            return woven.futures() + woven.loops() > 0 || !woven.refusals().isEmpty();
        } catch (RuntimeException | AssertionError | StackOverflowError e) {
            return true;
        }
    }

    /**
     * Whether a class file cannot be read to its end, whatever is made of it, or has code that no
     * virtual machine would run.
     */
    private static boolean isDamaged(byte[] classFile) {
        try {
            new ClassReader(classFile).accept(new ClassWriter(0), ClassReader.SKIP_DEBUG);
            ClassNode node = LenientReader.of(classFile).read();
            for (MethodNode method : node.methods) {
                new Analyzer<>(new BasicVerifier()).analyze(node.name, method);
            }
            return false;
        } catch (RuntimeException | AssertionError | AnalyzerException e) {
            return true;
        }
    }

    private static Refusal damaged(String name, byte[] classFile) {
        return refusal(
                name,
                classFile,
                "the class file is cut off or damaged",
                "compile it again; until then, " + LEAVE);
    }

    /** It, or a class that it mentions, is none or newer than the weaver: the others are not. */
    private static Refusal unreadable(String name, byte[] classFile, IllegalArgumentException why) {
        return refusal(name, classFile, "it cannot be woven: " + why.getMessage(), "or " + LEAVE);
    }

    /** An error of the weaver's own: the other classes can be woven, if refusals are allowed. */
    private static Refusal failure(String name, byte[] classFile, Throwable error) {
        StackTraceElement[] trace = error.getStackTrace();
        return refusal(
                name,
                classFile,
                "the weaver fails, by " + error + (trace.length == 0 ? "" : " at " + trace[0]),
                "please report it with this class file; until then, " + LEAVE);
    }

    private static Refusal refusal(String name, byte[] classFile, String reason, String remedy) {
        return new Refusal(
                name,
                0,
                name.substring(0, name.length() - ".class".length()).replace('/', '.'),
                Weaver.mark(classFile),
                reason,
                remedy);
    }

    private Map<String, byte[]> weave(List<String> names, Source source) throws IOException {
        Map<String, byte[]> changed = new TreeMap<>();
        Map<String, Weaver> weavers = new HashMap<>();
        for (String name : names) {
            if (!name.endsWith(".class")) {
                continue;
            }
            byte[] classFile = source.read(name);
            if (!Weaver.mentionsFutures(classFile)) {
                continue;
            }
            Woven woven;
            String className;
            try {
                LenientReader.requireKnown(classFile);
                className = new ClassReader(classFile).getClassName();
                Weaver weaver =
                        weavers.computeIfAbsent(
                                prefix(name, className),
                                prefix -> new Weaver(beside(source, prefix), records));
                woven = weaver.weave(classFile);
            } catch (IllegalArgumentException e) {
                refusals.add(
                        e.getMessage() == null // by a constant of no known kind
                                ? damaged(name, classFile)
                                : unreadable(name, classFile, e));
                continue;
            } catch (UncheckedIOException e) {
                throw e.getCause();
            } catch (RuntimeException | AssertionError | StackOverflowError e) {
                refusals.add(
                        isDamaged(classFile)
                                ? damaged(name, classFile)
                                : failure(name, classFile, e));
                continue;
            }
            if (woven.changed()) {
                changed.put(name, woven.classFile());
                classes++;
                futures += woven.futures();
                loops += woven.loops();
                calls += woven.calls();
            } else if (woven.earlier()) {
                earlier++;
            }
            for (Refusal refusal : woven.refusals()) {
                refusals.add(
                        refusal.file().equals(className + ".class") // no source is known
                                ? refusal.withFile(name)
                                : refusal.inFolder(className));
            }
        }
        return changed;
    }

    /** What precedes a class's own path: a release of Java, or where a jar keeps its program. */
    private static String prefix(String name, String className) {
        String path = className + ".class";
        return name.endsWith(path) ? name.substring(0, name.length() - path.length()) : "";
    }

    private ClassFiles beside(Source source, String prefix) {
        Set<String> prefixes = searched(prefix);
        return name -> {
            for (String each : prefixes) {
                byte[] found = source.find(each + name + ".class");
                if (found != null) {
                    return found;
                }
            }
            byte[] found = classPath.find(name);
            return found != null ? found : source.findWithin(name + ".class");
        };
    }

    /** Where a class's neighbours are: those of a release also among the earlier releases'. */
    private static Set<String> searched(String prefix) {
        Set<String> prefixes = new LinkedHashSet<>(List.of(prefix));
        Matcher release = RELEASE.matcher(prefix);
        if (release.matches()) {
            for (int i = Integer.parseInt(release.group(1)) - 1; i >= FIRST_RELEASE; i--) {
                prefixes.add("META-INF/versions/" + i + "/");
            }
        }
        prefixes.add("");
        return prefixes;
    }

    /**
     * Writes what has been woven. Every file is replaced at once, never half written. A file that
     * changes has the time of now; others keep theirs.
     *
     * @throws IOException if something cannot be written; what comes after it is not written
     */
    public void write() throws IOException {
        for (Output output : outputs) {
            output.write();
            written++;
        }
        outputs.clear();
    }

    /**
     * How many of the folders and jars {@link #write} has written.
     *
     * @return those so far, which are the first that were given
     */
    public int written() {
        return written;
    }

    /**
     * What cannot be honoured.
     *
     * @return the refusals so far; the file of each is its path below the folder of the sources
     */
    public List<Refusal> refusals() {
        return List.copyOf(refusals);
    }

    /**
     * The jars within jars that have something to weave: those stay as they are.
     *
     * @return those so far, each as {@code program.jar!/lib/library.jar}
     */
    public List<String> unwoven() {
        return List.copyOf(unwoven);
    }

    /**
     * How many class files change.
     *
     * @return those so far
     */
    public int classes() {
        return classes;
    }

    /**
     * How many classes with futures stay as they are because they have been woven before.
     *
     * @return those so far
     */
    public int earlier() {
        return earlier;
    }

    /**
     * What was woven, in a line: futures, loops, and calls of {@link dev.cleave.Cleave} that have
     * become either.
     *
     * @return the text
     */
    public String summary() {
        if (classes == 0) {
            return earlier == 0
                    ? "nothing to weave"
                    : "nothing to weave: "
                            + count(earlier, "class was", "classes were")
                            + " woven before";
        }
        List<String> what = new ArrayList<>();
        if (futures > 0) {
            what.add(count(futures, "future", "futures"));
        }
        if (loops > 0) {
            what.add(count(loops, "loop", "loops"));
        }
        if (calls > 0) {
            what.add(count(calls, "call", "calls") + " of Cleave");
        }
        return "wove " + Refusal.join(what) + " in " + count(classes, "class", "classes");
    }

    private static String count(int n, String one, String several) {
        return n + " " + (n == 1 ? one : several);
    }
}
