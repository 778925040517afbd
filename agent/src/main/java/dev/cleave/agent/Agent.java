package dev.cleave.agent;

import java.lang.instrument.Instrumentation;

/**
 * Weaves every class with futures when it is loaded: {@code -javaagent:cleave-agent.jar}, with
 * {@code =fail} to refuse classes with a future that cannot be honoured. The program's class path
 * has the runtime.
 *
 * <p>The classes of the JDK are left alone. No class is loaded to weave another.
 */
public final class Agent {
    private Agent() {}

    /**
     * Started before the program.
     *
     * @param option see {@link OnRefusal}
     * @param instrumentation of this virtual machine
     * @throws IllegalArgumentException if there is no such option; the program is not started
     */
    public static void premain(String option, Instrumentation instrumentation) {
        install(instrumentation, OnRefusal.of(option));
    }

    /**
     * Attached to a program that runs. Classes that are loaded already stay as they are: a virtual
     * machine cannot give them the methods that weaving adds.
     *
     * @param option see {@link OnRefusal}
     * @param instrumentation of this virtual machine
     * @throws IllegalArgumentException if there is no such option; nothing is woven
     */
    public static void agentmain(String option, Instrumentation instrumentation) {
        install(instrumentation, OnRefusal.of(option));
    }

    /**
     * Weaves what is loaded from now on, until the result is closed.
     *
     * @param instrumentation of this virtual machine
     * @param onRefusal what to do about futures that cannot be honoured
     * @return what ends it
     */
    public static Installation install(Instrumentation instrumentation, OnRefusal onRefusal) {
        WeavingTransformer transformer = new WeavingTransformer(onRefusal);
        instrumentation.addTransformer(transformer);
        return () -> instrumentation.removeTransformer(transformer);
    }
}
