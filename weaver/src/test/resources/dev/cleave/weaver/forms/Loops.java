import dev.cleave.Future;
import dev.cleave.Parallel;
import dev.cleave.Reduce;
import java.util.Arrays;

/** Loops whose iterations may run in parallel. */
public final class Loops {
    private long[] out;
    private final int factor = 3;

    /** Continue, a try of its own, the receiver's fields. */
    private void fill(int n) {
        out = new long[n];
        for (@Parallel int i = 0; i < n; i++) {
            long value = i;
            if (i % 5 == 0) {
                continue;
            }
            try {
                if (i % 7 == 0) {
                    throw new IllegalStateException();
                }
                value *= factor;
            } catch (IllegalStateException e) {
                value = -1;
            }
            out[i] = value;
        }
    }

    /** Longs, down, by a step; a reduction of each kind. */
    static String reductions(int n, long from) {
        @Reduce long xor = 0;
        @Reduce int max = -5;
        @Reduce int min = 1000;
        @Reduce int count = 100;
        @Reduce long product = 7;
        @Reduce float sum = 1;
        @Reduce double difference = 0.5;
        @Reduce int or = 0;
        @Reduce long and = -1;
        for (@Parallel long j = from; j > -n; j -= 3) {
            xor ^= j * 31;
            max = Math.max(max, (int) j & 255);
            min = Math.min((int) j & 63, min);
            count++;
            product *= j | 1;
            sum += 1;
            difference -= 2;
            or |= (int) j;
            and &= j | 8;
        }
        return xor + " " + max + " " + min + " " + count + " " + product + " " + sum + " "
                + difference + " " + or + " " + and;
    }

    /** Several values at a time, the variable among them wherever it may stand. */
    static String chains(int n, long[] a) {
        @Reduce long sum = 3;
        @Reduce double left = 1;
        @Reduce double right = 0.5;
        @Reduce float product = 1;
        @Reduce int factors = 7;
        @Reduce long bits = 5;
        @Reduce boolean all = true;
        @Reduce int most = -5;
        @Reduce double least = 1000;
        for (@Parallel int i = 0; i < n; i++) {
            sum = sum + a[i] + i;
            sum = a[i] - i + (multiply(i, 3) + sum - 2) - (i % 2 == 0 ? 1 : i);
            sum -= 7;
            left = left + i + a[i] - 2;
            right = 0.5 * i + (a[i] + right);
            product = 2 * (product * ((i & 1) == 0 ? 0.25f : 1));
            factors = (i | 1) * (factors * 3) * 5;
            bits = bits ^ a[i] ^ (i & 3);
            all = all & i < 900 & a[i] >= 0;
            most = Math.max(i & 15, Math.max(most, (int) a[i] & 31));
            least = Math.min(Math.min(least, a[i]), 700 - i);
        }
        return sum + " " + left + " " + right + " " + product + " " + factors + " " + bits + " "
                + all + " " + most + " " + least;
    }

    /** A loop in a loop, futures in the inner one, bounds that are included. */
    static long nested(int n) {
        @Reduce long sum = 0;
        for (@Parallel int i = 1; i <= n; i++) {
            @Reduce long row = 0;
            for (@Parallel int j = n; j >= i; j--) {
                @Future long product = multiply(i, j);
                row += product;
            }
            sum += row;
        }
        return sum;
    }

    /** Both loops add to the same variable. */
    static String shared(int n) {
        @Reduce long sum = 0;
        @Reduce int most = 0;
        for (@Parallel int i = 1; i <= n; i++) {
            sum -= i;
            for (@Parallel int j = i; j > 0; j -= 2) {
                sum += multiply(i, j);
                for (@Parallel int k = 0; k < 3; k++) {
                    most = Math.max(most, i * j - k);
                }
            }
        }
        return sum + " " + most;
    }

    static long multiply(int i, int j) {
        return (long) i * j;
    }

    /** The earliest iteration's exception escapes. */
    static int earliest(int n) {
        try {
            for (@Parallel int i = 0; i < n; i++) {
                if (i >= 17) {
                    throw new IllegalStateException("" + i);
                }
            }
        } catch (IllegalStateException e) {
            return Integer.parseInt(e.getMessage());
        }
        return -1;
    }

    /** The bound and the step are variables; another variable's slot is used again. */
    static String variableStep(int n, int step) {
        {
            long before = n;
            step += (int) (before - n);
        }
        StringBuffer[] said = new StringBuffer[n + 1];
        int last = n;
        for (@Parallel int i = 0; i <= last; i += step) {
            String text = "i" + i;
            said[i] = new StringBuffer(text);
        }
        return Arrays.toString(said);
    }

    /** A long counts by what is an int, or less. */
    static String widenedStep(int up, short down) {
        @Reduce long sum = 0;
        for (@Parallel long i = 1; i < 1000; i += up) {
            sum += i;
        }
        for (@Parallel long i = 1000; i > 0; i -= down) {
            sum += 3 * i;
        }
        return "" + sum;
    }

    static String edges() {
        @Reduce long sum = 0;
        for (@Parallel int i = Integer.MAX_VALUE - 2; i < Integer.MAX_VALUE; i++) {
            sum += i;
        }
        for (@Parallel int i = 5; i < 5; i++) {
            sum += 1000;
        }
        for (@Parallel int i = 5; i > 0; i--) {
            sum += i;
        }
        for (@Parallel long l = Long.MIN_VALUE + 2; l > Long.MIN_VALUE; l--) {
            sum += 1;
        }
        for (@Parallel long l = Long.MIN_VALUE; l < Long.MAX_VALUE - 7; l += Long.MAX_VALUE / 4) {
            sum += l; // further than a long
        }
        for (@Parallel long l = Long.MAX_VALUE; l >= 0; l += Long.MIN_VALUE) {
            sum += l;
        }
        return "" + sum;
    }

