package dev.cleave.benchmarks.programs;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * A few long calls of code that nobody weaves, and that never looks whether a worker is idle:
 * checksums of the same buffer over and over. Fixed work, of which each step waits for the one
 * before: 100 megabytes take about a tenth of a second. The JDK's checksums are up to seven times
 * as fast on one processor as on another.
 */
public final class Checksums implements HandDivided {
    private static final int BUFFER_BYTES = 1 << 16;

    // of the Fowler–Noll–Vo hash, 64 bits, variant 1a
    private static final long FNV_BASIS = 0xCBF2_9CE4_8422_2325L;
    private static final long FNV_PRIME = 0x100_0000_01B3L;

    private final boolean pair;
    private final int rounds;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final LongAdder pieces = new LongAdder();
    private long total;

    private Checksums(boolean pair, int rounds) {
        this.pair = pair;
        this.rounds = rounds;
        for (int i = 0; i < buffer.length; i++) {
            buffer[i] = (byte) (i * i >>> 7);
        }
    }

    /** Eight calls, none of which has to wait for another; each goes over the buffer so often. */
    public static Checksums eightCalls(int rounds) {
        return new Checksums(false, rounds);
    }

    /** One call that may run beside another. */
    public static Checksums besideLeaf(int rounds) {
        return new Checksums(true, rounds);
    }

    /** Whether there is only one call that may run beside another. */
    public boolean isPair() {
        return pair;
    }

    /** One of the long calls; the number is part of what is summed up. */
    public long checksum(int number) {
        long checksum = (FNV_BASIS ^ number) * FNV_PRIME;
        for (int i = 0; i < rounds; i++) {
            for (byte b : buffer) {
                checksum = (checksum ^ (b & 0xFF)) * FNV_PRIME;
            }
        }
        return checksum;
    }

    /** Takes the result of a parallel run: all checksums added up. */
    public void total(long value) {
        total = value;
    }

    @Override
    public void serial() {
        total = isPair() ? leaf() : eight();
    }

    private long leaf() {
        long pending = checksum(0);
        long leaf = checksum(1);
        return pending + leaf;
    }

    private long eight() {
        long first = checksum(0);
        long second = checksum(1);
        long third = checksum(2);
        long fourth = checksum(3);
        long fifth = checksum(4);
        long sixth = checksum(5);
        long seventh = checksum(6);
        long eighth = checksum(7);
        return first + second + third + fourth + fifth + sixth + seventh + eighth;
    }

    @Override
    public List<Runnable> pieces() {
        pieces.reset();
        return IntStream.range(0, pair ? 2 : 8)
                .<Runnable>mapToObj(i -> () -> pieces.add(checksum(i)))
                .toList();
    }

    @Override
    public void combine() {
        total = pieces.sum();
    }

    @Override
    public String answer() {
        return Long.toString(total);
    }

    @Override
    public long forks() {
        return pair ? 1 : 8;
    }
}
