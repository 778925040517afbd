package dev.cleave.robustness;

import dev.cleave.Cleave;
import java.util.List;
import java.util.function.BiConsumer;

/** The ways to run two parts, perhaps in parallel. */
final class TwoParts {
    static final BiConsumer<Runnable, Runnable> WITH_RESULTS =
            (first, second) ->
                    Cleave.<Integer, Integer>join(
                            () -> {
                                first.run();
                                return 1;
                            },
                            () -> {
                                second.run();
                                return 2;
                            });

    static final List<BiConsumer<Runnable, Runnable>> ALL =
            List.of(Cleave::join, WITH_RESULTS, Cleave::invokeAll);

    private TwoParts() {}
}
