package dev.cleave.detector.program;

import java.util.Set;
import org.openrewrite.java.tree.J;

/** What is repeated: loops, and lambdas handed to methods that call them once an element. */
public final class Loops {
    private static final Set<String> REPEATING =
            Set.of(
                    "forEach",
                    "forEachOrdered",
                    "forEachRemaining",
                    "map",
                    "mapToObj",
                    "flatMap",
                    "peek",
                    "removeIf",
                    "replaceAll",
                    "setAll",
                    "generate",
                    "iterate",
                    "rangeClosed");

    /** They run what they are given, if at all, once and at once. */
    private static final Set<String> ONCE =
            Set.of(
                    "computeIfAbsent",
                    "computeIfPresent",
                    "compute",
                    "merge",
                    "ifPresent",
                    "ifPresentOrElse",
                    "orElseGet",
                    "requireNonNullElseGet");

    private Loops() {}

    public static boolean repeats(J.MethodInvocation call) {
        return REPEATING.contains(call.getSimpleName());
    }

    /** The innermost loop or repeating call, in the same method, that repeats this; or null. */
    public static J around(Trees trees, J element) {
        J child = element;
        J at = trees.parent(element);
        while (at != null
                && !(at instanceof J.MethodDeclaration)
                && !(at instanceof J.ClassDeclaration)) {
            if (at instanceof J.ForLoop
                    || at instanceof J.WhileLoop
                    || at instanceof J.DoWhileLoop
                    || at instanceof J.ForEachLoop loop && child != loop.getControl()) {
                return at;
            }
            if (at instanceof J.Lambda) {
                if (!(trees.parentPastWrapping(at) instanceof J.MethodInvocation call)) {
                    return null;
                }
                if (!ONCE.contains(call.getSimpleName())) {
                    return repeats(call) ? call : null;
                }
            }
            if (at instanceof J.NewClass anonymous && anonymous.getBody() == child) {
                return null;
            }
            child = at;
            at = trees.parent(at);
        }
        return at instanceof J.MethodDeclaration method ? visit(trees, method) : null;
    }

    /** The call that has a method of an anonymous class visit every file of a tree; or null. */
    private static J visit(Trees trees, J.MethodDeclaration method) {
        return trees.parent(trees.parent(method)) instanceof J.NewClass visitor
                        && trees.parentPastWrapping(visitor) instanceof J.MethodInvocation call
                        && call.getSimpleName().equals("walkFileTree")
                ? call
                : null;
    }
}
