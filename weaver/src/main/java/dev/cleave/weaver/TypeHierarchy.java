package dev.cleave.weaver;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;

/** What the verifier must know of classes, read from class files: nothing is loaded. */
final class TypeHierarchy {
    private static final String OBJECT = "java/lang/Object";

    /** A class file's superclass and flags. */
    private record Header(String superName, List<String> interfaces, int access) {
        static Header of(ClassReader reader) {
            return new Header(
                    reader.getSuperName() == null ? OBJECT : reader.getSuperName(),
                    List.of(reader.getInterfaces()),
                    reader.getAccess());
        }

        boolean isInterface() {
            return (access & Opcodes.ACC_INTERFACE) != 0;
        }

        boolean isPublic() {
            return (access & Opcodes.ACC_PUBLIC) != 0;
        }
    }

    private static final Header UNKNOWN =
            new Header(OBJECT, List.of(), Opcodes.ACC_INTERFACE | Opcodes.ACC_PUBLIC);

    private final ClassFiles files;
    private final Map<String, Header> headers = new ConcurrentHashMap<>();

    TypeHierarchy(ClassFiles files) {
        this.files = files;
    }

    /** Notes a class that may not be found otherwise. */
    void add(ClassReader reader) {
        headers.put(reader.getClassName(), Header.of(reader));
    }

    /**
     * The closest class that both extend. What is not found counts as an interface does.
     *
     * @param missing receives what was not found
     */
    String commonSuperclass(String a, String b, Set<String> missing) {
        Set<String> above = new HashSet<>(superclasses(a, missing));
        if (above.size() == 1) {
            return OBJECT;
        }
        for (String candidate : superclasses(b, missing)) {
            if (above.contains(candidate)) {
                return candidate;
            }
        }
        return OBJECT;
    }

    boolean isInterface(String name) {
        return header(name).isInterface();
    }

    String superclass(String name) {
        return name.equals(OBJECT) ? null : header(name).superName();
    }

    private Deque<String> superclasses(String name, Set<String> missing) {
        Deque<String> all = new ArrayDeque<>();
        for (String at = name; at != null && !at.equals(OBJECT); ) {
            Header header = header(at);
            if (header == UNKNOWN) {
                missing.add(at);
            }
            if (header.isInterface()) {
                break;
            }
            all.add(at);
            at = header.superName();
        }
        all.add(OBJECT);
        return all;
    }

    private Header header(String name) {
        return headers.computeIfAbsent(
                name,
                n -> {
                    byte[] file = files.find(n);
                    if (file == null) {
                        return UNKNOWN;
                    }
                    try {
                        return Header.of(LenientReader.of(file));
                    } catch (IllegalArgumentException e) {
                        throw new IllegalArgumentException(
                                n.replace('/', '.') + ", which it mentions, is " + e.getMessage(),
                                e);
                    }
                });
    }

    /**
     * Whether the code of a class may mention a type; one that is not found is taken for public.
     */
    boolean mayName(String user, Type type) {
        Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
        if (element.getSort() != Type.OBJECT) {
            return true;
        }
        String name = element.getInternalName();
        return packageOf(name).equals(packageOf(user)) || header(name).isPublic();
    }

    /**
     * The type itself, or the closest that it extends and that the code of a class may mention: all
     * that such code can use it as.
     */
    Type mentioned(String user, Type type) {
        Type closest = type;
        while (!mayName(user, closest)) {
            Type element = closest.getSort() == Type.ARRAY ? closest.getElementType() : closest;
            String dimensions = closest.getDescriptor().replace(element.getDescriptor(), "");
            Type above = Type.getObjectType(superclass(element.getInternalName()));
            closest = Type.getType(dimensions + above);
        }
        return closest;
    }

    /**
     * Whether a method of a class, neither private nor static, is what a call through another type
     * runs on an object of exactly that class. False if that cannot be told.
     *
     * @param descriptor the method's
     */
    boolean isOverridden(String type, String owner, String name, String descriptor) {
        if (!supertypes(owner).contains(type)) {
            return false;
        }
        for (String above : supertypes(type)) {
            if (header(above) == UNKNOWN || declaresPrivate(above, name, descriptor)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a type extends or implements another; true if that cannot be told. */
    boolean mayExtend(String type, String other) {
        Set<String> all = supertypes(type);
        return all.contains(other) || all.stream().anyMatch(above -> header(above) == UNKNOWN);
    }

    /** A type and all that it extends and implements, but for Object. */
    private Set<String> supertypes(String type) {
        Set<String> all = new HashSet<>();
        Deque<String> todo = new ArrayDeque<>(List.of(type));
        while (!todo.isEmpty()) {
            String next = todo.remove();
            if (!next.equals(OBJECT) && all.add(next)) {
                todo.add(header(next).superName());
                todo.addAll(header(next).interfaces());
            }
        }
        return all;
    }

    private boolean declaresPrivate(String type, String wanted, String wantedDescriptor) {
        byte[] file = files.find(type);
        if (file == null) {
            return true; // as far as one can tell
        }
        ClassNode node = new ClassNode();
        new ClassReader(file).accept(node, ClassReader.SKIP_CODE);
        return node.methods.stream()
                .anyMatch(
                        m ->
                                (m.access & Opcodes.ACC_PRIVATE) != 0
                                        && m.name.equals(wanted)
                                        && m.desc.equals(wantedDescriptor));
    }

    private static String packageOf(String name) {
        return name.substring(0, name.lastIndexOf('/') + 1);
    }
}
