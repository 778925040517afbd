package dev.cleave.benchmarks.programs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BiFunction;

/** Versions of some problems for {@code java.util.concurrent}'s pool, one a class of problems. */
public final class Versions {
    private final Map<Class<?>, BiFunction<ForkJoinPool, Problem, Runnable>> versions =
            new LinkedHashMap<>();

    /** None yet. */
    public Versions() {}

    /**
     * Adds a version; each call of what it makes is one run.
     *
     * @return this
     */
    public <P extends Problem> Versions with(
            Class<P> type, BiFunction<ForkJoinPool, P, Runnable> version) {
        versions.put(type, (pool, problem) -> version.apply(pool, type.cast(problem)));
        return this;
    }

    /** The version of a problem, if there is one. */
    public Optional<Runnable> in(ForkJoinPool pool, Problem problem) {
        return Optional.ofNullable(versions.get(problem.getClass()))
                .map(version -> version.apply(pool, problem));
    }
}
