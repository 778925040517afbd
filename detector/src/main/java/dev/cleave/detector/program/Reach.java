package dev.cleave.detector.program;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Statement;

/** What code of a program may run, and what it may change when it does. */
public final class Reach {
    private static final Set<String> FILLING =
            Set.of("sort", "parallelSort", "fill", "setAll", "parallelSetAll", "parallelPrefix");

    /** Methods of the JDK's objects that fill an array which they are given. */
    private static final Set<String> FILLING_ARGUMENTS =
            Set.of(
                    "nextBytes",
                    "read",
                    "readFully",
                    "readNBytes",
                    "get",
                    "getChars",
                    "toArray",
                    "copyInto",
                    "digest",
                    "doFinal",
                    "inflate",
                    "deflate");

    private static final Set<String> CHANGING =
            Set.of(
                    "add",
                    "addAll",
                    "addElement",
                    "addFirst",
                    "addLast",
                    "clear",
                    "copy",
                    "fill",
                    "insertElementAt",
                    "offer",
                    "offerFirst",
                    "offerLast",
                    "poll",
                    "pollFirst",
                    "pollLast",
                    "pop",
                    "push",
                    "remove",
                    "removeAll",
                    "removeAllElements",
                    "removeElement",
                    "removeElementAt",
                    "removeFirst",
                    "removeFirstOccurrence",
                    "removeIf",
                    "removeLast",
                    "removeLastOccurrence",
                    "replaceAll",
                    "retainAll",
                    "reverse",
                    "rotate",
                    "set",
                    "setElementAt",
                    "setSize",
                    "shuffle",
                    "sort",
                    "swap");

    private final Program program;

    public Reach(Program program) {
        this.program = program;
    }

    /** Visits everything in some code, as a method, and in what it calls. */
    public void visit(J code, Consumer<J> visitor) {
        Set<J> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<J> open = new ArrayDeque<>(List.of(code));
        while (!open.isEmpty()) {
            J body = open.remove();
            if (seen.add(body)) {
                for (J element : Trees.elements(body, it -> false)) {
                    visitor.accept(element);
                    if (element instanceof J.MethodInvocation call) {
                        open.addAll(program.calls.targets(call));
                    } else if (element instanceof J.MemberReference reference) {
                        open.addAll(program.calls.targets(reference));
                    } else if (element instanceof J.NewClass creation) {
                        open.addAll(program.calls.constructors(creation));
                        addInitializers(program.calls.created(creation), open);
                    }
                }
            }
        }
    }

    /** Adds what the creation of an object runs besides the constructor that is called. */
    private static void addInitializers(DeclaredType created, Deque<J> open) {
        if (created == null) {
            return;
        }
        for (DeclaredType type : CallGraph.withSupertypes(created)) {
            for (Statement member : type.body.getStatements()) {
                if (member instanceof J.VariableDeclarations field
                                && !field.hasModifier(J.Modifier.Type.Static)
                        || member instanceof J.Block block && !block.isStatic()) {
                    open.add(member);
                }
            }
            if (type != created) {
                open.addAll(type.constructors(0)); // unless it is called by name
            }
        }
    }

    /** The same, and all lambdas in files that name the method's class: it may be given some. */
    private void visitWithLambdas(J.MethodDeclaration method, Consumer<J> visitor) {
        visit(method, visitor);
        String name = program.types.enclosing(method).simpleName;
        for (J.CompilationUnit file : program.files) {
            if (!program.trees.source(file).contains(name)) {
                continue;
            }
            for (J element : Trees.elements(file, it -> false)) {
                if (element instanceof J.Lambda) {
                    Trees.elements(element, it -> false).forEach(visitor);
                }
            }
        }
    }

    /**
     * Refuses if a method, or what it calls, may write to an array of this type that others see.
     */
    public void requireNoWriteToArrays(J.MethodDeclaration method, String type) {
        visitWithLambdas(
                method,
                element -> {
                    Expression written = writtenArray(element);
                    boolean fillsAny =
                            element instanceof J.MemberReference reference
                                    && FILLING.contains(reference.getReference().getSimpleName())
                                    && "java.util.Arrays"
                                            .equals(
                                                    program.variables.typeOf(
                                                            reference.getContaining()));
                    if (fillsAny
                            || written != null
                                    && mayBe(program.variables.typeOf(written), type)
                                    && !isFresh(written)) {
                        throw new CannotProve(
                                element,
                                "tasks write to arrays like the one that they divide, so the copies"
                                        + " may be needed");
                    }
                });
    }

