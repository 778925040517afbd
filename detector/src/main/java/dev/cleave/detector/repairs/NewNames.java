package dev.cleave.detector.repairs;

import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Trees;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.openrewrite.java.tree.J;

/** Names for variables that a repair adds to a method, which uses them for nothing yet. */
final class NewNames {
    private static final List<String> RESULTS =
            List.of("computed", "computedHalf", "otherResult", "resultOfOther");

    /** The letters of a name that says something. */
    private static final int A_WORD = 3;

    private final J place;
    private final Set<String> taken = new HashSet<>();

    NewNames(Program program, J place) {
        this.place = place;
        J.MethodDeclaration method = program.trees.enclosing(place, J.MethodDeclaration.class);
        if (method == null) {
            throw new CannotProve(place, "the code does not stand in a method");
        }
        Trees.elements(method, it -> false).stream()
                .filter(J.Identifier.class::isInstance)
                .forEach(it -> taken.add(((J.Identifier) it).getSimpleName()));
        DeclaredType type = program.types.enclosing(place);
        taken.addAll(type.fields.keySet());
    }

    /** For the result of a task. */
    String ofResult() {
        return unused(RESULTS.stream());
    }

    /**
     * For a task that is one of several.
     *
     * @param result what its result is called, null if it has no name
     * @param usual what the tasks are called otherwise
     * @param index which of them it is
     */
    String ofTask(String result, List<String> usual, int index) {
        Stream<String> ofResult =
                result == null || result.length() < A_WORD
                        ? Stream.empty()
                        : Stream.of(result + "Task");
        Stream<String> others =
                index < usual.size()
                        ? Stream.of(usual.get(index), usual.get(index) + "Task")
                        : Stream.empty();
        return unused(Stream.concat(ofResult, others));
    }

    private String unused(Stream<String> names) {
        return names.filter(taken::add)
                .findFirst()
                .orElseThrow(() -> new CannotProve(place, "all names are taken"));
    }
}
