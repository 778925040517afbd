package dev.cleave.profiler;

/** The numbers of {@code dev.cleave.WorkerStatistics}: since the pool was made, never less. */
enum Counter {
    FORKS("forks", false),
    PROMOTIONS("promotions", false),
    STEALS_TRIED("stealsTried", false),
    STEALS_WON("stealsWon", false),
    SUBMISSIONS_TAKEN("submissionsTaken", false),
    POLLS_ANSWERED("pollsAnswered", false),
    PARKS("parks", false),
    COMPUTE("computeTime", true),
    SEEK("seekTime", true),
    JOIN("joinTime", true),
    IDLE("idleTime", true);

    static final int COUNT = values().length;

    final String field;
    final boolean time;

    Counter(String field, boolean time) {
        this.field = field;
        this.time = time;
    }
}
