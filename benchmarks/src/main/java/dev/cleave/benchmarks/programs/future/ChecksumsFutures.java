package dev.cleave.benchmarks.programs.future;

import dev.cleave.Future;
import dev.cleave.benchmarks.programs.Checksums;

/** {@link Checksums}: a future for each call but the leaf. */
final class ChecksumsFutures {
    private ChecksumsFutures() {}

    static void run(Checksums problem) {
        problem.total(problem.isPair() ? leaf(problem) : eight(problem));
    }

    private static long leaf(Checksums problem) {
        @Future long pending = problem.checksum(0);
        long leaf = problem.checksum(1);
        return pending + leaf;
    }

    private static long eight(Checksums problem) {
        @Future long first = problem.checksum(0);
        @Future long second = problem.checksum(1);
        @Future long third = problem.checksum(2);
        @Future long fourth = problem.checksum(3);
        @Future long fifth = problem.checksum(4);
        @Future long sixth = problem.checksum(5);
        @Future long seventh = problem.checksum(6);
        @Future long eighth = problem.checksum(7);
        return first + second + third + fourth + fifth + sixth + seventh + eighth;
    }
}
