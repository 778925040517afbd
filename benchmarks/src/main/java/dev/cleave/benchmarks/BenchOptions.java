package dev.cleave.benchmarks;

import java.nio.file.Path;
import java.util.List;

/**
 * What was asked for on a command line, before anything of it is checked. Lists may be empty and
 * other values null where nothing was said.
 *
 * @param suite the name of a suite
 * @param quick measure small sizes, for two minutes
 * @param json where to write the rows
 * @param jdk the home of the JDK to measure with; null for the one in use
 * @param peers names of peers
 * @param workers sizes of pool; empty for those that the suite has
 * @param scheduling names of disciplines, or "all"
 * @param programs names of programs of the suite
 * @param forks how many virtual machines measure the same thing
 * @param timeoutSeconds how long a run may take before it counts as hanging
 * @param busyThreads how many threads are to compute beside what is measured; null for none
 * @param jvmArguments options for the virtual machines that measure
 */
public record BenchOptions(
        String suite,
        boolean quick,
        Path json,
        Path jdk,
        List<String> peers,
        List<Integer> workers,
        List<String> scheduling,
        List<String> programs,
        Integer forks,
        Integer timeoutSeconds,
        Integer busyThreads,
        List<String> jvmArguments) {}
