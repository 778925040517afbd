package dev.cleave.weaver;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The class files of folders and jars, then those of the Java that runs this; of a jar with some
 * for certain releases, those that this Java finds. Loads no class. Any thread; keeps the jars open
 * until it is closed.
 */
public final class ClassPath implements ClassFiles, Closeable {
    private final List<ClassFiles> places = new ArrayList<>();
    private final List<ZipFile> jars = new ArrayList<>();

    /**
     * A class path.
     *
     * @param entries folders and jars, the first to be searched first; one that does not exist, or
     *     is neither, holds no class files, as for the {@code java} command
     * @throws IOException if a jar cannot be read
     */
    public ClassPath(List<Path> entries) throws IOException {
        try {
            for (Path entry : entries) {
                if (Files.isDirectory(entry)) {
                    places.add(name -> read(entry.resolve(name + ".class")));
                } else if (Files.isRegularFile(entry) && isArchive(entry)) {
                    ZipFile jar = WovenJar.open(entry, JarFile.runtimeVersion());
                    jars.add(jar);
                    places.add(name -> read(jar, name + ".class"));
                }
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
        Map<String, ModuleReference> modules = modulesOfJava();
        places.add(name -> read(modules.get(packageOf(name)), name));
    }

    /**
     * The entries of a class path that is written as one text.
     *
     * @param text entries between the system's path separators; may be empty
     * @return the entries
     */
    public static List<Path> entries(String text) {
        List<Path> entries = new ArrayList<>();
        for (String entry : text.split(File.pathSeparator)) {
            if (!entry.isEmpty()) {
                entries.add(Path.of(entry));
            }
        }
        return entries;
    }

    @Override
    public byte[] find(String name) {
        for (ClassFiles place : places) {
            byte[] found = place.find(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        for (ZipFile jar : jars) {
            jar.close();
        }
    }

    /** Class paths also name poms and native libraries, which hold nothing for us. */
    private static boolean isArchive(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.read() == 'P' && in.read() == 'K';
        }
    }

    /** By package; those that this Java did not start with are there for a program, too. */
    private static Map<String, ModuleReference> modulesOfJava() {
        Map<String, ModuleReference> modules = new HashMap<>();
        for (ModuleReference module : ModuleFinder.ofSystem().findAll()) {
            module.descriptor().packages().forEach(name -> modules.put(name, module));
        }
        return modules;
    }

    private static String packageOf(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('/'))).replace('/', '.');
    }

    private static byte[] read(ModuleReference module, String name) {
        if (module == null) {
            return null;
        }
        try (ModuleReader reader = module.open();
                InputStream in = reader.open(name + ".class").orElse(null)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name + " in " + module, e);
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static byte[] read(ZipFile jar, String name) {
        ZipEntry entry = jar.getEntry(name);
        if (entry == null) {
            return null;
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name + " in " + jar.getName(), e);
        }
    }
}
