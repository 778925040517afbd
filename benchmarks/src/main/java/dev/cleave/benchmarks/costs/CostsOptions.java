package dev.cleave.benchmarks.costs;

import java.nio.file.Path;
import java.util.List;

/**
 * What was asked for on a command line, before anything of it is checked. Lists may be empty and
 * other values null where nothing was said.
 *
 * @param quick two virtual machines for each version instead of five
 * @param json where to write the rows
 * @param jdk the home of the JDK to measure with; null for the one in use
 * @param checks ids of checks
 * @param forks how many virtual machines measure the same version
 * @param timeoutSeconds how long a virtual machine may take before it counts as hanging
 * @param jvmArguments options for the virtual machines
 */
public record CostsOptions(
        boolean quick,
        Path json,
        Path jdk,
        List<String> checks,
        Integer forks,
        Integer timeoutSeconds,
        List<String> jvmArguments) {}
