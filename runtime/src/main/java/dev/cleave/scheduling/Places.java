package dev.cleave.scheduling;

import java.util.ArrayList;
import java.util.List;

/** What was done at the places of a pool's workers, whoever has had them. Not thread-safe. */
final class Places {
    /** What workers that have ended did, by their index. */
    private final List<Totals> ended = new ArrayList<>();

    /** What guests did whose queues are there no more. */
    private final Totals endedGuests = new Totals();

    /** There is a worker at this place. */
    void require(int index) {
        while (ended.size() <= index) {
            ended.add(new Totals());
        }
    }

    /** A worker has ended. */
    void ended(WorkQueue queue) {
        Totals place = ended.get(queue.index);
        place.threadName = queue.owner.getName();
        addWorker(place, queue);
    }

    /** A guest's queue is there no more, but others' are. */
    void guestEnded(PromotingQueue queue) {
        endedGuests.add(queue);
    }

    /** See {@link Workers#totals}; of these workers and guests, and those that have ended. */
    List<Totals> totals(WorkQueue[] queues) {
        List<Totals> list = new ArrayList<>();
        for (WorkQueue q : queues) {
            if (isWorker(q)) {
                Totals t = new Totals();
                t.index = q.index;
                addWorker(t, q);
                list.add(t);
            }
        }
        addGuests(list, queues);
        Totals sum = new Totals();
        ended.forEach(sum::add);
        list.add(sum);
        return list;
    }

    /** See {@link Scheduler#totalsByPlace}; of these workers and guests, and those before. */
    List<Totals> totalsByPlace(WorkQueue[] queues) {
        List<Totals> list = new ArrayList<>();
        for (Totals place : ended) {
            Totals t = new Totals();
            t.index = list.size();
            t.threadName = place.threadName;
            t.add(place);
            list.add(t);
        }
        for (WorkQueue q : queues) {
            if (isWorker(q)) {
                Totals t = list.get(q.index);
                t.threadName = q.owner.getName();
                addWorker(t, q);
            }
        }
        addGuests(list, queues);
        return list;
    }

    private static boolean isWorker(WorkQueue queue) {
        return !queue.isGone && !(queue instanceof PromotingQueue);
    }

    private static void addWorker(Totals to, WorkQueue queue) {
        to.add(queue);
        if (queue.calls != null) {
            to.add(queue.calls);
        }
    }

    /** One line for all of them, if there are any. */
    private void addGuests(List<Totals> list, WorkQueue[] queues) {
        Totals guests = new Totals();
        guests.index = WorkQueue.GUEST;
        guests.add(endedGuests);
        boolean any = false;
        for (WorkQueue q : queues) {
            if (q instanceof PromotingQueue calls && calls.isGuest() && !q.isGone) {
                guests.add(q);
                any = true;
            }
        }
        if (any) {
            list.add(guests);
        }
    }
}
