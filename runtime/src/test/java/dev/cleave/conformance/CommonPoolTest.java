package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinPool.ForkJoinWorkerThreadFactory;
import dev.cleave.ForkJoinPool.ManagedBlocker;
import dev.cleave.ForkJoinTask;
import dev.cleave.ForkJoinWorkerThread;
import dev.cleave.conformance.Tasks.Failure;
import dev.cleave.conformance.Tasks.Fib;
import dev.cleave.processors.manager.ManagerFolder;
import java.io.InputStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pool that nobody constructs, and the system properties that shape it. */
@Conformance
class CommonPoolTest {

    private static final String PREFIX = "-Ddev.cleave.ForkJoinPool.common.";

    @Test
    void thereIsOneCommonPool() {
        assertSame(ForkJoinPool.commonPool(), ForkJoinPool.commonPool());
    }

    @Test
    void byDefaultItHasAtLeastOneWorkerAndNoHandler() {
        ForkJoinPool common = ForkJoinPool.commonPool();
        assertTrue(common.getParallelism() >= 1);
        assertEquals(common.getParallelism(), ForkJoinPool.getCommonPoolParallelism());
        assertNull(common.getUncaughtExceptionHandler());
    }

    /** Prints the shape of the common pool, and shows that it works. */
    public static final class Describe {
        private Describe() {}

        public static void main(String[] args) throws Exception {
            ForkJoinPool common = ForkJoinPool.commonPool();
            System.out.println("parallelism " + ForkJoinPool.getCommonPoolParallelism());
            System.out.println("factory " + common.getFactory().getClass().getName());
            UncaughtExceptionHandler handler = common.getUncaughtExceptionHandler();
            System.out.println("handler " + (handler == null ? "none" : handler.getClass()));
            System.out.println("forked " + new Fib(12).fork().join());
            System.out.println("invoked " + new Fib(12).invoke());
            System.out.println("submitted " + common.submit(new Fib(12)).get());
            System.out.println(
                    "reduced " + new CompleterProgramsTest.Summer(null, 0, 100).invoke());
            System.out.println(
                    "delayed " + common.schedule(() -> "called", 1, TimeUnit.MILLISECONDS).get());
            System.out.println("repeated " + isRepeated(common));
            System.out.println("any " + common.invokeAny(List.of(CommonPoolTest::fail, () -> 1)));
            System.out.println(
                    "quiescent " + common.awaitQuiescence(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS));
            System.out.println("resized " + isResized(common));
        }

        private static boolean isRepeated(ForkJoinPool pool) throws InterruptedException {
            CountDownLatch runs = new CountDownLatch(3);
            Future<?> task = pool.scheduleAtFixedRate(runs::countDown, 1, 1, TimeUnit.MILLISECONDS);
            boolean ran = runs.await(Waiting.LIMIT_SECONDS, TimeUnit.SECONDS);
            return task.cancel(false) && ran;
        }

        private static boolean isResized(ForkJoinPool pool) {
            try {
                return pool.setParallelism(5) >= 1;
            } catch (UnsupportedOperationException preset) {
                return false;
            }
        }
    }

    private static int fail() {
        throw new Failure("planned");
    }

    private static void assertWorks(List<String> lines) {
        assertTrue(
                lines.containsAll(
                        List.of(
                                "forked 144",
                                "invoked 144",
                                "submitted 144",
                                "reduced 4950",
                                "delayed called",
                                "repeated true",
                                "any 1",
                                "quiescent true")),
                lines::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void parallelismIsSetByProperty(int parallelism) throws Exception {
        List<String> lines = ChildJvm.run(Describe.class, PREFIX + "parallelism=" + parallelism);
        assertWorks(lines);
        assertTrue(lines.contains("parallelism " + parallelism), lines::toString);
        assertTrue(lines.contains("resized false"), lines::toString);
    }

    /** Whether by the threads that wait or by a worker made after all is not laid down. */
    @Test
    void withoutParallelismTasksThatAreWaitedForRun() throws Exception {
        assertWorks(ChildJvm.run(Describe.class, PREFIX + "parallelism=0"));
    }

    /** Has one delayed task wait for another that is due later. */
    public static final class DelaysInEachOthersWay {
        private DelaysInEachOthersWay() {}

        public static void main(String[] args) {
            CountDownLatch release = new CountDownLatch(1);
            Runnable waits = () -> Waiting.await(release);
            ForkJoinPool common = ForkJoinPool.commonPool();
            Future<?> early = common.schedule(waits, 1, TimeUnit.MILLISECONDS);
            common.schedule(release::countDown, 2, TimeUnit.MILLISECONDS);
            Waiting.await(release);
            Waiting.until(early::isDone, "the early task ends");
            System.out.println("both have run");
        }
    }

    @Test
    void withoutParallelismADelayedTaskThatBlocksHoldsUpNoOther() throws Exception {
        assertEquals(
                List.of("both have run"),
                ChildJvm.run(DelaysInEachOthersWay.class, PREFIX + "parallelism=0"));
    }

    /** Makes workers that can be told from others by their name. */
    public static final class NamingFactory implements ForkJoinWorkerThreadFactory {
        @Override
        public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
            ForkJoinWorkerThread thread =
                    ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
            thread.setName("named");
            return thread;
        }
    }

    /** Cannot be initialized. */
    public static final class Unusable implements ForkJoinWorkerThreadFactory {
        static {
            fail();
        }

        private static void fail() {
            throw new Failure();
        }

        @Override
        public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
            throw new AssertionError("nobody can make this");
        }
    }

