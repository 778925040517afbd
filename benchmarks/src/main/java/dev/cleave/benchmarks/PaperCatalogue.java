package dev.cleave.benchmarks;

import dev.cleave.benchmarks.peers.Peer;
import dev.cleave.benchmarks.programs.Arguments;
import dev.cleave.benchmarks.programs.Barrier;
import dev.cleave.benchmarks.programs.Burst;
import dev.cleave.benchmarks.programs.Change;
import dev.cleave.benchmarks.programs.Checksums;
import dev.cleave.benchmarks.programs.Crypt;
import dev.cleave.benchmarks.programs.FewLarge;
import dev.cleave.benchmarks.programs.Fft;
import dev.cleave.benchmarks.programs.Fib;
import dev.cleave.benchmarks.programs.Filter;
import dev.cleave.benchmarks.programs.FutureTree;
import dev.cleave.benchmarks.programs.Histogram;
import dev.cleave.benchmarks.programs.Integrate;
import dev.cleave.benchmarks.programs.Jacobi;
import dev.cleave.benchmarks.programs.Knapsack;
import dev.cleave.benchmarks.programs.Latency;
import dev.cleave.benchmarks.programs.Linpack;
import dev.cleave.benchmarks.programs.Lists;
import dev.cleave.benchmarks.programs.LuDecomposition;
import dev.cleave.benchmarks.programs.MagicSquares;
import dev.cleave.benchmarks.programs.Mandelbrot;
import dev.cleave.benchmarks.programs.MatrixMultiply;
import dev.cleave.benchmarks.programs.Micro;
import dev.cleave.benchmarks.programs.MonteCarlo;
import dev.cleave.benchmarks.programs.NQueens;
import dev.cleave.benchmarks.programs.Pauses;
import dev.cleave.benchmarks.programs.Primes;
import dev.cleave.benchmarks.programs.Problem;
import dev.cleave.benchmarks.programs.QuickSort;
import dev.cleave.benchmarks.programs.RayTracer;
import dev.cleave.benchmarks.programs.Requests;
import dev.cleave.benchmarks.programs.Series;
import dev.cleave.benchmarks.programs.Servers;
import dev.cleave.benchmarks.programs.Sor;
import dev.cleave.benchmarks.programs.SortBytes;
import dev.cleave.benchmarks.programs.SortInts;
import dev.cleave.benchmarks.programs.SortLongs;
import dev.cleave.benchmarks.programs.SortShorts;
import dev.cleave.benchmarks.programs.SparseMultiply;
import dev.cleave.benchmarks.programs.SphereGrid;
import dev.cleave.benchmarks.programs.SquareRoots;
import dev.cleave.benchmarks.programs.Startup;
import dev.cleave.benchmarks.programs.Sums;
import dev.cleave.benchmarks.programs.Tree;
import dev.cleave.benchmarks.programs.TreeSearch;
import dev.cleave.benchmarks.programs.TwoPools;
import dev.cleave.benchmarks.programs.Users;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The programs of FJTask section 4 and of FJava, at the papers' sizes, and those that show what a
 * fork costs. Where a paper states no threshold, it is that of the paper's published code; the
 * README beside the sources says which is which.
 */
public final class PaperCatalogue implements Catalogue {
    /** The suite whose tables are printed with the paper's figures. */
    static final String DBLFUTURES = "dblfutures";

    /** The suite that says whether futures cost and bring what they are to. */
    static final String FUTURES = "futures";

    private static final List<Peer> TASKS = List.of(Peer.JUC, Peer.CLEAVE);
    private static final List<Peer> PAPERS = List.of(Peer.JUC, Peer.CLEAVE, Peer.FUTURE);
    private static final List<Peer> LOOPS =
            List.of(Peer.JUC, Peer.CLEAVE, Peer.FUTURE, Peer.FUTURE_FORKING);
    private static final List<Peer> ALL =
            List.of(Peer.JUC, Peer.CLEAVE, Peer.CLEAVE_LAMBDA, Peer.FUTURE, Peer.FUTURE_FORKING);

    /** For tasks so large that it does not matter what a fork costs. */
    private static final List<Peer> LARGE =
            List.of(Peer.JUC, Peer.CLEAVE, Peer.CLEAVE_LAMBDA, Peer.FUTURE);

