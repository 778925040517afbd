import dev.cleave.Future;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Every call opens a gate that its continuation waits at: with workers, somebody else makes it. */
public final class Stolen {
    static final class Gate {
        private final CountDownLatch open = new CountDownLatch(1);

        void open() {
            open.countDown();
        }

        void pass() throws InterruptedException {
            if (!open.await(60, TimeUnit.SECONDS)) {
                throw new AssertionError("nobody made the call");
            }
        }
    }

    byte aByte(Gate gate, int value) {
        gate.open();
        return (byte) value;
    }

    short aShort(Gate gate, byte a, short b) {
        gate.open();
        return (short) (a + b);
    }

    char aChar(Gate gate, char value, boolean next) {
        gate.open();
        return (char) (value + (next ? 1 : 0));
    }

    boolean aBoolean(Gate gate, boolean value) {
        gate.open();
        return !value;
    }

    static float aFloat(float value, Gate gate, float factor) {
        gate.open();
        return value * factor;
    }

    static double aDouble(long a, double b, Gate gate) {
        gate.open();
        return a / b;
    }

    static long aLong(int a, long b, double c, float d, byte e, char f, boolean g, short h, Gate gate) {
        gate.open();
        return a + b + (long) c + (long) d + e + f + (g ? 1 : 0) + h;
    }

    static <T> T same(T value, Gate gate) {
        gate.open();
        return value;
    }

    static int[] array(Gate gate, int... values) {
        gate.open();
        return values;
    }

    static String strings(String[][] values, Gate gate) {
        gate.open();
        return Arrays.deepToString(values);
    }

    static final class Made extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Made(List<String> values, int more, Gate gate) {
            super(values);
            add("" + more);
            gate.open();
        }
    }

    final class Inner {
        final int value;

        Inner(Gate gate, int value) {
            this.value = value;
            gate.open();
        }
    }

    interface Shape {
        int area(Gate gate);
    }

    static int failing(Gate gate, String message) throws IOException {
        gate.open();
        throw new IOException(message);
    }

    private int hidden(Gate gate) {
        gate.open();
        return 41;
    }

    String primitives() throws Exception {
        String all = "";
        Gate gate = new Gate();
        @Future byte b = aByte(gate, 300);
        gate.pass();
        all += b + " ";
        gate = new Gate();
        @Future short s = aShort(gate, (byte) -128, (short) -32768);
        gate.pass();
        all += s + " ";
        gate = new Gate();
        @Future char c = aChar(gate, '\ufffe', true);
        gate.pass();
        all += (int) c + " ";
        gate = new Gate();
        @Future boolean o = aBoolean(gate, true);
        gate.pass();
        all += o + " ";
        gate = new Gate();
        @Future float f = aFloat(Float.MIN_VALUE, gate, -3);
        gate.pass();
        all += f + " ";
        gate = new Gate();
        @Future double d = aDouble(Long.MIN_VALUE, 1e300, gate);
        gate.pass();
        all += d + " ";
        gate = new Gate();
        @Future long l = aLong(-1, 1L << 40, 3.5, 4.5f, (byte) 5, 'a', true, (short) 7, gate);
        gate.pass();
        all += l + " ";
        gate = new Gate();
        @Future int h = hidden(gate);
        gate.pass();
        return all + h;
    }

    String converted() throws Exception {
        String all = "";
        Gate gate = new Gate();
        @Future int unboxed = same(42, gate);
        gate.pass();
        all += unboxed + " ";
        gate = new Gate();
        @Future Integer boxed = hidden(gate);
        gate.pass();
        all += boxed + " ";
        gate = new Gate();
        @Future long widened = hidden(gate);
        gate.pass();
        all += widened + " ";
        gate = new Gate();
        @Future String cast = same("generic", gate);
        gate.pass();
        all += cast + " ";
        gate = new Gate();
        @Future double both = (short) aDouble(70_000, 1, gate);
        gate.pass();
        return all + both;
    }

    String references() throws Exception {
        String all = "";
        Gate gate = new Gate();
        @Future int[] a = array(gate, 1, 2, 3);
        gate.pass();
        all += Arrays.toString(a) + " ";
        gate = new Gate();
        @Future String s = strings(new String[][] {{"x"}, {"y", null}}, gate);
        gate.pass();
        all += s + " ";
        gate = new Gate();
        @Future List<String> made = new Made(Arrays.asList("p", "q"), 9, gate);
        gate.pass();
        all += made + " ";
        gate = new Gate();
        @Future Inner inner = new Inner(gate, 17);
        gate.pass();
        all += inner.value + " ";
        final int factor = made.size();
        Shape shape =
                passed -> {
                    passed.open();
                    return 7 * factor;
                };
        gate = new Gate();
        @Future int area = shape.area(gate);
        gate.pass();
        all += area + " ";
        gate = new Gate();
        @Future String nothing = same(null, gate);
        gate.pass();
        return all + nothing;
    }

    static String failures() throws Exception {
        Gate gate = new Gate();
        String all = "";
        try {
            @Future int x = failing(gate, "first");
            gate.pass();
            try {
                if (x != 0) {
                    failing(gate, "never");
                }
            } catch (IOException inside) {
                all += "passed by, and yet here";
            }
        } catch (IOException e) {
            all += e.getMessage();
        }
        gate = new Gate();
        try {
            @Future int untouched = failing(gate, "second");
            gate.pass();
        } catch (IOException e) {
            all += " " + e.getMessage();
        }
        return all;
    }

    public static String run() throws Exception {
        Stolen stolen = new Stolen();
        return stolen.primitives() + "\n" + stolen.converted() + "\n" + stolen.references() + "\n" + failures();
    }
}
