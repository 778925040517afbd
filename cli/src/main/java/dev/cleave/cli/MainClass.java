package dev.cleave.cli;

import java.nio.file.Path;

/**
 * A class that a virtual machine can start.
 *
 * @param name its binary name
 * @param file the source file that declares it
 */
record MainClass(String name, Path file) {
    @Override
    public String toString() {
        return name + " (" + file + ")";
    }
}
