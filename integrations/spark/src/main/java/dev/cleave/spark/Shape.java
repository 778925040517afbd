package dev.cleave.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * The tree by which a problem was divided into pieces, without the problems: results are combined
 * along it. Never changes.
 */
final class Shape implements Serializable {
    private static final long serialVersionUID = 1;

    /**
     * Of each node, itself before its parts, how many parts it has. Pieces have none. An array, for
     * nested objects of a deep tree would end the stack of Java's serialisation.
     */
    private final int[] parts;

    Shape(int[] parts) {
        this.parts = parts;
    }

    /**
     * A shape cut in two.
     *
     * @param top the upper one, whose pieces are the groups
     * @param groups the lower ones, in order
     */
    record Cut(Shape top, List<Shape> groups) {}

    int pieces() {
        return (int) Arrays.stream(parts).filter(count -> count == 0).count();
    }

    /**
     * Combines the results of all pieces, in the calling thread.
     *
     * @param results one for each piece, in order
     */
    <R> R fold(List<R> results, BinaryOperator<R> combine) {
        return new Folding<>(results, combine).next();
    }

    /**
     * Cuts so that no group has more than {@code most} pieces, and groups are as large as can be.
     */
    Cut cut(int most) {
        return new Cutting(most).cut();
    }

    private final class Folding<R> {
        private final List<R> results;
        private final BinaryOperator<R> combine;
        private int node;
        private int piece;

        Folding(List<R> results, BinaryOperator<R> combine) {
            this.results = results;
            this.combine = combine;
        }

        R next() {
            int count = parts[node++];
            if (count == 0) {
                return results.get(piece++);
            }
            R combined = next();
            for (int i = 1; i < count; i++) {
                combined = combine.apply(combined, next());
            }
            return combined;
        }
    }

    private final class Cutting {
        private final int most;

        /** Of each node, where the next one after all its parts stands. */
        private final int[] ends = new int[parts.length];

        /** Of each node, the pieces below it. */
        private final int[] sizes = new int[parts.length];

        Cutting(int most) {
            this.most = most;
            measure(0);
        }

        private void measure(int node) {
            int next = node + 1;
            sizes[node] = parts[node] == 0 ? 1 : 0;
            for (int i = 0; i < parts[node]; i++) {
                measure(next);
                sizes[node] += sizes[next];
                next = ends[next];
            }
            ends[node] = next;
        }

        Cut cut() {
            List<Integer> top = new ArrayList<>();
            List<Shape> groups = new ArrayList<>();
            for (int node = 0; node < parts.length; ) {
                if (sizes[node] > most) {
                    top.add(parts[node]);
                    node++;
                } else {
                    top.add(0);
                    groups.add(new Shape(Arrays.copyOfRange(parts, node, ends[node])));
                    node = ends[node];
                }
            }
            return new Cut(new Shape(top.stream().mapToInt(i -> i).toArray()), groups);
        }
    }
}
