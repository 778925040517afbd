package dev.cleave.detector.program;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * Whether a value ends up in a child task: in its constructor, in a method that makes it, or in one
 * of its fields. Follows variables, collections, helpers, lambdas and loops over collections; what
 * a value is merely asked, as its length, is not followed. {@code depth} counts the containers that
 * the value was put into on its way: a child that gets an element of a copied list gets no copy.
 */
public final class DataFlow {
    /** Methods that return an element of what they are called on. */
    static final Set<String> ELEMENTS =
            Set.of(
                    "get",
                    "getFirst",
                    "getLast",
                    "next",
                    "nextElement",
                    "elementAt",
                    "remove",
                    "removeFirst",
                    "removeLast",
                    "poll",
                    "pollFirst",
                    "pollLast",
                    "pop",
                    "peek",
                    "element",
                    "first",
                    "last",
                    "charAt");

    /**
     * How many calls and returns a value is followed through. What goes a longer way is part of
     * something larger, and not what a task divides.
     */
    private static final int MOST_CALLS = 4;

    /** An object with more fields is no mere carrier of what was put into it. */
    private static final int MOST_FIELDS = 4;

    /**
     * Names of what it says where something is or when: they are made of texts, and hold no data.
     */
    private static final Pattern VALUE =
            Pattern.compile(
                    "java\\.(net|time|text|util\\.regex|nio\\.file)\\..*"
                            + "|java\\.io\\.File|java\\.util\\.(Date|UUID|Locale)");

    /** What takes matrices and arrays apart. */
    private static final Pattern PARTING_LIBRARY =
            Pattern.compile(
                    "(?i)(split|divide|partition|cut)\\w*"
                            + "(matri(x|ces)|arr(ay)?s?|blocks?|quadrants?|quarters?|halves)\\w*"
                            + "|(get|extract|extraire|copy)(sub|sous)?(matri(x|ce)|blocks?|quadrant|quarter)\\w*");

    private final Program program;
    private final Predicate<J> barrier;

    /** How many of them are being followed. */
    private int calls;

    /**
     * How many tasks return what is followed. A result is for what comes after the task, which is
     * no child of it for using the result.
     */
    private int results;

    /** Where the followed copy is made: code around it is not handed the copy. */
    private J origin;

    /** The variable that the followed copy was made of; null if that is not known. */
    private NamedVariable source;

    /** Follows values everywhere but through elements that satisfy {@code barrier}. */
    public DataFlow(Program program, Predicate<J> barrier) {
        this.program = program;
        this.barrier = barrier;
    }

    /** Whether the value of an expression gets into a child task. */
    public boolean reachesChild(Expression expression) {
        source = expression instanceof J.MethodInvocation call ? source(call) : null;
        origin = expression;
        try {
            return flows(expression, depth(expression), Trees.identitySet());
        } finally {
            source = null;
        }
    }

    /** The variable whose content a call copies; null if it names none. */
    private NamedVariable source(J.MethodInvocation call) {
        List<Expression> arguments = Trees.arguments(call.getArguments());
        return call.getSimpleName().startsWith("copyOf") && !arguments.isEmpty()
                ? program.variables.of(arguments.get(0))
                : call.getSimpleName().equals("clone") && call.getSelect() != null
                        ? program.variables.of(call.getSelect())
                        : null;
    }

    /** A task that gets the original, too, does not work on a copy instead: it merges by it. */
    private boolean getsOriginal(J.NewClass creation) {
        return source != null
                && Trees.arguments(creation.getArguments()).stream()
                        .anyMatch(it -> program.variables.of(it) == source);
    }

    /**
     * Whether what a variable holds gets into a child task.
     *
     * @param place where it is filled
     * @param name the variable by which it is filled: the same, or a parameter, and what gets
     *     through that to a child is what a method works with, as a buffer to merge by
     * @param part whether an element of it is filled
     */
    public boolean reachesChild(NamedVariable variable, J place, NamedVariable name, boolean part) {
        if (program.variables.isField(variable)) {
            return isMade(
                    program.trees.enclosing(place, J.MethodDeclaration.class),
                    0,
                    Trees.identitySet());
        }
        origin = place;
        Set<J> seen = Trees.identitySet();
        if (name != variable) {
            seen.add(name);
        }
        return flows(variable, part ? 1 : 0, seen);
    }

    private boolean flows(NamedVariable variable, int depth, Set<J> seen) {
        return flows(variable, null, depth, seen);
    }

