package dev.cleave.agent;

/** An agent at work. Any thread. */
@FunctionalInterface
public interface Installation extends AutoCloseable {
    /**
     * Weaves no class that is loaded after this. Those that are woven stay so. Closed more than
     * once: no effect.
     */
    @Override
    void close();
}
