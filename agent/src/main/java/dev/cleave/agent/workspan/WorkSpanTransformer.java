package dev.cleave.agent.workspan;

import dev.cleave.agent.ProgramTransformer;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/** Has the runtime's classes, and the program's, on their way into the virtual machine measured. */
final class WorkSpanTransformer extends ProgramTransformer {
    private static final String PROBE = Probe.class.getName().replace('.', '/');

    /** The runtime's packages, and the agent's: no lines of the program. */
    private static final Pattern OURS =
            Pattern.compile("dev/cleave/((scheduling|lazy|metrics|processors|agent)/.*|[^/]*)");

    private static final String REGION = "dev/cleave/ParallelRegion";

    /** Whether the program has come to parallel regions, of which nothing is told. */
    static volatile boolean hasRegions;

    private final Instrumentation instrumentation;

    WorkSpanTransformer(Instrumentation instrumentation) {
        super(
                PROBE,
                "is not measured, nor is any class of its loader, which does not see the class"
                        + " path, where the agent is",
                "could not be instrumented: what is measured is not to be relied upon");
        this.instrumentation = instrumentation;
    }

    @Override
    protected byte[] change(Module module, ClassLoader loader, byte[] classFile) {
        long begun = System.nanoTime();
        long used = ProcessorTime.ofCaller();
        try {
            return measured(module, classFile);
        } finally {
            Probe.exclude(System.nanoTime() - begun, ProcessorTime.ofCaller() - used);
        }
    }

    private byte[] measured(Module module, byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        String name = reader.getClassName();
        byte[] changed;
        if (RuntimeProbes.changes(name)) {
            changed = RuntimeProbes.insert(classFile);
        } else if (OURS.matcher(name).matches()) {
            hasRegions |= name.equals(REGION);
            changed = null;
        } else {
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            LineInserter inserter = new LineInserter(writer);
            reader.accept(inserter, 0);
            changed = inserter.hasChanged() ? writer.toByteArray() : null;
        }
        Module agent = Probe.class.getModule();
        if (changed != null && !module.canRead(agent)) {
            instrumentation.redefineModule(
                    module, Set.of(agent), Map.of(), Map.of(), Set.of(), Map.of());
        }
        return changed;
    }
}