    /**
     * Follows what a variable holds.
     *
     * @param from the assignment that stores it, the variable itself for its initializer, or null
     */
    private boolean flows(NamedVariable variable, J from, int depth, Set<J> seen) {
        if (variable == null || !seen.add(variable)) {
            return false;
        }
        boolean local = !program.variables.isField(variable) || isFieldOfTask(variable);
        for (Expression use : program.variables.uses(variable)) {
            if (from instanceof J.Assignment stored && isOver(variable, use, stored)
                    || from != null && isReplaced(variable, use, from)) {
                continue;
            }
            if ((local || isCarried(use)) && flows(use, depth, seen) || isCaptured(variable, use)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a local variable was read before something was stored in it, and no loop comes back
     * to where it was read.
     */
    private boolean isOver(NamedVariable variable, Expression use, J.Assignment stored) {
        if (program.variables.isField(variable) || !program.trees.isBefore(use, stored)) {
            return false;
        }
        J declaration = program.variables.declaration(variable);
        for (J loop = Loops.around(program.trees, stored);
                loop != null && !program.trees.within(declaration, loop);
                loop = Loops.around(program.trees, loop)) {
            if (program.trees.within(use, loop)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether something else is stored in a local variable on every way from where it was stored,
     * or declared, to where it is read.
     */
    private boolean isReplaced(NamedVariable variable, Expression use, J from) {
        return !program.variables.isField(variable)
                && program.trees.earlier(use).stream()
                        .anyMatch(
                                it ->
                                        it instanceof J.Assignment again
                                                && program.variables.of(again.getVariable())
                                                        == variable
                                                && program.trees.isBefore(from, again));
    }

    private boolean isFieldOfTask(NamedVariable field) {
        DeclaredType owner = program.types.enclosing(field);
        return owner != null && program.types.isTask(owner.name);
    }

    /**
     * Whether a field is read from outside of its object, which so carries the value to the reader.
     * Other fields may hold whatever a program has; a value stored there is not followed.
     */
    private static boolean isCarried(Expression use) {
        return use instanceof J.FieldAccess access && !isSelf(access.getTarget());
    }

    /** Whether the code of a task uses a variable of the code around the task. */
    private boolean isCaptured(NamedVariable variable, Expression use) {
        J task = results > 0 ? null : capturing(variable, use);
        return task != null && !program.trees.within(origin, task);
    }

    /** The innermost task in whose code a variable of the code around it is used, or null. */
    private J capturing(NamedVariable variable, J use) {
        if (program.variables.isField(variable)) {
            return null;
        }
        J home = program.trees.parent(program.variables.declaration(variable));
        while (!(home == null || home instanceof J.Block || home instanceof J.MethodDeclaration)) {
            home = program.trees.parent(home);
        }
        J child = use;
        for (J at = program.trees.parent(use); at != null && at != home; ) {
            DeclaredType type =
                    at instanceof J.ClassDeclaration
                                    || at instanceof J.NewClass creation
                                            && creation.getBody() == child
                            ? program.types.declaredBy(at)
                            : null;
            if (type != null && program.types.isTask(type.name)
                    || at instanceof J.Lambda && program.tasks.reached(at) != null) {
                return at;
            }
            child = at;
            at = program.trees.parent(at);
        }
        return null;
    }

    /** Follows a value to what is around it. */
    private boolean flows(Expression expression, int depth, Set<J> seen) {
        if (!seen.add(expression)) {
            return false;
        }
        J around = program.trees.parent(expression);
        if (depth == 0 && barrier.test(around)) {
            return false; // a copy of what holds it would be none of it
        }
        if (around instanceof J.NewClass creation) {
            return isArgument(creation.getArguments(), expression)
                    && flowsInto(creation, depth, seen);
        }
        if (around instanceof J.MethodInvocation call) {
            return call.getSelect() == expression
                    ? flowsThrough(call, depth, seen)
                    : flowsInto(call, expression, depth, seen);
        }
        if (around instanceof NamedVariable variable) {
            return variable.getInitializer() == expression
                    && flows(variable, variable, depth, seen);
        }
        if (around instanceof J.Assignment assignment) {
            return assignment.getAssignment() == expression
                    && !isGrowth(program, assignment)
                    && flowsInto(assignment, depth, seen);
        }
        if (around instanceof J.Return) {
            return returned(around, depth, seen);
        }
        if (around instanceof J.Lambda lambda) {
            return lambda.getBody() == expression && result(lambda, depth, seen);
        }
        if (around instanceof J.ForEachLoop.Control control) {
            return control.getIterable() == expression
                    && depth > 0
                    && flowsInto(control, depth, seen);
        }
        if (around instanceof J.ArrayAccess access) {
            return access.getIndexed() == expression
                    && depth > 0
                    && isData(access)
                    && flows(access, depth - 1, seen);
        }
        if (around instanceof J.Ternary choice) {
            return choice.getCondition() != expression && flows(choice, depth, seen);
        }
        if (around instanceof J.Binary sum) {
            return "java.lang.String".equals(program.variables.typeOf(sum))
                    && flows(sum, depth, seen);
        }
        if (around instanceof J.NewArray array) {
            return flows((Expression) array, depth + 1, seen);
        }
        return (around instanceof J.Parentheses<?> || around instanceof J.TypeCast)
                && flows((Expression) around, depth, seen);
    }

    /** The value is an argument of a new task, or gets into a new object. */
    private boolean flowsInto(J.NewClass creation, int depth, Set<J> seen) {
        String type = program.variables.typeOf(creation);
        int inside = program.types.isCollection(type) ? depth : depth + 1;
        return !getsOriginal(creation)
                && (program.makesTask(creation)
                        || isData(creation)
                                && isCarrier(program.calls.created(creation))
                                && flows(creation, inside, seen));
    }

    /** A loop goes through the value's elements. */
    private boolean flowsInto(J.ForEachLoop.Control control, int depth, Set<J> seen) {
        return control.getVariable() instanceof J.VariableDeclarations element
                && isData(element.getVariables().get(0))
                && flows(element.getVariables().get(0), depth - 1, seen);
    }

    /** How deep in a value the copies are: in its elements, or in theirs, as blocks of a matrix. */
    private int depth(Expression expression) {
        if (!(expression instanceof J.MethodInvocation call)) {
            return 0;
        }
        if (isParting(call.getSimpleName())) {
            return program.variables.typeOf(call) == null ? 2 : 0;
        }
        return call.getSimpleName().equals("partition")
                        || program.trees.text(call).matches(".*(groupingBy|partitioningBy).*")
                ? 1
                : 0;
    }

    private static boolean isArgument(List<Expression> arguments, Expression expression) {
        return arguments.stream().anyMatch(it -> it == expression);
    }

    /**
     * Whether a type is worth following: numbers, truth values and exceptions are only about the
     * data.
     */
    private boolean isData(Expression expression) {
        String type = program.variables.typeOf(expression);
        return type == null
                || !isScalar(type)
                        && !VALUE.matcher(type).matches()
                        && !program.types.isA(type, "java.lang.Throwable");
    }

    private boolean isData(NamedVariable variable) {
        String type = program.variables.typeOf(variable);
        return type == null || !isScalar(type);
    }

    /** Whether a method that was not given takes a matrix or an array apart, by its name. */
    public static boolean isParting(String method) {
        return PARTING_LIBRARY.matcher(method).matches();
    }

    public static boolean isScalar(String type) {
        return switch (type) {
            case "int",
                    "long",
                    "short",
                    "byte",
                    "char",
                    "float",
                    "double",
                    "boolean",
                    "void",
                    "java.lang.Integer",
                    "java.lang.Long",
                    "java.lang.Short",
                    "java.lang.Byte",
                    "java.lang.Character",
                    "java.lang.Float",
                    "java.lang.Double",
                    "java.lang.Boolean",
                    "java.lang.Void",
                    "java.math.BigInteger",
                    "java.math.BigDecimal" ->
                    true;
            default -> false;
        };
    }

    /** The value is what a method is called on: its result may be part of it. */
    private boolean flowsThrough(J.MethodInvocation call, int depth, Set<J> seen) {
        for (Expression argument :
                depth == 0 ? List.<Expression>of() : Trees.arguments(call.getArguments())) {
            Expression code = Trees.unwrapped(argument);
            if (code instanceof J.Lambda lambda) {
                for (J parameter : lambda.getParameters().getParameters()) {
                    if (parameter instanceof J.VariableDeclarations declaration
                            && flows(declaration.getVariables().get(0), depth - 1, seen)) {
                        return true;
                    }
                }
            } else if (code instanceof J.MemberReference reference
                    && !reference.getReference().getSimpleName().equals("fork")
                    && (reference.getReference().getSimpleName().equals("new")
                                    && program.types.isTask(
                                            program.variables.typeOf(reference.getContaining()))
                            || program.types.isTask(result(reference)))) {
                return true;
            }
        }
        int inside = ELEMENTS.contains(call.getSimpleName()) ? depth - 1 : depth;
        return inside >= 0
                && !program.isTask(call.getSelect())
                && isData(call)
                && flows(call, inside, seen);
    }

    private static String result(J.MemberReference reference) {
        return reference.getMethodType() == null
                ? null
                : TypeNames.name(reference.getMethodType().getReturnType());
    }

    /** The value is an argument. */
    private boolean flowsInto(
            J.MethodInvocation call, Expression argument, int depth, Set<J> seen) {
        if (!isArgument(call.getArguments(), argument)) {
            return false;
        }
        DeclaredType around = program.types.enclosing(call);
        if (call.getSimpleName().equals("super") || call.getSimpleName().equals("this")) {
            return around != null && program.types.isTask(around.name);
        }
        boolean onChild =
                call.getSelect() != null
                        && program.isTask(call.getSelect())
                        && !call.getSimpleName().equals("invokeAll")
                        && !isSelf(call.getSelect());
        if (onChild
                || program.types.isTask(program.variables.typeOf(call))
                || isMadeByContainer(call)) {
            return true;
        }
        int index = call.getArguments().indexOf(argument);
        List<J.MethodDeclaration> targets = program.calls.targets(call);
        for (J.MethodDeclaration target : targets) {
            List<J.VariableDeclarations> parameters = DeclaredType.parameters(target);
            if (index < parameters.size()
                    && flowsOn(parameters.get(index).getVariables().get(0), depth, seen)) {
                return true;
            }
        }
        if (call.getSelect() != null && isCollecting(call)) {
            NamedVariable collection = program.variables.of(call.getSelect());
            boolean all = call.getSimpleName().equals("addAll");
            return !isShared(collection, call) && flows(collection, all ? depth : depth + 1, seen);
        }
        boolean gathers = Set.of("of", "asList").contains(call.getSimpleName());
        return targets.isEmpty() && isData(call) && flows(call, gathers ? depth + 1 : depth, seen);
    }

    /** Whether a call asks for an object of a task class, with arguments for its constructor. */
    private boolean isMadeByContainer(J.MethodInvocation call) {
        return call.getSimpleName().equals("getBean")
                && Trees.unwrapped(call.getArguments().get(0)) instanceof J.FieldAccess literal
                && literal.getSimpleName().equals("class")
                && program.isTask(literal.getTarget());
    }

    /**
     * Whether an array or a collection is a task's from outside, by its constructor or from the
     * code around it: what the task puts there is for all.
     */
    private boolean isShared(NamedVariable variable, J place) {
        if (variable == null || !program.variables.isField(variable)) {
            return variable != null && capturing(variable, place) != null;
        }
        return isFieldOfTask(variable)
                && program.variables.values(variable).stream()
                        .map(program.variables::of)
                        .anyMatch(it -> it != null && program.variables.isParameter(it));
    }

    private static boolean isCollecting(J.MethodInvocation call) {
        return Set.of("add", "addLast", "addFirst", "push", "offer", "put", "set", "addAll")
                .contains(call.getSimpleName());
    }

    public static boolean isSelf(Expression expression) {
        return Trees.unwrapped(expression) instanceof J.Identifier identifier
                && Set.of("this", "super").contains(identifier.getSimpleName());
    }

    /** Whether an array is copied to itself: it becomes longer where elements are added. */
    public static boolean isGrowth(Program program, J.Assignment assignment) {
        NamedVariable target = program.variables.of(assignment.getVariable());
        Expression value = Trees.unwrapped(assignment.getAssignment());
        if (target == null) {
            return false;
        }
        NamedVariable longer = program.variables.of(value);
        return longer != null
                ? program.variables.uses(longer).stream()
                        .anyMatch(it -> isFilledWithAllOf(program, target, it))
                : value instanceof J.MethodInvocation copy
                        && copy.getSimpleName().equals("copyOf")
                        && copy.getArguments().size() > 1
                        && program.variables.of(copy.getArguments().get(0)) == target;
    }

    /** Whether {@code arraycopy} copies the whole of an array to where a variable is used. */
    private static boolean isFilledWithAllOf(Program program, NamedVariable array, Expression use) {
        return program.trees.parent(use) instanceof J.MethodInvocation copy
                && copy.getSimpleName().equals("arraycopy")
                && copy.getArguments().size() == 5
                && copy.getArguments().get(2) == use
                && program.variables.of(copy.getArguments().get(0)) == array
                && isLengthOf(program, array, copy.getArguments().get(4));
    }

    private static boolean isLengthOf(Program program, NamedVariable array, Expression length) {
        Expression at = Trees.unwrapped(length);
        NamedVariable kept = program.variables.of(at);
        if (kept != null && program.variables.isLocal(kept)) {
            at = Trees.unwrapped(kept.getInitializer());
        }
        return at instanceof J.FieldAccess access
                && access.getSimpleName().equals("length")
                && program.variables.of(access.getTarget()) == array;
    }

    private boolean flowsInto(J.Assignment assignment, int depth, Set<J> seen) {
        Expression target = Trees.unwrapped(assignment.getVariable());
        if (target instanceof J.FieldAccess access
                && program.isTask(access.getTarget())
                && !isSelf(access.getTarget())) {
            return true;
        }
        if (target instanceof J.ArrayAccess place) {
            if (!isData(place)) {
                return false; // something that was made of it
            }
            int inside = depth;
            for (; target instanceof J.ArrayAccess access; inside++) {
                target = Trees.unwrapped(access.getIndexed());
            }
            NamedVariable array = program.variables.of(target);
            return !isShared(array, assignment) && flows(array, inside, seen);
        }
        NamedVariable variable = program.variables.of(target);
        J.MethodDeclaration method = program.trees.enclosing(assignment, J.MethodDeclaration.class);
        boolean field = variable != null && program.variables.isField(variable) && method != null;
        return field && isMade(method, depth, seen)
                || field && depth == 0 && isFluent(method) && isHandedOver(variable)
                || flows(variable, assignment, depth, seen)
                || flows((Expression) assignment, depth, seen);
    }

    /** Whether what a constructor makes is a child task, or gets into one. */
    private boolean isMade(J.MethodDeclaration constructor, int depth, Set<J> seen) {
        if (constructor == null || !constructor.isConstructor() || !seen.add(constructor)) {
            return false;
        }
        DeclaredType type = program.types.enclosing(constructor);
        if (type == null || program.types.isTask(type.name)) {
            return type != null;
        }
        if (!isCarrier(type)) {
            return false;
        }
        for (J caller : program.tasks.callers(constructor)) {
            if (caller instanceof J.NewClass creation
                    ? flowsOn(creation, depth + 1, seen)
                    : isMade(
                            program.trees.enclosing(caller, J.MethodDeclaration.class),
                            depth,
                            seen)) {
                return true;
            }
        }
        return false;
    }

    /** Whether objects of a class, null for one of a library, are made to hold a few things. */
    private boolean isCarrier(DeclaredType type) {
        return type == null
                || type.fields.values().stream().filter(this::holdsData).count() <= MOST_FIELDS;
    }

    private boolean holdsData(NamedVariable field) {
        String type = program.variables.typeOf(field);
        return isData(field)
                && (type == null || !type.startsWith("java.util.concurrent.locks."))
                && !program.variables.declaration(field).hasModifier(J.Modifier.Type.Static);
    }

    /** Whether a method returns its object, as those of builders do. */
    private boolean isFluent(J.MethodDeclaration method) {
        DeclaredType type = program.types.enclosing(method);
        return type != null
                && method.getReturnTypeExpression() != null
                && type.name.equals(program.types.name(method.getReturnTypeExpression()));
    }

    /** Whether a field is handed to a new task. */
    private boolean isHandedOver(NamedVariable field) {
        return program.variables.uses(field).stream()
                .anyMatch(
                        it ->
                                program.trees.parentPastWrapping(it) instanceof J.NewClass creation
                                        && program.makesTask(creation));
    }

    private boolean returned(J statement, int depth, Set<J> seen) {
        J at = statement;
        while (at != null && !(at instanceof J.MethodDeclaration) && !(at instanceof J.Lambda)) {
            at = program.trees.parent(at);
        }
        if (at instanceof J.Lambda lambda) {
            return result(lambda, depth, seen);
        }
        for (J caller : at == null ? List.<J>of() : program.tasks.callers(at)) {
            if (caller instanceof J.MethodInvocation call
                    && isData(call)
                    && flowsOn(call, depth, seen)) {
                return true;
            }
        }
        return false;
    }

    /** The value is what a function returns, maybe one that is a task. */
    private boolean result(J.Lambda lambda, int depth, Set<J> seen) {
        if (!(program.trees.parentPastWrapping(lambda) instanceof J.MethodInvocation call)) {
            return false;
        }
        int result = program.tasks.reached(lambda) == null ? 0 : 1;
        results += result;
        try {
            return flows(call, depth + 1, seen);
        } finally {
            results -= result;
        }
    }

    /** Follows a value into a method that is called, or back to the caller. */
    private boolean flowsOn(J value, int depth, Set<J> seen) {
        if (calls == MOST_CALLS) {
            return false;
        }
        calls++;
        try {
            return value instanceof NamedVariable parameter
                    ? flows(parameter, depth, seen)
                    : flows((Expression) value, depth, seen);
        } finally {
            calls--;
        }
    }
}
