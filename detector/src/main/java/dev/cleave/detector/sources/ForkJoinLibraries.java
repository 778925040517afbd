package dev.cleave.detector.sources;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The fork/join libraries the detector knows, all descended from one: the JDK's, its predecessor
 * jsr166y, the copies that Scala and Akka shipped, and Cleave's.
 */
public final class ForkJoinLibraries {
    /** The packages of the libraries that no JDK brings along. */
    private static final List<String> FOREIGN =
            List.of(
                    "dev.cleave",
                    "jsr166y",
                    "scala.concurrent.forkjoin",
                    "akka.jsr166y",
                    "java8.util.concurrent");

    /** What packages are called into which projects copied the library for themselves. */
    private static final Pattern COPY =
            Pattern.compile("(^|\\.)(juc|jsr166\\w*|forkjoin|chmv8)(\\.|$)");

    private static final Set<String> TASKS =
            Set.of("ForkJoinTask", "RecursiveTask", "RecursiveAction", "CountedCompleter");

    /** Cleave's own, whose children are spawned and counted. */
    public static final String SYNC_TASK = "dev.cleave.SyncTask";

    /** What a file that uses fork/join by itself has at least one of, stages aside. */
    private static final List<String> MENTIONS =
            List.of(
                    "ForkJoin",
                    "RecursiveTask",
                    "RecursiveAction",
                    "CountedCompleter",
                    "newWorkStealingPool",
                    ".parallelStream(",
                    ".parallel()");

    private static final String SYNC_TASK_STUB =
            """
            package dev.cleave;
            public abstract class SyncTask extends ForkJoinTask<Void> {
                protected abstract void compute();
                protected final void spawn(SyncTask child) {}
                protected final void sync() {}
                public final Void getRawResult() { return null; }
                protected final void setRawResult(Void value) {}
                protected final boolean exec() { return true; }
            }
            """;

    private ForkJoinLibraries() {}

    /** Types whose methods named like this have code run in the common pool. */
    private static final List<String> STAGES = List.of("CompletableFuture", "CompletionStage");

    private static final String ASYNCHRONOUS = "Async(";

    /** Whether a source text may use fork/join by itself. */
    static boolean mentionedIn(String source) {
        return MENTIONS.stream().anyMatch(source::contains)
                || source.contains("dev.cleave") && source.contains("SyncTask")
                || source.contains(ASYNCHRONOUS) && STAGES.stream().anyMatch(source::contains);
    }

    /** Whether a package is that of a library which no JDK brings along. */
    public static boolean isForeign(String home) {
        return FOREIGN.contains(home) || COPY.matcher(home).find();
    }

    public static boolean isTask(String type) {
        return isOneOf(type, TASKS) || type.equals(SYNC_TASK);
    }

    public static boolean isCompleter(String type) {
        return isOneOf(type, Set.of("CountedCompleter"));
    }

    public static boolean isPool(String type) {
        return isOneOf(type, Set.of("ForkJoinPool"));
    }

    /** Whether a simple name is that of a library class, for files whose imports lead nowhere. */
    public static boolean isName(String simpleName) {
        return TASKS.contains(simpleName)
                || "ForkJoinPool".equals(simpleName)
                || "ForkJoinWorkerThread".equals(simpleName);
    }

    /** Whether a class that was not given is named for what it extends. */
    public static boolean isNamedTask(String simpleName) {
        return TASKS.stream().anyMatch(simpleName::endsWith);
    }

    private static boolean isOneOf(String type, Set<String> names) {
        int dot = type.lastIndexOf('.');
        String home = dot < 0 ? "" : type.substring(0, dot);
        return names.contains(type.substring(dot + 1))
                && (home.isEmpty() || home.equals("java.util.concurrent") || isForeign(home));
    }

    /**
     * Declarations for the libraries that these sources import and do not contain, so that the
     * compiler can tell types where they are not on the class path.
     */
    static List<String> stubsFor(Iterable<String> sources, LibraryTypes libraries) {
        Set<String> wanted = new LinkedHashSet<>();
        Set<String> present = new LinkedHashSet<>();
        for (String source : sources) {
            for (String library : FOREIGN) {
                if (source.contains(library)) {
                    wanted.add(library);
                }
                if (source.contains("package " + library + ";")) {
                    present.add(library);
                }
            }
        }
        wanted.removeAll(present);
        wanted.removeIf(it -> !libraries.supertypesOf(it + ".RecursiveTask").isEmpty());
        Stream<String> syncTask =
                wanted.contains("dev.cleave") ? Stream.of(SYNC_TASK_STUB) : Stream.of();
        return Stream.concat(wanted.stream().flatMap(library -> stubs(library).stream()), syncTask)
                .toList();
    }

