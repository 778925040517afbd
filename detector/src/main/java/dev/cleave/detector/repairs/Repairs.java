package dev.cleave.detector.repairs;

import java.util.List;

/** The repairs there are. Those that change more come first. */
public final class Repairs {
    private Repairs() {}

    /** A new one of each. */
    public static List<Repair> all() {
        return List.of(
                new ShareSplitData(),
                new CollectThenInvokeAll(),
                new InvokeAllParts(),
                new ForkInsteadOfSubmit(),
                new JoinAfterCompute(),
                new KeepFirstResult(),
                new RemoveNeedlessLock(),
                new JoinInsteadOfPolling());
    }
}
