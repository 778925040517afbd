package dev.cleave.weaver;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The class files of folders and jars, and of what a jar's manifest names as its {@code
 * Class-Path}; then those of the Java that runs this. Of a jar with some for certain releases,
 * those that this Java finds. Loads no class. Any thread; keeps the jars open until it is closed.
 */
public final class ClassPath implements ClassFiles, Closeable {
    /** What may stand in a URL, but not in a URI. */
    private static final Pattern NOT_IN_URI = Pattern.compile("[\\[\\]{}|\\\\^`\"<>]");

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
            Deque<Path> todo = new ArrayDeque<>(entries);
            Set<Path> opened = new HashSet<>();
            while (!todo.isEmpty()) {
                Path entry = todo.removeFirst();
                if (Files.isDirectory(entry)) {
                    places.add(name -> read(entry.resolve(name + ".class")));
                } else if (Files.isRegularFile(entry)
                        && isArchive(entry)
                        && opened.add(entry.toRealPath())) {
                    JarFile jar = WovenJar.open(entry, JarFile.runtimeVersion());
                    jars.add(jar);
                    places.add(name -> read(jar, name + ".class"));
                    List<Path> named = namedBy(entry, manifest(jar));
                    for (int i = named.size() - 1; i >= 0; i--) {
                        todo.addFirst(named.get(i));
                    }
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

    /**
     * What a jar's manifest names as its {@code Class-Path}, as the {@code java} command finds it.
     *
     * @param jar the jar; of a symbolic link, the jar that it leads to
     * @param manifest its manifest; null if it has none
     * @return folders and jars, which need not exist
     * @throws IOException if there is no such jar
     */
    public static List<Path> namedBy(Path jar, Manifest manifest) throws IOException {
        String text =
                manifest == null
                        ? null
                        : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        List<Path> entries = new ArrayList<>();
        if (text == null || text.isBlank()) {
            return entries;
        }
        URI here = jar.toRealPath().toUri();
        for (String entry : text.strip().split("\\s+")) {
            try {
                entries.add(Path.of(here.resolve(escaped(entry))));
            } catch (IllegalArgumentException | FileSystemNotFoundException ignored) {
                // Not a file's address: the virtual machine skips it too.
            }
        }
        return entries;
    }

    /**
     * The files in a folder and below, and where symbolic links lead, as a class loader finds them.
     *
     * @param folder the folder
     * @return them, sorted, as paths that begin with the folder's
     * @throws IOException if a folder cannot be read
     */
    public static List<Path> files(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(
                folder,
                Set.of(FileVisitOption.FOLLOW_LINKS),
                Integer.MAX_VALUE,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (attributes.isRegularFile()) {
                            files.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e)
                            throws IOException {
                        if (e instanceof FileSystemLoopException) {
                            return FileVisitResult.CONTINUE; // nothing that is not there anyway
                        }
                        throw e;
                    }
                });
        Collections.sort(files);
        return files;
    }

    /** The virtual machine takes an entry for a URL, in which more may stand as it is. */
    private static String escaped(String entry) {
        return NOT_IN_URI
                .matcher(entry)
                .replaceAll(found -> String.format("%%%02X", (int) found.group().charAt(0)));
    }

    /** One that cannot be read says nothing; the class files can be read all the same. */
    private static Manifest manifest(JarFile jar) {
        try {
            return jar.getManifest();
        } catch (IOException unreadable) {
            return null;
        }
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
