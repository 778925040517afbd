package dev.cleave.profiler.graph;

import java.io.IOException;

/**
 * A file that is no task graph, or a broken one. The message states the file, the line, and why.
 */
public final class GraphFormatException extends IOException {
    private static final long serialVersionUID = 1;

    GraphFormatException(String message) {
        super(message);
    }
}
