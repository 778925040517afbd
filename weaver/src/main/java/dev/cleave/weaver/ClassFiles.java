package dev.cleave.weaver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Where the weaver finds the classes that a woven class mentions. */
@FunctionalInterface
public interface ClassFiles {
    /**
     * A class file.
     *
     * @param name of the class, with slashes
     * @return its bytes; null if there is none
     */
    byte[] find(String name);

    /**
     * The class files that a class loader sees; it loads none of them.
     *
     * @param loader the loader; null for the boot loader
     * @return a view of them
     */
    static ClassFiles of(ClassLoader loader) {
        return name -> {
            String file = name + ".class";
            try (InputStream in =
                    loader == null
                            ? ClassLoader.getSystemResourceAsStream(file)
                            : loader.getResourceAsStream(file)) {
                return in == null ? null : in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + file, e);
            }
        };
    }
}
