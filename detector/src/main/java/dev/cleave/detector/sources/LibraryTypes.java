package dev.cleave.detector.sources;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;

/** What the classes extend and implement that neither the program nor the JDK declares. */
public interface LibraryTypes {
    /** Nothing is known. */
    LibraryTypes NONE = name -> List.of();

    /**
     * The superclass and interfaces of a class; none if it is not known.
     *
     * @param name qualified, with {@code $} between classes
     */
    List<String> supertypesOf(String name);

    /** Whether a class extends {@code ForkJoinTask} of any library, however far up. */
    default boolean isTask(String name) {
        return ForkJoinLibraries.isTask(name) || supertypesOf(name).stream().anyMatch(this::isTask);
    }

    /** What files were typed with by somebody who knew their class path. */
    static LibraryTypes in(Iterable<J.CompilationUnit> files) {
        Map<String, List<String>> known = new HashMap<>();
        for (J.CompilationUnit file : files) {
            for (JavaType type : file.getTypesInUse().getTypesInUse()) {
                describe(type, known);
            }
            for (J.ClassDeclaration declaration : file.getClasses()) {
                describe(declaration.getType(), known);
            }
        }
        return name -> known.getOrDefault(name, List.of());
    }

    private static void describe(JavaType type, Map<String, List<String>> known) {
        if (type instanceof JavaType.FullyQualified described
                && !(type instanceof JavaType.Unknown)
                && !known.containsKey(described.getFullyQualifiedName())) {
            List<JavaType.FullyQualified> supertypes =
                    Stream.concat(
                                    Stream.ofNullable(described.getSupertype()),
                                    described.getInterfaces().stream())
                            .toList();
            known.put(
                    described.getFullyQualifiedName(),
                    supertypes.stream()
                            .map(JavaType.FullyQualified::getFullyQualifiedName)
                            .toList());
            supertypes.forEach(it -> describe(it, known));
        }
    }
}
