package dev.cleave.stress.futures;

import dev.cleave.Cleave;
import dev.cleave.lazy.Elements;
import dev.cleave.lazy.FutureStack;
import dev.cleave.lazy.LoopSite;
import dev.cleave.lazy.ParallelLoop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** What {@link Misled} calls go to. */
public final class Faulty {
    private Faulty() {}

    public static long count(long from, long bound, long step, boolean inclusive, boolean up) {
        return Math.max(0, ParallelLoop.count(from, bound, step, inclusive, up) - 1);
    }

    public static long countInts(long from, long bound, long step, boolean inclusive, boolean up) {
        return Math.max(0, ParallelLoop.countInts(from, bound, step, inclusive, up) - 1);
    }

    public static Elements of(Iterable<?> all) {
        List<Object> some = new ArrayList<>();
        all.forEach(some::add);
        return Elements.of(some.subList(0, Math.max(0, some.size() - 1)));
    }

    /** Later iterations run before earlier ones. */
    public static final class Order {
        private Order() {}

        public static long[] run(
                long iterations, ParallelLoop.Body body, FutureStack stack, LoopSite site)
                throws Throwable {
            ParallelLoop.Body later =
                    (from, to, partial) -> {
                        body.run((from + to) / 2, to, partial.clone());
                        body.run(from, to, partial);
                    };
            return ParallelLoop.run(iterations, later, stack, site);
        }
    }

    /** What some iterations accumulate is lost. */
    public static final class Sums {
        private Sums() {}

        public static long[] run(
                long iterations, ParallelLoop.Body body, FutureStack stack, LoopSite site)
                throws Throwable {
            ParallelLoop.Body forgetful =
                    (from, to, partial) -> {
                        body.run(from, (from + to) / 2, partial);
                        body.run((from + to) / 2, to, partial);
                    };
            return ParallelLoop.run(iterations, forgetful, stack, site);
        }
    }

    public static void join(Runnable first, Runnable second) {
        first.run();
    }

    public static <A, B> Cleave.Pair<A, B> join(
            Supplier<? extends A> first, Supplier<? extends B> second) {
        return new Cleave.Pair<>(first.get(), null);
    }

    public static void invokeAll(Runnable... parts) {
        Serially.invokeAll(Arrays.copyOf(parts, Math.max(0, parts.length - 1)));
    }

    public static <T> List<T> invokeAll(List<? extends Supplier<? extends T>> parts) {
        List<T> results = Serially.invokeAll(parts);
        Collections.reverse(results);
        return results;
    }

    public static void forEach(int from, int to, IntConsumer body) {
        Serially.forEach(from, to > from ? to - 1 : to, body);
    }

    public static void forEachLong(long from, long to, LongConsumer body) {
        Serially.forEachLong(from, to > from ? to - 1 : to, body);
    }

    public static <T> T reduce(
            int from,
            int to,
            T identity,
            IntFunction<? extends T> body,
            BinaryOperator<T> combine) {
        return Serially.<T>reduce(from, to, identity, body, (x, y) -> combine.apply(y, x));
    }

    public static long apply(Operation operation, int fuel, long argument) {
        return argument;
    }
}
