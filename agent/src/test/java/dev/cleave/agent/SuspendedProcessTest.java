package dev.cleave.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The grace periods of PROTOCOL.md are times: a process that is stopped in one must not notice. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class SuspendedProcessTest extends ChildJvms {
    private static final int STOPS = 60;

    /** Computes in a pool of two workers and beside the common one, until there is input. */
    private static final String ROUNDS =
            """
            import dev.cleave.ForkJoinPool;
            import dev.cleave.Future;

            public class Rounds {
                static long fib(int n) {
                    if (n < 2) {
                        return n;
                    }
                    @Future long x = fib(n - 1);
                    long y = fib(n - 2);
                    return x + y;
                }

                static void check(long found) {
                    if (found != 46368) {
                        throw new AssertionError("fib(24) is not " + found);
                    }
                }

                static void round(ForkJoinPool pool) throws Exception {
                    check(pool.submit(() -> fib(24)).get());
                    check(fib(24));
                }

                public static void main(String[] args) throws Exception {
                    ForkJoinPool pool = new ForkJoinPool(2);
                    round(pool);
                    System.out.println("ready");
                    while (System.in.available() == 0) {
                        round(pool);
                    }
                    // On and on while the other worker gets no processor.
                    for (int i = 0; i < (pool.stats().promotions() > 0 ? 100 : 20_000); i++) {
                        round(pool);
                    }
                    System.out.println(pool.stats().promotions() > 0 ? "right" : "alone");
                    pool.close();
                }
            }
            """;

    @Test
    void aProcessMayBeStoppedAtAnyMoment() throws Exception {
        compile("Rounds", ROUNDS);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Process program =
                new ProcessBuilder(
                                command(
                                        classPath(),
                                        "-Ddev.cleave.lazy.patience=0",
                                        agent("=fail"),
                                        "Rounds"))
                        .redirectErrorStream(true)
                        .start();
        try (BufferedReader out =
                new BufferedReader(
                        new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
            assertEquals("ready", out.readLine());
            for (int i = 0; i < STOPS; i++) {
                Thread.sleep(random.nextInt(20)); // any moment: that is what is tried
                signal("-STOP", program);
                Thread.sleep(random.nextInt(20));
                signal("-CONT", program);
            }
            assertTrue(program.isAlive(), "seed " + seed);
            program.getOutputStream().write('\n');
            program.getOutputStream().flush();
            assertEquals(List.of("right"), out.lines().toList(), "seed " + seed);
            assertEquals(0, program.waitFor());
        } finally {
            program.destroyForcibly();
        }
    }

    private static void signal(String signal, Process program)
            throws IOException, InterruptedException {
        ProcessBuilder kill = new ProcessBuilder("kill", signal, Long.toString(program.pid()));
        kill.environment().put("LC_ALL", "C"); // it knows no CONT in Turkish
        assertEquals(0, kill.start().waitFor());
    }
}