    /** Prints what it hears of. */
    public static final class PrintingHandler implements UncaughtExceptionHandler {
        static final CountDownLatch PRINTED = new CountDownLatch(1);

        @Override
        public void uncaughtException(Thread thread, Throwable exception) {
            System.out.println("uncaught " + exception.getClass().getSimpleName());
            PRINTED.countDown();
        }
    }

    /** Prints the name of a worker, and lets another one throw. */
    public static final class UseFactoryAndHandler {
        private UseFactoryAndHandler() {}

        public static void main(String[] args) throws Exception {
            Describe.main(args);
            ForkJoinTask<String> name = ForkJoinTask.adapt(() -> Thread.currentThread().getName());
            name.fork();
            Waiting.until(name::isDone, "a worker runs the task");
            System.out.println("worker " + name.join());
            ForkJoinPool.commonPool()
                    .execute(
                            (Runnable)
                                    () -> {
                                        throw new Failure();
                                    });
            Waiting.await(PrintingHandler.PRINTED);
        }
    }

    @Test
    void factoryAndHandlerAreSetByProperty() throws Exception {
        List<String> lines =
                ChildJvm.run(
                        UseFactoryAndHandler.class,
                        PREFIX + "threadFactory=" + NamingFactory.class.getName(),
                        PREFIX + "exceptionHandler=" + PrintingHandler.class.getName(),
                        PREFIX + "parallelism=2");
        assertWorks(lines);
        assertTrue(
                lines.containsAll(
                        List.of(
                                "parallelism 2",
                                "factory " + NamingFactory.class.getName(),
                                "handler " + PrintingHandler.class,
                                "worker named",
                                "uncaught Failure")),
                lines::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "parallelism, many",
        "threadFactory, no.such.Factory",
        "threadFactory, java.lang.String",
        "threadFactory, dev.cleave.conformance.CommonPoolTest$Unusable",
        "exceptionHandler, no.such.Handler",
        "maximumSpares, none"
    })
    void aPropertyThatCannotBeUsedLeavesTheDefault(String property, String value) throws Exception {
        List<String> lines = ChildJvm.run(Describe.class, PREFIX + property + "=" + value);
        assertWorks(lines);
        assertTrue(lines.contains("handler none"), lines::toString);
        assertTrue(
                lines.contains("parallelism " + ForkJoinPool.getCommonPoolParallelism()),
                lines::toString);
        assertTrue(lines.contains("resized true"), lines::toString);
    }

    /** Prints whether a worker of a common pool of one can be replaced while it blocks. */
    public static final class Block {
        private Block() {}

        public static void main(String[] args) throws Exception {
            CountDownLatch release = new CountDownLatch(1);
            CountDownLatch blocking = new CountDownLatch(1);
            ManagedBlocker blocker =
                    new ManagedBlocker() {
                        @Override
                        public boolean isReleasable() {
                            return release.getCount() == 0;
                        }

                        @Override
                        public boolean block() throws InterruptedException {
                            blocking.countDown();
                            release.await();
                            return true;
                        }
                    };
            ForkJoinTask<String> blocked =
                    ForkJoinPool.commonPool()
                            .submit(
                                    () -> {
                                        try {
                                            ForkJoinPool.managedBlock(blocker);
                                            return "released";
                                        } catch (RejectedExecutionException e) {
                                            blocking.countDown();
                                            return "rejected";
                                        }
                                    });
            Waiting.await(blocking);
            ForkJoinPool.commonPool().execute(release::countDown);
            Waiting.until(blocked::isDone, "the blocked task is released or rejected");
            System.out.println(blocked.join());
        }
    }

    @Test
    void sparesAreLimitedByProperty() throws Exception {
        assertEquals(
                List.of("rejected"),
                ChildJvm.run(Block.class, PREFIX + "parallelism=1", PREFIX + "maximumSpares=0"));
        assertEquals(
                List.of("released"),
                ChildJvm.run(Block.class, PREFIX + "parallelism=1", PREFIX + "maximumSpares=1"));
        assertEquals(List.of("released"), ChildJvm.run(Block.class, PREFIX + "parallelism=1"));
    }

