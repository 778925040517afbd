package dev.cleave.agent;

import dev.cleave.weaver.ClassFiles;
import dev.cleave.weaver.Refusal;
import dev.cleave.weaver.Weaver;
import dev.cleave.weaver.Woven;
import java.lang.System.Logger.Level;

/** Weaves class files on their way into the virtual machine. */
final class WeavingTransformer extends ProgramTransformer {
    private final OnRefusal onRefusal;

    WeavingTransformer(OnRefusal onRefusal) {
        super(
                "dev/cleave/lazy/FutureStack",
                "has futures and stays serial, as do all classes of its loader: the loader does not"
                        + " see Cleave's runtime; put cleave-runtime on the program's class path",
                "could not be woven, and stays serial");
        this.onRefusal = onRefusal;
    }

    @Override
    protected byte[] change(Module module, ClassLoader loader, byte[] classFile) {
        Woven woven = new Weaver(ClassFiles.of(module, loader)).weave(classFile);
        boolean fail = onRefusal == OnRefusal.FAIL;
        for (Refusal refusal : woven.refusals()) {
            log(fail ? Level.ERROR : Level.WARNING, refusal.toString(), null);
        }
        if (fail && !woven.refusals().isEmpty()) {
            return UnusableClass.of(classFile, woven.refusals().get(0).toString());
        }
        return woven.changed() ? woven.classFile() : null;
    }
}