    private static final List<Peer> SOR =
            List.of(
                    Peer.JUC,
                    Peer.CLEAVE,
                    Peer.CLEAVE_LAMBDA,
                    Peer.FUTURE,
                    Peer.FUTURE_FORKING,
                    Peer.REGION,
                    Peer.PHASER);
    private static final List<Peer> BARRIER =
            List.of(Peer.JUC, Peer.CLEAVE, Peer.FUTURE, Peer.REGION, Peer.PHASER);

    private static final List<Peer> AIMS = List.of(Peer.JUC, Peer.FUTURE, Peer.FUTURE_FORKING);

    private static final List<Peer> DIVIDED =
            List.of(Peer.JUC, Peer.FUTURE, Peer.FUTURE_FORKING, Peer.BARE_THREADS);

    private static final List<Peer> BOTTLENECKS =
            List.of(Peer.WRONG, Peer.RIGHT, Peer.REPAIRED, Peer.FUTURE);

    /** Where {@code ./cleave fix} leaves the bottleneck as it is. */
    private static final List<Peer> UNREPAIRED = List.of(Peer.WRONG, Peer.RIGHT, Peer.FUTURE);

    private static final List<Peer> EXECUTORS =
            List.of(
                    Peer.CLEAVE,
                    Peer.FUTURE,
                    Peer.FUTURE_FORKING,
                    Peer.THREAD,
                    Peer.CACHED_THREAD,
                    Peer.VIRTUAL_THREAD);

    private static final List<Peer> CALLERS = List.of(Peer.STREAM, Peer.CLEAVE_CALLER);

    /** 15 us where three shifts and exclusive ors take 1.5 ns. */
    private static final int PART_ROUNDS = 10_000;

    private static final int FIB_THRESHOLD = 13;
    private static final int FJTASK_BLOCK = 16;
    private static final int JACOBI_TILE_CELLS = 1_024;
    private static final int FJAVA_MULTIPLY_BLOCK = 64;
    private static final int PRIMES_THRESHOLD = 64;
    private static final int QUICK_SORT_THRESHOLD = 4_000;
    private static final int SMALL_RANGE = 256;
    private static final int SOR_LEAF_ROWS = 19;
    private static final int GRANDE_SOR_LEAF_ROWS = 64;
    private static final int BARRIER_LEAVES = 16;

    /** 128 leaves. */
    private static final int MAGIC_SQUARES_THRESHOLD = 17;

    /** 2,048 leaves of 10,000 rows. */
    private static final int MANDELBROT_THRESHOLD = 5;

    private static final int SQUARE_ROOTS_THRESHOLD = 50_000;

    /** 100 ms where a multiplication and an exclusive or take 1 ns. */
    private static final int CHECKSUM_ROUNDS = 1500;

    /** Made by name in every virtual machine that measures. */
    public PaperCatalogue() {}

    @Override
    public List<Suite> suites() {
        return List.of(
                new Suite("fjtask", false, fjtask()),
                new Suite("fjava", true, fjava()),
                new Suite(DBLFUTURES, false, dblfutures()),
                new Suite("javagrande", false, javagrande()),
                new Suite(FUTURES, false, futures()),
                new Suite("bottlenecks", false, bottlenecks()),
                new Suite("overhead", false, overhead()),
                new Suite("streams", false, streams()));
    }

    private static List<Program> fjtask() {
        return List.of(
                paper(
                        "fib",
                        "Fib(47), threshold 13",
                        () -> Fib.withThreshold(47, FIB_THRESHOLD),
                        () -> Fib.withThreshold(36, FIB_THRESHOLD)),
                paper(
                        "integrate",
                        "x + 5x^5 + 9x^9 over -47..48, tolerance 1e-5",
                        () -> new Integrate(Integrate.Integrand.ODD_POWERS, -47, 48, 1e-5),
                        () -> new Integrate(Integrate.Integrand.ODD_POWERS, -47, 48, 1e-1)),
                paper(
                        "micro",
                        "board game, 4 moves ahead, after 40 moves",
                        () -> new Micro(40, 4),
                        () -> new Micro(20, 4)),
                sort("sort", "ints", n -> new SortInts(n, 0)),
                sort("sort-bytes", "bytes of 256 values", n -> new SortBytes(n, SMALL_RANGE)),
                sort("sort-shorts", "shorts of 256 values", n -> new SortShorts(n, SMALL_RANGE)),
                sort("sort-ints", "ints of 256 values", n -> new SortInts(n, SMALL_RANGE)),
                sort("sort-longs", "longs of 256 values", n -> new SortLongs(n, SMALL_RANGE)),
                paper(
                        "mm",
                        "2048 x 2048, block 16",
                        () -> new MatrixMultiply(2_048, FJTASK_BLOCK),
                        () -> new MatrixMultiply(256, FJTASK_BLOCK)),
                paper(
                        "lu",
                        "4096 x 4096, block 16",
                        () -> new LuDecomposition(4_096, FJTASK_BLOCK),
                        () -> new LuDecomposition(512, FJTASK_BLOCK)),
                paper(
                        "jacobi",
                        "4096 x 4096, 100 steps, barrier every step",
                        () -> new Jacobi(4_096, 100, 1, JACOBI_TILE_CELLS),
                        () -> new Jacobi(512, 20, 1, JACOBI_TILE_CELLS)),
                paper(
                        "jacobi-10",
                        "4096 x 4096, 100 steps, barrier every 10 steps",
                        () -> new Jacobi(4_096, 100, 10, JACOBI_TILE_CELLS),
                        () -> new Jacobi(512, 20, 10, JACOBI_TILE_CELLS)));
    }

