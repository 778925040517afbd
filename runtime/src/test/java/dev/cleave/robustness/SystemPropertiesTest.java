package dev.cleave.robustness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.ForkJoinPool;
import dev.cleave.Scheduling;
import dev.cleave.conformance.ChildJvm;
import dev.cleave.conformance.Tasks.Fib;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** System properties that cannot be used: one warning each, and the program runs as without. */
class SystemPropertiesTest {
    /** Pools of two kinds, each more than once, and their scheduling. */
    public static final class Program {
        private Program() {}

        public static void main(String[] args) {
            int sum = 0;
            for (int i = 0; i < 2; i++) {
                ForkJoinPool pool =
                        ForkJoinPool.builder()
                                .scheduling(Scheduling.SENDER_INITIATED)
                                .workers(2)
                                .build();
                sum += pool.invoke(new Fib(10));
                pool.close();
            }
            ForkJoinPool common = ForkJoinPool.commonPool();
            sum += common.invoke(new Fib(10));
            new ForkJoinPool().close();
            System.out.println(sum + " " + common.getScheduling());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "processors.root, /nonexistent, a directory with proc in it",
        "processors.root, '', a directory with proc in it",
        "processors.pressure, maybe, true or false",
        "processors.rounding, up, 'floor, round or ceil'",
        "processors.watch, 0, true or false",
        "stats, '', true or false",
        "jmx, yes, true or false",
        "clocks, off, true or false",
        "scheduling, fast, 'one of [THE, CHASE_LEV, RECEIVER_INITIATED, SENDER_INITIATED, SPLIT,"
                + " LINKED, SHARED]'",
        "dealIntervalNanos, -5, 'nanoseconds are needed, 0 (adapts) or more'",
        "dealIntervalNanos, 1ms, 'nanoseconds are needed, 0 (adapts) or more'"
    })
    void aValueThatCannotBeUsedIsWarnedOfOnce(String property, String value, String needed)
            throws Exception {
        String setting = "-Ddev.cleave." + property + "=" + value;
        List<String> lines = ChildJvm.run(Program.class, setting);
        assertTrue(lines.contains("165 SPLIT"), lines::toString);
        List<String> said = lines.stream().filter(line -> line.contains("is ignored")).toList();
        assertEquals(1, said.size(), lines::toString);
        assertTrue(said.get(0).contains(setting + " is ignored: " + needed), said::toString);
    }

    @Test
    void whatCanBeUsedIsNotWarnedOf() throws Exception {
        assertEquals(
                List.of("165 CHASE_LEV"),
                ChildJvm.run(
                        Program.class,
                        "-Ddev.cleave.processors.root=/",
                        "-Ddev.cleave.processors.pressure=TRUE",
                        "-Ddev.cleave.processors.rounding=Floor",
                        "-Ddev.cleave.processors.watch=false",
                        "-Ddev.cleave.stats=false",
                        "-Ddev.cleave.jmx=False",
                        "-Ddev.cleave.clocks=true",
                        "-Ddev.cleave.scheduling=chase-lev",
                        "-Ddev.cleave.dealIntervalNanos=1000"));
    }
}