    private static List<String> stubs(String library) {
        String head = "package " + library + ";\n";
        return List.of(
                head
                        + """
                        public abstract class ForkJoinTask<V>
                                implements java.util.concurrent.Future<V>, java.io.Serializable {
                            public final ForkJoinTask<V> fork() { return this; }
                            public final V join() { return null; }
                            public final V invoke() { return null; }
                            public final V get() { return null; }
                            public final V get(long time, java.util.concurrent.TimeUnit unit) {
                                return null;
                            }
                            public static void invokeAll(ForkJoinTask<?> a, ForkJoinTask<?> b) {}
                            public static void invokeAll(ForkJoinTask<?>... tasks) {}
                            public static <T extends ForkJoinTask<?>> java.util.Collection<T>
                                    invokeAll(java.util.Collection<T> tasks) { return tasks; }
                            public boolean cancel(boolean interrupt) { return false; }
                            public final boolean isDone() { return true; }
                            public final boolean isCancelled() { return false; }
                            public boolean tryUnfork() { return false; }
                            public final void quietlyJoin() {}
                            public final void quietlyInvoke() {}
                            public void complete(V value) {}
                            public void completeExceptionally(Throwable failure) {}
                            public static ForkJoinPool getPool() { return null; }
                            public static boolean inForkJoinPool() { return true; }
                            public static void helpQuiesce() {}
                            public static int getQueuedTaskCount() { return 0; }
                            public static int getSurplusQueuedTaskCount() { return 0; }
                            public abstract V getRawResult();
                            protected abstract void setRawResult(V value);
                            protected abstract boolean exec();
                            public static ForkJoinTask<?> adapt(Runnable body) { return null; }
                            public static <T> ForkJoinTask<T> adapt(
                                    java.util.concurrent.Callable<? extends T> body) {
                                return null;
                            }
                        }
                        """,
                head
                        + """
                        public abstract class RecursiveTask<V> extends ForkJoinTask<V> {
                            protected abstract V compute();
                            public final V getRawResult() { return null; }
                            protected final void setRawResult(V value) {}
                            protected final boolean exec() { return true; }
                        }
                        """,
                head
                        + """
                        public abstract class RecursiveAction extends ForkJoinTask<Void> {
                            protected abstract void compute();
                            public final Void getRawResult() { return null; }
                            protected final void setRawResult(Void value) {}
                            protected final boolean exec() { return true; }
                        }
                        """,
                head
                        + """
                        public abstract class CountedCompleter<T> extends ForkJoinTask<T> {
                            protected CountedCompleter() {}
                            protected CountedCompleter(CountedCompleter<?> completer) {}
                            protected CountedCompleter(CountedCompleter<?> completer, int pending) {}
                            public abstract void compute();
                            public void onCompletion(CountedCompleter<?> caller) {}
                            public final void tryComplete() {}
                            public final void propagateCompletion() {}
                            public final void setPendingCount(int count) {}
                            public final void addToPendingCount(int delta) {}
                            public final CountedCompleter<?> getCompleter() { return null; }
                            public T getRawResult() { return null; }
                            protected void setRawResult(T value) {}
                            protected final boolean exec() { return true; }
                        }
                        """,
                head
                        + """
                        public class ForkJoinPool
                                extends java.util.concurrent.AbstractExecutorService {
                            public ForkJoinPool() {}
                            public ForkJoinPool(int parallelism) {}
                            public static ForkJoinPool commonPool() { return null; }
                            public <T> T invoke(ForkJoinTask<T> task) { return null; }
                            public void execute(ForkJoinTask<?> task) {}
                            public void execute(Runnable task) {}
                            public <T> ForkJoinTask<T> submit(ForkJoinTask<T> task) { return task; }
                            public <T> ForkJoinTask<T> submit(
                                    java.util.concurrent.Callable<T> body) {
                                return null;
                            }
                            public ForkJoinTask<?> submit(Runnable body) { return null; }
                            public int getParallelism() { return 1; }
                            public void shutdown() {}
                            public java.util.List<Runnable> shutdownNow() { return null; }
                            public boolean isShutdown() { return true; }
                            public boolean isTerminated() { return true; }
                            public boolean awaitTermination(
                                    long time, java.util.concurrent.TimeUnit unit) {
                                return true;
                            }
                            public static void managedBlock(ManagedBlocker blocker) {}
                            public interface ManagedBlocker {
                                boolean block() throws InterruptedException;
                                boolean isReleasable();
                            }
                        }
                        """);
    }
}
