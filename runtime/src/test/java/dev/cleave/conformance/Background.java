package dev.cleave.conformance;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.function.Executable;

/** A thread outside every pool that does one thing for a test, and its outcome. */
public final class Background<V> {
    private final FutureTask<V> outcome;
    private final Thread thread;

    private Background(Callable<V> body) {
        outcome = new FutureTask<>(body);
        thread = new Thread(outcome, "background");
        thread.setDaemon(true);
        thread.start();
    }

    public static <V> Background<V> call(Callable<V> body) {
        return new Background<>(body);
    }

    public static Background<Void> run(Executable body) {
        return new Background<>(
                () -> {
                    try {
                        body.execute();
                    } catch (Exception | Error e) {
                        throw e;
                    } catch (Throwable t) {
                        throw new AssertionError(t);
                    }
                    return null;
                });
    }

    public Thread thread() {
        return thread;
    }

    public boolean isDone() {
        return outcome.isDone();
    }

    /** Waits for the end and returns what the body returned; its exception arrives as a cause. */
    public V await() throws Exception {
        return outcome.get(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS);
    }
}
