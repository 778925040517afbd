import dev.cleave.Future;
import dev.cleave.Parallel;
import dev.cleave.Reduce;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntSupplier;

/** Loops over elements that may run in parallel. */
public final class Elements {
    private final long all;

    /** In a constructor, with what it has of its own. */
    private Elements(int[] some) {
        @Reduce long sum = 0;
        for (@Parallel int each : some) {
            sum += each;
        }
        all = sum;
    }

    private static int[] numbers(int n) {
        int[] numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i * 7 % 1000;
        }
        return numbers;
    }

    private static List<String> words(int n) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            char[] word = new char[i % 9];
            Arrays.fill(word, (char) ('a' + i % 26));
            words.add(new String(word));
        }
        return words;
    }

    // ---- arrays ----

    /** What the array is comes from a call; a loop goes on early. */
    private static long ofArray(int n) {
        @Reduce long sum = 0;
        for (@Parallel int each : numbers(n)) {
            if (each % 5 == 0) {
                continue;
            }
            sum += each;
        }
        return sum;
    }

    /** Another type than the elements', assigned in the body. */
    private static long widened(int n) {
        @Reduce long sum = 0;
        byte[] bytes = new byte[n];
        Arrays.fill(bytes, (byte) -3);
        for (@Parallel long each : bytes) {
            each *= 2;
            sum += each;
        }
        return sum;
    }

    private static double rows(int n) {
        double[][] matrix = new double[n][5];
        for (@Parallel double[] row : matrix) {
            for (int i = 0; i < row.length; i++) {
                row[i] = i + 0.5;
            }
        }
        @Reduce double most = -1;
        for (@Parallel double[] row : matrix) {
            @Reduce double sum = 0;
            for (@Parallel double each : row) {
                sum += each;
            }
            most = Math.max(most, sum);
        }
        return most;
    }

    private static String objects(int n) {
        Object[] objects = words(n).toArray();
        AtomicLongArray found = new AtomicLongArray(9);
        for (@Parallel final Object each : objects) {
            IntSupplier length = () -> each.toString().length();
            found.incrementAndGet(length.getAsInt());
        }
        return found.toString();
    }

    // ---- what has an iterator ----

    /** A switch that goes on with the next one, from several places. */
    private static int ofList(int n) {
        @Reduce int sum = 0;
        for (@Parallel String each : words(n)) {
            if (each.isEmpty()) {
                continue;
            }
            switch (each.length()) {
                case 1:
                    continue;
                case 2:
                    sum += 100;
                    break;
                case 3:
                case 4:
                    sum += 7;
                    continue;
                default:
                    break;
            }
            if (each.charAt(0) == 'c') {
                sum += each.length();
            } else if (each.charAt(0) == 'd') {
                sum += 1;
            }
        }
        return sum;
    }

    private static int unboxed(Collection<? extends Integer> all) {
        @Reduce int least = 99;
        for (@Parallel int each : all) {
            least = Math.min(least, each);
        }
        return least;
    }

    private static long entries(int n) {
        Map<Integer, Long> squares = new TreeMap<>();
        for (int i = 0; i < n; i++) {
            squares.put(i, (long) i * i);
        }
        @Reduce long sum = 0;
        for (@Parallel Map.Entry<Integer, Long> each : squares.entrySet()) {
            sum += each.getValue() - each.getKey();
        }
        return sum;
    }

    /** No collection, and its iterator's type is its own. */
    private static final class Countdown implements Iterable<Long> {
        private final long from;

        private Countdown(long from) {
            this.from = from;
        }

        private final class Down implements Iterator<Long> {
            private long next = from;

            @Override
            public boolean hasNext() {
                return next > 0;
            }

            @Override
            public Long next() {
                if (next == 0) {
                    throw new NoSuchElementException();
                }
                return next--;
            }
        }

        @Override
        public Down iterator() {
            return new Down();
        }
    }

    private static long countdown(int n) {
        @Reduce long sum = 0;
        for (@Parallel long each : new Countdown(n)) {
            sum += each;
        }
        Iterable<Integer> some = () -> Arrays.asList(3, 4).iterator();
        for (@Parallel Object each : some) {
            sum += each.hashCode();
        }
        return sum;
    }

    private static <T extends Iterable<String>> long generic(T all) {
        @Reduce long sum = 0;
        for (@Parallel CharSequence each : all) {
            sum += each.length();
        }
        return sum;
    }

    // ---- where they stand ----

    /** The last in another loop, which it ends; a loop in a loop; futures inside. */
    private static long inOthers(int n) {
        @Reduce long sum = 0;
        List<String> words = words(n);
        int times = 3;
        while (times-- > 0) {
            for (@Parallel String each : words) {
                sum += each.length();
            }
        }
        for (String outer : words.subList(0, Math.min(n, 5))) {
            for (@Parallel String each : words) {
                sum += each.length() - outer.length();
            }
        }
        for (@Parallel List<String> half : Arrays.asList(words, words.subList(n / 2, n))) {
            for (@Parallel String each : half) {
                @Future long once = weight(each);
                long twice = weight(each + each);
                sum += once + twice;
            }
        }
        return sum;
    }

    private static long weight(String word) {
        long weight = 0;
        for (int i = 0; i < word.length(); i++) {
            weight = weight * 31 + word.charAt(i);
        }
        return weight % 100;
    }

    /** The compiler repeats a finally block at each way out. */
    private static long inFinally(int n, int way) {
        AtomicInteger sum = new AtomicInteger();
        try {
            if (way == 1) {
                return sum.incrementAndGet();
            } else if (way == 2) {
                throw new IllegalStateException();
            }
        } catch (IllegalStateException e) {
            sum.addAndGet(5);
        } finally {
            for (@Parallel String each : words(n)) {
                sum.addAndGet(each.length());
            }
            for (@Parallel int each : numbers(n)) {
                sum.addAndGet(each);
            }
        }
        return sum.get();
    }

    // ---- exceptions ----

    private static String failures(int n) {
        StringBuilder thrown = new StringBuilder();
        try {
            for (@Parallel int each : numbers(n)) {
                try {
                    if (each == 21) {
                        throw new IllegalStateException("at " + each);
                    }
                } catch (IllegalArgumentException never) {
                    thrown.append("never");
                }
            }
        } catch (IllegalStateException e) {
            thrown.append(e.getMessage());
        }
        for (int way = 0; way < 2; way++) {
            int[] noArray = null;
            List<String> noList = null;
            try {
                if (way == 0) {
                    for (@Parallel int each : noArray) {
                        weight("" + each);
                    }
                } else {
                    for (@Parallel String each : noList) {
                        weight(each);
                    }
                }
            } catch (NullPointerException e) {
                thrown.append(" none");
            }
        }
        for (@Parallel String each : Collections.<String>emptyList()) {
            weight(each.substring(1));
        }
        nothing(Collections.nCopies(n, thrown));
        for (@Parallel Object each : new Object[0]) {
            weight(each.toString().substring(1));
        }
        return thrown.toString();
    }

    /** The body's end is not reached. */
    private static int goingOnFromWithin(List<String> all) {
        @Reduce int sum = 0;
        for (@Parallel String each : all) {
            if (each != null) {
                sum += each.length();
                continue;
            }
            throw new IllegalStateException();
        }
        AtomicInteger shorter = new AtomicInteger();
        for (@Parallel String each : all) {
            synchronized (shorter) {
                if (each.length() < 9) {
                    shorter.incrementAndGet();
                }
                continue;
            }
        }
        for (@Parallel String each : all) {
            @Reduce int inner = 0;
            for (@Parallel int i = 0; i < 3; i++) {
                inner += i;
            }
            @Future long length = weight(each);
            sum += inner + (int) length;
            continue;
        }
        return sum - shorter.get();
    }

    private static void nothing(List<?> all) {
        for (@Parallel Object each : all) {}
    }

    /** Where javac may tell debuggers of what it keeps for a loop. */
    static int inLambda(int n) {
        IntSupplier all =
                () -> {
                    @Reduce int sum = 0;
                    for (@Parallel int x : numbers(n)) {
                        sum += x;
                    }
                    for (@Parallel String each : words(n)) {
                        sum += each.length();
                    }
                    return sum;
                };
        return all.getAsInt();
    }

    public static String run() {
        StringBuilder out = new StringBuilder();
        for (int n : new int[] {0, 1, 7, 1000, 20_000}) {
            out.append(new Elements(numbers(n)).all).append(' ');
            out.append(ofArray(n)).append(' ').append(widened(n)).append(' ');
            out.append(rows(n)).append(' ').append(objects(n)).append(' ');
            out.append(ofList(n)).append(' ').append(entries(n)).append(' ');
            out.append(countdown(n)).append(' ').append(generic(words(n))).append(' ');
            out.append(inOthers(n)).append(' ').append(inFinally(n, 0)).append(' ');
            out.append(inFinally(n, 1)).append(' ').append(inFinally(n, 2)).append(' ');
            out.append(inLambda(n)).append(' ').append(failures(n)).append(' ');
            out.append(goingOnFromWithin(words(n))).append('\n');
        }
        return out.append(unboxed(Arrays.asList(5, 3, 8))).toString();
    }
}