    /** Arrays of primitives are of one type only; others may be of any that is not primitive. */
    private static boolean mayBe(String written, String type) {
        return written == null
                || written.equals(type)
                || written.equals("java.lang.Object")
                || isArrayOfObjects(written) && isArrayOfObjects(type);
    }

    private static boolean isArrayOfObjects(String type) {
        return type.endsWith("[]")
                && (type.endsWith("[][]")
                        || type.indexOf('.') >= 0
                        || Character.isUpperCase(type.charAt(0)));
    }

    /** The array that an element changes; null if it changes none. */
    private Expression writtenArray(J element) {
        Expression target = modified(element);
        if (target instanceof J.ArrayAccess access) {
            return access.getIndexed();
        }
        if (element instanceof J.MethodInvocation call) {
            List<Expression> arguments = Trees.arguments(call.getArguments());
            if (call.getSimpleName().equals("arraycopy") && arguments.size() == 5) {
                return arguments.get(2);
            }
            if (FILLING.contains(call.getSimpleName())
                    && !arguments.isEmpty()
                    && program.calls.targets(call).isEmpty()) {
                Expression array = viewed(arguments.get(0));
                return array == null ? arguments.get(0) : array;
            }
            if (isWrittenThrough(call)) {
                return arguments.get(0);
            }
            if (CHANGING.contains(call.getSimpleName())
                    && program.calls.targets(call).isEmpty()
                    && changed(call) != null) {
                return viewed(changed(call));
            }
            if (FILLING_ARGUMENTS.contains(call.getSimpleName())
                    && program.calls.targets(call).isEmpty()) {
                return arguments.stream()
                        .filter(it -> ("" + program.variables.typeOf(it)).endsWith("[]"))
                        .reduce((input, output) -> output)
                        .orElse(null);
            }
        }
        return null;
    }

    /** Whether a call writes to the array that it gets first, or makes a buffer that does. */
    private static boolean isWrittenThrough(J.MethodInvocation call) {
        String owner = "" + owner(call);
        String name = call.getSimpleName();
        return !Trees.arguments(call.getArguments()).isEmpty()
                && (owner.equals("java.lang.reflect.Array") && name.startsWith("set")
                        || owner.startsWith("java.nio.") && name.equals("wrap")
                        || owner.equals("java.lang.invoke.VarHandle"));
    }

    /** The array that a list is a view of, if it is made here; else null. */
    private Expression viewed(Expression list) {
        NamedVariable variable = program.variables.of(list);
        Expression made =
                variable == null
                        ? Trees.unwrapped(list)
                        : Trees.unwrapped(variable.getInitializer());
        return made instanceof J.MethodInvocation call
                        && call.getSimpleName().equals("asList")
                        && "java.util.Arrays".equals(owner(call))
                        && call.getArguments().size() == 1
                        && ("" + program.variables.typeOf(call.getArguments().get(0)))
                                .endsWith("[]")
                ? call.getArguments().get(0)
                : null;
    }

    /** What an element assigns to; null if it assigns nothing. */
    public static Expression modified(J element) {
        if (element instanceof J.Assignment assignment) {
            return Trees.unwrapped(assignment.getVariable());
        }
        if (element instanceof J.AssignmentOperation assignment) {
            return Trees.unwrapped(assignment.getVariable());
        }
        return element instanceof J.Unary unary && unary.getOperator().isModifying()
                ? Trees.unwrapped(unary.getExpression())
                : null;
    }

    /** Refuses if a method, or what it calls, may change a list that others see. */
    public void requireNoChangeOfLists(J.MethodDeclaration method) {
        visitWithLambdas(
                method,
                element -> {
                    if (element instanceof J.MethodInvocation call
                                    && CHANGING.contains(call.getSimpleName())
                                    && changesList(call)
                            || element instanceof J.MemberReference reference
                                    && changesList(reference)) {
                        throw new CannotProve(
                                element,
                                "tasks change lists, maybe the one that they divide, so the copies"
                                        + " may be needed");
                    }
                });
    }

