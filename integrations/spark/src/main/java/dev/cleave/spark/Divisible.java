package dev.cleave.spark;

import java.io.Serializable;
import java.util.List;

/**
 * How problems of one kind are divided and solved.
 *
 * <p>A problem that is not small is split into parts, the parts are solved, and their results are
 * combined, the first with the second, what comes of it with the third. So are results on one
 * machine and on many the same to the last bit, and {@link #combine} need not be associative.
 *
 * <p>The methods are called by many threads at once, on many machines. A piece may be solved more
 * than once: Spark repeats what was lost and doubles what is slow. So they depend on nothing but
 * their arguments and the object's own fields, and what they change outside can be changed again.
 * Running work is stopped by an interrupt of {@link #solve}.
 *
 * @param <P> problems; serialisable for {@link SparkSolver}, with all that a part needs and, since
 *     it is sent along, nothing else
 * @param <R> results; serialisable for {@link SparkSolver}
 */
public interface Divisible<P, R> extends Serializable {
    /**
     * Whether splitting the problem would cost more than it gains. Some tenths of a millisecond are
     * a good size: far more than a fork costs, far less than a piece for a machine.
     *
     * @param problem a problem
     * @return true if {@link #solve} is to solve it
     */
    boolean isSmall(P problem);

    /**
     * Solves a small problem, in one thread.
     *
     * @param problem one that {@link #isSmall}
     * @return its result; may be null if {@link #combine} knows what to do with that
     */
    R solve(P problem);

    /**
     * Divides a problem.
     *
     * @param problem one that is not small
     * @return the parts, in order; at least one, each smaller than the problem
     */
    List<P> split(P problem);

    /**
     * Makes one result of two. May change either and return it: each result is given to it once.
     *
     * @param first the result of a part or of several that follow each other
     * @param second the result of the part next to it
     * @return the result of all of them
     */
    R combine(R first, R second);
}
