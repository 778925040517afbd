package dev.cleave.weaver;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A program that links every class of the JDK that runs it, and tells what the JVM had against. */
final class LinkJdk {
    private LinkJdk() {}

    public static void main(String[] arguments) throws IOException {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules");
        int linked = 0;
        try (Stream<Path> files = Files.walk(modules)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String path = file.toString();
                if (!path.endsWith(".class") || path.endsWith("-info.class")) {
                    continue;
                }
                String module = file.getName(1).toString();
                String name = file.subpath(2, file.getNameCount()).toString();
                name = name.substring(0, name.length() - ".class".length()).replace('/', '.');
                try {
                    Class<?> found =
                            Class.forName(
                                    ModuleLayer.boot().findModule(module).orElseThrow(), name);
                    if (found != null) {
                        found.getDeclaredMethods(); // that links
                        linked++;
                    }
                } catch (VerifyError | ClassFormatError e) {
                    System.out.println(name + ": " + e);
                } catch (LinkageError e) {
                    System.out.println(name + ": " + e.getClass());
                }
            }
        }
        System.out.println("linked " + linked);
    }
}
