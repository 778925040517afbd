package dev.cleave.agent.profile;

import dev.cleave.agent.Installation;
import java.lang.instrument.Instrumentation;

/** {@code -javaagent:cleave-agent.jar=profile}. */
public final class Profiling {
    /** The agent's option. */
    public static final String OPTION = "profile";

    private Profiling() {}

    /**
     * Counts in classes that are loaded from now on, until the result is closed. The JDK's classes
     * stay as they are.
     *
     * @param instrumentation of this virtual machine
     * @return what ends it
     * @throws IllegalStateException if there is no Flight Recorder to tell
     */
    public static Installation install(Instrumentation instrumentation) {
        try {
            JucPool.recordAll();
        } catch (NoClassDefFoundError without) {
            throw new IllegalStateException(
                    "the option profile needs the module jdk.jfr: add --add-modules jdk.jfr, or use"
                            + " an image that has it",
                    without);
        }
        ProfilingTransformer transformer = new ProfilingTransformer(instrumentation);
        instrumentation.addTransformer(transformer);
        return () -> instrumentation.removeTransformer(transformer);
    }
}
