import dev.cleave.Future;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Initialisers that call what is not woven. */
public final class Calls {
    static int work(int n) {
        return n < 2 ? n : work(n - 1) + work(n - 2);
    }

    static int handles() throws Throwable {
        MethodHandle handle =
                MethodHandles.lookup()
                        .findStatic(
                                Calls.class,
                                "work",
                                MethodType.methodType(int.class, int.class));
        @Future int exact = (int) handle.invokeExact(6);
        @Future int generic = (int) handle.invoke(7);
        return exact + generic;
    }

    private static final class Hidden {}

    /** Whose call it is matters to these: it is still this class's. */
    static String callers() throws Exception {
        @Future MethodHandles.Lookup lookup = MethodHandles.lookup();
        @Future Class<?> found = Class.forName(Hidden.class.getName());
        return lookup.lookupClass().getName() + found.getName();
    }

    static String collections() {
        @Future List<String> list = new ArrayList<>(Arrays.asList("b", "a"));
        @Future Map<String, Integer> map = new TreeMap<>(Collections.singletonMap("k", 1));
        @Future String first = list.get(0);
        @Future int value = map.get("k");
        @Future boolean added = list.add("c");
        return first + value + added + list.size() + map;
    }

    static int character() {
        @Future char c = "abc".charAt(1);
        found:
        {
            if (c == 'b') {
                break found;
            }
            return 0;
        }
        return c;
    }

    static int switched(int n) {
        @Future Object made = new Object();
        @Future String text = String.valueOf(n);
        return text.length() + (made == null ? 1 : 0);
    }

    static int begun = 1;

    static final class Begins {
        static {
            begun = 100;
        }

        final int argument;

        Begins(int argument) {
            this.argument = argument;
        }
    }

    /** The class is initialised before the arguments of its constructor are evaluated. */
    static int initialised() {
        @Future Begins made = new Begins(begun);
        return made.argument;
    }

    public static String run() throws Throwable {
        String all = handles() + callers() + collections() + character() + switched(100);
        return all + initialised();
    }
}
