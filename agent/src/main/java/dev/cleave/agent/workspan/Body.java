package dev.cleave.agent.workspan;

import java.util.ArrayList;
import java.util.List;

/**
 * What a {@link Part} has done so far, in the words of the graph's file. What it forks has no
 * number yet: that is put in when this ends. A join in another order than the newest first also
 * joins what was forked since, and one of what another body has forked is left out: the file can
 * say nothing else.
 */
final class Body {
    /** Stands for a join among strings, which are words, and the forked. */
    private static final Object JOIN = new Object();

    private final List<Object> words = new ArrayList<>();
    private final List<Body> open = new ArrayList<>();

    /** The nanoseconds since the last word. */
    private long nanos;

    /** Its number in the file; -1 until it has ended. */
    private volatile int number = -1;

    /** Whether it has done nothing at all. */
    private boolean isEmpty;

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
        if (!other.isEmpty) {
            flush(file);
            words.add("c" + other.number);
        }
    }

    /**
     * Nothing follows. Of what it has forked, that counts which has ended.
     *
     * @return its number
     */
    int end(GraphFile file) {
        flush(file);
        StringBuilder text = new StringBuilder();
        List<Boolean> known = new ArrayList<>();
        for (Object word : words) {
            if (word instanceof Body child) {
                known.add(child.number >= 0);
                if (child.number >= 0) {
                    text.append(" f").append(child.number);
                }
            } else if (word != JOIN) {
                text.append(' ').append(word);
            } else if (known.remove(known.size() - 1)) {
                text.append(" j");
            }
        }
        words.clear();
        open.forEach(child -> child.isJoined = true);
        open.clear();
        isEmpty = text.length() == 0;
        number = file.number(isEmpty ? "w0" : text.substring(1));
        return number;
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
