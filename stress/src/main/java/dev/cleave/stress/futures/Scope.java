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
    final List<String> labels;

    /** What an early return returns; null where there can be none. */
    ValueType result;

    boolean returnsNothing;
    boolean inLoop;
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

    private Scope(Scope s) {
        weight = s.weight;
        sum = s.sum;
        share = s.share;
        constants = new ArrayList<>(s.constants);
        futures = new ArrayList<>(s.futures);
        touched = new HashSet<>(s.touched);
        operations = new ArrayList<>(s.operations);
        labels = new ArrayList<>(s.labels);
        result = s.result;
        returnsNothing = s.returnsNothing;
        inLoop = s.inLoop;
        mayFail = s.mayFail;
        hasReceiver = s.hasReceiver;
        isSynchronized = s.isSynchronized;
        depth = s.depth + 1;
        factor = s.factor;
    }

    /** A block within this one. */
    Scope inner() {
        return new Scope(this);
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
        return s;
    }
}
