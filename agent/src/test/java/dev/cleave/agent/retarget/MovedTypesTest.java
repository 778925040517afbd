package dev.cleave.agent.retarget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.objectweb.asm.Type;

class MovedTypesTest {
    private final MovedTypes moved = new MovedTypes();

    @Test
    void everythingOfJdk17IsThere() {
        Set<String> later = new TreeSet<>();
        for (String each : moved.missing()) {
            later.add(each.substring(0, each.indexOf('(')));
        }
        later.removeAll(
                Set.of(
                        "cancelDelayedTasksOnShutdown",
                        "getDelayedTaskCount",
                        "schedule",
                        "scheduleAtFixedRate",
                        "scheduleWithFixedDelay",
                        "submitWithTimeout"));
        assertEquals(Set.of(), later);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_25)
    void delayedTasksAreMissing() {
        assertTrue(
                moved.lack(
                        "schedule(Ljava/lang/Runnable;JLjava/util/concurrent/TimeUnit;)"
                                + "Ljava/util/concurrent/ScheduledFuture;"));
        assertFalse(moved.lack("shutdown()V"));
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
