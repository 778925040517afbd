package dev.cleave.detector.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.detector.Snippet;
import dev.cleave.detector.reports.Report;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FJ14: what tasks change together, and what each has for itself. */
class SharedMutableStateTest {
    private static final String HEAD =
            """
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;
            class Outer {
                static int count; static volatile int seen; static boolean found;
                static final Set<String> NAMES = new HashSet<>();
                static final Set<String> SAFE = ConcurrentHashMap.newKeySet();
                static final AtomicInteger ATOMIC = new AtomicInteger();
                int total; final List<Integer> results = new ArrayList<>(); final BitSet bits = new BitSet();
                class T extends RecursiveAction {
                    int own; List<Integer> mine = new ArrayList<>(); List<Integer> handed; int[] cell;
                    T(List<Integer> handed, int[] cell) { this.handed = handed; this.cell = cell; }
                    protected void compute() {
                        if (own > 100) invokeAll(new T(handed, cell), new T(handed, cell));
            """;

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // one task knows it
                "List<String> own = new ArrayList<>(); pool.submit(() -> own.add(\"x\")).join(); | ",
                "int[] sum = new int[1]; pool.invoke(new RecursiveAction() { protected void compute() { sum[0]++; } }); | ",
                "for (String name : names) { List<String> own = new ArrayList<>(); pool.submit(() -> own.add(name)); } | ",
                "pool.invoke(new RecursiveAction() { protected void compute() { rounds++; } }); | ",
                "List<String> own = new ArrayList<>(); pool.submit(() -> own.add(\"x\")).join(); pool.submit(() -> own.add(\"y\")).join(); | ",
                // several do
                "pool.execute(new RecursiveAction() { protected void compute() { rounds++; } }); | 5",
                "for (String name : names) pool.execute(new RecursiveAction() { protected void compute() { rounds++; } }); | 5",
                "pool.invoke(new RecursiveAction() { protected void compute() { rounds++; run(pool, names); } }); | 5",
                "pool.invoke(new RecursiveAction() { protected void compute() { rounds++; } }); pool.submit(new RecursiveAction() { protected void compute() { rounds++; } }); | 5 5",
                "List<String> all = new ArrayList<>(); for (String name : names) pool.submit(() -> all.add(name)); | 5",
                "List<String> all = new ArrayList<>(); pool.submit(() -> all.add(\"x\")); pool.submit(() -> all.add(\"y\")); | 5 5",
                "List<String> all = new ArrayList<>(); pool.submit(() -> names.parallelStream().forEach(name -> all.add(name))); | 5",
                "List<String> all = new ArrayList<>(); Runnable run = () -> all.add(\"x\"); pool.submit(run); pool.submit(run); | 5",
                // one piece of code is run side by side
                "List<String> all = new ArrayList<>(); names.parallelStream().forEach(name -> all.add(name)); | 5",
                "List<String> all = new ArrayList<>(); names.parallelStream().forEach(all::add); | 5",
                "int[] sum = new int[1]; names.stream().parallel().forEach(name -> sum[0]++); | 5",
                "names.parallelStream().forEach(name -> rounds++); | 5",
                "int[] all = new int[99]; names.parallelStream().forEach(name -> all[name.length()]++); | 5",
                "int[] all = new int[99]; Arrays.stream(all).parallel().forEach(each -> all[each]++); | 5",
                "for (String name : names) pool.submit(() -> rounds++); | 5",
                // or not
                "List<String> all = new ArrayList<>(); names.stream().forEach(all::add); names.forEach(name -> rounds++); | ",
                "for (String name : names) pool.submit(() -> rounds++).join(); | ",
                "List<String> all = names.parallelStream().collect(ArrayList::new, ArrayList::add, ArrayList::addAll); | ",
                "int[] all = new int[99]; java.util.stream.IntStream.range(0, 99).parallel().forEach(i -> all[i]++); | ",
                "Set<String> all = ConcurrentHashMap.newKeySet(); names.parallelStream().forEach(all::add); | ",
            })
    void aVariableOfOneTaskIsNotShared(String code, String expected) throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        """
                        import java.util.*;
                        import java.util.concurrent.*;
                        class Captures { int rounds;
                            void run(ForkJoinPool pool, List<String> names) {
                        """
                                + code
                                + "\n    }\n}\n");
        assertEquals(
                expected == null ? List.of() : List.of(expected.split(" ")),
                Snippet.found(report, "FJ14"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // shared
                "count++; | 15",
                "count += 2; | 15",
                "seen++; | 15",
                "total += own; | 15",
                "NAMES.add(\"x\"); | 15",
                "results.add(1); | 15",
                "handed.add(1); | 15",
                "handed.set(0, 1); | 15",
                "int i = own; bits.set(i); | 15",
                "cell[0]++; | 15",
                // an index that the data says
                "for (int each : cell) cell[each]++; | 15",
                "for (int each : cell) cell[each - 1] += 1; | 15",
                "for (int i = 0; i < own; i++) cell[cell[i]] += i; | 15",
                "for (int i = 0; i < own; i++) { int at = cell[i]; --cell[at]; } | 15",
                "cell[own % 10] = cell[own % 10] + 1; | 15",
                "cell[\"word\".charAt(own) - 'a']++; | 15",
                "help(); | 18",
                "if (!ATOMIC.compareAndSet(0, 1)) count++; | 15",
                // one task's turn
                "if (ATOMIC.compareAndSet(0, 1)) count++; | ",
                "if (ATOMIC.compareAndSet(0, 1) && own > 1) count++; | ",
                "if (!ATOMIC.compareAndSet(0, 1)) return; count++; | ",
                "if (ATOMIC.compareAndSet(0, 1)) help(); | ",
                "AtomicBoolean begun = new AtomicBoolean(); if (!begun.getAndSet(true)) count++; | ",
                // own
                "own++; | ",
                "mine.add(1); | ",
                "int local = 0; local++; | ",
                "List<Integer> local = new ArrayList<>(); local.add(1); | ",
                // guarded, or made for it
                "ATOMIC.incrementAndGet(); | ",
                "SAFE.add(\"x\"); | ",
                "synchronized (NAMES) { NAMES.add(\"x\"); count++; } | ",
                "guarded(); | ",
                // the same whoever is last
                "found = true; | ",
                // an index may be its own
                "int i = own; cell[i]++; | ",
                "for (int i = 0; i < own; i++) cell[i] += 2; | ",
                "for (int i = 0; i < own; i++) cell[cell[i]] = i; | ",
                "for (int i : cell) { cell[i] += own; cell[i] = own; } | ",
                "int[] local = new int[9]; for (int each : cell) local[each]++; | ",
                "synchronized (NAMES) { for (int each : cell) cell[each]++; } | ",
                "int i = own; handed.set(i, handed.get(i + 1)); | ",
            })
    void nothingSharedIsChanged(String code, String expected) throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        HEAD
                                + code
                                + "\n}\n}\n    void help() { total++; }\n"
                                + "    synchronized void guarded() { total++; }\n"
                                + "    void start() { new ForkJoinPool().invoke(new T(new ArrayList<>(), new int[1])); }\n}\n");
        assertEquals(
                expected == null ? List.of() : List.of(expected.split(" ")),
                Snippet.found(report, "FJ14"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // its successor runs when it is done
                "if (left.size() > 0) { getPool().execute(new Rounds(left)); } else { finish(); } | ",
                "try { new Rounds(left).fork(); } catch (RuntimeException e) { left.clear(); } | ",
                // it goes on beside it, or beside a second one
                "new Rounds(left).fork(); finish(); | 5",
                "try { new Rounds(left).fork(); } finally { finish(); } | 5",
                "for (int i = 0; i < 2; i++) new Rounds(left).fork(); | 5",
                "invokeAll(new Rounds(left), new Rounds(left)); | 5",
                "Runnable later = () -> new Rounds(left).fork(); | 5",
            })
    void whatIsLeftToOneSuccessorIsNotShared(String code, String expected) throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        """
                        import java.util.*;
                        import java.util.concurrent.*;
                        class Rounds extends RecursiveAction { final Queue<String> left;
                            protected void compute() {
                                left.poll();
                        """
                                + code
                                + """

                            }
                            Rounds(Queue<String> left) { this.left = left; }
                            void finish() { }
                            void start() { new ForkJoinPool().invoke(new Rounds(new PriorityQueue<>())); }
                        }
                        """);
        assertEquals(
                expected == null ? List.of() : List.of(expected), Snippet.found(report, "FJ14"));
    }

    @Test
    void aSuccessorMayBeMadeOutsideAllMethods() throws Exception {
        Report report =
                Snippet.check(
                        folder,
                        """
                        import java.util.*;
                        import java.util.concurrent.*;
                        class Rounds extends RecursiveAction {
                            final Queue<String> left = new PriorityQueue<>();
                            protected void compute() {
                                left.poll();
                            }
                            Rounds(Queue<String> left) { this.left = left; }
                            Rounds next = new Rounds(left);
                        }
                        """);
        assertEquals(List.of("6"), Snippet.found(report, "FJ14"));
    }
}
