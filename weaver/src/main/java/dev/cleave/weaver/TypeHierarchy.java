package dev.cleave.weaver;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What the verifier must know of classes, read from class files: nothing is loaded. */
final class TypeHierarchy {
    private static final String OBJECT = "java/lang/Object";

    /** A class file's superclass and flags. */
    private record Header(String superName, int access) {
        static Header of(ClassReader reader) {
            return new Header(
                    reader.getSuperName() == null ? OBJECT : reader.getSuperName(),
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
            new Header(OBJECT, Opcodes.ACC_INTERFACE | Opcodes.ACC_PUBLIC);

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
                    return Header.of(new ClassReader(file));
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

    private static String packageOf(String name) {
        return name.substring(0, name.lastIndexOf('/') + 1);
    }
}
