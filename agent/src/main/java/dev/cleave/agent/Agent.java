package dev.cleave.agent;

import dev.cleave.agent.profile.Profiling;
import dev.cleave.agent.retarget.Retargeting;
import dev.cleave.agent.workspan.WorkSpanning;
import java.lang.instrument.Instrumentation;
import java.util.HashSet;
import java.util.Set;

/**
 * Weaves every class with futures when it is loaded: {@code -javaagent:cleave-agent.jar}, with
 * {@code =fail} to refuse classes with a future that cannot be honoured. The program's class path
 * has the runtime. With {@code =profile} nothing is woven: tasks of {@code
 * java.util.concurrent.ForkJoinPool} are counted, see {@link Profiling}, and there need not be a
 * runtime. With {@code =retarget} such tasks run on Cleave, see {@link Retargeting}; the runtime
 * comes with the agent. With {@code =work-span} work and span are measured, see {@link
 * WorkSpanning}. A second {@code -javaagent:} weaves, too.
 *
 * <p>The classes of the JDK are left alone. No class is loaded to weave another.
 */
public final class Agent {
    private static final Set<String> STARTED = new HashSet<>();

    private Agent() {}

    /**
     * Started before the program. If there is no such option, or it does not go with that of an
     * agent before, or what it needs is missing, that is said, and the program is not started: the
     * virtual machine ends with status 1.
     *
     * @param option see {@link OnRefusal}, or {@code profile}, {@code retarget}, {@code work-span}
     * @param instrumentation of this virtual machine
     */
    public static void premain(String option, Instrumentation instrumentation) {
        try {
            startBeforeProgram(option, instrumentation);
        } catch (IllegalArgumentException | IllegalStateException refused) {
            // Thrown on, it would abort the virtual machine, and stand between stack traces of it.
            System.err.println("cleave: " + refused.getMessage());
            System.exit(1);
        }
    }

    private static void startBeforeProgram(String option, Instrumentation instrumentation) {
        if (isRetargeting(option)) {
            if (begins(option)) {
                Retargeting.install(option, instrumentation);
            }
        } else if (WorkSpanning.OPTION.equals(option)) {
            if (begins(option)) {
                WorkSpanning.install(instrumentation);
            }
        } else {
            start(option, instrumentation);
        }
    }

    /**
     * Attached to a program that runs. Classes that are loaded already stay as they are: a virtual
     * machine cannot give them the methods that weaving adds. Nothing is retargeted so: classes on
     * both sides would meet.
     *
     * @param option see {@link OnRefusal}, or {@code profile}
     * @param instrumentation of this virtual machine
     * @throws IllegalArgumentException if there is no such option; nothing is woven
     */
    public static void agentmain(String option, Instrumentation instrumentation) {
        if (isRetargeting(option)) {
            throw new IllegalArgumentException(
                    option
                            + ": classes that are loaded cannot be retargeted; start the program with"
                            + " -javaagent:cleave-agent.jar="
                            + option);
        }
        start(option, instrumentation);
    }

    private static boolean isRetargeting(String option) {
        return option != null && option.split(",", 2)[0].equals(Retargeting.OPTION);
    }

    private static void start(String option, Instrumentation instrumentation) {
        if (Profiling.OPTION.equals(option)) {
            if (begins(option)) {
                Profiling.install(instrumentation);
            }
        } else {
            install(instrumentation, OnRefusal.of(option));
        }
    }

    /**
     * Whether an option is to be heeded: not if it is given once more, as on the command line and
     * in an environment variable. All would be counted twice.
     */
    private static boolean begins(String option) {
        for (String before : STARTED) {
            if (isRetargeting(option) != isRetargeting(before)
                    && (option.equals(Profiling.OPTION) || before.equals(Profiling.OPTION))) {
                throw new IllegalArgumentException(
                        "-javaagent:cleave-agent.jar=profile counts tasks of java.util.concurrent,"
                                + " of which =retarget leaves none: use retarget alone; Cleave's"
                                + " pools are in every recording, without profile");
            }
            if (isRetargeting(option) && isRetargeting(before) && !option.equals(before)) {
                throw new IllegalArgumentException(
                        "-javaagent:cleave-agent.jar="
                                + option
                                + ": another agent has the option "
                                + before
                                + "; give one that says which classes are to be retargeted");
            }
        }
        return STARTED.add(option);
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