    /** The compiler repeats what is in the finally block, where the try statement is left. */
    static String repeated(int n) {
        StringBuffer said = new StringBuffer();
        for (int k = 0; k < 3; k++) {
            try {
                if (k == n % 3) {
                    continue;
                }
                said.append(10 / k);
            } catch (ArithmeticException e) {
                said.append('/');
            } finally {
                @Reduce long sum = 0;
                for (@Parallel int i = 0; i < n; i++) {
                    @Future long product = multiply(i, k);
                    @Reduce int count = 0;
                    for (@Parallel int j = 0; j < 3; j++) {
                        count++;
                    }
                    sum += product + count;
                }
                said.append(sum);
            }
        }
        return said.toString();
    }

    /** Futures declared before the loop are used in it; truth is accumulated. */
    static String outside(int n) {
        @Future long factor = multiply(n, 3);
        @Future long[] terms = new long[] {1, 2}.clone();
        @Reduce long sum = 0;
        @Reduce boolean any = false;
        @Reduce boolean all = true;
        @Reduce boolean odd = false;
        for (@Parallel int i = 0; i < n; i++) {
            sum += factor + terms[i & 1];
            any |= i == 7;
            all &= i < 900;
            odd ^= (i & 1) == 1;
        }
        return sum + " " + any + all + odd;
    }

    private static int asked;

    private static int ask(int n) {
        asked++;
        return n;
    }

    /** The loop's bound and its step are declared with its variable, which need not come first. */
    static String declaredTogether(int n) {
        asked = 0;
        @Reduce long sum = 0;
        for (@Parallel int i = 0, end = ask(n), unused = 1; i < end; i++) {
            sum += i;
        }
        for (@Parallel long end = ask(n), step = end > 9 ? 3 : 1, l = 1; l <= end; l += step) {
            sum -= l * end;
            for (@Parallel int i = (int) l, first = i, last = first - 5; i > last; --i) {
                sum += first - last + i;
            }
        }
        return sum + " " + asked;
    }

    private static final boolean DRY_RUN = true;

    /** A compiler leaves the catch block whose try statement a constant has emptied. */
    static String neverReached(int n) {
        int[] seen = new int[n];
        @Reduce long failures = 0;
        @Reduce int most = 0;
        for (@Parallel int i = 0; i < n; i++) {
            try {
                if (DRY_RUN) {
                    continue;
                }
                Integer.parseInt("" + i);
            } catch (NumberFormatException e) {
                failures += multiply(i, 2);
                failures *= 3;
                @Future long product = multiply(i, 3);
                seen[i] = 1;
                for (@Parallel int k = 0; k < 3; k++) {
                    most = Math.max(most, (int) product - k);
                }
            } finally {
                seen[i] += i;
            }
        }
        for (int k = 0; k < 2; k++) {
            try {
                if (DRY_RUN) {
                    continue;
                }
                Integer.parseInt("" + k);
            } catch (NumberFormatException e) {
                @Future long product = multiply(k, 3);
                @Reduce long sum = 0;
                for (@Parallel int i = 0; i < n; i++) {
                    sum += i;
                }
                for (@Parallel String each : new String[] {"a", "b"}) {
                    sum += each.length();
                }
                for (@Parallel Integer each : Arrays.asList(1, 2)) {
                    sum += each;
                }
                failures += sum + product;
            } finally {
                @Future long product = multiply(k, n);
                failures += product;
            }
        }
        return failures + " " + most + " " + Arrays.hashCode(seen);
    }

    /** What a future in a loop calls is the superclass's. */
    private static class Base {
        int value(int i) {
            return i;
        }
    }

    private static final class Derived extends Base implements Cloneable {
        @Override
        int value(int i) {
            return -1;
        }

        int sum(int n) throws CloneNotSupportedException {
            @Reduce int sum = 0;
            for (@Parallel int i = 0; i < n; i++) {
                @Future int inherited = super.value(i);
                @Future Object copy = clone();
                sum += value(i) + inherited + (copy == this ? 1 : 0);
            }
            return sum;
        }
    }

    /** Takes from outside what has in common a class that only its package may mention. */
    static int ofHiddenTypes(int n) {
        CharSequence text = n % 2 == 0 ? new StringBuilder("ab") : new StringBuffer("abc");
        CharSequence[] texts = n % 2 == 0 ? new StringBuilder[3] : new StringBuffer[2];
        @Reduce int sum = 0;
        for (@Parallel int i = 0; i < n; i++) {
            sum += text.length() + texts.length * i;
        }
        return sum;
    }

    public static String run() throws CloneNotSupportedException {
        StringBuilder said = new StringBuilder();
        for (int n : new int[] {0, 1, 2, 17, 18, 1000, 5000}) {
            Loops loops = new Loops();
            loops.fill(n);
            said.append(Arrays.hashCode(loops.out))
                    .append(' ')
                    .append(reductions(n, 5L * n))
                    .append(' ')
                    .append(chains(n, loops.out))
                    .append(' ')
                    .append(nested(n / 10))
                    .append(' ')
                    .append(shared(n / 10))
                    .append(' ')
                    .append(earliest(n))
                    .append(' ')
                    .append(repeated(n / 10))
                    .append(' ')
                    .append(outside(n))
                    .append(' ')
                    .append(declaredTogether(n))
                    .append(' ')
                    .append(neverReached(n))
                    .append(' ')
                    .append(new Derived().sum(n))
                    .append(' ')
                    .append(ofHiddenTypes(n))
                    .append('\n');
        }
        return said + variableStep(20, 3) + widenedStep(7, (short) 13) + edges();
    }
}
