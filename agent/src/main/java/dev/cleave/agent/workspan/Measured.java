package dev.cleave.agent.workspan;

/** What instrumentation adds to the runtime's tasks: a place for what is known of one. */
public interface Measured {
    /**
     * What is known of the task.
     *
     * @return a {@link Part}, or null
     */
    Object cleave$part();

    /**
     * Keeps what is known of the task.
     *
     * @param part a {@link Part}
     */
    void cleave$part(Object part);
}
