package dev.cleave.cli;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import dev.cleave.weaver.javac.CleavePlugin;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticListener;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles source files with the compiler of the JDK that runs this command, and finds the classes
 * among them that can be started. Compiles once; not for concurrent use.
 */
final class SourceCompiler implements DiagnosticListener<JavaFileObject> {
    private static final Set<String> ANNOTATIONS = Set.of("Future", "Parallel", "Reduce");
    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final String PREVIEW = "--enable-preview";

    /** What a virtual machine and the compiler have to be told alike. */
    private static final Set<String> SHARED_OPTIONS =
            Set.of("--add-modules", "--add-exports", "--limit-modules");

    private final List<Path> classPath;
    private final Path output;
    private final PrintWriter err;
    private final boolean checksFutures;
    private final List<String> jvmArguments;
    private final List<String> refused = new ArrayList<>();
    private final Set<String> unknown = new TreeSet<>();
    private final Set<String> shared = new TreeSet<>();
    private final Set<String> marked = new TreeSet<>();
    private boolean failed;
    private boolean failedOtherwise;
    private boolean missesNames;
    private boolean marksLoops;
    private boolean importsModule;
    private boolean missesRoom;

    /**
     * Compiles nothing yet.
     *
     * @param checksFutures whether a future that cannot be honoured is an error
     * @param jvmArguments what the virtual machine is given that is to run the classes
     */
    SourceCompiler(
            List<Path> classPath,
            Path output,
            boolean checksFutures,
            List<String> jvmArguments,
            PrintWriter err) {
        this.classPath = classPath;
        this.output = output;
        this.checksFutures = checksFutures;
        this.jvmArguments = jvmArguments;
        this.err = err;
    }

    /**
     * The annotations that cannot be honoured, if nothing else kept the files from compiling; else
     * empty.
     */
    List<String> refused() {
        return failedOtherwise ? List.of() : refused;
    }

    /** Of Cleave's annotations, those that are written and mean nothing, or more than one thing. */
    Set<String> unknown() {
        return unknown;
    }

    /** Of Cleave's types, those that another import means, too. */
    Set<String> shared() {
        return shared;
    }

    /** Whether a name is not known that another file may declare. */
    boolean missesNames() {
        return missesNames;
    }

    /** Whether {@code @Parallel} stands before a loop, where Java has no annotations. */
    boolean marksLoops() {
        return marksLoops;
    }

    /** Whether {@code import module dev.cleave} is written. */
    boolean importsModule() {
        return importsModule;
    }

    /** Whether a class could not be written. */
    boolean missesRoom() {
        return missesRoom;
    }

    /** The files that begin with a byte-order mark, which the compiler does not take. */
    Set<String> marked() {
        return marked;
    }

