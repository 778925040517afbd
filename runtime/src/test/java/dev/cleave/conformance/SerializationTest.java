package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.CountedCompleter;
import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveAction;
import dev.cleave.RecursiveTask;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Tasks.Fib;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** Tasks as data: before and after their execution they can be written and read. */
@Conformance
class SerializationTest {

    private static final class Scale extends RecursiveTask<String> {
        private static final long serialVersionUID = 1L;
        private final String text;
        private final int times;

        Scale(String text, int times) {
            this.text = text;
            this.times = times;
        }

        @Override
        protected String compute() {
            if (times < 0) throw new Failure();
            return text.repeat(times);
        }
    }

    private static final class Increment extends RecursiveAction {
        private static final long serialVersionUID = 1L;
        private int value;

        @Override
        protected void compute() {
            value++;
        }
    }

    private static final class Step extends CountedCompleter<Void> {
        private static final long serialVersionUID = 1L;
        private int completions;

        Step(CountedCompleter<?> completer, int pending) {
            super(completer, pending);
        }

        @Override
        public void compute() {
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            completions++;
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T copy(T object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream output = new ObjectOutputStream(bytes)) {
            output.writeObject(object);
        }
        try (ObjectInputStream input =
                new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) input.readObject();
        }
    }

    @OnEveryPool
    void aTaskIsReadAndThenRun(PoolShape shape) throws Exception {
        Scale task = copy(new Scale("ab", 3));
        assertFalse(task.isDone());
        shape.outside(pool -> assertEquals("ababab", pool.invoke(task)));

        Increment action = copy(new Increment());
        shape.outside(pool -> pool.invoke(action));
        assertEquals(1, action.value);

        Fib fib = copy(new Fib(10));
        shape.outside(pool -> assertEquals(55, pool.invoke(fib)));
    }

    @Test
    void aCompletedTaskKeepsItsResult() throws Exception {
        Scale task = new Scale("ab", 3);
        task.invoke();
        TaskCompletionTest.assertCompleted("ababab", copy(task));

        Increment action = new Increment();
        action.invoke();
        Increment copy = copy(action);
        assertTrue(copy.isCompletedNormally());
        assertEquals(1, copy.value);
        copy.reinitialize();
        copy.invoke();
        assertEquals(2, copy.value);
        assertEquals(1, action.value);
    }

    /** JDK 17 fails this: the exception is lost, and the task claims to have been cancelled. */
    @Test
    void aFailedTaskKeepsItsException() throws Exception {
        Scale task = new Scale("ab", -1);
        task.quietlyInvoke();
        Scale copy = copy(task);
        assertTrue(copy.isCompletedAbnormally());
        assertFalse(copy.isCancelled());
        assertInstanceOf(Failure.class, copy.getException());
        assertThrows(Failure.class, copy::join);
    }

    @Test
    void aCancelledTaskStaysCancelled() throws Exception {
        Scale task = new Scale("ab", 3);
        task.cancel(false);
        Scale copy = copy(task);
        assertTrue(copy.isCancelled());
        assertThrows(CancellationException.class, copy::join);
        assertNull(copy.getRawResult());
    }

    @Test
    void aCompleterKeepsItsCompleterAndPendingCount() throws Exception {
        Step root = new Step(null, 1);
        Step leaf = copy(new Step(root, 2));
        Step copiedRoot = (Step) leaf.getCompleter();
        assertSame(copiedRoot, leaf.getRoot());
        assertEquals(2, leaf.getPendingCount());
        assertEquals(1, copiedRoot.getPendingCount());
        leaf.setPendingCount(0);
        leaf.compute();
        assertEquals(1, leaf.completions);
        assertFalse(copiedRoot.isDone());
        new Step(copiedRoot, 0).compute();
        assertTrue(copiedRoot.isCompletedNormally());
        assertFalse(root.isDone());
    }

    private interface Work extends Runnable, Serializable {}

    private interface Value<T> extends Callable<T>, Serializable {}

    @Test
    void aTaskAroundWhatIsSerializableIsReadAndThenRun() throws Exception {
        Work work = () -> {};
        Value<String> value = () -> "value";
        List<ForkJoinTask<?>> results =
                List.of(
                        ForkJoinTask.adapt(value),
                        ForkJoinTask.adapt(work, "value"),
                        ForkJoinTask.adaptInterruptible(value),
                        ForkJoinTask.adaptInterruptible(work, "value"));
        for (ForkJoinTask<?> task : results) {
            assertEquals("value", copy(task).invoke(), task::toString);
        }
        assertNull(copy(ForkJoinTask.adapt(work)).invoke());
        assertNull(copy(ForkJoinTask.adaptInterruptible(work)).invoke());
    }

    @Test
    void everyTaskIsSerializableByType() {
        assertTrue(Serializable.class.isAssignableFrom(ForkJoinTask.class));
    }
}
