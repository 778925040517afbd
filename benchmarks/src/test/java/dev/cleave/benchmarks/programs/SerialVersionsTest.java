package dev.cleave.benchmarks.programs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The serial versions against published numbers, closed forms, or a simpler way to the same result.
 */
class SerialVersionsTest {

    @Test
    void fibonacciNumbers() {
        assertEquals("832040", answer(Fib.everyCall(30)));
        assertEquals("832040", answer(Fib.withThreshold(30, 13)));
    }

    @Test
    void thereAreEightMagicSquaresOfThreeRows() {
        assertEquals("8 squares", answer(new MagicSquares(3, 1, 1)));
    }

    @Test
    void thePictureHasPointsThatStayAndPointsThatLeaveAtOnce() {
        Mandelbrot picture = new Mandelbrot(100, 100, 1);
        answer(picture);
        int stays = picture.colour(80, 50); // the origin
        assertEquals(100 * 0x01_03_07, stays);
        assertEquals(stays & 0xFF_FF_FF, picture.picture().getRGB(80, 50) & 0xFF_FF_FF);
        assertEquals(0x01_03_07, picture.colour(0, 0));
    }

    @Test
    void theIntegralIsThatOfTheAntiderivative() {
        Integrate integral = new Integrate(Integrate.Integrand.ODD_POWERS, -47, 48, 10);
        integral.serial();
        double exact = oddPowersAntiderivative(48) - oddPowersAntiderivative(-47);
        assertEquals(exact, integral.area(), exact * 1e-9);
    }

    private static double oddPowersAntiderivative(double x) {
        return Math.pow(x, 2) / 2 + 5 * Math.pow(x, 6) / 6 + 9 * Math.pow(x, 10) / 10;
    }

    @Test
    void theCubicIntegralIsThatOfTheAntiderivative() {
        Integrate integral = new Integrate(Integrate.Integrand.CUBIC, 0, 100, 1e-4);
        integral.serial();
        assertEquals(1e8 / 4 + 1e4 / 2, integral.area(), 1);
    }

    @Test
    void theWaveIntegralIsThatOfTheAntiderivative() {
        Integrate integral = new Integrate(Integrate.Integrand.WAVE, 0, 100, 1e-7);
        integral.serial();
        assertEquals(0.1 * (Math.sin(100) - 100 * Math.cos(100)), integral.area(), 1e-3);
    }

    @Test
    void theTransformIsTheSumOfItsDefinition() {
        int size = 32;
        Fft fft = new Fft(size);
        fft.prepare();
        double[] real = new double[size];
        double[] imaginary = new double[size];
        for (int k = 0; k < size; k++) {
            for (int i = 0; i < size; i++) {
                double angle = -2 * Math.PI * k * i / size;
                real[k] += fft.real(i) * Math.cos(angle) - fft.imaginary(i) * Math.sin(angle);
                imaginary[k] += fft.real(i) * Math.sin(angle) + fft.imaginary(i) * Math.cos(angle);
            }
        }
        fft.serial();
        for (int k = 0; k < size; k++) {
            assertEquals(real[k], fft.real(k), 1e-12);
            assertEquals(imaginary[k], fft.imaginary(k), 1e-12);
        }
    }

    @Test
    void theKnapsackIsFilledAsByTheTableOfAllCapacities() {
        Knapsack problem = new Knapsack(12);
        int[] best = new int[problem.capacity() + 1];
        for (int thing = 0; thing < problem.things(); thing++) {
            for (int room = problem.capacity(); room >= problem.weight(thing); room--) {
                best[room] =
                        Math.max(
                                best[room],
                                best[room - problem.weight(thing)] + problem.value(thing));
            }
        }
        assertEquals(Integer.toString(best[problem.capacity()]), answer(problem));
    }

    @Test
    void changeIsCountedAsByTheTableOfAllSums() {
        Change problem = new Change(137);
        int[] ways = new int[problem.sum() + 1];
        ways[0] = 1;
        for (int kind : problem.kinds()) {
            for (int sum = kind; sum < ways.length; sum++) {
                ways[sum] += ways[sum - kind];
            }
        }
        assertEquals(Integer.toString(ways[problem.sum()]), answer(problem));
    }

    @Test
    void thePictureShowsTheSceneOfThePaper() {
        RayTracer picture = new RayTracer(64, 4);
        picture.serial();
        assertEquals(7_381, picture.balls());
        // The plane's colour in every corner, and a ball, which mirrors the sky, in the middle.
        for (int corner : new int[] {0, 63, 63 << 6, 63 << 6 | 63}) {
            int colour = picture.colour(corner & 63, corner >> 6);
            assertEquals(0.75, (double) (colour >> 8 & 0xFF) / (colour >> 16), 0.02);
            assertEquals(0.33, (double) (colour & 0xFF) / (colour >> 16), 0.02);
        }
        int middle = picture.colour(32, 32);
        assertTrue((middle & 0xFF) > middle >> 16, Integer.toHexString(middle));
    }

