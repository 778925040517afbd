package dev.cleave.agent.retarget;

import dev.cleave.ForkJoinPool;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;

/** Called by classes of a retargeted program, by any thread. Does not block. */
public final class Boundary {
    private static final String FROM = MovedTypes.FROM.replace('/', '.');
    private static final String TO = MovedTypes.TO.replace('/', '.');

    private static final Map<String, Class<?>> JDKS = types(MovedTypes.FROM);
    private static final Map<String, Class<?>> CLEAVES = types(MovedTypes.TO);

    private Boundary() {}

    private static Map<String, Class<?>> types(String where) {
        return MovedTypes.SIMPLE_NAMES.stream()
                .collect(
                        Collectors.toUnmodifiableMap(
                                name -> name, name -> MovedTypes.type(where, name)));
    }

    /**
     * Refuses to go on.
     *
     * @param why what cannot be done, and what to do
     * @throws LinkageError always
     */
    public static void refuse(String why) {
        throw new LinkageError(why);
    }

    /**
     * Before a retargeted class casts to one of Cleave's types.
     *
     * @param value what is cast
     * @param type the type's name without its package
     * @param where the class and method
     * @return the value
     * @throws ClassCastException if it is of the JDK's type of that name, with what to do about it
     */
    public static Object isCleaves(Object value, String type, String where) {
        if (JDKS.get(type).isInstance(value)) {
            throw refused(value, FROM, TO + type, where, "is retargeted, and what made it is not");
        }
        return value;
    }

    /**
     * Before a class that is not retargeted casts to one of the JDK's types.
     *
     * @param value what is cast
     * @param type the type's name without its package
     * @param where the class and method
     * @return the value
     * @throws ClassCastException if it is of Cleave's type of that name, with what to do about it
     */
    public static Object isTheJdks(Object value, String type, String where) {
        if (CLEAVES.get(type).isInstance(value)) {
            throw refused(value, TO, FROM + type, where, "is not retargeted, and what made it is");
        }
        return value;
    }

    private static ClassCastException refused(
            Object value, String is, String wanted, String where, String because) {
        return new ClassCastException(
                where
                        + " casts a "
                        + value.getClass().getName()
                        + " to "
                        + wanted
                        + ", but it is one of "
                        + is.substring(0, is.length() - 1)
                        + ": "
                        + where.substring(0, where.lastIndexOf('.'))
                        + " "
                        + because
                        + "; include both, or exclude both, in the agent's option retarget");
    }

    /**
     * The name under which a class is to be looked up.
     *
     * @param name of a class, with dots, or of a class of arrays, as {@code [Ljava.lang.String;}
     * @return that of Cleave's type, or of its arrays, if it is the JDK's name of one
     */
    public static String className(String name) {
        if (name == null) {
            return null;
        }
        int element = name.lastIndexOf('[') + 1;
        if (element > 0 && name.startsWith("L", element) && name.endsWith(";")) {
            String type = className(name.substring(element + 1, name.length() - 1));
            return name.substring(0, element + 1) + type + ";";
        }
        return MovedTypes.contain(name.replace('.', '/'))
                ? TO + name.substring(FROM.length())
                : name;
    }

    /**
     * As {@link Class#forName(String, boolean, ClassLoader)}.
     *
     * @param name of the class
     * @param initialize whether it is initialised
     * @param loader where it is looked up
     * @return the class, Cleave's if it is the JDK's name of one
     * @throws ClassNotFoundException if there is none
     */
    public static Class<?> forName(String name, boolean initialize, ClassLoader loader)
            throws ClassNotFoundException {
        return Class.forName(className(name), initialize, loader);
    }

    /**
     * As {@link Class#forName(Module, String)}.
     *
     * @param module where it is looked up; of no matter for Cleave's
     * @param name of the class
     * @return the class, Cleave's if it is the JDK's name of one; null if there is none
     */
    public static Class<?> forName(Module module, String name) {
        String known = className(name);
        return known.equals(name)
                ? Class.forName(module, name)
                : CLEAVES.get(known.substring(TO.length()));
    }

    /**
     * As {@link java.util.concurrent.Executors#newWorkStealingPool()}.
     *
     * @return a pool of Cleave's
     */
    public static ExecutorService newWorkStealingPool() {
        return ForkJoinPool.builder().asyncMode(true).build();
    }

    /**
     * As {@link java.util.concurrent.Executors#newWorkStealingPool(int)}.
     *
     * @param parallelism from 1 to 32767
     * @return a pool of Cleave's
     * @throws IllegalArgumentException if the parallelism is out of range
     */
    public static ExecutorService newWorkStealingPool(int parallelism) {
        return ForkJoinPool.builder().workers(parallelism).asyncMode(true).build();
    }
}
