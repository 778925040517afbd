package dev.cleave.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is submitted from outside is taken in order, or by itself. */
class SubmissionsTest {
    /** All of them are equal. */
    private static final class Equal extends Task {
        @Override
        protected boolean exec() {
            throw new AssertionError("never run");
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Equal;
        }

        @Override
        public int hashCode() {
            return 0;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneIsTakenFromWhereverItIsAndNoOther(boolean fromBothEnds) {
        for (int size = 1; size <= 6; size++) {
            for (int place = 0; place < size; place++) {
                Submissions submissions = new Submissions(fromBothEnds);
                Task[] tasks = new Task[size];
                for (int i = 0; i < size; i++) {
                    tasks[i] = new Equal();
                    submissions.addLast(tasks[i]);
                }
                assertFalse(submissions.contains(new Equal()));
                assertFalse(submissions.remove(new Equal()));
                assertTrue(submissions.contains(tasks[place]));
                assertTrue(submissions.remove(tasks[place]));
                assertFalse(submissions.contains(tasks[place]));
                assertFalse(submissions.remove(tasks[place]));
                assertEquals(size - 1, submissions.size());
                for (int i = 0; i < size; i++) {
                    if (i != place) {
                        assertSame(tasks[i], submissions.pollFirst());
                    }
                }
                assertTrue(submissions.isEmpty());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theOldestThatIsWantedIsTaken(boolean fromBothEnds) {
        Submissions submissions = new Submissions(fromBothEnds);
        Task first = new Equal();
        Task second = new Equal();
        Task third = new Equal();
        submissions.addLast(second);
        submissions.addLast(third);
        submissions.addFirst(first);
        assertNull(submissions.pollFirst(task -> false));
        assertSame(second, submissions.pollFirst(task -> task != first));
        assertSame(first, submissions.pollFirst(task -> true));
        assertSame(third, submissions.pollFirst());
        assertNull(submissions.pollFirst());
    }
}
