import dev.cleave.Future;
import java.util.function.DoubleUnaryOperator;

/**
 * An area under a curve, halved until two estimates agree: plain Java, and one word.
 *
 * <pre>./cleave run --stats examples/Future.java -- [accuracy]</pre>
 *
 * Nobody knows beforehand where the curve is steep and the work is. With --no-weave the same
 * program runs serially.
 */
class Area {
    private final DoubleUnaryOperator curve;
    private final double accuracy;

    Area(DoubleUnaryOperator curve, double accuracy) {
        this.curve = curve;
        this.accuracy = accuracy;
    }

    /**
     * Between two places, of which the curve's heights are known. Private: a call that might be
     * overridden has to ask at each level which thread it is on.
     */
    private double between(double from, double to, double heightFrom, double heightTo) {
        double middle = (from + to) / 2;
        double height = curve.applyAsDouble(middle);
        double left = (heightFrom + height) * (middle - from) / 2;
        double right = (height + heightTo) * (to - middle) / 2;
        double whole = (heightFrom + heightTo) * (to - from) / 2;
        if (Math.abs(left + right - whole) < accuracy) {
            return left + right;
        }
        @Future double leftHalf = between(from, middle, heightFrom, height);
        double rightHalf = between(middle, to, height, heightTo);
        return leftHalf + rightHalf;
    }

    public static void main(String[] args) {
        double accuracy = args.length > 0 ? Double.parseDouble(args[0]) : 1e-19;
        if (!(accuracy > 0)) {
            throw new IllegalArgumentException("accuracy " + accuracy + ": give more than 0");
        }
        DoubleUnaryOperator curve = x -> Math.sin(1 / x);
        Area area = new Area(curve, accuracy);
        long started = System.nanoTime();
        double result = area.between(0.01, 1, curve.applyAsDouble(0.01), curve.applyAsDouble(1));
        System.out.printf("the area is %.6f%n", result);
        System.out.printf("found in %.2f s%n", (System.nanoTime() - started) / 1e9);
    }
}
