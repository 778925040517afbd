package dev.cleave.detector.sources;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes of a class path. They are loaded to be asked what they extend; none is initialized,
 * so that no code of theirs runs. Any thread; keeps the jars open until it is closed.
 */
public final class Libraries implements LibraryTypes, AutoCloseable {
    private final URLClassLoader loader;
    private final Map<String, List<String>> supertypes = new ConcurrentHashMap<>();

    public Libraries(List<Path> classPath) {
        loader =
                new URLClassLoader(
                        classPath.stream().map(Libraries::url).toArray(URL[]::new),
                        ClassLoader.getPlatformClassLoader());
    }

    private static URL url(Path entry) {
        try {
            return entry.toUri().toURL();
        } catch (MalformedURLException unlikely) {
            throw new IllegalArgumentException(entry + " has no URL", unlikely);
        }
    }

    @Override
    public List<String> supertypesOf(String name) {
        return supertypes.computeIfAbsent(name, this::load);
    }

    private List<String> load(String name) {
        try {
            Class<?> found = Class.forName(name, false, loader);
            List<String> names = new ArrayList<>();
            if (found.getSuperclass() != null) {
                names.add(found.getSuperclass().getName());
            }
            for (Class<?> implemented : found.getInterfaces()) {
                names.add(implemented.getName());
            }
            return List.copyOf(names);
        } catch (ClassNotFoundException | LinkageError | SecurityException absent) {
            // Not there, or not with what it extends, or for a newer Java.
            return List.of();
        }
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
