import dev.cleave.Cleave;
import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.Future;
import java.util.ArrayList;
import java.util.List;

/** The code beside a call waits for what the call does: written serially, the call comes first. */
public final class Latches {
    private static int opens(Gate gate) {
        gate.open();
        return 1;
    }

    private static int waits() throws Exception {
        Gate gate = new Gate();
        @Future int x = opens(gate);
        gate.pass();
        return x;
    }

    /** Soon no worker is idle; those that say that they block are replaced. */
    private static int nested(int n) throws Exception {
        if (n == 0) {
            return 1;
        }
        Gate gate = new Gate();
        @Future int x = nested(n - 1);
        @Future int y = opens(gate);
        Cleave.blocking(
                () -> {
                    gate.pass();
                    return null;
                });
        return x + y;
    }

    private static int allAtOnce() {
        ForkJoinPool pool = new ForkJoinPool(2);
        try {
            List<ForkJoinTask<Integer>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                all.add(pool.submit(() -> nested(2)));
            }
            return all.stream().mapToInt(ForkJoinTask::join).sum();
        } finally {
            pool.shutdown();
        }
    }

    public static String run() throws Exception {
        return waits() + " " + nested(3) + " " + allAtOnce();
    }
}
