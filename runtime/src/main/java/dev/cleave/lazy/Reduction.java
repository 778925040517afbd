package dev.cleave.lazy;

/**
 * How partial results of a loop are combined: an operation on one type, kept as the bits of a
 * {@code long}. The weaver names it by the constant's name.
 */
public enum Reduction {
    INT_SUM {
        @Override
        long combine(long a, long b) {
            return (int) a + (int) b;
        }
    },
    INT_PRODUCT {
        @Override
        long combine(long a, long b) {
            return (int) a * (int) b;
        }
    },
    INT_MIN {
        @Override
        long combine(long a, long b) {
            return Math.min((int) a, (int) b);
        }
    },
    INT_MAX {
        @Override
        long combine(long a, long b) {
            return Math.max((int) a, (int) b);
        }
    },
    LONG_SUM {
        @Override
        long combine(long a, long b) {
            return a + b;
        }
    },
    LONG_PRODUCT {
        @Override
        long combine(long a, long b) {
            return a * b;
        }
    },
    LONG_MIN {
        @Override
        long combine(long a, long b) {
            return Math.min(a, b);
        }
    },
    LONG_MAX {
        @Override
        long combine(long a, long b) {
            return Math.max(a, b);
        }
    },
    AND {
        @Override
        long combine(long a, long b) {
            return a & b;
        }
    },
    OR {
        @Override
        long combine(long a, long b) {
            return a | b;
        }
    },
    XOR {
        @Override
        long combine(long a, long b) {
            return a ^ b;
        }
    },
    FLOAT_SUM {
        @Override
        long combine(long a, long b) {
            return bits(value(a) + value(b));
        }
    },
    FLOAT_PRODUCT {
        @Override
        long combine(long a, long b) {
            return bits(value(a) * value(b));
        }
    },
    FLOAT_MIN {
        @Override
        long combine(long a, long b) {
            return bits(Math.min(value(a), value(b)));
        }
    },
    FLOAT_MAX {
        @Override
        long combine(long a, long b) {
            return bits(Math.max(value(a), value(b)));
        }
    },
    DOUBLE_SUM {
        @Override
        long combine(long a, long b) {
            return Double.doubleToRawLongBits(
                    Double.longBitsToDouble(a) + Double.longBitsToDouble(b));
        }
    },
    DOUBLE_PRODUCT {
        @Override
        long combine(long a, long b) {
            return Double.doubleToRawLongBits(
                    Double.longBitsToDouble(a) * Double.longBitsToDouble(b));
        }
    },
    DOUBLE_MIN {
        @Override
        long combine(long a, long b) {
            return Double.doubleToRawLongBits(
                    Math.min(Double.longBitsToDouble(a), Double.longBitsToDouble(b)));
        }
    },
    DOUBLE_MAX {
        @Override
        long combine(long a, long b) {
            return Double.doubleToRawLongBits(
                    Math.max(Double.longBitsToDouble(a), Double.longBitsToDouble(b)));
        }
    };

    abstract long combine(long a, long b);

    private static float value(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    private static long bits(float value) {
        return Float.floatToRawIntBits(value);
    }
}
