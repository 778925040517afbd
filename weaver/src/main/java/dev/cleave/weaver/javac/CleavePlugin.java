package dev.cleave.weaver.javac;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Plugin;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import javax.tools.Diagnostic;

/**
 * Reports futures that cannot be honoured where they are written, as errors of the compiler: {@code
 * javac -Xplugin:Cleave}, with the weaver's jar on the processor path. {@code "-Xplugin:Cleave
 * warn"} makes them warnings.
 *
 * <p>Only it can report {@code @Future var}: javac writes nothing about that into the class file.
 * What it does not report, because it takes more than a look at the source, the weaver does.
 */
public final class CleavePlugin implements Plugin {
    private static final String REFUSED = " cannot be honoured: ";

    /** For the compiler. */
    public CleavePlugin() {}

    /** What is said of an annotation, which is given as it is written. */
    static String message(String mark, String reason, String remedy) {
        return mark + REFUSED + reason + "; " + remedy;
    }

    /**
     * Whether a message of the compiler is one of this plugin.
     *
     * @param message without file and line
     * @return the annotation that cannot be honoured, as it is written; nothing of other messages
     */
    public static Optional<String> refused(String message) {
        int end = message.indexOf(REFUSED);
        return end > 0 && message.startsWith("@") && message.indexOf(' ') == end
                ? Optional.of(message.substring(0, end))
                : Optional.empty();
    }

    @Override
    public String getName() {
        return "Cleave";
    }

    /** Makes a compilation report; an option other than {@code warn} is an error of it. */
    @Override
    public void init(JavacTask task, String... options) {
        Diagnostic.Kind kind = Diagnostic.Kind.ERROR;
        for (String option : options) {
            if (!option.equals("warn")) {
                refuse(task, "-Xplugin:Cleave " + option + ": the only option is warn");
                return;
            }
            kind = Diagnostic.Kind.WARNING;
        }
        task.addTaskListener(new Listener(Trees.instance(task), kind));
    }

    /** Thrown, the message would stand between the compiler's stack traces. */
    private static void refuse(JavacTask task, String message) {
        Trees trees = Trees.instance(task);
        task.addTaskListener(
                new TaskListener() {
                    @Override
                    public void finished(TaskEvent event) {
                        if (event.getKind() == TaskEvent.Kind.PARSE) {
                            task.removeTaskListener(this);
                            CompilationUnitTree unit = event.getCompilationUnit();
                            trees.printMessage(Diagnostic.Kind.ERROR, message, unit, unit);
                        }
                    }
                });
    }

    /** Looks at a file when it has been parsed, and at a class when its types are known. */
    private static final class Listener implements TaskListener {
        private final Trees trees;
        private final Diagnostic.Kind kind;

        /** Variables without a written type, which the compiler soon adds to the tree. */
        private final Set<VariableTree> inferred =
                Collections.newSetFromMap(new IdentityHashMap<>());

        Listener(Trees trees, Diagnostic.Kind kind) {
            this.trees = trees;
            this.kind = kind;
        }

        @Override
        public void finished(TaskEvent event) {
            CompilationUnitTree unit = event.getCompilationUnit();
            if (event.getKind() == TaskEvent.Kind.PARSE) {
                findInferred(unit);
            } else if (event.getKind() == TaskEvent.Kind.ANALYZE
                    && event.getTypeElement() != null) {
                TreePath type = trees.getPath(event.getTypeElement());
                if (type != null) {
                    new FutureChecker(trees, kind, inferred).scan(type, null);
                }
            }
        }

        private void findInferred(CompilationUnitTree unit) {
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitVariable(VariableTree variable, Void unused) {
                    if (variable.getType() == null) {
                        inferred.add(variable);
                    }
                    return super.visitVariable(variable, unused);
                }
            }.scan(unit, null);
        }
    }
}