    /**
     * Shows errors and warnings as javac does; notes about unchecked code are not the user's now.
     */
    @Override
    public void report(Diagnostic<? extends JavaFileObject> diagnostic) {
        if (diagnostic.getKind() == Diagnostic.Kind.NOTE) {
            return;
        }
        if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
            failed = true;
            CleavePlugin.refused(diagnostic.getMessage(null))
                    .ifPresentOrElse(refused::add, () -> failedOtherwise = true);
            noteCause(diagnostic);
        }
        err.println(diagnostic);
        err.flush();
    }

    /** It is told by its code and its place, as javac's messages are in many languages. */
    private void noteCause(Diagnostic<? extends JavaFileObject> diagnostic) {
        String code = diagnostic.getCode();
        if (code == null || diagnostic.getSource() == null) {
            return;
        }
        boolean isAmbiguous = code.equals("compiler.err.ref.ambiguous");
        boolean isMissing =
                code.startsWith("compiler.err.cant.resolve")
                        || code.equals("compiler.err.doesnt.exist"); // a package
        missesNames |= isMissing;
        missesRoom |= code.equals("compiler.err.class.cant.write");
        try {
            CharSequence text = diagnostic.getSource().getCharContent(true);
            int start = (int) diagnostic.getStartPosition();
            int end = (int) diagnostic.getEndPosition();
            if (isAmbiguous) {
                noteShared(text.subSequence(start, end).toString(), diagnostic.getMessage(null));
            }
            if (isMissing
                    || isAmbiguous
                    || code.equals("compiler.err.prob.found.req")) { // a type, and no annotation
                noteUnknown(text, start, end);
            } else if (code.equals("compiler.err.illegal.start.of.type")) {
                marksLoops |= isLoopMarked(text.toString(), start);
            } else if (code.equals("compiler.err.import.module.not.found")) {
                importsModule |= diagnostic.getMessage(null).contains("dev.cleave");
            } else if (start == 0 && text.length() > 0 && text.charAt(0) == BYTE_ORDER_MARK) {
                marked.add(diagnostic.getSource().getName());
            }
        } catch (IOException unreadable) {
            // That is what the compiler complains of; its message says which file, and why.
        }
    }

    private static boolean isLoopMarked(String text, int start) {
        return text.startsWith("for", start)
                && text.substring(0, start).stripTrailing().endsWith("@Parallel");
    }

    /** Methods are ambiguous, too; the message has the full names of types only. */
    private void noteShared(String name, String message) {
        if (message.contains("dev.cleave." + name) && !ANNOTATIONS.contains(name)) {
            shared.add(name);
        }
    }

    private void noteUnknown(CharSequence text, int start, int end) {
        if (start > 0 && text.charAt(start - 1) == '@') {
            String name = text.subSequence(start, end).toString();
            if (ANNOTATIONS.contains(name)) {
                unknown.add(name);
            }
        }
    }

    /**
     * Compiles the files together.
     *
     * @return the classes that can be started, in the order of the files and of their text; empty
     *     if there was an error, which has been shown
     * @throws CommandFailure if this Java has no compiler, or that one gives up
     */
    Optional<List<MainClass>> compile(List<Path> files) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw missing();
        }
        // Beside what is reported, the compiler prints only the trace of an error of its own.
        StringWriter trace = new StringWriter();
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(this, null, StandardCharsets.UTF_8)) {
            JavacTask task = task(compiler, trace, manager, files);
            if (checksFutures) {
                new CleavePlugin().init(task);
            }
            return compile(task);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        } catch (RuntimeException | StackOverflowError failure) {
            if (failure instanceof StackOverflowError
                    || failure.getCause() instanceof StackOverflowError) {
                throw givesUp();
            }
            if (trace.getBuffer().isEmpty()) {
                throw failure;
            }
            err.print(trace);
            throw new CommandFailure(
                    "the compiler failed by an error of its own, which is shown above and which"
                            + " javac alone meets, too; write the expression or statement"
                            + " otherwise, or try another JDK");
        }
    }

    /** As {@code java FILE.java} takes it: a public class in it may have any name. */
    private static final class Alone extends ForwardingJavaFileObject<JavaFileObject> {
        Alone(JavaFileObject file) {
            super(file);
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            // What is no identifier, as package-info, says what kind of file it is.
            return kind == Kind.SOURCE && SourceVersion.isIdentifier(simpleName)
                    || super.isNameCompatible(simpleName, kind);
        }
    }

    private JavacTask task(
            JavaCompiler compiler, Writer out, StandardJavaFileManager manager, List<Path> files) {
        List<JavaFileObject> sources = new ArrayList<>();
        for (JavaFileObject file : manager.getJavaFileObjectsFromPaths(files)) {
            sources.add(files.size() == 1 ? new Alone(file) : file);
        }
        try {
            return (JavacTask) compiler.getTask(out, manager, this, options(), null, sources);
        } catch (IllegalArgumentException wrongOption) {
            throw new CommandFailure(
                    "--jvm-arg: the compiler, which needs that option too, says: "
                            + wrongOption.getMessage());
        }
    }

    private static CommandFailure givesUp() {
        return new CommandFailure(
                "the compiler gave up, for its stack was too small: an expression has thousands of"
                        + " parts, or is nested as deeply. Divide it into several, or compile with"
                        + " javac -J-Xss512m and run the folder of the classes");
    }

    /** This Java cannot compile. */
    static CommandFailure missing() {
        return new CommandFailure(
                String.format(
                        "Java %s in %s has no compiler; set JAVA_HOME to a JDK",
                        Runtime.version().feature(), System.getProperty("java.home")));
    }

    private List<String> options() {
        List<String> options =
                new ArrayList<>(
                        List.of(
                                "-cp",
                                classPath.stream()
                                        .map(Path::toString)
                                        .collect(Collectors.joining(File.pathSeparator)),
                                "-d",
                                output.toString(),
                                "-g",
                                "-proc:none"));
        for (int i = 0; i < jvmArguments.size(); i++) {
            String argument = jvmArguments.get(i);
            if (argument.equals(PREVIEW)) {
                options.addAll(withPreview());
            } else if (SHARED_OPTIONS.contains(argument.replaceFirst("=.*", ""))) {
                options.add(argument);
                if (!argument.contains("=") && i + 1 < jvmArguments.size()) {
                    options.add(jvmArguments.get(++i));
                }
            }
        }
        return options;
    }

    /** Lets a compiler take what this Java has for a preview, in sources and in class files. */
    static List<String> withPreview() {
        return List.of(PREVIEW, "--source", String.valueOf(Runtime.version().feature()));
    }

    private Optional<List<MainClass>> compile(JavacTask task) throws IOException {
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        if (failed) {
            return Optional.empty();
        }
        task.analyze();
        if (failed) {
            return Optional.empty();
        }
        // The trees lose their symbols when the classes are written.
        List<MainClass> found = mainClasses(task, units);
        task.generate();
        return failed ? Optional.empty() : Optional.of(found);
    }

    private static List<MainClass> mainClasses(JavacTask task, List<CompilationUnitTree> units) {
        Trees trees = Trees.instance(task);
        MainMethods rule = new MainMethods(task.getElements(), Runtime.version().feature());
        List<MainClass> found = new ArrayList<>();
        for (CompilationUnitTree unit : units) {
            for (Tree declaration : unit.getTypeDecls()) {
                Element element = trees.getElement(TreePath.getPath(unit, declaration));
                if (element instanceof TypeElement type && rule.canStart(type)) {
                    found.add(
                            new MainClass(
                                    task.getElements().getBinaryName(type).toString(),
                                    Path.of(unit.getSourceFile().getName())));
                }
            }
        }
        return found;
    }
}
