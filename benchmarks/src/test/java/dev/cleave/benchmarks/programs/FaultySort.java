package dev.cleave.benchmarks.programs;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;

/** A sort whose serial version is right, and whose parallel versions are not. */
public final class FaultySort extends Sort {

    /** What happens where a pool's thread sorts. */
    public enum Fault {
        /** Nothing: this one is right. */
        NONE,
        /** The result is wrong. */
        WRONG,
        /** The virtual machine ends. */
        DIES,
        /** The task never ends. */
        HANGS,
        /** Something stands between the events. */
        PRINTS,
        /** The task throws. */
        THROWS
    }

    private static final int SIZE = 10_000;

    private final SortInts right = new SortInts(SIZE, 0);
    private final Fault fault;
    private final Thread owner = Thread.currentThread();
    private volatile boolean wrong;

    /** A sort with the given fault. */
    public FaultySort(Fault fault) {
        super(SIZE, 0);
        this.fault = fault;
    }

    @Override
    void fill(SplittableRandom random, int bound) {
        right.fill(random, bound);
    }

    @Override
    public void sortLeaf(int low, int high) {
        right.sortLeaf(low, high);
        if (Thread.currentThread() != owner) {
            fail();
        }
    }

    private void fail() {
        switch (fault) {
            case NONE -> {}
            case WRONG -> wrong = true;
            case DIES -> Runtime.getRuntime().halt(7);
            case HANGS -> awaitForever();
            case PRINTS -> new PrintStream(new FileOutputStream(FileDescriptor.out)).println("hey");
            case THROWS -> throw new IllegalStateException("a task that throws");
        }
    }

    private static void awaitForever() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void mergeLeaf(
            boolean out, int first, int count, int second, int secondCount, int target) {
        right.mergeLeaf(out, first, count, second, secondCount, target);
    }

    @Override
    public int split(boolean out, int pivot, int from, int count) {
        return right.split(out, pivot, from, count);
    }

    @Override
    long element(int index) {
        return wrong && index == 0 ? right.element(index) + 1 : right.element(index);
    }
}
