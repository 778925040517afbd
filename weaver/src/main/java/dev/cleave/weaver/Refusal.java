package dev.cleave.weaver;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A future or a loop that cannot be honoured, and is left unwoven with its method.
 *
 * @param file the source file's name, or its path
 * @param line where the variable is declared; 0 if the class file does not tell
 * @param method class and method
 * @param mark the annotation, as it is written: {@code @Future}, {@code @Parallel} or
 *     {@code @Reduce}; {@code a call of Cleave} where the weaver itself fails
 * @param reason what is wrong
 * @param remedy what to do about it
 */
public record Refusal(
        String file, int line, String method, String mark, String reason, String remedy) {
    /** At an instruction of a method. */
    static Refusal at(
            AbstractInsnNode at,
            String file,
            String owner,
            MethodNode method,
            String annotation,
            String reason,
            String remedy) {
        boolean isMade = (method.access & Opcodes.ACC_SYNTHETIC) != 0;
        String name = isMade ? WovenMethods.writtenName(method.name) : method.name;
        return new Refusal(
                file,
                Instructions.line(at),
                owner.replace('/', '.') + "." + name,
                mark(annotation),
                reason,
                remedy);
    }

    /** An annotation as it is written, of its descriptor. */
    static String mark(String annotation) {
        return "@" + annotation.substring(annotation.lastIndexOf('/') + 1, annotation.length() - 1);
    }

    /**
     * What cannot be honoured, for a sentence about all of it.
     *
     * @param marks those of the refusals, at least one
     * @return each once, as in {@code @Future and @Parallel}
     */
    public static String list(Collection<String> marks) {
        return join(marks.stream().distinct().sorted().toList());
    }

    /** One or more, as in {@code a, b and c}. */
    static String join(List<String> all) {
        int last = all.size() - 1;
        return last == 0
                ? all.get(0)
                : String.join(", ", all.subList(0, last)) + " and " + all.get(last);
    }

    /** With the file's path below the folder of the sources, which a class's name tells. */
    Refusal inFolder(String className) {
        int end = className.lastIndexOf('/');
        return end < 0 || file.indexOf('/') >= 0
                ? this
                : withFile(className.substring(0, end + 1) + file);
    }

    /**
     * With the file's path, where it is found.
     *
     * @param sources folders of source files
     * @return this, if the file is in none of them
     */
    public Refusal locatedIn(List<Path> sources) {
        for (Path folder : sources) {
            Path found = folder.resolve(file);
            if (Files.isRegularFile(found)) {
                return withFile(found.toString());
            }
        }
        return this;
    }

    /**
     * With another file, for one that knows where it is.
     *
     * @param path the source file
     * @return the same otherwise
     */
    public Refusal withFile(String path) {
        return new Refusal(path, line, method, mark, reason, remedy);
    }

    @Override
    public String toString() {
        String place = line == 0 ? file : file + ":" + line;
        return place + ": in " + method + ": " + reason + "; " + remedy;
    }
}
