package dev.cleave.benchmarks.actors;

import java.nio.file.Path;
import java.util.List;

/**
 * What was asked for on a command line, before anything of it is checked. Lists may be empty and
 * other values null where nothing was said.
 *
 * @param quick measure small sizes, for nine minutes
 * @param json where to write the rows
 * @param jdk the home of the JDK to measure with; null for the one in use
 * @param peers names of dispatchers
 * @param programs names of programs
 * @param forks how many virtual machines measure the same thing
 * @param timeoutSeconds how long a run may take before it counts as hanging
 * @param jvmArguments options for the virtual machines
 */
public record ActorsOptions(
        boolean quick,
        Path json,
        Path jdk,
        List<String> peers,
        List<String> programs,
        Integer forks,
        Integer timeoutSeconds,
        List<String> jvmArguments) {}
