package dev.cleave.scheduling;

import java.util.function.Function;

/** The disciplines that the same tests are run against. */
enum Discipline {
    SPLIT(Disciplines::split),
    CHASE_LEV(Disciplines::chaseLev),
    THE(Disciplines::the),
    RECEIVER_INITIATED(Disciplines::receiverInitiated),
    SENDER_INITIATED(Disciplines::senderInitiated),
    LINKED(Disciplines::linked),
    SHARED(Disciplines::shared);

    final Function<Scheduler, WorkQueue> queues;

    Discipline(Function<Scheduler, WorkQueue> queues) {
        this.queues = queues;
    }
}
