package dev.cleave.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.cleave.ForkJoinPool;
import dev.cleave.spark.Numbers.Range;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** With {@code spark.speculation}, what is slow is solved a second time on another machine. */
@ExtendWith(Cluster.class)
class SpeculationTest {
    private static final Range HUNDRED = new Range(0, 100);

    @TempDir Path folder;

    /** Whoever comes to number 50 first gets no further until it is killed. */
    private static final class SlowOnce extends Numbers {
        private static final long serialVersionUID = 1;
        private final Signals signals;

        SlowOnce(Signals signals) {
            this.signals = signals;
        }

        @Override
        String one(int number) {
            if (number == 50) {
                long pid = ProcessHandle.current().pid();
                if (signals.raise("first")) {
                    signals.raise("slow " + pid);
                    try {
                        Thread.sleep(Long.MAX_VALUE);
                    } catch (InterruptedException killed) {
                        signals.raise("killed");
                        throw new IllegalStateException(killed);
                    }
                }
                signals.raise("fast " + pid);
            }
            return super.one(number);
        }
    }

    @Test
    void aSlowPieceRunsTwiceAndIsCombinedOnce() throws Exception {
        Signals signals = new Signals(folder.toString());
        // Read by Spark when a job begins; for all others it is never.
        SparkConf conf = Cluster.context().sc().conf();
        conf.set(Cluster.QUANTILE, "0.25");
        SecondMachine machine = SecondMachine.join(Cluster.context(), folder);
        try {
            List<String> result =
                    new SparkSolver(Cluster.context())
                            .pieces(12)
                            .solve(new SlowOnce(signals), HUNDRED);
            assertEquals(
                    LocalSolver.solve(ForkJoinPool.commonPool(), new Numbers(), HUNDRED), result);
            String slow = signals.await("slow ", 1).get(0);
            String fast = signals.await("fast ", 1).get(0);
            assertNotEquals(slow, fast, "both attempts ran in one executor");
            signals.await("killed", 1);
        } finally {
            machine.close();
            conf.set(Cluster.QUANTILE, Cluster.NEVER);
        }
    }
}
