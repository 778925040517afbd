package dev.cleave.scheduling;

/** A task that tests tell apart by its number, and that is only taken, never run. */
final class NumberedTask extends Task {
    final int number;

    /** Not final, so that only the queue's own ordering shows it to a thief. */
    private int payload;

    NumberedTask(int number) {
        this.number = number;
        payload = expectedPayload();
    }

    private int expectedPayload() {
        return number * 31 + 7;
    }

    /** Whether all that its maker wrote has arrived with it. */
    boolean isWhole() {
        return payload == expectedPayload();
    }

    static NumberedTask[] upTo(int count) {
        NumberedTask[] tasks = new NumberedTask[count];
        for (int i = 0; i < count; i++) {
            tasks[i] = new NumberedTask(i);
        }
        return tasks;
    }

    @Override
    protected boolean exec() {
        throw new AssertionError("never run");
    }

    @Override
    public String toString() {
        return "task " + number;
    }
}
