// repairs: FJ2
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.function.IntPredicate;

class ArrayCopyByHand extends RecursiveTask<Integer> {
	private final IntPredicate test;
	private final int[] values;
	private final int depth;

	ArrayCopyByHand(IntPredicate test, int[] values, int depth) {
		this.test = test;
		this.values = values;
		this.depth = depth;
	}

	@Override
	protected Integer compute() {
		if (values.length <= 3 || depth > 20) {
			int count = 0;
			for (int i = 0; i < values.length; i++) if (test.test(values[i])) count++;
			return count;
		} else if (values.length == 4) {
			return count(0) + count(1) + count(2) + count(values.length - 1);
		}
		int half = values.length >>> 1;
		int[] left = new int[half];
		int[] right = new int[values.length - half];
		System.arraycopy(values, 0, left, 0, half);
		System.arraycopy(values, half, right, 0, right.length);
		ArrayCopyByHand one = new ArrayCopyByHand(test, left, depth + 1);
		one.fork();
		int other = new ArrayCopyByHand(test, right, depth + 1).compute();
		return other + one.join();
	}

	private int count(int index) {
		return test.test(values[index]) ? 1 : 0;
	}

	static Object run(Random random, int size) {
		int[] values = random.ints(size, 0, 100).toArray();
		return ForkJoinPool.commonPool().invoke(new ArrayCopyByHand(x -> x % 3 == 0, values, 0));
	}

	static Object expected(Random random, int size) {
		return (int) random.ints(size, 0, 100).filter(x -> x % 3 == 0).count();
	}
}
