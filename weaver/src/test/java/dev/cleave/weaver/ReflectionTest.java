package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ObjectStreamClass;
import java.lang.annotation.Annotation;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a program sees of itself by reflection is what it saw before it was woven. */
final class ReflectionTest {
    private static final String SOURCE =
            """
            import dev.cleave.Future;
            import java.io.Serializable;
            import java.util.List;
            public class A<T extends Number> implements Serializable, Cloneable {
                @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
                @interface Note { int value(); }
                private final int state = 1;
                public A() { @Future int x = call(1); call(2); }
                protected A(@Note(5) T t, List<? super T> all) throws java.io.IOException { @Future int x = call(1); call(x); }
                static int call(int n) { return n; }
                @Note(7) @Deprecated public <U> int noted(@Note(1) U u, List<T> list) throws java.io.IOException {
                    @Future int x = call(3);
                    call(4);
                    return x;
                }
                protected static final int quiet(int... n) { @Future int x = call(3); call(4); return x; }
                int several(int n) { @Future int x = call(n); call(4); return x; }
                int several(long n) { @Future int x = call((int) n); call(4); return x; }
                interface I { default int d() { @Future int x = call(3); call(4); return x; } }
            }
            """;

    private final WovenClasses classes = WovenClasses.of("A.java", SOURCE, "-g", "-parameters");

    @Test
    void declaredMembersStay() throws Exception {
        assertTrue(classes.futures() >= 6);
        for (String name : classes.original.keySet()) {
            Class<?> before = classes.originalLoader().loadClass(name);
            Class<?> after = classes.wovenLoader().loadClass(name);
            assertEquals(describe(before), describe(after));
        }
    }

    @Test
    void addedMethodsAreSynthetic() throws Exception {
        Class<?> before = classes.originalLoader().loadClass("A");
        Class<?> after = classes.wovenLoader().loadClass("A");
        assertTrue(after.getDeclaredMethods().length > before.getDeclaredMethods().length);
        assertEquals(
                before.getDeclaredMethods().length,
                Stream.of(after.getDeclaredMethods()).filter(m -> !m.isSynthetic()).count());
        assertEquals(before.getMethods().length, after.getMethods().length);
    }

    @Test
    void serialVersionStays() throws Exception {
        long before =
                ObjectStreamClass.lookup(classes.originalLoader().loadClass("A"))
                        .getSerialVersionUID();
        assertEquals(
                before,
                ObjectStreamClass.lookup(classes.wovenLoader().loadClass("A"))
                        .getSerialVersionUID());
        WovenClasses others =
                WovenClasses.of("A.java", SOURCE.replace("int several(long", "int severe(long"));
        assertNotEquals(
                before,
                ObjectStreamClass.lookup(others.wovenLoader().loadClass("A"))
                        .getSerialVersionUID());
    }

    private static List<String> describe(Class<?> type) {
        List<String> all = new ArrayList<>();
        Stream.of(type.getDeclaredFields()).forEach(f -> all.add(f.toGenericString()));
        Stream.of(type.getDeclaredConstructors()).forEach(c -> all.add(describe((Executable) c)));
        for (Method method : type.getDeclaredMethods()) {
            if (!method.isSynthetic()) {
                all.add(describe((Executable) method));
            }
        }
        all.sort(null);
        return all;
    }

    private static String describe(Executable e) {
        StringBuilder all = new StringBuilder(e.toGenericString());
        for (Annotation a : e.getDeclaredAnnotations()) {
            all.append(a);
        }
        for (Parameter p : e.getParameters()) {
            all.append(p).append(p.isNamePresent());
            all.append(Arrays.toString(p.getDeclaredAnnotations()));
        }
        return all.append(e.isVarArgs()).toString();
    }
}
