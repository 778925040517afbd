package dev.cleave.detector.program;

import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/** Objects that only one call of one method knows, so that no other thread can lock them. */
public final class ConfinedObject {
    private static final Set<String> WITHOUT_LOCK =
            Set.of(
                    "java.lang.Object",
                    "java.lang.StringBuilder",
                    "java.util.ArrayList",
                    "java.util.LinkedList",
                    "java.util.ArrayDeque",
                    "java.util.HashMap",
                    "java.util.LinkedHashMap",
                    "java.util.TreeMap",
                    "java.util.HashSet",
                    "java.util.LinkedHashSet",
                    "java.util.TreeSet");

    /** Methods that neither give away a view of a collection nor wait at its monitor. */
    private static final Set<String> KEEPING =
            Set.of(
                    "add",
                    "addAll",
                    "addFirst",
                    "addLast",
                    "append",
                    "clear",
                    "contains",
                    "containsKey",
                    "get",
                    "getOrDefault",
                    "indexOf",
                    "insert",
                    "isEmpty",
                    "length",
                    "put",
                    "putIfAbsent",
                    "remove",
                    "set",
                    "size",
                    "toString");

    private ConfinedObject() {}

    /** Whether a variable holds new objects that have no locks of their own. */
    public static boolean isNew(Program program, NamedVariable variable) {
        return isDeclaredInBlock(program, variable)
                && !program.variables.values(variable).isEmpty()
                && program.variables.values(variable).stream()
                        .map(Trees::unwrapped)
                        .allMatch(it -> makes(program, it));
    }

    /** Whether a variable holds only what is assigned to it by name, as that of a loop does not. */
    public static boolean isDeclaredInBlock(Program program, NamedVariable variable) {
        return program.variables.isLocal(variable)
                && program.trees.parent(program.variables.declaration(variable)) instanceof J.Block;
    }

    /** Whether an expression makes an object that does not lock itself. */
    public static boolean makes(Program program, Expression value) {
        return value instanceof J.NewArray
                || value instanceof J.NewClass creation
                        && creation.getBody() == null
                        && WITHOUT_LOCK.contains("" + program.variables.typeOf(creation));
    }

    /**
     * Refuses if others may get to know what a local variable holds, as long as its method runs.
     *
     * @param returned whether the method may return it
     */
    public static void require(Program program, NamedVariable variable, boolean returned) {
        J home = body(program, program.variables.declaration(variable));
        for (Expression use : program.variables.uses(variable)) {
            J around = program.trees.parentPastWrapping(use);
            boolean kept =
                    around instanceof J.Synchronized
                            || around instanceof J.MethodInvocation call
                                    && call.getSelect() == use
                                    && KEEPING.contains(call.getSimpleName())
                            || around instanceof J.ForEachLoop.Control
                            || around instanceof J.ArrayAccess access && access.getIndexed() == use
                            || around instanceof J.FieldAccess length
                                    && length.getSimpleName().equals("length")
                            || returned
                                    && isReturned(program, around)
                                    && program.trees.enclosing(use, J.Try.class) == null;
            if (!kept || body(program, use) != home) {
                throw new CannotProve(
                        use, "others may get to know " + variable.getSimpleName() + " here");
            }
        }
    }

    private static boolean isReturned(Program program, J around) {
        J at = around;
        while (at instanceof J.Ternary) {
            at = program.trees.parentPastWrapping(at);
        }
        return at instanceof J.Return;
    }

    /** The method, lambda or class body around an element. */
    public static J body(Program program, J element) {
        J at = element;
        while (!(at instanceof J.MethodDeclaration
                || at instanceof J.Lambda
                || at instanceof J.ClassDeclaration
                || at instanceof J.NewClass creation && creation.getBody() != null)) {
            at = program.trees.parent(at);
        }
        return at;
    }
}
