package dev.cleave.agent.workspan;

import java.util.List;

/**
 * A part of a program that runs in one thread from its begin to its end: a task, a future's call, a
 * loop, a batch of its iterations, or what a thread does outside all of those.
 */
final class Part {
    /** What a part is. */
    enum Kind {
        /** Whatever a thread does in no other part. */
        OUTSIDE,
        /** A task or a future's call. */
        CALL,
        /** A parallel loop. */
        LOOP,
        /** Some of its iterations: no other's wait for them. */
        BATCH
    }

    final Kind kind;

    /** The longest path to where it is; of one that has not begun, to where it may. */
    Path path;

    /** Of a loop: the path to where it began. */
    Path begun;

    /** Whether whoever runs it waits for it at once: a call as any other. */
    boolean isPlain;

    /** Whether its thread waits, or looks for something to run meanwhile. */
    boolean waits;

    boolean hasEnded;

    /** Of a loop: batches that have ended. */
    long batches;

    /** Where the current strand began, and where the next one will: see {@link Lines}. */
    int line;

    int nextLine;

    /** How many calls surround it, of those that are counted. */
    int depth;

    /** How many have surrounded where it was forked, if those are more. */
    int level;

    /** The task that is under way; null of what is none. */
    Measured task;

    /** Of a completer: whom it leads to in the end. */
    Measured root;

    /** Of a completer: tasks in its worker's queue when it began. */
    int queued;

    /** How many of them have futures. */
    int woven;

    /** What is known of others like it; null if that is of no use. */
    Grain grain;

    /** What its thread had done when it began. */
    long workBefore;

    /** What it has done, for the graph; null if none is written. */
    Body body;

    /** Of a loop: what its batches have done. */
    List<Body> batchBodies;

    /** What the same thread goes on with when this ends. */
    Part outer;

    /** The longest path of those that completed it, or children of it, from elsewhere. */
    private Path arrived;

    Part(Kind kind, Path path) {
        this.kind = kind;
        this.path = path;
    }

    /** Somebody counts down what this waits for. Any thread. */
    synchronized void arrives(Path from, long burden) {
        arrived = arrived == null ? from.plusBurden(burden) : Path.longest(arrived, from, burden);
    }

    /** A path that goes on after all those that have arrived so far. Any thread. */
    synchronized Path afterArrivals(Path from) {
        return arrived == null ? from : Path.longest(from, arrived, 0);
    }
}
