package dev.cleave.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Weaves the module's classes in place, so that calls marked {@code @Future} may run in parallel.
 * Classes that hold none, or have been woven, stay as they are.
 */
@Mojo(
        name = "weave",
        defaultPhase = LifecyclePhase.PROCESS_CLASSES,
        requiresDependencyResolution = ResolutionScope.COMPILE,
        threadSafe = true)
public final class WeaveMojo extends AbstractWeaveMojo {
    /** The folder of the classes. */
    @Parameter(defaultValue = "${project.build.outputDirectory}", required = true)
    File classes;

    @Parameter(defaultValue = "${project.compileClasspathElements}", readonly = true)
    List<String> classPath;

    @Parameter(defaultValue = "${project.compileSourceRoots}", readonly = true)
    List<String> sources;

    /** The module's jar, once that is made. */
    @Parameter(defaultValue = "${project.artifact.file}", readonly = true)
    File artifact;

    /** For Maven. */
    public WeaveMojo() {}

    @Override
    Path classes() {
        return classes.toPath();
    }

    @Override
    List<String> classPath() {
        return classPath;
    }

    @Override
    List<String> sources() {
        return sources;
    }

    @Override
    File packed() {
        return artifact;
    }

    @Override
    boolean isCompiledBefore() {
        return true;
    }
}
