package dev.cleave.stress.futures;

import dev.cleave.Cleave;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What {@link Cleave}'s methods mean: one part after another, in the calling thread. Programs as
 * they were written call these instead, so that nothing parallel has a part in what is expected.
 */
public final class Serially {
    private static final String CLEAVE = "dev/cleave/Cleave";
    private static final String SERIALLY = Serially.class.getName().replace('.', '/');

    private Serially() {}

    /** A class file, with calls of this class where there were calls of {@link Cleave}. */
    static byte[] in(byte[] classFile) {
        return redirected(classFile, CLEAVE, "", SERIALLY);
    }

    /**
     * A class file, with some calls of static methods redirected.
     *
     * @param owner the class that is called
     * @param names the names and descriptors of the methods begin with this
     * @param instead the class that is to be called
     */
    static byte[] redirected(byte[] classFile, String owner, String names, String instead) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        ClassVisitor redirection =
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            String signature,
                            String[] exceptions) {
                        return new MethodVisitor(
                                Opcodes.ASM9,
                                super.visitMethod(
                                        access, name, descriptor, signature, exceptions)) {
                            @Override
                            public void visitMethodInsn(
                                    int opcode, String of, String called, String d, boolean i) {
                                boolean isMeant =
                                        of.equals(owner) && (called + d).startsWith(names);
                                super.visitMethodInsn(opcode, isMeant ? instead : of, called, d, i);
                            }
                        };
                    }
                };
        reader.accept(redirection, 0);
        return writer.toByteArray();
    }

    /**
     * Runs both.
     *
     * @param first a part
     * @param second another
     */
    public static void join(Runnable first, Runnable second) {
        Objects.requireNonNull(first);
        Objects.requireNonNull(second);
        first.run();
        second.run();
    }

    /**
     * Computes both.
     *
     * @param first a part
     * @param second another
     * @param <A> the first's result
     * @param <B> the second's result
     * @return both results
     */
    public static <A, B> Cleave.Pair<A, B> join(
            Supplier<? extends A> first, Supplier<? extends B> second) {
        Objects.requireNonNull(first);
        Objects.requireNonNull(second);
        return new Cleave.Pair<>(first.get(), second.get());
    }

    /**
     * Runs all.
     *
     * @param parts the parts
     */
    public static void invokeAll(Runnable... parts) {
        for (Runnable part : parts) {
            Objects.requireNonNull(part);
        }
        for (Runnable part : parts) {
            part.run();
        }
    }

    /**
     * Computes all.
     *
     * @param parts the parts
     * @param <T> their results
     * @return the results
     */
    public static <T> List<T> invokeAll(List<? extends Supplier<? extends T>> parts) {
        parts.forEach(Objects::requireNonNull);
        List<T> results = new ArrayList<>();
        for (Supplier<? extends T> part : parts) {
            results.add(part.get());
        }
        return results;
    }

    /**
     * Runs the body for each number.
     *
     * @param from the first
     * @param to one more than the last
     * @param body what to run
     */
    public static void forEach(int from, int to, IntConsumer body) {
        Objects.requireNonNull(body);
        for (int i = from; i < to; i++) {
            body.accept(i);
        }
    }

    /**
     * Runs the body for each number.
     *
     * @param from the first
     * @param to one more than the last
     * @param body what to run
     */
    public static void forEachLong(long from, long to, LongConsumer body) {
        Objects.requireNonNull(body);
        for (long i = from; i < to; i++) {
            body.accept(i);
        }
    }

    /**
     * Combines the body's results for each number.
     *
     * @param from the first
     * @param to one more than the last
     * @param identity the result of an empty range
     * @param body gives a number's value
     * @param combine joins values
     * @param <T> the result
     * @return all combined
     */
    public static <T> T reduce(
            int from,
            int to,
            T identity,
            IntFunction<? extends T> body,
            BinaryOperator<T> combine) {
        Objects.requireNonNull(body);
        Objects.requireNonNull(combine);
        T value = identity;
        for (int i = from; i < to; i++) {
            value = combine.apply(value, body.apply(i));
        }
        return value;
    }

    /**
     * Combines the body's results for each number.
     *
     * @param from the first
     * @param to one more than the last
     * @param identity the result of an empty range
     * @param body gives a number's value
     * @param combine joins values
     * @return all combined
     */
    public static long reduceToLong(
            int from, int to, long identity, IntToLongFunction body, LongBinaryOperator combine) {
        return reduce(from, to, identity, body::applyAsLong, combine::applyAsLong);
    }
}
