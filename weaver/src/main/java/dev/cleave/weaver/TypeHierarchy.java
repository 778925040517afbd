package dev.cleave.weaver;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/** What the verifier must know of classes, read from class files: nothing is loaded. */
final class TypeHierarchy {
    private static final String OBJECT = "java/lang/Object";

    /** A class file's superclass, and whether it is an interface. */
    private record Header(String superName, boolean isInterface) {}

    private static final Header UNKNOWN = new Header(OBJECT, true);

    private final ClassFiles files;
    private final Map<String, Header> headers = new ConcurrentHashMap<>();

    TypeHierarchy(ClassFiles files) {
        this.files = files;
    }

    /** Notes a class that may not be found otherwise. */
    void add(ClassReader reader) {
        headers.put(
                reader.getClassName(),
                new Header(
                        reader.getSuperName(), (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0));
    }

    /** The closest class that both extend; what is not found counts as an interface does. */
    String commonSuperclass(String a, String b) {
        Set<String> above = new HashSet<>(superclasses(a));
        for (String candidate : superclasses(b)) {
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

    private Deque<String> superclasses(String name) {
        Deque<String> all = new ArrayDeque<>();
        for (String at = name; at != null && !at.equals(OBJECT); ) {
            Header header = header(at);
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
                    ClassReader reader = new ClassReader(file);
                    return new Header(
                            reader.getSuperName() == null ? OBJECT : reader.getSuperName(),
                            (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0);
                });
    }
}
