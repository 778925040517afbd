package dev.cleave.detector;

import java.util.List;

/** The repairs there are. Those that change more come first. */
final class Repairs {
    private Repairs() {}

    static List<Repair> all() {
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
