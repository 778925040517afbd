package dev.cleave.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.ParallelRegion;
import dev.cleave.RecursiveTask;
import dev.cleave.conformance.ChildJvm;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An image may lack the modules that metrics leave by. */
class WithoutModulesTest {
    /** Uses everything that would write an event. Knows of nothing but the runtime. */
    static final class Program {
        private Program() {}

        private static final class Fib extends RecursiveTask<Integer> {
            private final int n;

            Fib(int n) {
                this.n = n;
            }

            @Override
            protected Integer compute() {
                if (n < 2) {
                    return n;
                }
                Fib left = new Fib(n - 1);
                left.fork();
                return new Fib(n - 2).compute() + left.join();
            }
        }

        public static void main(String[] arguments) {
            for (String module : new String[] {"jdk.jfr", "java.management"}) {
                System.out.println(
                        module + " " + ModuleLayer.boot().findModule(module).isPresent());
            }
            try (ForkJoinPool pool = new ForkJoinPool(3)) {
                System.out.println(pool.invoke(new Fib(20)));
                pool.submit(() -> ParallelRegion.run(2, ParallelRegion::barrier)).join();
                pool.setParallelism(2);
            }
            System.out.println(ForkJoinPool.commonPool().invoke(new Fib(15)));
        }
    }

    @Test
    void poolsWorkWithoutFlightRecorderAndJmx() throws Exception {
        assertEquals(
                List.of("jdk.jfr false", "java.management false", "6765", "610"),
                ChildJvm.run(Program.class, "--limit-modules", "java.base"));
    }

    @Test
    void askedForJmxTheySayThatThereIsNone() throws Exception {
        List<String> lines =
                ChildJvm.run(
                        Program.class, "--limit-modules", "java.base", "-Ddev.cleave.jmx=true");
        String output = String.join("\n", lines);
        assertTrue(
                output.contains("not registered for JMX; does this image have the module"), output);
        assertTrue(lines.containsAll(List.of("6765", "610")), output);
    }

    @Test
    void theControlHasThem() throws Exception {
        assertEquals(
                List.of("jdk.jfr true", "java.management true", "6765", "610"),
                ChildJvm.run(Program.class, "-Ddev.cleave.jmx=true"));
    }
}
