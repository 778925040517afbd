package dev.cleave.stress.futures;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What generated statements can see and do at some place. */
final class Scope {
    /**
     * A future that has been declared.
     *
     * @param name of the variable
     * @param isCapturable whether lambdas can use it: whether it is effectively final
     */
    record Variable(String name, boolean isCapturable) {}

    /** How often the method's calls are made at most, as it divides its fuel among them. */
    static final class Weight {
        int calls;

        @Override
        public String toString() {
            return Integer.toString(Math.max(1, calls));
        }
    }

    final Weight weight;

    /** The variable that holds what has been computed. */
    final String sum;

    /** The variable that holds the fuel for each call. */
    final String share;

    /** Expressions of type long that have no effect: never reassigned. */
    final List<String> constants;

    final List<Variable> futures;

    /** Names of futures that have certainly been used. */
    final Set<String> touched;

    final List<String> operations;

    /**
     * What jumps can name. With {@code !} before it, it cannot be continued; with {@code ~}, it can
     * only be continued.
     */
    final List<String> labels;

    /** What an early return returns; null where there can be none. */
    ValueType result;

    boolean returnsNothing;
    boolean inLoop;

    /** In a parallel loop, outside of others in it: there is {@code continue} only. */
    boolean inParallelLoop;

    /** In a lambda that is an argument of an overloaded method. */
    boolean inPart;

    boolean mayFail;
    boolean hasReceiver;
    boolean isSynchronized;
    int depth;
    int factor = 1;

    Scope(Weight weight, String sum, String share) {
        this.weight = weight;
        this.sum = sum;
        this.share = share;
        constants = new ArrayList<>();
        futures = new ArrayList<>();
        touched = new HashSet<>();
        operations = new ArrayList<>();
        labels = new ArrayList<>();
    }

    private Scope(Scope s, String sum) {
        weight = s.weight;
        this.sum = sum;
        share = s.share;
        constants = new ArrayList<>(s.constants);
        futures = new ArrayList<>(s.futures);
        touched = new HashSet<>(s.touched);
        operations = new ArrayList<>(s.operations);
        labels = new ArrayList<>(s.labels);
        result = s.result;
        returnsNothing = s.returnsNothing;
        inLoop = s.inLoop;
        inParallelLoop = s.inParallelLoop;
        inPart = s.inPart;
        mayFail = s.mayFail;
        hasReceiver = s.hasReceiver;
        isSynchronized = s.isSynchronized;
        depth = s.depth + 1;
        factor = s.factor;
    }

    /** A block within this one. */
    Scope inner() {
        return new Scope(this, sum);
    }

    /** The body of a parallel loop, which assigns nothing of what is outside. */
    Scope iteration(String sum, String label, int times) {
        Scope s = new Scope(this, sum);
        s.factor = factor * Math.max(1, times);
        s.result = null;
        s.returnsNothing = false;
        s.inLoop = false;
        s.inParallelLoop = true;
        s.labels.clear();
        s.labels.add("~" + label);
        return s;
    }

    /** The body of a lambda, or of a method of a local class, which captures what it uses. */
    Scope captured(Weight weight, String sum, String share) {
        Scope s = new Scope(weight, sum, share);
        s.constants.addAll(constants);
        futures.stream().filter(Variable::isCapturable).forEach(s.futures::add);
        s.touched.addAll(touched);
        s.operations.addAll(operations);
        s.depth = depth + 1;
        s.hasReceiver = hasReceiver;
        s.inPart = inPart;
        return s;
    }
}
