package dev.cleave.benchmarks.programs.region;

/** The numbers of a loop that are one thread's, as a region's static schedule has them. */
record Blocks(int thread, int threads) {
    int first(int from, int to) {
        return at(from, to, thread);
    }

    int end(int from, int to) {
        return at(from, to, thread + 1);
    }

    private int at(int from, int to, int block) {
        int each = (to - from) / threads;
        int more = (to - from) % threads;
        return from + block * each + Math.min(block, more);
    }
}
