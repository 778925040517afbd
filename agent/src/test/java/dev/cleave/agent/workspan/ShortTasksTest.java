package dev.cleave.agent.workspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.RecursiveTask;
import dev.cleave.scheduling.Task;
import dev.cleave.scheduling.Tasks;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** What is called on the way through a short task, of which nothing is told. */
@Timeout(60)
class ShortTasksTest {
    static final class Answer extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        protected Integer compute() {
            return 42;
        }
    }

    /** What calls the work is as it was; what calls that only looks whether all passes. */
    @Test
    void runsThroughWhatTheRuntimeIsWithoutMeasurement() throws IOException {
        byte[] task = RuntimeProbes.insert(bytes(Task.class));
        byte[] tasks = RuntimeProbes.insert(bytes(Tasks.class));
        assertEquals(calls(bytes(Task.class), "execute"), calls(task, "execute"));
        assertEquals(
                calls(bytes(Task.class), "executeAmongOthers"), calls(task, "executeAmongOthers"));
        assertEquals(
                looking("runNow", calls(bytes(Tasks.class), "runNow")), calls(tasks, "runNow"));
        assertEquals(looking("run", calls(bytes(Task.class), "run")), calls(task, "run"));
    }

    /** What invokeAll has joined is joined again by whoever wants its result. */
    @Test
    void waitsWithoutAWord() throws IOException {
        assertEquals(
                List.of(
                        "passes",
                        "awaitAlone$measured",
                        "waitBegins",
                        "awaitAlone$measured",
                        "waitEnds",
                        "waitEnds"),
                calls(RuntimeProbes.insert(bytes(Tasks.class)), "awaitAlone"));
    }

    /** Else it would be asked twice whether all passes. */
    @Test
    void leavesBridgesAsTheyAre() throws IOException {
        assertEquals(
                List.of("passes", "compute$told", "valueOf", "compute"),
                calls(withLines(Answer.class), "compute"));
    }

    /** What any thread may run often is not told where none but workers would know it. */
    @Test
    void lambdasAskForAnyThread() throws IOException {
        assertEquals(
                List.of("passesAnywhere", "lambda$curve$0$told", "sin"),
                calls(withLines(Lambda.class), "lambda$curve$0"));
    }

    static final class Lambda {
        static DoubleUnaryOperator curve() {
            return x -> Math.sin(1 / x);
        }
    }

    /** As {@code main} is, which calls futures before there is a worker. */
    @Test
    void ofAThreadThatIsNoWorkerAllPassesInAShortCall() throws Exception {
        long limit = Grain.limit;
        Grain.limit = TimeUnit.MINUTES.toNanos(1);
        try {
            Probe.line(Lines.UNKNOWN);
            for (int i = 0; i < 100; i++) {
                Probe.callBegins();
                Probe.callEnds();
            }
            assertFalse(Probe.passesAnywhere());
            Probe.callBegins();
            assertTrue(Probe.passesAnywhere());
            assertFalse(
                    CompletableFuture.supplyAsync(
                                    Probe::passesAnywhere, task -> new Thread(task).start())
                            .get());
            Probe.callBegins();
            Probe.callEnds();
            assertTrue(Probe.passesAnywhere());
            Probe.callEnds();
            assertFalse(Probe.passesAnywhere());
        } finally {
            Grain.limit = limit;
        }
    }

    private static List<String> looking(String method, List<String> calls) {
        List<String> all = new ArrayList<>(List.of("passes", method + Passing.TOLD));
        all.addAll(calls);
        return all;
    }

    /** The names of what all methods of a name call, in the order of the code. */
    private static List<String> calls(byte[] classFile, String method) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, 0);
        List<String> calls = new ArrayList<>();
        for (MethodNode each : node.methods) {
            if (each.name.equals(method)) {
                for (AbstractInsnNode instruction : each.instructions) {
                    if (instruction instanceof MethodInsnNode call) {
                        calls.add(call.name);
                    }
                }
            }
        }
        return calls;
    }

    private static byte[] withLines(Class<?> type) throws IOException {
        ClassReader reader = new ClassReader(bytes(type));
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new LineInserter(writer), 0);
        return writer.toByteArray();
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in =
                type.getResourceAsStream(type.getName().replaceAll(".*\\.", "") + ".class")) {
            return in.readAllBytes();
        }
    }
}
