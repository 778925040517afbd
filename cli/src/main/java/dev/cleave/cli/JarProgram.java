package dev.cleave.cli;

import dev.cleave.weaver.ClassPath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipException;

/**
 * A program packed in a jar, started as {@code java -jar} would, but with the runtime beside it.
 */
final class JarProgram {
    private static final byte[] ZIP = {'P', 'K', 3, 4};

    private JarProgram() {}

    /** Whether a file is a jar by its name or, as a {@code .war}, by how it begins. */
    static boolean isOne(Path file) {
        if (file.toString().endsWith(".jar") || !Files.isRegularFile(file)) {
            return file.toString().endsWith(".jar");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(ZIP, in.readNBytes(ZIP.length));
        } catch (IOException unreadable) {
            return false;
        }
    }

    /**
     * Reads what the manifest says about starting the program. Its {@code Class-Path} needs no
     * reading: the virtual machine follows it from every jar.
     *
     * @param mainClass the class to start, or null for the manifest's
     * @param libraries folders and jars with what it uses besides
     * @throws CommandFailure if the file is not a jar, or names no class to start, or has not the
     *     one that was asked for
     */
    static Program read(Path jar, String mainClass, List<Path> libraries) {
        Manifest manifest = manifest(jar);
        Attributes attributes = manifest == null ? new Attributes() : manifest.getMainAttributes();
        String started =
                mainClass != null ? mainClass : attributes.getValue(Attributes.Name.MAIN_CLASS);
        if (started == null || started.isBlank()) {
            throw new CommandFailure(
                    String.format(
                            "%s names no class to start (its manifest has no Main-Class);"
                                    + " name one with --main CLASS",
                            jar));
        }
        if (mainClass != null) {
            List<Path> classPath = new ArrayList<>(List.of(jar));
            classPath.addAll(classPathOf(jar));
            classPath.addAll(libraries);
            if (!ClassFolderProgram.canStart(classPath, mainClass)) {
                throw new CommandFailure(
                        String.format(
                                "--main %s: %s has no such class with a main method",
                                mainClass, jar));
            }
        }
        return new Program(jar, libraries, started.strip(), moduleOptions(attributes));
    }

    /**
     * What the virtual machine would follow from a jar's manifest: for a copy of the jar, which
     * stands elsewhere.
     *
     * @throws CommandFailure if the file is not a jar
     */
    static List<Path> classPathOf(Path jar) {
        try {
            return ClassPath.namedBy(jar, manifest(jar));
        } catch (IOException unreadable) {
            throw CommandFailure.of(unreadable);
        }
    }

    /** Null if it has none. */
    private static Manifest manifest(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getManifest();
        } catch (ZipException broken) {
            throw new CommandFailure(
                    String.format(
                            "%s cannot be read as a jar: %s; was it written completely?",
                            jar, broken.getMessage()));
        } catch (IOException unreadable) {
            throw CommandFailure.of(unreadable);
        }
    }

    /** The virtual machine heeds these attributes only with {@code -jar}, so we spell them out. */
    private static List<String> moduleOptions(Attributes attributes) {
        List<String> options = new ArrayList<>();
        addModuleOptions(options, "--add-exports", attributes.getValue("Add-Exports"));
        addModuleOptions(options, "--add-opens", attributes.getValue("Add-Opens"));
        // All that the virtual machine takes there; it does since Java 22.
        if ("ALL-UNNAMED".equals(attributes.getValue("Enable-Native-Access"))
                && Runtime.version().feature() >= 22) {
            options.add("--enable-native-access=ALL-UNNAMED");
        }
        return options;
    }

    private static void addModuleOptions(List<String> options, String option, String packages) {
        if (packages == null || packages.isBlank()) {
            return;
        }
        for (String moduleAndPackage : packages.strip().split("\\s+")) {
            options.add(option);
            options.add(moduleAndPackage + "=ALL-UNNAMED");
        }
    }
}
