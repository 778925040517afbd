package dev.cleave.benchmarks.programs.caller;

import dev.cleave.Cleave;
import dev.cleave.benchmarks.programs.FewLarge;
import dev.cleave.benchmarks.programs.InCaller;
import dev.cleave.benchmarks.programs.Requests;
import dev.cleave.benchmarks.programs.SquareRoots;
import dev.cleave.benchmarks.programs.Sums;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** With lambdas, not woven, in the calling thread and the workers of Cleave's common pool. */
public final class CallerPrograms implements InCaller {
    @Override
    public long sum(Sums sums, int time) {
        return Cleave.reduceToLong(0, sums.numbers(), 0, i -> Sums.term(time, i), Long::sum);
    }

    @Override
    public double sum(SquareRoots roots) {
        double[] numbers = roots.numbers();
        return Cleave.reduceToDouble(0, numbers.length, 0, i -> Math.sqrt(numbers[i]), Double::sum);
    }

    @Override
    public void chains(FewLarge large) {
        Cleave.forEach(0, large.tasks(), large::chain);
    }

    @Override
    public long both(Requests requests, int request) {
        Cleave.Pair<Long, Long> both =
                Cleave.join(() -> requests.part(request, 0), () -> requests.part(request, 1));
        return both.first() + both.second();
    }

    @Override
    public long all(Requests requests, int request) {
        List<Supplier<Long>> parts = new ArrayList<>();
        for (int i = 0; i < requests.parts(); i++) {
            int index = i;
            parts.add(() -> requests.part(request, index));
        }
        long sum = 0;
        for (long part : Cleave.invokeAll(parts)) {
            sum += part;
        }
        return sum;
    }
}
