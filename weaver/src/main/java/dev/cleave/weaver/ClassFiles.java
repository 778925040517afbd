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

    /**
     * The class files that the classes of a module see; it loads none of them. In a layer of
     * modules with a loader each, a loader gives the classes of the others' modules, but not their
     * files.
     *
     * @param module the module
     * @param loader its loader; null for the boot loader
     * @return a view of them
     */
    static ClassFiles of(Module module, ClassLoader loader) {
        ClassFiles files = of(loader);
        ModuleLayer layer = module.getLayer();
        if (layer == null) {
            return files;
        }
        return name -> {
            byte[] found = files.find(name);
            return found != null ? found : findIn(layer, module, name);
        };
    }

    /** What the module does not read is none of what it sees: it must not be mentioned either. */
    private static byte[] findIn(ModuleLayer layer, Module user, String name) {
        String packageName =
                name.substring(0, Math.max(0, name.lastIndexOf('/'))).replace('/', '.');
        for (Module module : layer.modules()) {
            if (module.getPackages().contains(packageName) && user.canRead(module)) {
                try (InputStream in = module.getResourceAsStream(name + ".class")) {
                    return in == null ? null : in.readAllBytes();
                } catch (IOException e) {
                    throw new UncheckedIOException("cannot read " + name + " in " + module, e);
                }
            }
        }
        for (ModuleLayer parent : layer.parents()) {
            byte[] found = findIn(parent, user, name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
