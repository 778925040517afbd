package dev.cleave.cli;

import java.io.File;
import java.nio.file.Path;
import java.util.List;

/**
 * A program that is ready to be started.
 *
 * @param classes its own classes, a folder or a jar
 * @param mainClass the binary name of the class to start
 * @param jvmOptions what it asks of its virtual machine
 */
record Program(Path classes, String mainClass, List<String> jvmOptions) {
    /** Its own classes come first: a program that brings a runtime with it gets that one. */
    String classPathWith(Path runtime) {
        return classes + File.pathSeparator + runtime;
    }
}
