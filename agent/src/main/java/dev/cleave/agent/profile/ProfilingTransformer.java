package dev.cleave.agent.profile;

import dev.cleave.agent.ProgramTransformer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/** Has the tasks of class files on their way into the virtual machine call {@link Probe}. */
final class ProfilingTransformer extends ProgramTransformer {
    private static final Set<String> TASKS =
            Set.of(
                    "java/util/concurrent/RecursiveTask",
                    "java/util/concurrent/RecursiveAction",
                    "java/util/concurrent/CountedCompleter",
                    "java/util/concurrent/ForkJoinTask");

    private final Instrumentation instrumentation;

    ProfilingTransformer(Instrumentation instrumentation) {
        super(
                Probe.class.getName().replace('.', '/'),
                "is not counted, nor is any class of its loader, which does not see the class path,"
                        + " where the agent is",
                "could not be instrumented, and is not counted");
        this.instrumentation = instrumentation;
    }

    @Override
    protected byte[] change(Module module, ClassLoader loader, byte[] classFile)
            throws IOException {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        ProbeInserter inserter = new ProbeInserter(writer, isTask(loader, reader.getSuperName()));
        reader.accept(inserter, ClassReader.EXPAND_FRAMES);
        if (!inserter.hasChanged()) {
            return null;
        }
        letRead(module);
        return writer.toByteArray();
    }

    /** Whether a class is a kind of task, by its class file and those of what it extends. */
    private static boolean isTask(ClassLoader loader, String className) throws IOException {
        String each = className;
        while (each != null && !each.startsWith("java/")) {
            try (InputStream in = loader.getResourceAsStream(each + ".class")) {
                each = in == null ? null : new ClassReader(in).getSuperName();
            }
        }
        return each != null && TASKS.contains(each);
    }

    private void letRead(Module module) {
        Module agent = Probe.class.getModule();
        if (!module.canRead(agent)) {
            instrumentation.redefineModule(
                    module, Set.of(agent), Map.of(), Map.of(), Set.of(), Map.of());
        }
    }
}