    private static List<Program> fjava() {
        return List.of(
                paper(
                        "mm",
                        "2048 x 2048, block 64",
                        () -> new MatrixMultiply(2_048, FJAVA_MULTIPLY_BLOCK),
                        () -> new MatrixMultiply(512, FJAVA_MULTIPLY_BLOCK)),
                paper(
                        "lu",
                        "4096 x 4096, block 16",
                        () -> new LuDecomposition(4_096, FJTASK_BLOCK),
                        () -> new LuDecomposition(512, FJTASK_BLOCK)),
                paper(
                        "lu-4",
                        "4096 x 4096, block 4",
                        () -> new LuDecomposition(4_096, 4),
                        () -> new LuDecomposition(256, 4)),
                paper(
                        "primes",
                        "5,000,000 numbers, threshold 64",
                        () -> new Primes(5_000_000, PRIMES_THRESHOLD),
                        () -> new Primes(500_000, PRIMES_THRESHOLD)),
                paper(
                        "fib",
                        "Fib(50), threshold 13",
                        () -> Fib.withThreshold(50, FIB_THRESHOLD),
                        () -> Fib.withThreshold(36, FIB_THRESHOLD)),
                paper(
                        "quicksort",
                        "10,000,000 longs, threshold 4000",
                        () -> new QuickSort(10_000_000, QUICK_SORT_THRESHOLD),
                        () -> new QuickSort(300_000, QUICK_SORT_THRESHOLD)));
    }

    private static List<Program> dblfutures() {
        return List.of(
                futures("fft", "2^18 numbers", () -> new Fft(1 << 18), () -> new Fft(1 << 14)),
                futures(
                        "raytracer",
                        "512 x 512 points, 7,381 balls",
                        () -> new RayTracer(512, 4),
                        () -> new RayTracer(64, 3)),
                futures(
                        "adapint",
                        "x sin x / 10 over 0..250000, tolerance 0.045",
                        () -> new Integrate(Integrate.Integrand.WAVE, 0, 250_000, 0.045),
                        () -> new Integrate(Integrate.Integrand.WAVE, 0, 25_000, 0.045)),
                futures(
                        "quicksort",
                        "2^24 longs, no threshold",
                        () -> new QuickSort(1 << 24, 2),
                        () -> new QuickSort(1 << 18, 2)),
                futures("knapsack", "24 things", () -> new Knapsack(24), () -> new Knapsack(17)),
                futures("fib", "fib(40)", () -> Fib.everyCall(40), () -> Fib.everyCall(30)));
    }

    private static List<Program> javagrande() {
        return List.of(
                loops(
                        "series",
                        "10,000 pairs of Fourier coefficients",
                        () -> new Series(10_000),
                        () -> new Series(100)),
                loops(
                        "crypt",
                        "50,000,000 bytes, IDEA there and back",
                        () -> new Crypt(50_000_000),
                        () -> new Crypt(1_000_000)),
                loops(
                        "sor",
                        "2,000 x 2,000, red-black, 100 iterations, two barriers each",
                        () -> new Sor(2_000, 100, GRANDE_SOR_LEAF_ROWS),
                        () -> new Sor(500, 50, GRANDE_SOR_LEAF_ROWS)),
                loops(
                        "lufact",
                        "2,000 equations, a barrier each",
                        () -> new Linpack(2_000),
                        () -> new Linpack(400)),
                loops(
                        "sparse",
                        "500,000 x 500,000, 2,500,000 numbers, 200 products",
                        () -> new SparseMultiply(500_000, 5, 200),
                        () -> new SparseMultiply(50_000, 5, 50)),
                loops(
                        "montecarlo",
                        "60,000 paths of 1,000 steps",
                        () -> new MonteCarlo(60_000),
                        () -> new MonteCarlo(500)),
                loops(
                        "raytracer",
                        "1,000 x 1,000 points, 64 balls",
                        () -> new SphereGrid(1_000),
                        () -> new SphereGrid(100)));
    }

