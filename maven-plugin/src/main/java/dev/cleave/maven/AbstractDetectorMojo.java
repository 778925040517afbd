package dev.cleave.maven;

import dev.cleave.detector.sources.SourceSettings;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;

/** Looks at the sources of one module, with the class path that Maven compiles them with. */
abstract class AbstractDetectorMojo extends AbstractMojo {
    private static final int MEBIBYTE_BITS = 20;

    /** Whether the module's test sources are looked at, too. */
    @Parameter(property = "cleave.includeTests", defaultValue = "false")
    String includeTests = "false";

    /** How the sources are written. */
    @Parameter(property = "encoding", defaultValue = "${project.build.sourceEncoding}")
    String encoding;

    /** Where reports and patches are written. */
    @Parameter(
            property = "cleave.outputDirectory",
            defaultValue = "${project.build.directory}/cleave")
    File outputDirectory;

    /** What is in here was generated, and is not looked at. */
    @Parameter(defaultValue = "${project.build.directory}", readonly = true)
    File buildDirectory;

    @Parameter(defaultValue = "${project.compileSourceRoots}", readonly = true)
    List<String> sources;

    @Parameter(defaultValue = "${project.testCompileSourceRoots}", readonly = true)
    List<String> testSources;

    @Parameter(defaultValue = "${project.compileClasspathElements}", readonly = true)
    List<String> classPath;

    @Parameter(defaultValue = "${project.testClasspathElements}", readonly = true)
    List<String> testClassPath;

    /**
     * The project's topmost folder, from which paths are told: the same from wherever it is built.
     */
    @Parameter(defaultValue = "${maven.multiModuleProjectDirectory}", readonly = true)
    File root;

    /** Whether the test sources are to be looked at. */
    boolean withTests() throws MojoExecutionException {
        return TrueOrFalse.of("cleave.includeTests", includeTests);
    }

    /** The release that repairs have to keep to; 0 for the JDK's own. */
    int release() {
        return 0;
    }

    /** What is done with the folders of sources, of which there is at least one. */
    abstract void look(List<Path> folders, SourceSettings settings)
            throws IOException, InterruptedException, MojoExecutionException, MojoFailureException;

    /** Runs in the thread of the build, and blocks until done. */
    final void look() throws MojoExecutionException, MojoFailureException {
        List<Path> folders = folders();
        if (folders.isEmpty()) {
            getLog().info(
                            String.format(
                                    "No sources to look at: none of %s exists outside of %s",
                                    candidates(), buildDirectory));
            return;
        }
        try {
            look(folders, settings());
        } catch (IOException | IllegalArgumentException e) {
            throw new MojoExecutionException(
                    "cannot look at the sources in " + folders + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("interrupted while looking at " + folders, e);
        } catch (OutOfMemoryError e) {
            throw new MojoExecutionException(
                    String.format(
                            Locale.ROOT,
                            "the files that use fork/join in %s do not fit into Maven's heap of %d"
                                    + " MiB; give it more, as in MAVEN_OPTS=-Xmx3g",
                            folders,
                            Runtime.getRuntime().maxMemory() >> MEBIBYTE_BITS),
                    e);
        }
    }

    private List<String> candidates() throws MojoExecutionException {
        List<String> all = new ArrayList<>(sources);
        if (withTests()) {
            all.addAll(testSources);
        }
        return all;
    }

    private List<Path> folders() throws MojoExecutionException {
        Path generated = buildDirectory.toPath().toAbsolutePath();
        return candidates().stream()
                .map(it -> Path.of(it).toAbsolutePath())
                .filter(it -> !it.startsWith(generated) && Files.isDirectory(it))
                .toList();
    }

    private SourceSettings settings() throws MojoExecutionException {
        return new SourceSettings(
                (withTests() ? testClassPath : classPath).stream().map(Path::of).toList(),
                charset(),
                release(),
                root.toPath());
    }

    private Charset charset() {
        try {
            return encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new IllegalArgumentException(
                    encoding
                            + " is no encoding that this JDK knows; set project.build.sourceEncoding",
                    e);
        }
    }

    /** Writes a file into the output directory, in UTF-8, and says so. */
    final void write(String name, String text) throws MojoExecutionException {
        write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a file into the output directory, and says so. */
    final void write(String name, byte[] bytes) throws MojoExecutionException {
        Path file = outputDirectory.toPath().resolve(name);
        try {
            Files.createDirectories(outputDirectory.toPath());
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new MojoExecutionException(
                    file
                            + " cannot be written; make room there, or name another folder with"
                            + " cleave.outputDirectory",
                    e);
        }
        getLog().info("Wrote " + file);
    }
}
