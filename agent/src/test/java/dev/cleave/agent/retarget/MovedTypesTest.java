package dev.cleave.agent.retarget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.cleave.weaver.ClassFiles;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

class MovedTypesTest {
    private final MovedTypes moved = new MovedTypes();

    @Test
    void everythingOfThisJdkIsThere() {
        assertEquals(Set.of(), moved.missing());
    }

    /** A part of a program. */
    private static final class Asks {
        private Asks() {}

        static int size(ForkJoinPool pool) {
            return pool.getPoolSize();
        }
    }

    @Test
    void whatOnlyALaterJdkHasIsRefusedWhereItIsCalled() throws IOException {
        moved.missing().add("getPoolSize()I"); // as if it were: of today's JDKs nothing is
        ClassRetargeter retargeter =
                new ClassRetargeter(
                        new ClassReader(Asks.class.getName()),
                        true,
                        Selection.of("retarget"),
                        moved,
                        new Hierarchy(ClassFiles.of(Asks.class.getClassLoader()), moved));
        assertNotNull(retargeter.run());
        assertEquals(
                List.of(
                        Asks.class.getName()
                                + ".size calls java.util.concurrent.ForkJoinPool.getPoolSize, which"
                                + " dev.cleave's does not have; use something else there, or"
                                + " exclude="
                                + Asks.class.getName()),
                retargeter.refusals());
    }

    /** What a program's subclass might override unawares: compared with the latest JDK. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_25)
    void whatCleaveAddsIsKnown() {
        Set<String> unknown = new TreeSet<>();
        for (String name : MovedTypes.SIMPLE_NAMES) {
            for (Method each : MovedTypes.type(MovedTypes.TO, name).getDeclaredMethods()) {
                String member =
                        each.getName()
                                + Type.getMethodDescriptor(each)
                                        .replace(MovedTypes.TO, MovedTypes.FROM);
                boolean seen =
                        (each.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0
                                && !Modifier.isStatic(each.getModifiers());
                // A program cannot have a method that returns what only Cleave has.
                boolean cleaves =
                        each.getReturnType().getName().startsWith("dev.cleave.")
                                && !MovedTypes.areIn(
                                        Type.getMethodDescriptor(each)
                                                .replace(MovedTypes.TO, MovedTypes.FROM));
                if (seen && !cleaves && !moved.have(member) && !MovedTypes.isOwn(member)) {
                    unknown.add(name + "." + member);
                }
            }
        }
        assertEquals(Set.of(), unknown);
    }
}
