package dev.cleave.agent.retarget;

import dev.cleave.agent.ProgramTransformer;
import dev.cleave.agent.UnusableClass;
import dev.cleave.weaver.ClassFiles;
import java.lang.System.Logger.Level;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;

/** Retargets class files on their way into the virtual machine. */
final class RetargetingTransformer extends ProgramTransformer {
    /** What a class file has in it that is any concern of ours. */
    private static final List<String> TRACES =
            List.of(
                    MovedTypes.FROM + "ForkJoin",
                    MovedTypes.FROM + "Recursive",
                    MovedTypes.FROM + "CountedCompleter",
                    "newWorkStealingPool",
                    "forName",
                    "loadClass",
                    "findClass");

    private final Instrumentation instrumentation;
    private final Selection selection;
    private final MovedTypes moved;
    private final List<String> traces;

    RetargetingTransformer(Instrumentation instrumentation, Selection selection, MovedTypes moved) {
        super(
                "dev/cleave/ForkJoinPool",
                "stays on java.util.concurrent, as do all classes of its loader: the loader does not"
                        + " see the class path, where Cleave is",
                "could not be retargeted, and stays on java.util.concurrent");
        this.instrumentation = instrumentation;
        this.selection = selection;
        this.moved = moved;
        traces =
                Stream.concat(
                                TRACES.stream(),
                                moved.missing().stream()
                                        .map(member -> member.substring(0, member.indexOf('('))))
                        .distinct()
                        .toList();
    }

    @Override
    protected byte[] change(Module module, ClassLoader loader, byte[] classFile) {
        // Names stand in a class file as they are; in a few more bytes if they are not ASCII.
        String text = new String(classFile, StandardCharsets.ISO_8859_1);
        if (traces.stream().noneMatch(text::contains)) {
            return null;
        }
        ClassReader reader = new ClassReader(classFile);
        String name = reader.getClassName();
        boolean retargeted = selection.contains(name);
        if (!retargeted && Selection.isCleaves(name)) {
            return null;
        }
        Hierarchy hierarchy = new Hierarchy(ClassFiles.of(module, loader), moved);
        ClassRetargeter retargeter =
                new ClassRetargeter(reader, retargeted, selection, moved, hierarchy);
        byte[] changed = retargeter.run();
        for (String refusal : retargeter.refusals()) {
            log(Level.WARNING, refusal, null);
        }
        if (retargeter.refusalOfAll() != null) {
            log(Level.ERROR, retargeter.refusalOfAll(), null);
            return UnusableClass.of(classFile, retargeter.refusalOfAll());
        }
        if (changed != null) {
            letReadRuntime(module);
        }
        return changed;
    }

    /** The runtime is a module if another of the program's requires it; else all may read it. */
    private void letReadRuntime(Module module) {
        if (module.getLayer() != null) {
            module.getLayer()
                    .findModule("dev.cleave")
                    .filter(runtime -> !module.canRead(runtime))
                    .ifPresent(
                            runtime ->
                                    instrumentation.redefineModule(
                                            module,
                                            Set.of(runtime),
                                            Map.of(),
                                            Map.of(),
                                            Set.of(),
                                            Map.of()));
        }
    }
}
