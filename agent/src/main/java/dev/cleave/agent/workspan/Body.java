package dev.cleave.agent.workspan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a {@link Part} has done so far, in the words of the graph's file. What it forks and calls
 * has no number yet: that is put in when this and all of that has ended. A join in another order
 * than the newest first also joins what was forked since, and one of what another body has forked
 * is left out: the file can say nothing else.
 */
final class Body {
    /** Stands for a join among strings, which are words, the forked and the called. */
    private static final Object JOIN = new Object();

    /** The number of what has not ended when the program has. */
    private static final int NONE = -2;

    private record Call(Body of) {}

    private final List<Object> words = new ArrayList<>();
    private final List<Body> open = new ArrayList<>();

    /** The nanoseconds since the last word. */
    private long nanos;

    /** Its number in the file; -1 until that is known. Under the file's lock, as what follows. */
    private int number = -1;

    private boolean hasEnded;

    /** Whether it has done nothing at all. */
    private boolean isEmpty;

    /** How many that it has forked or called have no number, once it has ended. */
    private int missing;

    /** Who has forked or called this, and ended before it had a number. */
    private List<Body> waiting = List.of();

    /** Whether who has forked it has joined it, or ended. */
    private volatile boolean isJoined;

    void work(long by) {
        nanos += by;
    }

    private void flush(GraphFile file) {
        long rounded = file.rounded(nanos);
        nanos = 0;
        if (rounded > 0) {
            words.add("w" + rounded);
        }
    }

    void fork(Body child, GraphFile file) {
        flush(file);
        words.add(child);
        open.add(child);
    }

    void join(Body child, GraphFile file) {
        int at = open.lastIndexOf(child);
        if (at >= 0) {
            flush(file);
            while (open.size() > at) {
                open.remove(open.size() - 1).isJoined = true;
                words.add(JOIN);
            }
        } else if (!child.isJoined) {
            file.joinIsLeftOut();
        }
    }

    /** Calls another that has ended. */
    void call(Body other, GraphFile file) {
        synchronized (file) {
            if (other.number >= 0 && other.isEmpty) {
                return;
            }
        }
        flush(file);
        words.add(new Call(other));
    }

    /** Nothing follows. What it has forked may go on, and is waited for. */
    void end(GraphFile file) {
        flush(file);
        open.forEach(child -> child.isJoined = true);
        open.clear();
        synchronized (file) {
            hasEnded = true;
            for (Body other : others()) {
                if (other.number == -1) {
                    missing++;
                    other.waiting = new ArrayList<>(other.waiting);
                    other.waiting.add(this);
                }
            }
            if (missing == 0) {
                write(file);
                tell(file);
            }
        }
    }

    /**
     * The program has ended with this: what has not ended by now counts for nothing.
     *
     * @param first what this has forked before all else
     * @return its number
     */
    int endAll(List<Body> first, GraphFile file) {
        words.addAll(0, first);
        end(file);
        synchronized (file) {
            Set<Body> unknown = new LinkedHashSet<>(List.of(this));
            Deque<Body> left = new ArrayDeque<>(unknown);
            while (!left.isEmpty()) {
                for (Body other : left.remove().others()) {
                    if (other.number == -1 && unknown.add(other) && other.hasEnded) {
                        left.add(other);
                    }
                }
            }
            for (Body each : unknown) {
                if (!each.hasEnded) {
                    each.number = NONE;
                    each.tell(file);
                }
            }
            return number;
        }
    }

    /** What it has forked and called, each time. */
    private List<Body> others() {
        List<Body> others = new ArrayList<>();
        for (Object word : words) {
            if (word instanceof Body forked) {
                others.add(forked);
            } else if (word instanceof Call call) {
                others.add(call.of);
            }
        }
        return others;
    }

    /** This has a number: so, then, may have who waits for it, and so on. */
    private void tell(GraphFile file) {
        Deque<Body> numbered = new ArrayDeque<>(List.of(this));
        while (!numbered.isEmpty()) {
            Body body = numbered.remove();
            for (Body each : body.waiting) {
                if (--each.missing == 0) {
                    each.write(file);
                    numbered.add(each);
                }
            }
            body.waiting = List.of();
        }
    }

    private void write(GraphFile file) {
        StringBuilder text = new StringBuilder();
        List<Boolean> known = new ArrayList<>();
        for (Object word : words) {
            if (word instanceof Body child) {
                known.add(child.number >= 0);
                if (child.number >= 0) {
                    text.append(" f").append(child.number);
                }
            } else if (word instanceof Call call) {
                text.append(call.of.isEmpty || call.of.number < 0 ? "" : " c" + call.of.number);
            } else if (word != JOIN) {
                text.append(' ').append(word);
            } else if (known.remove(known.size() - 1)) {
                text.append(" j");
            }
        }
        words.clear();
        isEmpty = text.length() == 0;
        number = file.number(isEmpty ? "w0" : text.substring(1));
    }

    /** The iterations of a loop: halves in parallel, down to the batches. */
    static Body ofLoop(List<Body> batches, GraphFile file) {
        if (batches.size() == 1) {
            return batches.get(0);
        }
        Body both = new Body();
        if (!batches.isEmpty()) {
            int middle = batches.size() / 2;
            Body right = ofLoop(batches.subList(middle, batches.size()), file);
            both.fork(right, file);
            both.call(ofLoop(batches.subList(0, middle), file), file);
            both.join(right, file);
        }
        both.end(file);
        return both;
    }
}
