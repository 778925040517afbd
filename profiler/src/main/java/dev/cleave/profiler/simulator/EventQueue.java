package dev.cleave.profiler.simulator;

/** The workers by the time of their next event; of equal times, by index. A heap. */
final class EventQueue {
    private final SimulatedWorker[] heap;

    EventQueue(SimulatedWorker[] workers) {
        heap = workers.clone();
        for (int i = 0; i < heap.length; i++) {
            heap[i].place = i;
        }
        for (int i = heap.length / 2; i >= 0; i--) {
            down(i);
        }
    }

    SimulatedWorker first() {
        return heap[0];
    }

    /** The time of a worker's next event has changed. */
    void changed(SimulatedWorker worker) {
        up(worker.place);
        down(worker.place);
    }

    private static boolean isBefore(SimulatedWorker a, SimulatedWorker b) {
        return a.next < b.next || a.next == b.next && a.index < b.index;
    }

    private void up(int from) {
        SimulatedWorker moved = heap[from];
        int i = from;
        while (i > 0 && isBefore(moved, heap[(i - 1) / 2])) {
            put(i, heap[(i - 1) / 2]);
            i = (i - 1) / 2;
        }
        put(i, moved);
    }

    private void down(int from) {
        SimulatedWorker moved = heap[from];
        int i = from;
        for (int child; (child = 2 * i + 1) < heap.length; i = child) {
            if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], moved)) {
                break;
            }
            put(i, heap[child]);
        }
        put(i, moved);
    }

    private void put(int i, SimulatedWorker worker) {
        heap[i] = worker;
        worker.place = i;
    }
}
