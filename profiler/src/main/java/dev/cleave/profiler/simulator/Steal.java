package dev.cleave.profiler.simulator;

/** A task that has left the worker that forked it. */
final class Steal {
    final int body;

    /** Who runs it, or will. */
    final SimulatedWorker thief;

    /** The thief's next place when it began: what it forks on the task's behalf lies from there. */
    int place;

    boolean done;

    /** Who waits for it, or null. */
    SimulatedWorker waiter;

    Steal(int body, SimulatedWorker thief) {
        this.body = body;
        this.thief = thief;
    }
}
