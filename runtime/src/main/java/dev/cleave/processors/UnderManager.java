package dev.cleave.processors;

/**
 * A program under a CPU manager, in what may be a container of its own: the strictest of both
 * counts. The manager is asked for no more than the container allows now: it would grant what the
 * program cannot use, and others could; nor for less, as it was when the program started.
 */
final class UnderManager implements ProcessorSource {
    private final ProcessorSource container;
    private final ManagedProcessors manager;

    /** By the program. */
    private volatile int wanted = Integer.MAX_VALUE;

    UnderManager(ProcessorSource container, ManagedProcessors manager) {
        this.container = container;
        this.manager = manager;
    }

    @Override
    public int current() {
        int allowed = container.current();
        manager.request(Math.min(wanted, allowed));
        return Math.min(allowed, manager.current());
    }

    @Override
    public void request(int processors) {
        wanted = processors;
        current();
    }

    @Override
    public ManagedProcessors manager() {
        return manager;
    }
}