    @Test
    void aBallOnItsOwnIsAsWideAsPerspectiveMakesIt() {
        RayTracer picture = new RayTracer(256, 0);
        picture.serial();
        int first = -1;
        int last = -1;
        for (int column = 0; column < 256; column++) {
            int colour = picture.colour(column, 128);
            double blueness = (double) (colour & 0xFF) / (colour >> 16);
            if (Math.abs(blueness - 0.33) > 0.03) { // not the plane
                first = first < 0 ? column : first;
                last = column;
            }
        }
        // Radius 0.5 seen from a distance of 3.0 through a view of 0.55 to either side.
        double distance = Math.sqrt(2.1 * 2.1 + 1.3 * 1.3 + 1.7 * 1.7);
        double expected = 256 * 0.5 / Math.sqrt(distance * distance - 0.25) / 0.55;
        assertEquals(expected, last - first + 1, 3);
    }

    @Test
    void theOpeningOfTheBoardGameHasSixteenMoves() {
        Micro opening = new Micro(0, 2);
        Micro.Moves moves = new Micro.Moves(opening.ours(), opening.theirs());
        int count = 0;
        while (moves.next()) {
            count++;
            assertEquals(0, moves.ours() & moves.theirs());
            assertEquals(2, Long.bitCount(moves.theirs()), "no piece is near enough to take");
        }
        // From each of two corners three new places and five two away.
        assertEquals(16, count);
    }

    @Test
    void aMoveThatTakesTheLastPieceOfTheOpponentWins() {
        // Ours at the upper left corner, theirs two cells to the right: any move between takes it.
        assertEquals(1_000, Micro.search(1L, 1L << 2, 2));
    }

    @Test
    void everyTypeOfElementIsSorted() {
        for (Sort sort :
                new Sort[] {
                    new SortBytes(20_000, 256),
                    new SortShorts(20_000, 256),
                    new SortInts(20_000, 0),
                    new SortLongs(20_000, 0)
                }) {
            sort.prepare();
            long[] expected = elements(sort);
            Arrays.sort(expected);
            sort.serial();
            assertArrayEquals(expected, elements(sort), sort.getClass().getSimpleName());
        }
    }

    private static long[] elements(Sort sort) {
        return IntStream.range(0, sort.size()).mapToLong(sort::element).toArray();
    }

    @Test
    void quickSortSortsWhatHasManyEqualNumbersToo() {
        QuickSort sort = new QuickSort(50_000, 10);
        sort.prepare();
        long[] random = sort.numbers().clone();
        sort.serial();
        Arrays.sort(random);
        assertArrayEquals(random, sort.numbers());

        SplittableRandom few = new SplittableRandom(1);
        Arrays.setAll(sort.numbers(), i -> few.nextInt(3));
        long[] expected = sort.numbers().clone();
        Arrays.sort(expected);
        sort.serial();
        assertArrayEquals(expected, sort.numbers());
    }

    @Test
    void theProductIsThatOfTheDefinition() {
        MatrixMultiply problem = new MatrixMultiply(64, 16);
        problem.prepare();
        problem.serial();
        for (int i = 0; i < 64; i++) {
            for (int j = 0; j < 64; j++) {
                double sum = 0;
                for (int k = 0; k < 64; k++) {
                    sum += problem.a()[i][k] * problem.b()[k][j];
                }
                assertEquals(sum, problem.c()[i][j], 1e-12);
            }
        }
    }

