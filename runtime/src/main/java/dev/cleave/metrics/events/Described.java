package dev.cleave.metrics.events;

/** A task whose class does not say what it runs. */
public interface Described {
    /**
     * What it runs. Any thread; cheap.
     *
     * @return the name of the class that the user wrote, or a place in the source
     */
    String description();

    /**
     * What an object runs.
     *
     * @param object a task, or what one was made of
     * @return its description, or else its class's name
     */
    static String of(Object object) {
        return object instanceof Described described
                ? described.description()
                : object.getClass().getName();
    }
}
