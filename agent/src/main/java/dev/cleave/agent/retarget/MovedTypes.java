package dev.cleave.agent.retarget;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.Remapper;

/** The types that have a peer in Cleave, and their members that have none. Names have slashes. */
final class MovedTypes {
    static final String FROM = "java/util/concurrent/";
    static final String TO = "dev/cleave/";

    /** Without their packages. */
    static final List<String> SIMPLE_NAMES =
            List.of(
                    "ForkJoinPool",
                    "ForkJoinPool$ForkJoinWorkerThreadFactory",
                    "ForkJoinPool$ManagedBlocker",
                    "ForkJoinTask",
                    "RecursiveTask",
                    "RecursiveAction",
                    "CountedCompleter",
                    "ForkJoinWorkerThread");

    private static final Map<String, String> NAMES =
            SIMPLE_NAMES.stream()
                    .collect(Collectors.toUnmodifiableMap(name -> FROM + name, name -> TO + name));

    /**
     * What Cleave's types have besides, by name and descriptor, and a subclass that does not know
     * of it might override.
     */
    private static final Set<String> OWN =
            Set.of(
                    "current()I",
                    "request(I)V",
                    "quietlyJoin(JLjava/util/concurrent/TimeUnit;)Z",
                    "quietlyJoinUninterruptibly(JLjava/util/concurrent/TimeUnit;)Z");

    private final Set<String> members = new HashSet<>();
    private final Set<String> missing = new HashSet<>();

    /** Compares this JDK's types with Cleave's. */
    MovedTypes() {
        Remapper remapper = remapper(name -> {});
        for (String name : SIMPLE_NAMES) {
            Class<?> from = type(FROM, name);
            Set<String> has = new HashSet<>();
            addAbove(type(TO, name), has);
            for (Executable each : executables(from)) {
                members.add(text(each, UnaryOperator.identity()));
                if (!has.contains(text(each, remapper::mapDesc))) {
                    missing.add(text(each, UnaryOperator.identity()));
                }
            }
        }
    }

    /**
     * One of the types.
     *
     * @param where {@link #FROM} or {@link #TO}
     * @param simpleName one of {@link #SIMPLE_NAMES}
     */
    static Class<?> type(String where, String simpleName) {
        try {
            return Class.forName(
                    where.replace('/', '.') + simpleName,
                    false,
                    ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException other) {
            throw new IllegalStateException(
                    "another version of cleave-runtime is on the class path, without " + simpleName,
                    other);
        }
    }

    /** What the type has of itself and from all above it. */
    private static void addAbove(Class<?> type, Set<String> to) {
        for (Executable each : executables(type)) {
            to.add(text(each, UnaryOperator.identity()));
        }
        if (type.getSuperclass() != null) {
            addAbove(type.getSuperclass(), to);
        }
        for (Class<?> each : type.getInterfaces()) {
            addAbove(each, to);
        }
    }

    /** What a program can mention. */
    private static List<Executable> executables(Class<?> type) {
        List<Executable> all = new ArrayList<>(List.of(type.getDeclaredMethods()));
        all.addAll(List.of(type.getDeclaredConstructors()));
        all.removeIf(each -> (each.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0);
        return all;
    }

    private static String text(Executable member, UnaryOperator<String> descriptors) {
        Function<Class<?>, String> name = type -> descriptors.apply(Type.getDescriptor(type));
        String parameters =
                Arrays.stream(member.getParameterTypes())
                        .map(name)
                        .collect(Collectors.joining("", "(", ")"));
        return member instanceof Constructor
                ? "<init>" + parameters + "V"
                : member.getName() + parameters + name.apply(((Method) member).getReturnType());
    }

    static boolean contain(String name) {
        return NAMES.containsKey(name);
    }

    /** Whether a descriptor mentions one of them. */
    static boolean areIn(String descriptor) {
        boolean[] found = new boolean[1];
        Remapper finder = remapper(name -> found[0] |= contain(name));
        if (descriptor.startsWith("(")) {
            finder.mapMethodDesc(descriptor);
        } else {
            finder.mapDesc(descriptor);
        }
        return found[0];
    }

    /** Whether one of them has the member, given by its name and descriptor. */
    boolean have(String member) {
        return members.contains(member);
    }

    /** Whether one of them has the member, and Cleave's does not. */
    boolean lack(String member) {
        return missing.contains(member);
    }

    /** Members of the JDK's types that Cleave's do not have, by name and descriptor. */
    Set<String> missing() {
        return missing;
    }

    /** Whether only Cleave's types have the member. */
    static boolean isOwn(String member) {
        return OWN.contains(member);
    }

    /** What is told of every class's name that something mentions. */
    interface Mentions {
        void of(String name);
    }

    static Remapper remapper(Mentions mentions) {
        return new Remapper(Opcodes.ASM9) {
            @Override
            public String map(String name) {
                mentions.of(name);
                return NAMES.getOrDefault(name, name);
            }
        };
    }

    /** Tells which classes are mentioned, and moves none. */
    static Remapper observer(Mentions mentions) {
        return new Remapper(Opcodes.ASM9) {
            @Override
            public String map(String name) {
                mentions.of(name);
                return name;
            }
        };
    }
}
