package dev.cleave.stress.futures;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What generated programs compute with: everything comes from and goes into a {@code long}, so that
 * any value that is wrong shows in the result.
 */
public final class Values {
    private static final String[] TEXTS = {"", "one", "two", "Aa", "BB", "three"};

    private Values() {}

    // ---- into a long

    /**
     * Mixes a value in.
     *
     * @param sum what there is
     * @param value what is new
     * @return what comes out, different for different arguments as far as it can be
     */
    public static long mix(long sum, long value) {
        long z = sum * 0x9E3779B97F4A7C15L + value + 0x632BE59BD9B4E019L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        return z ^ z >>> 27;
    }

    /**
     * Mixes a value in.
     *
     * @param sum what there is
     * @param value what is new
     * @return what comes out
     */
    public static long mix(long sum, boolean value) {
        return mix(sum, value ? 1231L : 1237L);
    }

    /**
     * Mixes a value in.
     *
     * @param sum what there is
     * @param value what is new
     * @return what comes out
     */
    public static long mix(long sum, float value) {
        return mix(sum, (long) Float.floatToIntBits(value));
    }

    /**
     * Mixes a value in.
     *
     * @param sum what there is
     * @param value what is new
     * @return what comes out
     */
    public static long mix(long sum, double value) {
        return mix(sum, Double.doubleToLongBits(value));
    }

    /**
     * Mixes a value in.
     *
     * @param sum what there is
     * @param value what is new; a failure by its class, and by its message if that is the program's
     * @return what comes out
     */
    public static long mix(long sum, Object value) {
        if (value == null) {
            return mix(sum, -1L);
        } else if (value instanceof Number n) {
            return mix(sum, n instanceof Double ? n.doubleValue() : n.longValue());
        } else if (value instanceof int[] numbers) {
            long all = mix(sum, numbers.length);
            for (int number : numbers) {
                all = mix(all, number);
            }
            return all;
        } else if (value instanceof long[] numbers) {
            long all = mix(sum, numbers.length);
            for (long number : numbers) {
                all = mix(all, number);
            }
            return all;
        } else if (value instanceof Object[] objects) {
            long all = mix(sum, objects.length);
            for (Object object : objects) {
                all = mix(all, object);
            }
            return all;
        } else if (value instanceof List<?> list) {
            return mix(sum, list.toArray());
        } else if (value instanceof Throwable t) {
            String message = t instanceof Failures.Own ? t.getMessage() : "";
            return mix(sum, (t.getClass().getSimpleName() + message).hashCode());
        } else if (value instanceof String
                || value instanceof Character
                || value instanceof Boolean) {
            return mix(sum, value.hashCode());
        } else {
            return mix(sum, value.toString().hashCode());
        }
    }

    /**
     * Whether something rare happens to a value.
     *
     * @param value the value
     * @param rarity once in so many, about; a power of two
     * @param what tells different things apart
     * @return whether it does
     */
    public static boolean isChosen(long value, long rarity, int what) {
        return (mix(what, value) >>> 20 & rarity - 1) == 0;
    }

    // ---- out of a long

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value
     */
    public static boolean toBoolean(long from) {
        return (from & 1) != 0;
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value
     */
    public static byte toByte(long from) {
        return (byte) from;
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value
     */
    public static char toChar(long from) {
        return (char) from;
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value
     */
    public static short toShort(long from) {
        return (short) from;
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value
     */
    public static int toInt(long from) {
        return (int) from;
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value
     */
    public static long toLong(long from) {
        return from;
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value
     */
    public static float toFloat(long from) {
        return from % 9973;
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value
     */
    public static double toDouble(long from) {
        return Double.longBitsToDouble(from);
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value; null for one in 128
     */
    public static Integer toInteger(long from) {
        return isChosen(from, 128, 1) ? null : Integer.valueOf((int) from);
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value
     */
    public static Long toLongObject(long from) {
        return from;
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value
     */
    public static Character toCharacter(long from) {
        return (char) from;
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value
     */
    public static Boolean toBooleanObject(long from) {
        return (from & 1) != 0;
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value
     */
    public static Double toDoubleObject(long from) {
        return (double) from;
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value, short enough for a switch
     */
    public static String toText(long from) {
        return TEXTS[(int) Long.remainderUnsigned(from, TEXTS.length)];
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value, mostly a string
     */
    public static Object toObject(long from) {
        return isChosen(from, 64, 2) ? (Object) from : isChosen(from, 64, 3) ? null : toText(from);
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value, of 0 to 3 elements
     */
    public static int[] toInts(long from) {
        int[] ints = new int[(int) (from >>> 33 & 3)];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = (int) mix(from, i);
        }
        return ints;
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value, of 0 to 3 elements
     */
    public static String[] toTexts(long from) {
        String[] texts = new String[(int) (from >>> 33 & 3)];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = toText(mix(from, i));
        }
        return texts;
    }

    /**
     * Makes a value.
     *
     * @param from of what
     * @return the value, of one or two elements
     */
    public static List<Long> toLongs(long from) {
        return (from & 1) == 0 ? List.of(from) : List.of(from, from + 1);
    }

    // ---- to loop over

    /**
     * Makes numbers.
     *
     * @param n how many
     * @return those from 0 on
     */
    public static int[] ints(int n) {
        return IntStream.range(0, n).toArray();
    }

    /**
     * Makes numbers.
     *
     * @param n how many
     * @return those from 0 on
     */
    public static long[] longs(int n) {
        return LongStream.range(0, n).toArray();
    }

    /**
     * Makes numbers.
     *
     * @param n how many
     * @return those from 0 on
     */
    public static List<Integer> list(int n) {
        return IntStream.range(0, n).boxed().toList();
    }

    /**
     * Makes numbers.
     *
     * @param n how many
     * @return those from 0 on, in no collection
     */
    public static Iterable<Integer> sequence(int n) {
        return () -> IntStream.range(0, n).iterator();
    }

    // ---- what happens on the way

    /**
     * What is computed where the fuel is used up: sometimes takes a while, so that others have the
     * time to steal, and sometimes fails.
     *
     * @param value what it computes with
     * @param rarity one in so many fails, about; a power of two
     * @return the result
     */
    public static long leaf(long value, long rarity) {
        disturb(value);
        if (isChosen(value, rarity, 4)) {
            throw new Failures.Unchecked("leaf " + value);
        }
        return mix(value, 7L);
    }

    /**
     * Sometimes takes a while, or lets another thread have the processor.
     *
     * @param value decides
     */
    public static void disturb(long value) {
        int choice = (int) (mix(value, 99L) >>> 50);
        if ((choice & 255) == 0) {
            // Seldom: on a busy machine it costs the time that all others take.
            Thread.yield();
        } else if ((choice & 63) == 1) {
            for (int i = 0; i < choice; i++) {
                Thread.onSpinWait();
            }
        }
    }

    /**
     * May fail in a way that has to be declared.
     *
     * @param value decides
     * @param rarity one in so many fails, about; a power of two
     * @throws Failures.Checked if it does
     */
    public static void mayFail(long value, long rarity) throws Failures.Checked {
        if (isChosen(value, rarity, 5)) {
            throw (value & 1) == 0
                    ? new Failures.Checked("checked " + value)
                    : new Failures.Special("special " + value);
        }
    }
}
