package dev.cleave.metrics.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;

/** What all events have. Names, fields and defaults are in docs/observability.md. */
@Category("Cleave")
@StackTrace(false)
public abstract class PoolEvent extends Event {
    /** The pool's name. */
    @Label("Pool")
    @Description("The pool's name")
    public String pool;
}
