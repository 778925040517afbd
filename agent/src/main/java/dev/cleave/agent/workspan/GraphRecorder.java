package dev.cleave.agent.workspan;

import dev.cleave.agent.workspan.Part.Kind;

/**
 * Records what a thread's parts do, for the file of the program's graph; if none is written, it
 * does nothing. The time that this takes is no part of a strand. For that thread.
 */
final class GraphRecorder {
    /** Where the graph is written; null if it is not. */
    static GraphFile file;

    private final StrandClock clock;

    GraphRecorder(StrandClock clock) {
        this.clock = clock;
    }

    /** A part that may have a body of its own, as what surrounds it has one. */
    static Part part(Kind kind, Path path) {
        Part part = new Part(kind, path);
        if (file != null) {
            part.body = new Body();
        }
        return part;
    }

    /** A task of which nobody knows who has forked it: it may have begun with the program. */
    static Part atStart() {
        Part part = part(Kind.CALL, Path.START);
        if (file != null) {
            file.atStart(part.body);
        }
        return part;
    }

    void forks(Part part, Part child) {
        if (file != null && part.body != null) {
            long begun = clock.now();
            part.body.fork(child.body, file);
            clock.excludeSince(begun);
        } else if (file != null && part.batchBodies == null) {
            file.atStart(child.body); // as the thread that is outside all tasks, and is not main
        }
    }

    void joins(Part part, Part child) {
        if (file == null || child.body == null) {
            return;
        }
        if (part.batchBodies != null) {
            part.batchBodies.add(child.body);
        } else if (part.body != null) {
            long begun = clock.now();
            part.body.join(child.body, file);
            clock.excludeSince(begun);
        }
    }

    /** A part, if there is one, has called another that has ended. */
    void calls(Part part, Body ended) {
        if (part != null && part.body != null) {
            long begun = clock.now();
            part.body.call(ended, file);
            clock.excludeSince(begun);
        } else if (file != null && (part == null || part.batchBodies == null)) {
            file.atStart(ended);
        }
    }

    void ends(Part part) {
        if (part.body != null) {
            long begun = clock.now();
            part.body.end(file);
            clock.excludeSince(begun);
        }
    }

    /** A loop has been left by an exception in a batch of it. */
    void batchIsLeft(Part loop, Part batch) {
        if (loop.batchBodies != null && batch.body != null) {
            ends(batch);
            loop.batchBodies.add(batch.body);
        }
    }

    void loopEnds(Part outer, Part loop) {
        if (file != null) {
            long begun = clock.now();
            Body both = Body.ofLoop(loop.batchBodies, file);
            clock.excludeSince(begun);
            calls(outer, both);
        }
    }
}