    /** Some are those of suite overhead, and as large. */
    private static List<Program> futures() {
        List<Program> programs = new ArrayList<>();
        programs.add(divided("fib", "fib(42)", () -> Fib.everyCall(42), () -> Fib.everyCall(34)));
        List<String> divided = List.of("tree", "integrate", "nqueens");
        List<String> others = List.of("tiny", "uts-geometric", "uts-binomial");
        for (Program each : overhead()) {
            if (divided.contains(each.name())) {
                programs.add(divided(each.name(), each.size(), each.full(), each.quick()));
            } else if (others.contains(each.name())) {
                programs.add(aim(each.name(), each.size(), each.full(), each.quick()));
            }
        }
        programs.add(
                aim(
                        "change",
                        "350 in 7 kinds of coin",
                        () -> new Change(350),
                        () -> new Change(150)));
        programs.add(
                divided(
                        "eight",
                        "eight calls of 100 ms that are not woven",
                        () -> Checksums.eightCalls(CHECKSUM_ROUNDS),
                        () -> Checksums.eightCalls(CHECKSUM_ROUNDS / 20)));
        programs.add(
                divided(
                        "leaf",
                        "a leaf of 50 ms beside a pending call of 50 ms",
                        () -> Checksums.besideLeaf(CHECKSUM_ROUNDS / 2),
                        () -> Checksums.besideLeaf(CHECKSUM_ROUNDS / 20)));
        programs.add(
                aim(
                        "arguments",
                        "40 bytes of arguments, 2,000,000 times 31 futures",
                        () -> new Arguments(4, 2_000_000),
                        () -> new Arguments(4, 100_000)));
        programs.add(
                aim(
                        "arguments-cut",
                        "40 bytes of arguments, once 2^26 - 1 futures",
                        () -> new Arguments(25, 1),
                        () -> new Arguments(21, 1)));
        // So short that only what it allocates means anything.
        programs.add(
                new Program(
                        "allocation",
                        "4 times 31 futures, over before anybody may ask",
                        () -> new Arguments(4, 4),
                        () -> new Arguments(4, 4),
                        List.of(Peer.FUTURE_FORKING)));
        programs.add(
                divided(
                        "sqrt",
                        "sum of the square roots of 100,000,000 doubles",
                        () -> new SquareRoots(100_000_000, SQUARE_ROOTS_THRESHOLD),
                        () -> new SquareRoots(10_000_000, SQUARE_ROOTS_THRESHOLD)));
        return programs;
    }

    /** After the examples of Pinto et al. */
    private static List<Program> bottlenecks() {
        return List.of(
                new Program(
                        "pooling",
                        "fib(40), threshold 13; tasks submitted to the pool",
                        () -> Fib.withThreshold(40, FIB_THRESHOLD),
                        () -> Fib.withThreshold(35, FIB_THRESHOLD),
                        BOTTLENECKS),
                new Program(
                        "users",
                        "4,000,000 users, threshold 1,000; array copied for each task",
                        () -> new Users(4_000_000, 1_000),
                        () -> new Users(2_000_000, 1_000),
                        BOTTLENECKS),
                new Program(
                        "magic-squares",
                        "4 x 4, 128 leaves; array copied for each task",
                        () -> new MagicSquares(4, 1, MAGIC_SQUARES_THRESHOLD),
                        () -> new MagicSquares(4, 64, 1),
                        BOTTLENECKS),
                new Program(
                        "filter",
                        "4,000,000 orders, threshold 1,000; lists added to lists",
                        () -> new Filter(4_000_000, 1_000),
                        () -> new Filter(1_000_000, 1_000),
                        BOTTLENECKS),
                new Program(
                        "histogram",
                        "16,384 parts of 4,096 bytes; tasks forked one by one",
                        () -> new Histogram(16_384, 4_096),
                        () -> new Histogram(4_096, 4_096),
                        BOTTLENECKS),
                new Program(
                        "mandelbrot",
                        "1,000 x 10,000 points, 2,048 leaves; a monitor around each point",
                        () -> new Mandelbrot(1_000, 10_000, MANDELBROT_THRESHOLD),
                        () -> new Mandelbrot(500, 500, MANDELBROT_THRESHOLD),
                        UNREPAIRED),
                new Program(
                        "ctask",
                        "16 tasks; each sleeps for 1 s after its work",
                        () -> new Pauses(16, 1_000),
                        () -> new Pauses(16, 10),
                        UNREPAIRED),
                new Program(
                        "servers",
                        "1,000,000 servers, threshold 100; views of views, lists added to lists",
                        () -> new Servers(1_000_000, 100),
                        () -> new Servers(100_000, 100),
                        BOTTLENECKS));
    }

