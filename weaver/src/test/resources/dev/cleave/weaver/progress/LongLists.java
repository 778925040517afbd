import dev.cleave.Future;

/** A recursion as deep as a stack of 1 MiB holds, but not with room for much else. */
public final class LongLists {
    private static final int LENGTH = 5_000;
    private static final int WORK = 1_000;

    private static double element(int number) {
        double sum = number;
        for (int i = 1; i < WORK; i++) {
            sum += Math.sqrt(i + sum % 7);
        }
        return sum;
    }

    private static double sumFrom(int number) {
        if (number == LENGTH) {
            return 0;
        }
        @Future double first = element(number);
        double others = sumFrom(number + 1);
        return first + others;
    }

    public static String run() {
        return "" + sumFrom(0);
    }
}
