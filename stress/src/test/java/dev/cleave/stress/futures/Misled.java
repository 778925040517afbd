package dev.cleave.stress.futures;

/**
 * Defects of one shape each, which the differential test must find: calls go to {@link Faulty}.
 * What the weaver may make of calls of {@link dev.cleave.Cleave} is up to it, so those are misled
 * before.
 */
enum Misled implements Tampering {
    LOOP_ENDS_EARLY("@Parallel ", true, "dev/cleave/lazy/ParallelLoop", "count", Faulty.class),
    LOOP_FAILS_LATE("@Parallel ", true, "dev/cleave/lazy/ParallelLoop", "run", Faulty.Order.class),
    LOOP_LOSES_PARTS("@Reduce ", true, "dev/cleave/lazy/ParallelLoop", "run", Faulty.Sums.class),
    ELEMENT_IS_LEFT_OUT(
            " : Values.list(| : Values.sequence(",
            true,
            "dev/cleave/lazy/Elements",
            "of",
            Faulty.class),
    ACTION_IS_LEFT_OUT("Cleave.join(", "join(Ljava/lang/Runnable;"),
    RESULT_IS_LOST("Cleave.join(", "join(Ljava/util/function/Supplier;"),
    LAST_ACTION_IS_LEFT_OUT("Cleave.invokeAll(", "invokeAll([Ljava/lang/Runnable;"),
    RESULTS_ARE_TURNED_AROUND("Cleave.invokeAll(", "invokeAll(Ljava/util/List;"),
    LAST_NUMBER_IS_LEFT_OUT("Cleave.forEach(", "forEach("),
    LAST_LONG_IS_LEFT_OUT("Cleave.forEachLong(", "forEachLong("),
    RANGE_IS_TURNED_AROUND("reduce(", "reduce("),
    THREAD_IS_FORGOTTEN(
            "Elsewhere.apply(",
            false,
            "dev/cleave/stress/futures/Elsewhere",
            "apply(",
            Faulty.class);

    /** What a program with the defect contains; where there are several, one of them. */
    final String shape;

    private final boolean isWoven;
    private final String owner;
    private final String method;
    private final String instead;

    Misled(String shape, String method) {
        this(shape, false, "dev/cleave/Cleave", method, Faulty.class);
    }

    Misled(String shape, boolean isWoven, String owner, String method, Class<?> instead) {
        this.shape = shape;
        this.isWoven = isWoven;
        this.owner = owner;
        this.method = method;
        this.instead = instead.getName().replace('.', '/');
    }

    @Override
    public byte[] written(byte[] classFile) {
        return isWoven ? classFile : Serially.redirected(classFile, owner, method, instead);
    }

    @Override
    public byte[] woven(byte[] classFile) {
        return isWoven ? Serially.redirected(classFile, owner, method, instead) : classFile;
    }
}
