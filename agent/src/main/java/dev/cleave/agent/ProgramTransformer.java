package dev.cleave.agent;

import dev.cleave.weaver.ClassFiles;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Changes a program's class files on their way into the virtual machine; the JDK's are left alone.
 * Any thread.
 */
public abstract class ProgramTransformer implements ClassFileTransformer {
    private final String needed;
    private final String withoutIt;
    private final String afterFailure;

    /**
     * Whether a loader saw what is needed when it was last asked. Who does is not asked again: when
     * a debugger replaces a class, a thread that it has stopped may hold the lock of a jar.
     */
    private final Map<ClassLoader, Boolean> seesNeeded =
            Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * A transformer of nothing yet.
     *
     * @param needed the class that changed classes call, with slashes
     * @param withoutIt what is said of a class whose loader does not see that one, after its name
     * @param afterFailure what is said of a class that could not be changed, after its name
     */
    protected ProgramTransformer(String needed, String withoutIt, String afterFailure) {
        this.needed = needed;
        this.withoutIt = withoutIt;
        this.afterFailure = afterFailure;
    }

    /**
     * Changes a class file.
     *
     * @param module that the class will be in
     * @param loader its loader, which is not one of the JDK's
     * @param classFile its bytes
     * @return the bytes instead; null for no change
     * @throws IOException if another class file, which has to be known, cannot be read
     */
    protected abstract byte[] change(Module module, ClassLoader loader, byte[] classFile)
            throws IOException;

    @Override
    public final byte[] transform(
            Module module,
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] classFile) {
        if (loader == null || loader == ClassLoader.getPlatformClassLoader()) {
            return null; // the JDK's
        }
        try {
            byte[] changed = change(module, loader, classFile);
            return changed != null && seesNeeded(module, loader, name) ? changed : null;
        } catch (Throwable failure) {
            // The virtual machine would swallow it, whatever it is.
            String text = written(name) + " " + afterFailure;
            if (failure instanceof IllegalArgumentException && failure.getMessage() != null) {
                // Of a class file that is damaged or too new: how that was found helps nobody.
                log(Level.ERROR, text + ": " + failure.getMessage(), null);
                log(Level.DEBUG, text, failure);
            } else {
                log(Level.ERROR, text, failure);
            }
            return null;
        }
    }

    /** Changed, a class would fail at its first call if it could not see what it calls. */
    private boolean seesNeeded(Module module, ClassLoader loader, String name) {
        Boolean before = seesNeeded.get(loader);
        if (Boolean.TRUE.equals(before)) {
            return true;
        }
        boolean sees = ClassFiles.of(module, loader).find(needed) != null;
        seesNeeded.put(loader, sees);
        if (!sees && before == null) { // said once
            log(Level.WARNING, written(name) + " " + withoutIt, null);
        }
        return sees;
    }

    /** A loader need not say what it calls the class that it defines. */
    private static String written(String name) {
        return name == null
                ? "a class that its loader defines without a name"
                : name.replace('/', '.');
    }

    /**
     * Tells the user. The logger is looked up late: a program may choose its logging when it
     * starts.
     *
     * @param level how bad it is
     * @param text what there is to say
     * @param failure what was thrown, or null
     */
    protected static void log(Level level, String text, Throwable failure) {
        System.getLogger("dev.cleave.agent").log(level, text, failure);
    }
}
