package dev.cleave.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cleave.CountedCompleter;
import dev.cleave.ForkJoinPool;
import dev.cleave.ForkJoinTask;
import dev.cleave.ForkJoinWorkerThread;
import dev.cleave.RecursiveAction;
import dev.cleave.RecursiveTask;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever compiles against {@code java.util.concurrent}'s classes, by calling or by extending
 * them, compiles against ours: each public or protected member of theirs, as the running JDK has
 * it, has a counterpart.
 */
@Conformance
class ApiShapeTest {

    private static final Map<Class<?>, Class<?>> OURS =
            Map.of(
                    java.util.concurrent.ForkJoinPool.class, ForkJoinPool.class,
                    java.util.concurrent.ForkJoinTask.class, ForkJoinTask.class,
                    java.util.concurrent.RecursiveTask.class, RecursiveTask.class,
                    java.util.concurrent.RecursiveAction.class, RecursiveAction.class,
                    java.util.concurrent.CountedCompleter.class, CountedCompleter.class,
                    java.util.concurrent.ForkJoinWorkerThread.class, ForkJoinWorkerThread.class,
                    java.util.concurrent.ForkJoinPool.ManagedBlocker.class,
                            ForkJoinPool.ManagedBlocker.class,
                    java.util.concurrent.ForkJoinPool.ForkJoinWorkerThreadFactory.class,
                            ForkJoinPool.ForkJoinWorkerThreadFactory.class);

    static Set<Class<?>> theirs() {
        return OURS.keySet();
    }

    private static Class<?> ours(Class<?> type) {
        return type.isArray()
                ? ours(type.componentType()).arrayType()
                : OURS.getOrDefault(type, type);
    }

    private static Class<?>[] ours(Class<?>[] types) {
        return Arrays.stream(types).map(ApiShapeTest::ours).toArray(Class<?>[]::new);
    }

    @ParameterizedTest
    @MethodSource("theirs")
    void everyMemberHasACounterpart(Class<?> theirs) {
        List<String> differences = new ArrayList<>();
        for (Constructor<?> constructor : theirs.getDeclaredConstructors()) {
            if (isApi(constructor)) compare(constructor, find(constructor), differences);
        }
        for (Method method : theirs.getDeclaredMethods()) {
            if (isApi(method)) {
                compare(method, find(ours(theirs), method), differences);
            }
        }
        for (Field field : theirs.getDeclaredFields()) {
            if (isApi(field)) compare(field, find(field), differences);
        }
        assertEquals(List.of(), differences);
    }

    @ParameterizedTest
    @MethodSource("theirs")
    void everyTypeExtendsAndImplementsTheSame(Class<?> theirs) {
        Class<?> ours = ours(theirs);
        List<String> differences = new ArrayList<>();
        Class<?> superclass = theirs.getSuperclass();
        if (superclass != null && !ours(superclass).isAssignableFrom(ours)) {
            differences.add("does not extend " + superclass);
        }
        for (Class<?> type : theirs.getInterfaces()) {
            if (!ours(type).isAssignableFrom(ours)) {
                differences.add("does not implement " + type);
            }
        }
        int relevant = Modifier.ABSTRACT | Modifier.FINAL | Modifier.PUBLIC | Modifier.INTERFACE;
        if ((theirs.getModifiers() & relevant) != (ours.getModifiers() & relevant)) {
            differences.add("is " + Modifier.toString(ours.getModifiers()));
        }
        assertEquals(List.of(), differences);
    }

    private static boolean isApi(Member member) {
        int visible = Modifier.PUBLIC | Modifier.PROTECTED;
        return (member.getModifiers() & visible) != 0 && !member.isSynthetic();
    }

    private static Executable find(Constructor<?> theirs) {
        try {
            return ours(theirs.getDeclaringClass())
                    .getDeclaredConstructor(ours(theirs.getParameterTypes()));
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    /** In the type itself or the nearest of its supertypes. */
    private static Method find(Class<?> ours, Method theirs) {
        if (ours == null) return null;
        try {
            return ours.getDeclaredMethod(theirs.getName(), ours(theirs.getParameterTypes()));
        } catch (NoSuchMethodException e) {
            Method inherited = find(ours.getSuperclass(), theirs);
            for (Class<?> type : ours.getInterfaces()) {
                if (inherited == null) inherited = find(type, theirs);
            }
            return inherited;
        }
    }

    private static Field find(Field theirs) {
        try {
            return ours(theirs.getDeclaringClass()).getDeclaredField(theirs.getName());
        } catch (NoSuchFieldException e) {
            return null;
        }
    }

    private static void compare(Member theirs, Member ours, List<String> differences) {
        if (ours == null) {
            differences.add("missing: " + theirs);
            return;
        }
        int their = theirs.getModifiers();
        int our = ours.getModifiers();
        if (Modifier.isPublic(their) ? !Modifier.isPublic(our) : !isApi(ours)) {
            differences.add("less visible: " + ours);
        }
        if (Modifier.isStatic(their) != Modifier.isStatic(our)) {
            differences.add("static or not: " + ours);
        }
        if (ours instanceof Method && Modifier.isFinal(our) && !Modifier.isFinal(their)) {
            differences.add("cannot be overridden: " + ours);
        }
        if (Modifier.isAbstract(our) && !Modifier.isAbstract(their)) {
            differences.add("has to be implemented: " + ours);
        }
        if (theirs instanceof Method method && ours instanceof Method counterpart) {
            if (!ours(method.getReturnType()).isAssignableFrom(counterpart.getReturnType())) {
                differences.add("returns something else: " + ours);
            }
        }
        if (theirs instanceof Field field && ours instanceof Field counterpart) {
            if (!ours(field.getType()).isAssignableFrom(counterpart.getType())) {
                differences.add("holds something else: " + ours);
            }
        }
        if (theirs instanceof Executable executable && ours instanceof Executable counterpart) {
            List<Class<?>> declared = List.of(executable.getExceptionTypes());
            for (Class<?> exception : counterpart.getExceptionTypes()) {
                if (!declared.contains(exception)) {
                    differences.add("throws " + exception.getName() + ": " + ours);
                }
            }
        }
    }
}
