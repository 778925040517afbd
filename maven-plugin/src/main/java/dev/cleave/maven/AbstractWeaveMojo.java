package dev.cleave.maven;

import dev.cleave.weaver.ClassPath;
import dev.cleave.weaver.Refusal;
import dev.cleave.weaver.Weaving;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;

/** Weaves one folder of classes in place. */
abstract class AbstractWeaveMojo extends AbstractMojo {
    /**
     * Whether a future that cannot be honoured fails the build. If not, it is reported as a
     * warning, and its method stays serial, or where it says so, its class.
     */
    @Parameter(property = "cleave.failOnRefusal", defaultValue = "true")
    String failOnRefusal = "true";

    /**
     * Leaves the classes as they are: as they were compiled, every future an ordinary call, or as
     * an earlier build has woven them.
     */
    @Parameter(property = "cleave.skip", defaultValue = "false")
    String skip = "false";

    /** The classes to weave. */
    abstract Path classes();

    /** Where the classes that woven ones mention are found. */
    abstract List<String> classPath();

    /** For messages that name a source file. */
    abstract List<String> sources();

    /** What the classes have been packed into in this build; null if nothing. */
    File packed() {
        return null;
    }

    /** Whether each build that weaves at the right time has compiled the sources by then. */
    boolean isCompiledBefore() {
        return false;
    }

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (TrueOrFalse.of("cleave.skip", skip)) {
            getLog().info(
                            "Not weaving: cleave.skip is set; what an earlier build wove stays woven"
                                    + " until it is compiled again, as after mvn clean");
            return;
        }
        if (!Files.exists(classes())) {
            sayThatThereAreNone();
            return;
        }
        if (!Files.isDirectory(classes())) {
            throw new MojoExecutionException(
                    "cannot weave "
                            + classes()
                            + ", which is not a folder; name a folder of classes");
        }
        boolean failing = TrueOrFalse.of("cleave.failOnRefusal", failOnRefusal);
        try (ClassPath classPath = new ClassPath(paths(classPath()))) {
            weave(new Weaving(classPath), failing);
        } catch (IOException | IllegalArgumentException e) {
            throw new MojoExecutionException(
                    "cannot weave the classes in " + classes() + ": " + e.getMessage(), e);
        }
    }

    private void sayThatThereAreNone() {
        String said = "Nothing to weave: there is no " + classes();
        if (isCompiledBefore() && paths(sources()).stream().anyMatch(AbstractWeaveMojo::hasJava)) {
            getLog().warn(
                            said
                                    + ", but there are sources in "
                                    + sources()
                                    + "; compile them first, or bind the goal to a later phase,"
                                    + " such as process-classes, its default");
        } else {
            getLog().info(said);
        }
    }

    private static boolean hasJava(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.anyMatch(it -> it.toString().endsWith(".java"));
        } catch (IOException | UncheckedIOException e) {
            return false; // no folder, or none that the compiler could read
        }
    }

    /** A build that fails leaves the classes as they were: the next one reports the same. */
    private void weave(Weaving weaving, boolean failing) throws IOException, MojoFailureException {
        weaving.folder(classes(), classes());
        List<Refusal> refusals =
                weaving.refusals().stream().map(r -> r.locatedIn(paths(sources()))).toList();
        for (Refusal refusal : refusals) {
            if (failing) {
                getLog().error(refusal.toString());
            } else {
                getLog().warn(refusal.toString());
            }
        }
        if (failing && !refusals.isEmpty()) {
            throw new MojoFailureException(
                    String.format(
                            Locale.ROOT,
                            "%s cannot be honoured in %d %s, named above; mend %s, or set"
                                    + " cleave.failOnRefusal to false to leave those methods serial",
                            Refusal.list(refusals.stream().map(Refusal::mark).toList()),
                            refusals.size(),
                            refusals.size() == 1 ? "place" : "places",
                            refusals.size() == 1 ? "it" : "them"));
        }
        weaving.write();
        String summary = weaving.summary();
        getLog().info(Character.toUpperCase(summary.charAt(0)) + summary.substring(1));
        if (weaving.classes() > 0 && packed() != null && packed().isFile()) {
            getLog().warn(
                            packed()
                                    + " was made before its classes were woven; bind the goal to an"
                                    + " earlier phase, such as process-classes, its default");
        }
    }

    private static List<Path> paths(List<String> texts) {
        return texts.stream().map(Path::of).toList();
    }
}
