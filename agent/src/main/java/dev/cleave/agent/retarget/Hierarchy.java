package dev.cleave.agent.retarget;

import dev.cleave.weaver.ClassFiles;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Who inherits what, by class files; no class is loaded. Names have slashes; members are a name and
 * a descriptor.
 */
final class Hierarchy {
    private final ClassFiles files;
    private final MovedTypes moved;

    Hierarchy(ClassFiles files, MovedTypes moved) {
        this.files = files;
        this.moved = moved;
    }

    /**
     * Where a member is declared.
     *
     * @param type where it is looked up
     * @return that type or one above it; null if nobody declares it
     */
    String declarer(String type, String member) {
        if (MovedTypes.contain(type)) {
            return moved.have(member) ? type : null;
        }
        ClassReader file = read(type);
        return file == null ? null : declares(file, member) ? type : inheritedFrom(file, member);
    }

    /** Where a member is declared that the class of a file has not from itself; null if nowhere. */
    String inheritedFrom(ClassReader file, String member) {
        for (String each : above(file)) {
            String found = declarer(each, member);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Whether a type is below one of the moved, or one of them. */
    boolean isBelowMoved(String type) {
        if (MovedTypes.contain(type)) {
            return true;
        }
        ClassReader file = read(type);
        return file != null && above(file).stream().anyMatch(this::isBelowMoved);
    }

    private ClassReader read(String type) {
        byte[] file = type.startsWith("[") ? null : files.find(type);
        return file == null ? null : new ClassReader(file);
    }

    private static List<String> above(ClassReader file) {
        List<String> all = new ArrayList<>();
        if (file.getSuperName() != null) {
            all.add(file.getSuperName());
        }
        all.addAll(List.of(file.getInterfaces()));
        return all;
    }

    private static boolean declares(ClassReader file, String member) {
        boolean[] found = new boolean[1];
        file.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public FieldVisitor visitField(
                            int access, String name, String type, String signature, Object value) {
                        found[0] |= member.equals(name + type);
                        return null;
                    }

                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            String signature,
                            String[] exceptions) {
                        found[0] |= member.equals(name + descriptor);
                        return null;
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return found[0];
    }
}