    @Test
    void theFactorsMultiplyToTheMatrix() {
        for (int block : new int[] {4, 16}) {
            int size = 64;
            LuDecomposition problem = new LuDecomposition(size, block);
            problem.prepare();
            double[][] original = new double[size][];
            Arrays.setAll(original, i -> problem.matrix()[i].clone());
            problem.serial();
            double[][] lu = problem.matrix();
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    double sum = i <= j ? lu[i][j] : 0;
                    for (int k = 0; k < i && k <= j; k++) {
                        sum += lu[i][k] * lu[k][j];
                    }
                    assertEquals(original[i][j], sum, 1e-10, i + ", " + j);
                }
            }
        }
    }

    @Test
    void oneStepOfJacobiIsTheMeanOfTheNeighbours() {
        Jacobi problem = new Jacobi(40, 1, 1, 64);
        problem.prepare();
        double[][] before = problem.source(0);
        problem.serial();
        double[][] after = problem.source(1);
        for (int i = 1; i <= 40; i++) {
            for (int j = 1; j <= 40; j++) {
                double mean =
                        0.25
                                * (before[i - 1][j]
                                        + before[i + 1][j]
                                        + before[i][j - 1]
                                        + before[i][j + 1]);
                assertEquals(mean, after[i][j], 0);
            }
        }
    }

    @Test
    void aSingleTileThatGoesOnAloneIsOrdinaryJacobi() {
        Jacobi everyStep = new Jacobi(30, 20, 1, 900);
        Jacobi everyTen = new Jacobi(30, 20, 10, 900);
        for (Jacobi problem : new Jacobi[] {everyStep, everyTen}) {
            problem.prepare();
            problem.serial();
        }
        assertArrayEquals(everyStep.source(20), everyTen.source(2));
    }

    @Test
    void overRelaxationSmoothsTheMesh() {
        Sor problem = new Sor(50, 2_000, 10);
        problem.prepare();
        problem.serial();
        assertTrue(problem.residual() < 1e-15, "residual " + problem.residual());
    }

    @Test
    void thePrimesAreThoseOfTheSieve() {
        Primes problem = new Primes(10_000, 64);
        problem.serial();
        boolean[] composite = new boolean[1 << 17];
        for (int i = 2; i < 363; i++) {
            for (int j = i * i; j < composite.length; j += i) {
                composite[j] = true;
            }
        }
        for (int i = 0; i < problem.size(); i++) {
            assertEquals(!composite[problem.number(i)], problem.isPrimeAt(i));
        }
    }

    @Test
    void theTreeNumbersItsNodes() {
        // Nodes are numbered from 1 to 2^10 - 1.
        assertEquals(Long.toString(3 * 1023L * 1024 / 2), answer(new Tree(10, 3)));
    }

    @Test
    void waysToPlaceQueens() {
        assertEquals("92", answer(new NQueens(8)));
        assertEquals("14200", answer(new NQueens(12)));
    }

    @Test
    void theGeometricSampleTreeHasItsPublishedSize() {
        assertEquals("4130071 nodes, 3305118 leaves", answer(TreeSearch.geometric(4, 10, 19)));
    }

    @Test
    void theBinomialSampleTreeHasItsPublishedSize() {
        assertEquals(
                "4112897 nodes, 3599034 leaves",
                answer(TreeSearch.binomial(2_000, 8, 0.124875, 42)));
    }

    @Test
    void theCoefficientsAreThoseThatAreKnown() {
        Series series = new Series(30);
        series.serial();
        // Twice the mean of (x + 1)^x, by Simpson's rule with ten times as many intervals.
        double sum = 0;
        for (int i = 0; i <= 20_000; i++) {
            double x = i * 1e-4;
            int weight = i == 0 || i == 20_000 ? 1 : i % 2 == 1 ? 4 : 2;
            sum += weight * Math.pow(x + 1, x);
        }
        assertEquals(sum * 1e-4 / 3 / 2, series.cosine(0), 1e-5);
        assertEquals(0, series.sine(0));
        // The partial sum of the series comes near the function where that is smooth.
        double value = series.cosine(0);
        for (int n = 1; n < series.pairs(); n++) {
            value +=
                    series.cosine(n) * Math.cos(Math.PI * n)
                            + series.sine(n) * Math.sin(Math.PI * n);
        }
        assertEquals(2, value, 0.1); // (1 + 1)^1
    }

    @Test
    void theCipherIsThatOfThePublishedExample() {
        int[] key = Crypt.encryptionKey(new int[] {1, 2, 3, 4, 5, 6, 7, 8});
        byte[] plain = {0, 0, 0, 1, 0, 2, 0, 3};
        byte[] secret = new byte[Crypt.BLOCK];
        Crypt.cipherBlock(plain, secret, key, 0);
        assertEquals("11fbed2b01986de5", HexFormat.of().formatHex(secret));
        byte[] restored = new byte[Crypt.BLOCK];
        Crypt.cipherBlock(secret, restored, Crypt.decryptionKey(key), 0);
        assertArrayEquals(plain, restored);
    }

    @Test
    void whatWasEncryptedIsRestored() {
        Crypt problem = new Crypt(80_000);
        assertTrue(answer(problem).endsWith(", restored"));
        problem.secret()[7] ^= 1;
        assertTrue(problem.answer().endsWith(", restored"), "looks at the last run only");
        problem.restored()[7] ^= 1;
        assertTrue(problem.answer().endsWith(", not restored"));
    }

    @Test
    void theSolutionSolvesTheEquations() {
        int size = 100;
        Linpack problem = new Linpack(size);
        problem.prepare();
        double[][] columns = new double[size][];
        Arrays.setAll(columns, j -> problem.columns()[j].clone());
        double[] wanted = problem.solution().clone();
        problem.serial();
        for (int i = 0; i < size; i++) {
            double sum = 0;
            for (int j = 0; j < size; j++) {
                sum += columns[j][i] * problem.solution()[j];
            }
            assertEquals(wanted[i], sum, 1e-10);
        }
    }

    @Test
    void theSparseProductIsThatOfTheWholeMatrix() {
        SparseMultiply problem = new SparseMultiply(200, 5, 3);
        problem.prepare();
        problem.serial();
        double[][] matrix = problem.matrix();
        for (int row = 0; row < problem.rows(); row++) {
            double sum = 0;
            for (int column = 0; column < problem.rows(); column++) {
                sum += matrix[row][column] * problem.vector()[column];
            }
            assertEquals(3 * sum, problem.product()[row], 1e-10);
        }
    }

    @Test
    void thePathsDriftAsThePastDid() {
        MonteCarlo problem = new MonteCarlo(1_000);
        problem.prepare();
        problem.serial();
        // Five standard deviations of a mean of a thousand paths.
        assertEquals(
                problem.drift(), problem.expected(), 5 * problem.deviation() / Math.sqrt(1_000));
        assertTrue(problem.drift() > 0);
    }

    @Test
    void theGridShowsSixtyFourBallsAboveThePlane() {
        SphereGrid problem = new SphereGrid(64);
        problem.prepare();
        problem.serial();
        assertEquals(64, problem.picture().balls());
        long sum = 0;
        for (int row = 0; row < 64; row++) {
            for (int column = 0; column < 64; column++) {
                int colour = problem.picture().colour(column, row);
                sum += (colour >> 16) + (colour >> 8 & 0xFF) + (colour & 0xFF);
            }
        }
        assertTrue(problem.answer().endsWith(", checksum " + sum));
        // The plane's colour in the lower corners, another in the middle, where the balls are.
        for (int column : new int[] {0, 63}) {
            int colour = problem.picture().colour(column, 63);
            assertEquals(0.33, (double) (colour & 0xFF) / (colour >> 16), 0.02);
        }
        int middle = problem.picture().colour(32, 32);
        assertTrue((double) (middle & 0xFF) / (middle >> 16) > 0.4, Integer.toHexString(middle));
    }

    @Test
    void theSumOfRootsIsThatOfTheIntegersThatWereSquared() {
        long all = 0;
        for (int i = 0; i < 5_000; i++) {
            all += i % 1_024;
        }
        assertEquals(all + ".0", answer(new SquareRoots(5_000, 100)));
    }

    @Test
    void checksumsAreThoseOfTheWholeTextAtOnce() {
        long total = 0;
        for (int number = 0; number < 8; number++) {
            byte[] text = new byte[1 + 3 * (1 << 16)];
            text[0] = (byte) number;
            for (int i = 1; i < text.length; i++) {
                int at = (i - 1) % (1 << 16);
                text[i] = (byte) (at * at >>> 7);
            }
            total += fowlerNollVo(text);
            if (number == 1) {
                assertEquals(Long.toString(total), answer(Checksums.besideLeaf(3)));
            }
        }
        assertEquals(Long.toString(total), answer(Checksums.eightCalls(3)));
    }

    /** As its authors define it, on numbers of any size. */
    private static long fowlerNollVo(byte[] text) {
        BigInteger hash = new BigInteger("cbf29ce484222325", 16);
        BigInteger prime = new BigInteger("100000001b3", 16);
        BigInteger modulus = BigInteger.ONE.shiftLeft(Long.SIZE);
        for (byte b : text) {
            hash = hash.xor(BigInteger.valueOf(b & 0xFF)).multiply(prime).mod(modulus);
        }
        return hash.longValue();
    }

    /** With no levels, an iteration has two leaves: (i ^ 1) + (2 ^ 3) and (3 ^ 2) + (1 ^ i). */
    @Test
    void argumentsArriveWhereTheyBelong() {
        assertEquals(Long.toString(2 * (1 + 1) + 2 * (0 + 1)), answer(new Arguments(0, 2)));
        // One level, i = 0, and 1 is both the step and the level: leaf(1, 2, 3, 1) and so on.
        long first = (1 ^ 2) + (3 ^ 1) + ((2 ^ 3) + (0 ^ 1 ^ 1));
        long second = (2 ^ 1) + (0 ^ 4) + ((1 ^ 0) + (3 ^ 2 ^ 1));
        assertEquals(Long.toString(first + second), answer(new Arguments(1, 1)));
    }

    private static String answer(Problem problem) {
        problem.prepare();
        problem.serial();
        return problem.answer();
    }
}
