package dev.cleave.weaver;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Reads class files as javac writes them. It gives a marked variable of an instance initialiser, in
 * every constructor, the places that it has in all of them; these may lie between a constructor's
 * instructions, or behind its end. They are left out.
 */
final class LenientReader extends ClassReader {
    private static final int MAGIC = 0xCAFEBABE;

    /** Where a class file has its version, of which ASM knows those up to Java 28's. */
    private static final int VERSION = 6;

    private static final int NEWEST = Opcodes.V28;

    /** What a version has more than its Java. */
    private static final int BEFORE_FIRST = 44;

    private LenientReader(byte[] classFile) {
        super(classFile);
    }

    /**
     * A reader.
     *
     * @throws IllegalArgumentException if the bytes are no class file, or of a version that ASM
     *     does not know
     */
    static LenientReader of(byte[] classFile) {
        requireKnown(classFile);
        try {
            return new LenientReader(classFile);
        } catch (IndexOutOfBoundsException e) {
            throw cutOff(e);
        } catch (IllegalArgumentException e) {
            throw e.getMessage() != null ? e : damaged(e);
        }
    }

    /** Of a constant of no known kind, ASM says nothing more. */
    private static IllegalArgumentException damaged(IllegalArgumentException e) {
        return new IllegalArgumentException("not a class file: it is damaged", e);
    }

    private static IllegalArgumentException cutOff(IndexOutOfBoundsException e) {
        return new IllegalArgumentException("not a class file: it is cut off", e);
    }

    /** Throws an IllegalArgumentException unless the bytes begin as a class file's do. */
    static void requireClassFile(byte[] classFile) {
        if (classFile.length < Integer.BYTES || ByteBuffer.wrap(classFile).getInt() != MAGIC) {
            throw new IllegalArgumentException("not a class file: it begins with other bytes");
        }
    }

    /** Throws an IllegalArgumentException if ASM cannot read them, either. */
    static void requireKnown(byte[] classFile) {
        requireClassFile(classFile);
        int version =
                classFile.length < VERSION + Short.BYTES
                        ? 0
                        : Short.toUnsignedInt(ByteBuffer.wrap(classFile).getShort(VERSION));
        if (version > NEWEST) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "a class file of version %d, which is Java %d's, and this weaver knows"
                                    + " those up to %d; compile it with --release %d or older",
                            version,
                            version - BEFORE_FIRST,
                            NEWEST,
                            NEWEST - BEFORE_FIRST));
        }
    }

    @Override
    protected Label readLabel(int offset, Label[] labels) {
        return offset < labels.length ? super.readLabel(offset, labels) : new Label();
    }

    /** The class, without its frames. */
    ClassNode read() {
        ClassNode node = new ClassNode();
        try {
            accept(node, SKIP_FRAMES);
        } catch (IndexOutOfBoundsException e) {
            throw cutOff(e);
        }
        for (MethodNode method : node.methods) {
            leaveOutForeign(method, method.visibleLocalVariableAnnotations);
            leaveOutForeign(method, method.invisibleLocalVariableAnnotations);
        }
        return node;
    }

    private static void leaveOutForeign(
            MethodNode method, List<LocalVariableAnnotationNode> annotations) {
        if (annotations == null) {
            return;
        }
        Set<AbstractInsnNode> present = new HashSet<>();
        method.instructions.forEach(present::add);
        for (LocalVariableAnnotationNode a : annotations) {
            for (int i = a.start.size() - 1; i >= 0; i--) {
                if (!present.contains(a.start.get(i)) || !present.contains(a.end.get(i))) {
                    a.start.remove(i);
                    a.end.remove(i);
                    a.index.remove(i);
                }
            }
        }
        annotations.removeIf(a -> a.start.isEmpty());
    }
}
