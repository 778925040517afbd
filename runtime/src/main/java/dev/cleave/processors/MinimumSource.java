package dev.cleave.processors;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * As many processors as all of several sources grant: the strictest counts. Requests go to all.
 *
 * @param sources the sources, at least one
 */
public record MinimumSource(List<ProcessorSource> sources) implements ProcessorSource {
    /**
     * Creates a source.
     *
     * @param sources the sources
     * @throws IllegalArgumentException if there are none
     * @throws NullPointerException if the list or an element is null
     */
    public MinimumSource {
        for (ProcessorSource source : Objects.requireNonNull(sources, "the sources are null")) {
            Objects.requireNonNull(source, "a source is null");
        }
        sources = List.copyOf(sources);
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("no sources: at least one is needed");
        }
    }

    /**
     * The minimum of these.
     *
     * @param sources the sources, at least one
     * @return the source
     * @throws IllegalArgumentException if there are none
     * @throws NullPointerException if one is null
     */
    public static MinimumSource of(ProcessorSource... sources) {
        return new MinimumSource(
                Arrays.asList(Objects.requireNonNull(sources, "the sources are null")));
    }

    @Override
    public int current() {
        int least = Integer.MAX_VALUE;
        for (ProcessorSource source : sources) {
            least = Math.min(least, source.current());
        }
        return least;
    }

    @Override
    public void request(int wanted) {
        for (ProcessorSource source : sources) {
            source.request(wanted);
        }
    }

    /** {@inheritDoc} The first that there is among the sources. */
    @Override
    public ManagedProcessors manager() {
        for (ProcessorSource source : sources) {
            if (source.manager() != null) {
                return source.manager();
            }
        }
        return null;
    }
}