    private static List<Program> overhead() {
        return List.of(
                everybody(
                        "fib",
                        "fib(40), a RecursiveTask<Long> a call",
                        () -> Fib.everyCall(40),
                        () -> Fib.everyCall(30)),
                tasks(
                        "fib-lean",
                        "fib(40), a primitive result field",
                        () -> Fib.lean(40),
                        () -> Fib.lean(30)),
                everybody(
                        "tree",
                        "sum over 2^22 - 1 nodes",
                        () -> new Tree(22, 1),
                        () -> new Tree(18, 1)),
                everybody(
                        "nqueens",
                        "12 queens, a task a safe place",
                        () -> new NQueens(12),
                        () -> new NQueens(11)),
                everybody(
                        "integrate",
                        "(x^2 + 1) x over 0..10000, tolerance 1e-7",
                        () -> new Integrate(Integrate.Integrand.CUBIC, 0, 10_000, 1e-7),
                        () -> new Integrate(Integrate.Integrand.CUBIC, 0, 1_000, 1e-6)),
                everybody(
                        "tiny",
                        "sum over 1,023 nodes, 1,000 times from outside",
                        () -> new Tree(10, 1_000),
                        () -> new Tree(10, 200)),
                tasks(
                        "lists",
                        "sum over 87,381 nodes, 40 times; lists of 4 joined in the order of forks",
                        () -> new Lists(8, 4, 40),
                        () -> new Lists(6, 4, 10)),
                tasks(
                        "long-lists",
                        "100 lists of 1,000 tasks joined in the order of forks",
                        () -> new Lists(1, 1_000, 100),
                        () -> new Lists(1, 200, 10)),
                new Program(
                        "few-large",
                        "24 tasks, 5 to 20 ms each",
                        () -> new FewLarge(24, 2_500_000),
                        () -> new FewLarge(24, 250_000),
                        LARGE),
                everybody(
                        "uts-geometric",
                        "UTS T1: geometric, 4,130,071 nodes",
                        () -> TreeSearch.geometric(4, 10, 19),
                        () -> TreeSearch.geometric(4, 8, 19)),
                everybody(
                        "uts-binomial",
                        "UTS T3: binomial, 4,112,897 nodes",
                        () -> TreeSearch.binomial(2_000, 8, 0.124875, 42),
                        () -> TreeSearch.binomial(2_000, 8, 0.12, 42)),
                new Program(
                        "sor",
                        "300 x 300, 1,000 iterations, two barriers each",
                        () -> new Sor(300, 1_000, SOR_LEAF_ROWS),
                        () -> new Sor(300, 200, SOR_LEAF_ROWS),
                        SOR),
                new Program(
                        "barrier",
                        "20,000 phases of 16 empty leaves",
                        () -> new Barrier(20_000, BARRIER_LEAVES),
                        () -> new Barrier(2_000, BARRIER_LEAVES),
                        BARRIER),
                tasks(
                        "latency",
                        "2,000 submissions to a parked pool; the time of one",
                        () -> new Latency(2_000),
                        () -> new Latency(200)),
                tasks(
                        "burst",
                        "1,000 bursts of 1,000 submitted tasks",
                        () -> new Burst(1_000, 1_000),
                        () -> new Burst(10, 1_000)),
                tasks(
                        "burst-executed",
                        "1,000 bursts of 1,000 executed Runnables",
                        () -> new Burst(1_000, 1_000, Burst.Kind.EXECUTED),
                        () -> new Burst(10, 1_000, Burst.Kind.EXECUTED)),
                tasks(
                        "round-trips",
                        "100,000 tasks, each submitted when the one before is complete",
                        () -> new Burst(100_000, 1),
                        () -> new Burst(1_000, 1)),
                tasks(
                        "blockers",
                        "100 bursts of 40 submitted tasks that block for 1 ms each",
                        () -> new Burst(100, 40, Burst.Kind.BLOCKING),
                        () -> new Burst(10, 40, Burst.Kind.BLOCKING)),
                tasks(
                        "two-pools",
                        "1,000 chains of 10 calls between the tasks of two pools",
                        () -> new TwoPools(1_000, 10),
                        () -> new TwoPools(10, 10)),
                tasks(
                        "future-tree",
                        "fib(10) of CompletableFutures that wait for each other, 50 times",
                        () -> new FutureTree(50, 10),
                        () -> new FutureTree(2, 10)),
                tasks(
                        "startup",
                        "virtual machines that compute for a moment; the life of one",
                        () -> new Startup(3, 0),
                        () -> new Startup(1, 0)),
                tasks(
                        "startup-archived",
                        "the same with an archive of the program's classes",
                        () -> new Startup(3, 0, true),
                        () -> new Startup(1, 0, true)),
                tasks(
                        "warm-up",
                        "virtual machines that fork 1,640,000 times; the life of one",
                        () -> new Startup(3, 500),
                        () -> new Startup(1, 10)));
    }

