package dev.cleave.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Weaves the module's test classes in place, so that calls marked {@code @Future} may run in
 * parallel. Classes that hold none, or have been woven, stay as they are.
 */
@Mojo(
        name = "test-weave",
        defaultPhase = LifecyclePhase.PROCESS_TEST_CLASSES,
        requiresDependencyResolution = ResolutionScope.TEST,
        threadSafe = true)
public final class TestWeaveMojo extends AbstractWeaveMojo {
    /** The folder of the test classes. */
    @Parameter(defaultValue = "${project.build.testOutputDirectory}", required = true)
    File classes;

    @Parameter(defaultValue = "${project.testClasspathElements}", readonly = true)
    List<String> classPath;

    @Parameter(defaultValue = "${project.testCompileSourceRoots}", readonly = true)
    List<String> sources;

    /** For Maven. */
    public TestWeaveMojo() {}

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
}
