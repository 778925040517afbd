package dev.cleave;

import dev.cleave.scheduling.Settings;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** With {@code -Ddev.cleave.stats=true}, prints what each pool did when the program ends. */
final class StatsAtExit {
    private static final boolean ON = Settings.isOn("dev.cleave.stats", false);
    private static final List<ForkJoinPool> POOLS = new CopyOnWriteArrayList<>();

    private StatsAtExit() {}

    static void watch(ForkJoinPool pool) {
        if (!ON) {
            return;
        }
        synchronized (POOLS) {
            if (POOLS.isEmpty()) {
                line(pool); // loads what prints: by then, the loader may be closed, as by Maven
                Runtime.getRuntime()
                        .addShutdownHook(new Thread(StatsAtExit::print, "cleave-stats"));
            }
            POOLS.add(pool);
        }
    }

    private static void print() {
        for (ForkJoinPool pool : POOLS) {
            System.err.println(line(pool));
        }
    }

    private static String line(ForkJoinPool pool) {
        // The program's choice, which must not move a terminal's cursor.
        return pool.name().replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?")
                + ": "
                + pool.getScheduling()
                + ", "
                + pool.getParallelism()
                + (pool.getParallelism() == 1 ? " worker: " : " workers: ")
                + pool.stats().summary();
    }
}
