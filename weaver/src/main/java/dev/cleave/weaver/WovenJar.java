package dev.cleave.weaver;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** A jar, read by name and written with some entries changed. */
final class WovenJar implements Closeable {
    private static final List<String> SIGNATURES = List.of(".SF", ".RSA", ".DSA", ".EC");

    private final ZipFile jar;

    /** The jars within this one, by the class files in them; null until one is wanted. */
    private Map<String, String> jarsWithin;

    WovenJar(Path file) throws IOException {
        jar = open(file, JarFile.baseVersion());
    }

    /**
     * Opens a jar; what cannot be opened is named.
     *
     * @param release which its entries are found for, if it has some for certain releases of Java
     */
    static JarFile open(Path file, Runtime.Version release) throws IOException {
        try {
            return new JarFile(file.toFile(), false, ZipFile.OPEN_READ, release);
        } catch (ZipException e) {
            throw new ZipException(
                    String.format(
                            "%s is no jar that can be read (%s); it is cut off, damaged or something"
                                    + " else: make it again",
                            file, e.getMessage()));
        }
    }

    /** Each once: of entries that share a name, none but one is ever found. */
    List<String> names() {
        return jar.stream().map(ZipEntry::getName).distinct().toList();
    }

    boolean isSigned() {
        return names().stream().anyMatch(WovenJar::isSignature);
    }

    private static boolean isSignature(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return upper.startsWith("META-INF/")
                && upper.indexOf('/', "META-INF/".length()) < 0
                && SIGNATURES.stream().anyMatch(upper::endsWith);
    }

    byte[] read(String name) throws IOException {
        try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
            return in.readAllBytes();
        } catch (ZipException | EOFException e) {
            throw new ZipException(
                    String.format(
                            "%s in %s is damaged (%s); make the jar again",
                            name, jar.getName(), e.getMessage()));
        }
    }

    byte[] find(String name) {
        try {
            return jar.getEntry(name) == null ? null : read(name);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name + " in " + jar.getName(), e);
        }
    }

    /** A class file of a jar within this one, as a program in one file has its libraries. */
    byte[] findWithin(String name) {
        try {
            if (jarsWithin == null) {
                jarsWithin = jarsWithin();
            }
            String within = jarsWithin.get(name);
            if (within == null) {
                return null;
            }
            try (ZipInputStream in = openWithin(within)) {
                ZipEntry entry = in.getNextEntry();
                while (!entry.getName().equals(name)) {
                    entry = in.getNextEntry();
                }
                return in.readAllBytes();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name + " in " + jar.getName(), e);
        }
    }

    /** Those jars within this one of which any class file is one that is asked for. */
    List<String> jarsWithin(Predicate<byte[]> askedFor) {
        List<String> all = new ArrayList<>();
        for (String within : namesOfJars()) {
            try (ZipInputStream in = openWithin(within)) {
                ZipEntry e = in.getNextEntry();
                while (e != null
                        && !(e.getName().endsWith(".class") && askedFor.test(in.readAllBytes()))) {
                    e = in.getNextEntry();
                }
                if (e != null) {
                    all.add(within);
                }
            } catch (IOException | IllegalArgumentException unreadable) {
                // Nothing of it can be loaded, either.
            }
        }
        return all;
    }

    private List<String> namesOfJars() {
        return names().stream().filter(name -> name.endsWith(".jar")).toList();
    }

    private Map<String, String> jarsWithin() {
        Map<String, String> all = new HashMap<>();
        for (String within : namesOfJars()) {
            try (ZipInputStream in = openWithin(within)) {
                for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
                    if (e.getName().endsWith(".class")) {
                        all.putIfAbsent(e.getName(), within);
                    }
                }
            } catch (IOException | IllegalArgumentException unreadable) {
                // It has what came before that.
            }
        }
        return all;
    }

    private ZipInputStream openWithin(String within) throws IOException {
        return new ZipInputStream(jar.getInputStream(jar.getEntry(within)));
    }

    @Override
    public void close() throws IOException {
        jar.close();
    }

    static void write(Path jar, Map<String, byte[]> changed, Path output) throws IOException {
        boolean inPlace = Files.exists(output) && Files.isSameFile(jar, output);
        if (inPlace && changed.isEmpty()) {
            return;
        }
        Files.createDirectories(output.toAbsolutePath().getParent());
        Path target = Files.exists(output) ? output.toRealPath() : output;
        WovenFolder.replace(
                target,
                jar,
                written -> {
                    if (changed.isEmpty()) {
                        Files.copy(jar, written, StandardCopyOption.REPLACE_EXISTING);
                    } else {
                        copy(jar, changed, written);
                    }
                });
    }

    private static void copy(Path from, Map<String, byte[]> changed, Path to) throws IOException {
        try (WovenJar in = new WovenJar(from);
                OutputStream file = new BufferedOutputStream(Files.newOutputStream(to));
                ZipOutputStream out = new ZipOutputStream(file)) {
            requireNoScript(from);
            for (String name : in.names()) {
                byte[] woven = changed.get(name);
                byte[] bytes = woven != null ? woven : in.read(name);
                out.putNextEntry(describe(in.jar.getEntry(name), bytes));
                out.write(bytes);
                out.closeEntry();
            }
        }
        copyComment(from, to);
    }

    /** The comment at the end, byte by byte: nobody knows in what charset it is. */
    private static void copyComment(Path from, Path to) throws IOException {
        try (ZipFile in = new ZipFile(from.toFile(), StandardCharsets.ISO_8859_1);
                RandomAccessFile out = new RandomAccessFile(to.toFile(), "rw")) {
            if (in.getComment() != null) {
                byte[] comment = in.getComment().getBytes(StandardCharsets.ISO_8859_1);
                out.seek(out.length() - 2); // of its length, which is 0 yet
                out.write(comment.length);
                out.write(comment.length >> 8);
                out.write(comment);
            }
        }
    }

    /** Name, time, comment and method as they were; sizes are those of the bytes. */
    private static ZipEntry describe(ZipEntry original, byte[] bytes) {
        ZipEntry entry = new ZipEntry(original);
        CRC32 sum = new CRC32();
        sum.update(bytes);
        entry.setCrc(sum.getValue());
        entry.setSize(bytes.length);
        entry.setCompressedSize(entry.getMethod() == ZipEntry.STORED ? bytes.length : -1);
        return entry;
    }

    /** A script in front of the entries makes a jar executable; ours would come without. */
    private static void requireNoScript(Path jar) throws IOException {
        try (InputStream in = Files.newInputStream(jar)) {
            if (in.read() != 'P' || in.read() != 'K') {
                throw new ZipException(
                        jar
                                + " begins with a script, which would be lost; weave the class files"
                                + " before the jar is made executable");
            }
        }
    }
}
