package dev.cleave.benchmarks.jne;

import java.nio.file.Path;
import java.util.List;

/**
 * What was asked for on a command line, before anything of it is checked. Lists may be empty and
 * other values null where nothing was said.
 *
 * @param quick measure small sizes, for two minutes
 * @param full measure until a program has run ten times, however long that takes
 * @param json where to write the rows
 * @param plot where to draw the workloads
 * @param jdk the home of the JDK to measure with; null for the one in use
 * @param peers names of peers
 * @param programs names of workloads, {@code limits}, {@code costs} and {@code failures}
 * @param forks how many times virtual machines measure the same thing
 * @param timeoutSeconds how long a run may take before it counts as hanging
 * @param jvmArguments options for the virtual machines of the programs
 * @param manager the main class and arguments of a CPU manager, but for its policy
 */
public record JneOptions(
        boolean quick,
        boolean full,
        Path json,
        Path plot,
        Path jdk,
        List<String> peers,
        List<String> programs,
        Integer forks,
        Integer timeoutSeconds,
        List<String> jvmArguments,
        List<String> manager) {}