    /** Whether a call, with all that it runs of the program, may change a list. */
    public boolean mayChangeLists(J.MethodInvocation call) {
        boolean[] changes = {changes(call) || takesList(call)};
        for (J.MethodDeclaration target : program.calls.targets(call)) {
            visit(
                    target,
                    it -> changes[0] |= it instanceof J.MethodInvocation inner && changes(inner));
        }
        return changes[0];
    }

    /** Whether code that is not seen is given a collection, and may add to it. */
    private boolean takesList(J.MethodInvocation call) {
        return program.calls.targets(call).isEmpty()
                && Trees.arguments(call.getArguments()).stream()
                        .map(program.variables::typeOf)
                        .anyMatch(this::isKnownCollection);
    }

    /** By its name alone: the list may be a new one, and whose task is made still know it. */
    private boolean changes(J.MethodInvocation call) {
        return CHANGING.contains(call.getSimpleName()) && program.calls.targets(call).isEmpty();
    }

    /** By its class; a name, as {@link TypeNames#isCollection} takes it, proves nothing. */
    private boolean isKnownCollection(String type) {
        return program.types.isA(type, "java.util.Collection");
    }

    private boolean changesList(J.MethodInvocation call) {
        if (!program.calls.targets(call).isEmpty()) {
            return false;
        }
        Expression changed = changed(call);
        String type = program.variables.typeOf(changed);
        return changed != null
                && (isIterator(type)
                        ? !isOfFresh(changed)
                        : (type == null || isKnownCollection(type)) && !isFresh(changed));
    }

    /** What a method that is named so changes, be it one of {@code Collections}; or null. */
    private Expression changed(J.MethodInvocation call) {
        Expression select = call.getSelect();
        List<Expression> arguments = Trees.arguments(call.getArguments());
        return select != null && !"java.util.Collections".equals(program.variables.typeOf(select))
                ? select
                : arguments.isEmpty() ? null : arguments.get(0);
    }

    private boolean isIterator(String type) {
        return type != null
                && (program.types.isA(type, "java.util.Iterator")
                        || "java.util.Iterator".equals(type));
    }

    /** Whether a variable only ever holds an iterator of what its method made. */
    private boolean isOfFresh(Expression iterator) {
        NamedVariable variable = program.variables.of(iterator);
        return variable != null
                && program.variables.values(variable).size() == 1
                && variable.getInitializer() instanceof J.MethodInvocation made
                && made.getSelect() != null
                && isFresh(made.getSelect());
    }

    /** Whether it changes a list that it names; of {@code List::add} that is told by the caller. */
    private boolean changesList(J.MemberReference reference) {
        Expression list = reference.getContaining();
        String type = program.variables.typeOf(list);
        return CHANGING.contains(reference.getReference().getSimpleName())
                && program.calls.targets(reference).isEmpty()
                && (program.variables.of(list) != null || list instanceof J.MethodInvocation)
                && (type == null || isKnownCollection(type) || isIterator(type))
                && !isFresh(list);
    }

    /** Whether an expression is a local variable that only ever holds what its method made. */
    public boolean isFresh(Expression expression) {
        Expression at = Trees.unwrapped(expression);
        if (isCreation(at)) {
            return true;
        }
        NamedVariable variable = program.variables.of(at);
        return variable != null
                && program.variables.isLocal(variable)
                && !program.variables.values(variable).isEmpty()
                && !(program.trees.parent(program.variables.declaration(variable))
                        instanceof J.ForEachLoop.Control)
                && program.variables.values(variable).stream()
                        .map(Trees::unwrapped)
                        .allMatch(this::isCreation);
    }

    private boolean isCreation(Expression value) {
        return value instanceof J.NewArray
                || value instanceof J.MethodInvocation copy
                        && DataKind.isCall(copy, copy.getSelect(), "clone", 0)
                        && ("" + program.variables.typeOf(copy.getSelect())).endsWith("[]")
                || value instanceof J.NewClass creation && creation.getBody() == null
                || value instanceof J.MethodInvocation call
                        && Set.of("copyOf", "copyOfRange").contains(call.getSimpleName())
                        && "java.util.Arrays".equals(owner(call));
    }

    /** The class whose method a call names, as the compiler sees it; null if it does not. */
    public static String owner(J.MethodInvocation call) {
        return call.getMethodType() == null
                ? null
                : TypeNames.name(call.getMethodType().getDeclaringType());
    }
}
