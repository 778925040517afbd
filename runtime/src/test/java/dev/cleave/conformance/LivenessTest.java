package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinTask;
import dev.cleave.RecursiveTask;
import dev.cleave.conformance.Tasks.Counted;
import dev.cleave.conformance.Tasks.Fib;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Programs that end on every pool, because a worker that waits for a task either runs it or leaves
 * its processor to somebody who does.
 */
@Conformance
class LivenessTest {

    @OnEveryPool
    void aWorkerJoinsATaskThatWasSubmittedBehindIt(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch submitted = new CountDownLatch(1);
                    Fib behind = new Fib(12);
                    ForkJoinTask<Integer> joiner =
                            pool.submit(
                                    () -> {
                                        Waiting.await(submitted);
                                        return behind.join();
                                    });
                    pool.execute(behind);
                    submitted.countDown();
                    assertEquals(144, joiner.join());
                });
    }

    @OnEveryPool
    void forksAreJoinedInAnyOrder(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Random random = new Random(42);
                    for (int round = 0; round < 20; round++) {
                        List<Fib> forked = new ArrayList<>();
                        for (int i = 0; i < 20; i++) {
                            Fib task = new Fib(8);
                            task.fork();
                            forked.add(task);
                        }
                        Collections.shuffle(forked, random);
                        for (Fib task : forked) assertEquals(21, task.join());
                    }
                });
    }

    /** Joins the task before it in a chain, which some other task has forked. */
    private static final class Link extends RecursiveTask<Integer> {
        private final Link previous;

        Link(Link previous) {
            this.previous = previous;
        }

        @Override
        protected Integer compute() {
            return previous == null ? 1 : previous.join() + 1;
        }
    }

    @OnEveryPool
    void aChainOfJoinsAcrossSiblingsEnds(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Link last = null;
                    List<Link> links = new ArrayList<>();
                    for (int i = 0; i < 100; i++) {
                        last = new Link(last);
                        links.add(last);
                    }
                    for (Link link : links) link.fork();
                    assertEquals(100, last.join());
                });
    }

    @OnEveryPool
    void aChainOfJoinsForkedInReverseEnds(PoolShape shape) throws Exception {
        shape.inside(
                () -> {
                    Link last = null;
                    List<Link> links = new ArrayList<>();
                    for (int i = 0; i < 20; i++) {
                        last = new Link(last);
                        links.add(last);
                    }
                    Collections.reverse(links);
                    for (Link link : links) link.fork();
                    assertEquals(20, last.join());
                });
    }

    @OnEveryPool
    void aChainOfJoinsAcrossSubmissionsEnds(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    Link last = null;
                    List<Link> links = new ArrayList<>();
                    for (int i = 0; i < 20; i++) {
                        last = new Link(last);
                        links.add(last);
                    }
                    Collections.reverse(links);
                    for (Link link : links) pool.execute(link);
                    assertEquals(20, last.join());
                });
    }

    @OnEveryPool
    void manyWorkersAndOutsidersJoinOneTask(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    CountDownLatch go = new CountDownLatch(1);
                    ForkJoinTask<Integer> shared =
                            ForkJoinTask.adapt(
                                    () -> {
                                        Waiting.await(go);
                                        return new Fib(12).invoke();
                                    });
                    List<Background<Integer>> outsiders = new ArrayList<>();
                    for (int i = 0; i < 4; i++) outsiders.add(Background.call(shared::join));
                    pool.execute(shared);
                    List<ForkJoinTask<Integer>> insiders = new ArrayList<>();
                    for (int i = 0; i < 8; i++) insiders.add(pool.submit(shared::join));
                    go.countDown();
                    for (Background<Integer> outsider : outsiders) {
                        assertEquals(144, outsider.await());
                    }
                    for (ForkJoinTask<Integer> insider : insiders) {
                        assertEquals(144, insider.join());
                    }
                });
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"TWO_WORKERS", "FOUR_WORKERS", "FOUR_WORKERS_ASYNC"})
    void anIdleWorkerRunsTheForkOfOneThatBlocksUndeclared(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (int i = 0; i < 100; i++) {
                        CountDownLatch ran = new CountDownLatch(1);
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    ForkJoinTask.adapt(ran::countDown).fork();
                                    Waiting.await(ran);
                                });
                    }
                });
    }

    /** JDK 17 fails this once in some thousand forks: it misses to wake the idle worker. */
    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"TWO_WORKERS", "FOUR_WORKERS", "FOUR_WORKERS_ASYNC"})
    void anIdleWorkerRunsTheForkOfOneThatNeverPolls(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (int i = 0; i < 100; i++) {
                        Counted forked = new Counted();
                        PoolShape.runIn(
                                pool,
                                () -> {
                                    forked.fork();
                                    Waiting.until(forked::isDone, "another worker runs the fork");
                                });
                    }
                });
    }

    @OnEveryPool
    void everySubmissionOfManyThreadsRunsOnce(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    ConcurrentLinkedQueue<Counted> tasks = new ConcurrentLinkedQueue<>();
                    List<Background<?>> submitters = new ArrayList<>();
                    for (int i = 0; i < 4; i++) {
                        submitters.add(
                                Background.run(
                                        () -> {
                                            for (int j = 0; j < 2_000; j++) {
                                                Counted task = new Counted();
                                                tasks.add(task);
                                                pool.execute(task);
                                            }
                                        }));
                    }
                    for (Background<?> submitter : submitters) submitter.await();
                    for (Counted task : tasks) task.join();
                    assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertEquals(8_000, tasks.size());
                    for (Counted task : tasks) assertEquals(1, task.executions());
                });
    }

    @OnEveryPool
    void aPoolThatFellAsleepWakesForEachSubmission(PoolShape shape) throws Exception {
        shape.outside(
                pool -> {
                    for (int i = 0; i < 500; i++) {
                        assertTrue(pool.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
                        assertEquals(5, pool.invoke(new Fib(5)));
                    }
                });
    }
}
