package dev.cleave.benchmarks.programs;

import java.util.SplittableRandom;

/**
 * The discrete Fourier transform of complex numbers, by halves: those at even and those at odd
 * places are transformed apart, down to single numbers, and then combined.
 */
public final class Fft implements Problem {
    private final int size;
    private final double[] real;
    private final double[] imaginary;

    /** Where a part is put in order; each part uses its own places. */
    private final double[] otherReal;

    private final double[] otherImaginary;

    /** The size-th roots of unity, the first half of them. */
    private final double[] cosines;

    private final double[] sines;

    /** Random numbers to transform; {@code size} is a power of two. */
    public Fft(int size) {
        this.size = size;
        real = new double[size];
        imaginary = new double[size];
        otherReal = new double[size];
        otherImaginary = new double[size];
        cosines = new double[size / 2];
        sines = new double[size / 2];
        for (int k = 0; k < size / 2; k++) {
            double angle = -2 * Math.PI * k / size;
            cosines[k] = StrictMath.cos(angle);
            sines[k] = StrictMath.sin(angle);
        }
    }

    /** How many numbers there are. */
    public int size() {
        return size;
    }

    /** The real part of the number at an index. */
    double real(int index) {
        return real[index];
    }

    /** The imaginary part of the number at an index. */
    double imaginary(int index) {
        return imaginary[index];
    }

    @Override
    public void prepare() {
        SplittableRandom random = new SplittableRandom(size);
        for (int i = 0; i < size; i++) {
            real[i] = random.nextDouble();
            imaginary[i] = random.nextDouble();
        }
    }

    @Override
    public void serial() {
        transform(0, size);
    }

    private void transform(int from, int count) {
        if (count == 1) {
            return;
        }
        int half = count / 2;
        separate(from, half);
        transform(from, half);
        transform(from + half, half);
        combine(from, half);
    }

    /** Moves the numbers at odd places behind those at even ones. */
    public void separate(int from, int half) {
        for (int i = 0; i < half; i++) {
            otherReal[from + i] = real[from + 2 * i];
            otherImaginary[from + i] = imaginary[from + 2 * i];
            otherReal[from + half + i] = real[from + 2 * i + 1];
            otherImaginary[from + half + i] = imaginary[from + 2 * i + 1];
        }
        System.arraycopy(otherReal, from, real, from, 2 * half);
        System.arraycopy(otherImaginary, from, imaginary, from, 2 * half);
    }

    /** Makes of two transforms, one behind the other, that of the numbers of both. */
    public void combine(int from, int half) {
        int step = size / (2 * half);
        for (int i = 0; i < half; i++) {
            int low = from + i;
            int high = low + half;
            double cosine = cosines[i * step];
            double sine = sines[i * step];
            double turnedReal = real[high] * cosine - imaginary[high] * sine;
            double turnedImaginary = real[high] * sine + imaginary[high] * cosine;
            real[high] = real[low] - turnedReal;
            imaginary[high] = imaginary[low] - turnedImaginary;
            real[low] += turnedReal;
            imaginary[low] += turnedImaginary;
        }
    }

    @Override
    public String answer() {
        return Digest.of(new double[][] {real, imaginary});
    }

    @Override
    public long forks() {
        return size - 1L;
    }
}