    private static List<Program> streams() {
        return List.of(
                caller(
                        "sum",
                        "10,000,000 numbers of a range, mixed and added up",
                        () -> new Sums(10_000_000, 5),
                        () -> new Sums(1_000_000, 2)),
                caller(
                        "sum-small",
                        "10,000 numbers, 2,000 times",
                        () -> new Sums(10_000, 2_000),
                        () -> new Sums(10_000, 50)),
                caller(
                        "sqrt",
                        "sum of 100,000,000 square roots",
                        () -> new SquareRoots(100_000_000, SQUARE_ROOTS_THRESHOLD),
                        () -> new SquareRoots(1_000_000, SQUARE_ROOTS_THRESHOLD)),
                caller(
                        "few-large",
                        "24 iterations, 5 to 20 ms each",
                        () -> new FewLarge(24, 2_500_000),
                        () -> new FewLarge(24, 250_000)),
                caller(
                        "two",
                        "2,000 requests of 2 parts, 15 us each",
                        () -> new Requests(2_000, 2, PART_ROUNDS),
                        () -> new Requests(200, 2, PART_ROUNDS)),
                caller(
                        "eight",
                        "500 requests of 8 parts, 38 us each",
                        () -> new Requests(500, 8, 5 * PART_ROUNDS / 2),
                        () -> new Requests(50, 8, 5 * PART_ROUNDS / 2)),
                caller(
                        "tiny",
                        "10,000 requests of 4 parts, 0.7 us each",
                        () -> new Requests(10_000, 4, PART_ROUNDS / 20),
                        () -> new Requests(1_000, 4, PART_ROUNDS / 20)));
    }

    private static Program sort(String name, String what, IntFunction<Problem> make) {
        return paper(
                name,
                "100,000,000 " + what,
                () -> make.apply(100_000_000),
                () -> make.apply(500_000));
    }

    private static Program paper(
            String name, String size, Supplier<Problem> full, Supplier<Problem> quick) {
        return new Program(name, size, full, quick, PAPERS);
    }

    private static Program tasks(
            String name, String size, Supplier<Problem> full, Supplier<Problem> quick) {
        return new Program(name, size, full, quick, TASKS);
    }

    private static Program futures(
            String name, String size, Supplier<Problem> full, Supplier<Problem> quick) {
        return new Program(name, size, full, quick, EXECUTORS);
    }

    private static Program aim(
            String name, String size, Supplier<Problem> full, Supplier<Problem> quick) {
        return new Program(name, size, full, quick, AIMS);
    }

    private static Program divided(
            String name, String size, Supplier<Problem> full, Supplier<Problem> quick) {
        return new Program(name, size, full, quick, DIVIDED);
    }

    private static Program loops(
            String name, String size, Supplier<Problem> full, Supplier<Problem> quick) {
        return new Program(name, size, full, quick, LOOPS);
    }

    private static Program caller(
            String name, String size, Supplier<Problem> full, Supplier<Problem> quick) {
        return new Program(name, size, full, quick, CALLERS);
    }

    private static Program everybody(
            String name, String size, Supplier<Problem> full, Supplier<Problem> quick) {
        return new Program(name, size, full, quick, ALL);
    }
}
