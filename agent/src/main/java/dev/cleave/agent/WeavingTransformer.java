package dev.cleave.agent;

import dev.cleave.weaver.ClassFiles;
import dev.cleave.weaver.Refusal;
import dev.cleave.weaver.Weaver;
import dev.cleave.weaver.Woven;
import java.lang.System.Logger.Level;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/** Weaves class files on their way into the virtual machine. Any thread. */
final class WeavingTransformer implements ClassFileTransformer {
    private static final String RUNTIME = "dev/cleave/lazy/FutureStack.class";

    private final OnRefusal onRefusal;

    /** Loaders that have been said to see no runtime: once is enough. */
    private final Set<ClassLoader> withoutRuntime =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    WeavingTransformer(OnRefusal onRefusal) {
        this.onRefusal = onRefusal;
    }

    @Override
    public byte[] transform(
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
            Woven woven = new Weaver(ClassFiles.of(loader)).weave(classFile);
            if (!woven.refusals().isEmpty()) {
                return refused(classFile, woven);
            }
            return woven.changed() && hasRuntime(loader, name) ? woven.classFile() : null;
        } catch (RuntimeException | StackOverflowError failure) {
            // The virtual machine would swallow it.
            log(
                    Level.ERROR,
                    name.replace('/', '.') + " could not be woven, and stays serial",
                    failure);
            return null;
        }
    }

    private byte[] refused(byte[] classFile, Woven woven) {
        boolean fail = onRefusal == OnRefusal.FAIL;
        for (Refusal refusal : woven.refusals()) {
            log(fail ? Level.ERROR : Level.WARNING, refusal.toString(), null);
        }
        if (fail) {
            return UnusableClass.of(classFile, woven.refusals().get(0).toString());
        }
        return woven.changed() ? woven.classFile() : null;
    }

    /** Woven, a class would fail at its first call if it could not see the runtime. */
    private boolean hasRuntime(ClassLoader loader, String name) {
        if (loader.getResource(RUNTIME) != null) {
            return true;
        }
        if (withoutRuntime.add(loader)) {
            log(
                    Level.WARNING,
                    name.replace('/', '.')
                            + " has futures and stays serial, as do all classes of its loader: the"
                            + " loader does not see Cleave's runtime; put cleave-runtime on the"
                            + " program's class path",
                    null);
        }
        return false;
    }

    /** Looked up late: a program may choose its logging when it starts. */
    private static void log(Level level, String text, Throwable failure) {
        System.getLogger("dev.cleave.agent").log(level, text, failure);
    }
}
