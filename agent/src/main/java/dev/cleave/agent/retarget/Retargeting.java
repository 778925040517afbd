package dev.cleave.agent.retarget;

import java.io.IOException;
import java.lang.instrument.Instrumentation;

/** {@code -javaagent:cleave-agent.jar=retarget}. */
public final class Retargeting {
    /** What the agent's option begins with. */
    public static final String OPTION = "retarget";

    /** Tells the runtime that a program's settings of the JDK's common pool are meant for it. */
    private static final String RETARGETED = "dev.cleave.retargeted";

    private Retargeting() {}

    /**
     * Retargets classes that are loaded from now on.
     *
     * @param option the agent's option, which begins with {@link #OPTION}
     * @param instrumentation of this virtual machine
     * @throws IllegalArgumentException if something in the option has no meaning
     * @throws IllegalStateException if this virtual machine does not allow it
     */
    public static void install(String option, Instrumentation instrumentation) {
        Selection selection = Selection.of(option);
        if (ClassLoader.getSystemResource("dev/cleave/ForkJoinPool.class") == null) {
            try {
                instrumentation.appendToSystemClassLoaderSearch(BundledRuntime.open());
            } catch (IOException without) {
                throw new IllegalStateException(
                        "the option retarget needs Cleave's runtime, and cannot unpack its own ("
                                + without
                                + "): put cleave-runtime on the program's class path",
                        without);
            }
        }
        MovedTypes moved = new MovedTypes();
        System.setProperty(RETARGETED, "true");
        JdkTransformer.install(instrumentation);
        // Behind all that weave, whose view of a class is that of its class file.
        instrumentation.addTransformer(
                new RetargetingTransformer(instrumentation, selection, moved), true);
        if (!selection.unmet().isEmpty()) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> warn(selection), "retarget"));
        }
    }

    /** Not to the log, which may have ended before. */
    private static void warn(Selection selection) {
        for (String part : selection.unmet()) {
            System.err.println(
                    "cleave: retarget,"
                            + part
                            + ": no class of that name or package that mentions fork/join was"
                            + " loaded, so it changed nothing; a class within a class is written"
                            + " Outer$Inner");
        }
    }
}