    /** Makes the common pool start its workers from a thread with a class loader of its own. */
    public static final class ReportLoader {
        private ReportLoader() {}

        public static void main(String[] args) {
            Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0]));
            ForkJoinTask<ClassLoader> loader =
                    ForkJoinTask.adapt(() -> Thread.currentThread().getContextClassLoader());
            loader.fork();
            Waiting.until(loader::isDone, "a worker runs the task");
            System.out.println(loader.join() == ClassLoader.getSystemClassLoader());
        }
    }

    @Test
    void workersSeeTheSystemClassLoader() throws Exception {
        assertEquals(List.of("true"), ChildJvm.run(ReportLoader.class));
    }

    /** Uses the common pool from a group of threads of its own, as build tools run a program. */
    public static final class ReportGroup {
        private ReportGroup() {}

        public static void main(String[] args) throws InterruptedException {
            ThreadGroup group = new ThreadGroup("program");
            Thread program =
                    new Thread(
                            group,
                            () -> {
                                ForkJoinPool.commonPool().submit(() -> {}).join();
                                Thread[] found = new Thread[100];
                                int n = group.enumerate(found);
                                for (int i = 0; i < n; i++) {
                                    System.out.println(found[i].getName());
                                }
                            },
                            "main of the program");
            program.start();
            program.join();
        }
    }

    /** The tool waits for all threads of the group, and interrupts them. */
    @Test
    void threadsOfTheProcessAreNotInTheGroupOfWhoStartsThem() throws Exception {
        assertEquals(List.of("main of the program"), ChildJvm.run(ReportGroup.class));
    }

    /** Has a class loader of its own, as a part of a server has that comes and goes. */
    public static final class Part implements Callable<Integer> {
        @Override
        public Integer call() throws Exception {
            return ForkJoinTask.inForkJoinPool()
                    ? 1
                    : ForkJoinPool.commonPool().submit(this).get()
                            + ForkJoinPool.commonPool().schedule(this, 0, TimeUnit.SECONDS).get();
        }
    }

    /** Makes such a part the first user of all, and forgets it. */
    public static final class ForgetPart {
        private static final String LOOKS_FOR_A_MANAGER = "manager";

        private ForgetPart() {}

        private static WeakReference<ClassLoader> use() throws Exception {
            byte[] part;
            try (InputStream in = Part.class.getResourceAsStream("CommonPoolTest$Part.class")) {
                part = in.readAllBytes();
            }
            ClassLoader loader =
                    new ClassLoader() {
                        @Override
                        protected Class<?> loadClass(String name, boolean resolve)
                                throws ClassNotFoundException {
                            return name.equals(Part.class.getName())
                                    ? defineClass(name, part, 0, part.length)
                                    : super.loadClass(name, resolve);
                        }
                    };
            Callable<?> call =
                    (Callable<?>)
                            loader.loadClass(Part.class.getName())
                                    .getDeclaredConstructor()
                                    .newInstance();
            System.out.println(call.call());
            return new WeakReference<>(loader);
        }

        public static void main(String[] args) throws Exception {
            if (Boolean.getBoolean(LOOKS_FOR_A_MANAGER)) {
                Path folder = ManagerFolder.path();
                Files.createDirectory(
                        folder, PosixFilePermissions.asFileAttribute(ManagerFolder.MODE));
                folder.toFile().deleteOnExit();
            }
            WeakReference<ClassLoader> loader = use();
            Waiting.until(
                    () -> {
                        System.gc();
                        return loader.get() == null;
                    },
                    "the loader is collected");
            System.out.println("collected");
        }
    }

    @Test
    void noThreadKeepsTheClassesOfWhoMadeItStart() throws Exception {
        assertEquals(List.of("2", "collected"), ChildJvm.run(ForgetPart.class));
        assertEquals(
                List.of("2", "collected"),
                ChildJvm.run(ForgetPart.class, "-D" + ForgetPart.LOOKS_FOR_A_MANAGER + "=true"));
    }

    /** Ends while the common pool works. */
    public static final class Leave {
        private Leave() {}

        public static void main(String[] args) {
            CountDownLatch started = new CountDownLatch(1);
            CountDownLatch never = new CountDownLatch(1);
            ForkJoinPool.commonPool()
                    .execute(
                            () -> {
                                started.countDown();
                                try {
                                    never.await();
                                } catch (InterruptedException e) {
                                    System.out.println("interrupted");
                                }
                            });
            Waiting.await(started);
            System.out.println("leaving");
        }
    }

    @Test
    void aProgramEndsThoughTheCommonPoolWorks() throws Exception {
        assertEquals("leaving", ChildJvm.run(Leave.class).get(0));
    }
}
