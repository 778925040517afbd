package dev.cleave.maven;

import dev.cleave.detector.Fixer;
import dev.cleave.detector.Fixes;
import dev.cleave.detector.findings.Problem;
import dev.cleave.detector.sources.SourceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Repairs bottlenecks in the module's sources that use fork/join, where that can be proven safe, as
 * {@code ./cleave fix} does. What is left is said with the reason, and does not fail the build.
 * What is proven is in docs/fix.md.
 */
@Mojo(name = "fix", requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public final class FixMojo extends AbstractDetectorMojo {
    private static final String PATCH = "fix.patch";
    private static final int BEFORE_9 = 2;

    /**
     * Whether no source changes, and the changes are written as a patch into the output directory:
     * true or false.
     */
    @Parameter(property = "cleave.dryRun", defaultValue = "false")
    String dryRun = "false";

    /**
     * Turns simple classes that extend {@code RecursiveTask} into methods with {@code @Future},
     * too, and their callers in the module, tests included. The module then needs cleave-runtime,
     * and the goal weave to be parallel.
     */
    @Parameter(property = "cleave.futures", defaultValue = "false")
    String futures = "false";

    /**
     * The Java release whose library repairs may use; if none is given, maven.compiler.target, or
     * else that of the JDK.
     */
    @Parameter(property = "maven.compiler.release")
    String release;

    /** For a module without a release, as 17 or 1.8. */
    @Parameter(defaultValue = "${maven.compiler.target}", readonly = true)
    String target;

    /** Repairs nothing. */
    @Parameter(property = "cleave.fix.skip", defaultValue = "false")
    String skip = "false";

    /** For Maven. */
    public FixMojo() {}

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (TrueOrFalse.of("cleave.fix.skip", skip)) {
            getLog().info("Not repairing: cleave.fix.skip is set");
        } else {
            look();
        }
    }

    /** A class that is gone must not be missed by a test. */
    @Override
    boolean withTests() throws MojoExecutionException {
        return super.withTests() || withFutures();
    }

    private boolean withFutures() throws MojoExecutionException {
        return TrueOrFalse.of("cleave.futures", futures);
    }

    @Override
    int release() {
        String text = release != null ? release : target;
        if (text == null) {
            return 0;
        }
        try {
            return Integer.parseInt(text.startsWith("1.") ? text.substring(BEFORE_9) : text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no release of Java; give one as 17", e);
        }
    }

    @Override
    void look(List<Path> folders, SourceSettings settings)
            throws IOException, InterruptedException, MojoExecutionException {
        boolean dry = TrueOrFalse.of("cleave.dryRun", dryRun);
        Fixer fixer = new Fixer(settings, withFutures());
        Fixes fixes = dry ? fixer.fix(folders) : fixer.fixInPlace(folders);
        List<Problem> unwritten = dry ? List.of() : fixes.write();
        fixes.summary(unwritten).lines().forEach(getLog()::info);
        if (fixes.isOfNothing()) {
            throw new MojoExecutionException(
                    "none of the files in " + folders + " could be read or parsed");
        }
        if (!unwritten.isEmpty()) {
            throw new MojoExecutionException("not all files could be written, as said above");
        }
        if (dry) {
            if (fixes.changes().isEmpty()) {
                Files.deleteIfExists(outputDirectory.toPath().resolve(PATCH));
            } else {
                write(PATCH, fixes.patch());
                getLog().info("Nothing was changed; apply it in " + settings.base());
            }
        }
    }
}
