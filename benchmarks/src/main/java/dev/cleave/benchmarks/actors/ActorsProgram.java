package dev.cleave.benchmarks.actors;

/** A program, and what the study measured with 32 workers (Pinto et al., 2017, Table III). */
enum ActorsProgram {
    MAX_THROUGHPUT("max-throughput", 1.04),
    SINGLE_PING("single-ping", 1.35),
    PING_THROUGHPUT("ping-throughput", 3.58),
    SINGLE_PRODUCER("single-producer", 0.78),
    MULTI_PRODUCER("multi-producer", 0.92),
    MIDDLE_MAN("middle-man", 2.18),
    MEDIATOR("mediator", 6.63);

    private final String label;
    private final double studySpeedup;

    ActorsProgram(String label, double studySpeedup) {
        this.label = label;
        this.studySpeedup = studySpeedup;
    }

    String label() {
        return label;
    }

    double studySpeedup() {
        return studySpeedup;
    }
}
