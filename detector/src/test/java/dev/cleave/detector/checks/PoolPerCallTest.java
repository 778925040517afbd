package dev.cleave.detector.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.detector.Snippet;
import dev.cleave.detector.reports.Report;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FJ12: pools that live as long as one call. */
class PoolPerCallTest {
    private static final String HEAD =
            """
            import java.util.concurrent.*;
            class Service {
                static final ForkJoinPool KEPT = new ForkJoinPool();
                ForkJoinPool pool = new ForkJoinPool(4);
                Service() { pool = new ForkJoinPool(2); }
            """;

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // made for one call
                "int sum() { return new ForkJoinPool().invoke(new T()); } | 6",
                "int sum() { ForkJoinPool own = new ForkJoinPool(); int x = own.invoke(new T()); own.shutdown(); return x; } | 6",
                "void all() throws Exception { try (ForkJoinPool own = new ForkJoinPool()) { own.submit(new T()).get(); } } | 6",
                "void steal() { ExecutorService own = Executors.newWorkStealingPool(); own.shutdown(); } | 6",
                "public static void main(String[] a) { for (int i = 0; i < 9; i++) new ForkJoinPool().invoke(new T()); } | 6",
                // an object, a method or a stage holds it as long as the call
                "int sum() { return new Holder(new ForkJoinPool()).pool.invoke(new T()); } | 6",
                "int sum() { ForkJoinPool own = new ForkJoinPool(); Holder h = new Holder(own); return h.pool.invoke(new T()); } | 6",
                "int sum() { return in(new ForkJoinPool()); } static int in(ForkJoinPool given) { return given.invoke(new T()); } | 6",
                "void later() { CompletableFuture.runAsync(() -> {}, new ForkJoinPool()); } | 6",
                "void unknown(other.Library to) { ForkJoinPool own = new ForkJoinPool(); to.use(own); own.shutdown(); } | 6",
                // inside a task
                "static class U extends RecursiveAction { protected void compute() { new ForkJoinPool().invoke(new T()); } } | 6",
                // whatever is written before it
                "@GetMapping(\"/sum\") int sum() { return new ForkJoinPool().invoke(new T()); } | 6",
                "@Transactional int sum() { return new ForkJoinPool().invoke(new T()); } | 6",
                "@Scheduled(fixedRate = 9) void sum() { new ForkJoinPool().invoke(new T()); } | 6",
                "@KafkaListener(topics = \"sums\") void sum() { new ForkJoinPool().invoke(new T()); } | 6",
                "@PostConstruct void sum() { new ForkJoinPool().invoke(new T()); } | ",
                // once
                "public static void main(String[] a) { new ForkJoinPool().invoke(new T()); } | ",
                "java.util.Map<String, ForkJoinPool> all; ForkJoinPool named(String n) { return all.computeIfAbsent(n, k -> new ForkJoinPool(2)); } | ",
                "ForkJoinPool poolOf(int n) { return new ForkJoinPool(n); } | ",
                "void start() { ForkJoinPool made = new ForkJoinPool(); pool = made; } | ",
                "void start() { ForkJoinPool made = new ForkJoinPool(); this.pool = made; } | ",
                "Holder kept; void open() { ForkJoinPool made = new ForkJoinPool(); kept = new Holder(made); } | ",
                "Holder open() { ForkJoinPool made = new ForkJoinPool(); return new Holder(made); } | ",
                "java.util.Map<String, ForkJoinPool> all; void named(String n) { ForkJoinPool made = new ForkJoinPool(); all.put(n, made); } | ",
                "void use() { keep(new ForkJoinPool()); } void keep(ForkJoinPool given) { pool = given; } | ",
                "void run() { new Holder(new ForkJoinPool()).start(); } | ",
                "ForkJoinPool open() { ForkJoinPool made = new ForkJoinPool(); Runtime.getRuntime().addShutdownHook(new Thread(() -> made.shutdown())); return made; } | ",
                "void unknown(other.Library to) { ForkJoinPool made = new ForkJoinPool(); to.use(made); } | ",
                "synchronized void grow() { if (pool == null) pool = new ForkJoinPool(); } | ",
                "public static void main(String[] a) { show(); } static void show() { sum(); } static int sum() { return new ForkJoinPool().invoke(new T()); } | ",
                "public static void main(String[] a) { show(); show(); } private static void show() { new ForkJoinPool().invoke(new T()); } | ",
                "Service(int n) { Runtime.getRuntime().addShutdownHook(new Thread(this::end)); } void end() { new ForkJoinPool().invoke(new T()); } | ",
                "void last() { Runtime.getRuntime().addShutdownHook(new Thread(() -> new ForkJoinPool().invoke(new T()))); } | ",
                "void last() { Thread hook = new Thread(this::end); Runtime.getRuntime().addShutdownHook(hook); } void end() { new ForkJoinPool().invoke(new T()); } | ",
                "final Thread hook = new Thread(this::end); void last() { Runtime.getRuntime().addShutdownHook(hook); } void end() { new ForkJoinPool().invoke(new T()); } | ",
                "void last() { Runnable end = () -> new ForkJoinPool().invoke(new T()); Runtime.getRuntime().addShutdownHook(new Thread(end)); } | ",
                "void last() { Runtime.getRuntime().addShutdownHook(new End()); } static class End extends Thread { public void run() { new ForkJoinPool().invoke(new T()); } } | ",
                "void last() { new End().start(); } static class End extends Thread { public void run() { new ForkJoinPool().invoke(new T()); } } | 6",
                "void last() { Thread end = new Thread(() -> new ForkJoinPool().invoke(new T())); end.start(); } | 6",
                // not only from main, or in a loop
                "public static void main(String[] a) { for (String s : a) show(); } static void show() { new ForkJoinPool().invoke(new T()); } | 6",
                "public static void main(String[] a) { show(); } public void other() { show(); } static void show() { new ForkJoinPool().invoke(new T()); } | 6",
                "@Deprecated public void measured() { show(); } static void show() { new ForkJoinPool().invoke(new T()); } | 6",
                "public static void main(String[] a) { Runnable r = Service::show; } static void show() { new ForkJoinPool().invoke(new T()); } | 6",
                "static void down(int n) { new ForkJoinPool().invoke(new T()); down(n - 1); } public static void main(String[] a) { down(9); } | 6",
                "@Deprecated void measured() { new ForkJoinPool().invoke(new T()); } | ",
            })
    void aPoolIsKept(String code, String expected) throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        HEAD
                                + code
                                + "\n}\nclass T extends RecursiveTask<Integer> { protected Integer compute() { return 1; } }\n"
                                + "class Holder extends Thread { final ForkJoinPool pool; Holder(ForkJoinPool given) { pool = given; } }\n");
        assertEquals(
                expected == null ? List.of() : List.of(expected.split(" ")),
                Snippet.found(report, "FJ12"));
    }
}
