package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.DataFlow;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Loops;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import dev.cleave.detector.program.TypeNames;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * FJ2: data copied to be handed to child tasks. Section V of the study, figure 2. A copy counts if
 * it gets into a child: through its constructor, a variable, a collection, a helper, or because the
 * child's constructor itself copies. A copy that a leaf works on, or a merge buffer, does not.
 */
public final class CopyOnFork extends Check {
    private static final Set<String> VIEWS =
            Set.of("subList", "subMap", "headMap", "tailMap", "subSet", "headSet", "tailSet");

    private static final Set<String> FILLING =
            Set.of(
                    "add",
                    "addAll",
                    "addLast",
                    "addFirst",
                    "addElement",
                    "put",
                    "putAll",
                    "push",
                    "offer");

    /** Methods that return a copy of their object. */
    private static final Set<String> COPYING = Set.of("clone", "copy", "deepCopy", "deepClone");

    /** Such methods of classes that were not given, which may get the object as an argument. */
    private static final Pattern COPYING_LIBRARY =
            Pattern.compile("(copy|clone|deepCopy|deepClone)([A-Z]\\w*)?|[a-z]\\w*(Copy|Clone)");

    private static final Pattern FACTORY =
            Pattern.compile(
                    "new(\\w*[a-z])?(List|Set|Map|Collection|Queue|Deque|Multi(set|map))\\w*");

    private static final Pattern ARRAY_FACTORY =
            Pattern.compile("newInstance|(new|create|make|allocate)\\w*Array");

    /** What ends like this is how many there are to be, and not what is to be copied. */
    private static final Pattern NUMBER =
            Pattern.compile("(?i)(size|count|length|capacity|max|threshold|number)(\\(\\))?$");

    private static final String WHY_OF_VIEWS =
            "Every level of the recursion puts one more view before the data, and each access to an"
                    + " element goes through all of them.";

    /** Made by OpenRewrite too. */
    public CopyOnFork() {
        super(
                "FJ2",
                "Copy on fork: data copied for child tasks",
                "Finds copies of arrays, collections and strings that are handed to child tasks.",
                "Every level of the recursion copies all the data once more, which keeps memory and"
                        + " the garbage collector busy while workers wait.",
                "Share the data, and give each child the range of indices it works on.");
    }

    /** What a copy is called in messages, and what it costs. */
    private record Copy(String what, Severity severity) {}

    @Override
    protected void find(Program program, Findings findings) {
        DataFlow flow = new DataFlow(program, it -> false);
        DataFlow uncopied = new DataFlow(program, it -> copies(program, it));
        Set<J> joined = null; // found only if there is a copy at all
        for (TaskCode.Reached where : program.tasks.reached()) {
            for (J element : program.tasks.elements(where.body())) {
                Copy copy = copy(program, flow, uncopied, element);
                if (copy == null) {
                    continue;
                }
                if (joined == null) {
                    joined = CopyOnJoin.copies(program);
                }
                if (!joined.contains(element)) {
                    boolean view = copy.severity == Severity.LOW;
                    findings.add(
                            element,
                            where,
                            copy.severity,
                            Confidence.HIGH,
                            String.format(
                                    "%s %s is handed to a child task of %s",
                                    view
                                            ? "A view (cheap, but one more at each level) made by"
                                            : "A copy made by",
                                    copy.what,
                                    where.task()),
                            view ? WHY_OF_VIEWS : why(),
                            view ? null : Costs.of(id()),
                            remedy());
                }
            }
        }
    }

    /** A view is worth a word only if it gets to a child uncopied. */
    private static Copy copy(Program program, DataFlow flow, DataFlow uncopied, J element) {
        if (element instanceof J.MethodInvocation call) {
            Copy made = made(program, call);
            if (made != null) {
                DataFlow followed = made.severity == Severity.LOW ? uncopied : flow;
                return followed.reachesChild(call) ? made : null;
            }
            return filled(program, call).stream()
                    .map(it -> into(program, flow, it, call, how(program, call)))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
        if (element instanceof J.NewClass creation && isCopy(program, creation)) {
            return flow.reachesChild(creation)
                    ? new Copy("new " + simple(program, creation), Severity.HIGH)
                    : null;
        }
        if (element instanceof J.Assignment assignment) {
            return into(program, flow, filledInLoop(program, assignment), assignment, "a loop");
        }
        if (element instanceof J.MemberReference adding) {
            return filledByEach(program, adding)
                    .map(it -> into(program, flow, it, adding, "forEach"))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
        return null;
    }

    /** The copy that fills a variable; null if none is filled, or it gets to no child. */
    private static Copy into(
            Program program, DataFlow flow, NamedVariable filled, J filling, String how) {
        return filled != null
                        && holders(program, filled, filling).stream()
                                .anyMatch(
                                        it ->
                                                flow.reachesChild(
                                                        it, filling, filled, isPart(filling)))
                ? new Copy(how + " into " + filled.getSimpleName(), Severity.HIGH)
                : null;
    }

    private static String how(Program program, J.MethodInvocation filling) {
        String name = filling.getSimpleName();
        boolean byElement =
                FILLING.contains(name) && !name.endsWith("All")
                        || setsElement(program, filling, Trees.arguments(filling.getArguments()));
        return byElement ? "calls of " + name : name;
    }

    private static String simple(Program program, J.NewClass creation) {
        String type = program.variables.typeOf(creation);
        if (type == null) {
            return program.trees.text(creation.getClazz());
        }
        return type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
    }

    private static boolean copies(Program program, J element) {
        if (element instanceof J.MethodInvocation call) {
            Copy made = made(program, call);
            return made != null && made.severity != Severity.LOW
                    || !filled(program, call).isEmpty();
        }
        return element instanceof J.NewClass creation && isCopy(program, creation);
    }

    /** The copy or view that a call returns; null if it returns neither. */
    private static Copy made(Program program, J.MethodInvocation call) {
        String name = call.getSimpleName();
        List<Expression> arguments = Trees.arguments(call.getArguments());
        String receiver = program.variables.typeOf(call.getSelect());
        String owner = call.getSelect() == null ? "" : program.trees.text(call.getSelect());
        boolean own = !program.calls.targets(call).isEmpty();
        if (own) {
            return null;
        }
        if (VIEWS.contains(name) && call.getSelect() != null
                || name.equals("partition") && owner.matches("Lists|Iterables|ListUtils")) {
            return new Copy(name, Severity.LOW);
        }
        boolean copies =
                switch (name) {
                    case "copyOfRange", "subarray" -> true;
                    case "copyOf" -> !arguments.isEmpty() && !grows(program, call);
                    case "substring", "subSequence" ->
                            call.getSelect() != null
                                    && !isPrefixCut(arguments)
                                    && arguments.stream().noneMatch(it -> isMatch(program, it))
                                    && new DividedText(program).isOrigin(call.getSelect());
                    case "collect", "toList" ->
                            call.getSelect() != null && isStream(program, receiver);
                    case "toArray" ->
                            (isStream(program, receiver) || program.types.isCollection(receiver))
                                    && !areFutures(program, call);
                    case "newArrayList",
                            "newLinkedList",
                            "newHashSet",
                            "newLinkedHashSet",
                            "newTreeSet" ->
                            arguments.size() == 1;
                    default ->
                            (isCopying(call) || isUnknownCopying(program, call, arguments))
                                    && !program.isTask(call.getSelect())
                                    && !isSmall(program, receiver);
                };
        return copies ? new Copy(name, Severity.HIGH) : null;
    }

    /** Whether a text loses so many letters as are known to come first: it is not divided. */
    private static boolean isPrefixCut(List<Expression> arguments) {
        return arguments.size() == 1
                && Trees.unwrapped(arguments.get(0)) instanceof J.Literal length
                && !"1".equals(length.getValueSource());
    }

    /** Whether an index is where a pattern was found: what is there is looked up, not divided. */
    private static boolean isMatch(Program program, Expression index) {
        return Trees.unwrapped(index) instanceof J.MethodInvocation call
                && call.getSelect() != null
                && program.types.isA(
                        program.variables.typeOf(call.getSelect()), "java.util.regex.Matcher");
    }

    /** An array that is copied to itself becomes longer; that is done where elements are added. */
    private static boolean grows(Program program, J.MethodInvocation call) {
        return program.trees.parentPastWrapping(call) instanceof J.Assignment assignment
                && DataFlow.isGrowth(program, assignment);
    }

    /** Whether objects of a class of the JDK are values, as dates are, and hold no data. */
    private static boolean isSmall(Program program, String type) {
        return type != null
                && TypeNames.inTheJdk(type) != null
                && !program.types.isCollection(type)
                && !type.equals("java.lang.Object")
                && !type.equals("java.util.BitSet")
                && !ChildResults.isText(type);
    }

    /** Whether a collection is made of the elements that are written down there. */
    private static boolean isWrittenDown(Program program, Expression collection) {
        List<Expression> written = written(program, collection);
        return written != null
                && written.stream()
                        .map(program.variables::typeOf)
                        .noneMatch(
                                it ->
                                        it == null
                                                || it.endsWith("[]")
                                                || program.types.isCollection(it));
    }

    /** What a call makes a collection of, maybe of the elements of the only one; null if none. */
    private static List<Expression> written(Program program, Expression collection) {
        return Trees.unwrapped(collection) instanceof J.MethodInvocation call
                        && call.getSimpleName().matches("of|asList|singleton\\w*|emptyL?\\w*")
                        && program.calls.targets(call).isEmpty()
                ? Trees.arguments(call.getArguments())
                : null;
    }

    /** Whether an array is of what is still computed: to wait for some is to copy no data. */
    private static boolean areFutures(Program program, J.MethodInvocation array) {
        String type = program.variables.typeOf(array);
        return type != null && type.matches(".*(Future|Stage)\\[\\]");
    }

    private static boolean isStream(Program program, String type) {
        return type != null && program.types.isA(type, "java.util.stream.BaseStream");
    }

    /** Whether a new collection gets the elements of another one, or a string is made of a part. */
    static boolean isCopy(Program program, J.NewClass creation) {
        if (creation.getClazz() == null || creation.getBody() != null) {
            return false;
        }
        List<Expression> arguments = Trees.arguments(creation.getArguments());
        String type = program.variables.typeOf(creation);
        if (type == null && arguments.size() == 1) {
            return isOfSameUnknownClass(program, creation, arguments.get(0));
        }
        if (arguments.isEmpty()
                || type == null
                || program.types.isTask(type)
                || isSmall(program, type)
                || isWrittenDown(program, arguments.get(0))) {
            return false;
        }
        String argument = program.variables.typeOf(arguments.get(0));
        if (arguments.size() == 1 && type.equals(argument) && !type.equals("java.lang.String")) {
            return isCopyConstructor(program, creation);
        }
        return program.types.declared(type) == null
                && (program.types.isCollection(type)
                                && (program.types.isCollection(argument)
                                        || argument == null
                                                && arguments.size() == 1
                                                && written(program, arguments.get(0)) == null
                                                && !NUMBER.matcher(
                                                                program.trees.text(
                                                                        arguments.get(0)))
                                                        .find())
                        || type.equals("java.lang.String") && arguments.size() > 1);
    }

    /** Whether an object is made of one of its own class, which was not given. */
    private static boolean isOfSameUnknownClass(
            Program program, J.NewClass creation, Expression argument) {
        J written = program.variables.writtenType(argument);
        return written != null
                && program.trees.text(written).equals(program.trees.text(creation.getClazz()));
    }

    /** Whether a constructor copies data; of a library's class, it probably does. */
    private static boolean isCopyConstructor(Program program, J.NewClass creation) {
        List<J.MethodDeclaration> constructors = program.calls.constructors(creation);
        return constructors.isEmpty()
                || constructors.stream()
                        .flatMap(it -> program.tasks.elements(it).stream())
                        .anyMatch(
                                it ->
                                        it instanceof J.MethodInvocation call
                                                        && Set.of(
                                                                        "clone",
                                                                        "arraycopy",
                                                                        "copyOf",
                                                                        "copyOfRange",
                                                                        "addAll",
                                                                        "putAll")
                                                                .contains(call.getSimpleName())
                                                || it instanceof J.NewClass inner
                                                        && program.calls.created(inner) == null
                                                        && isCopy(program, inner)
                                                || it instanceof J.Assignment assignment
                                                        && assignment.getVariable()
                                                                instanceof J.ArrayAccess);
    }

    /** The new collections or arrays of this method, one of which a call copies data into. */
    private static List<NamedVariable> filled(Program program, J.MethodInvocation call) {
        List<Expression> arguments = Trees.arguments(call.getArguments());
        boolean copiesArray = call.getSimpleName().equals("arraycopy") && arguments.size() == 5;
        if (copiesArray || setsElement(program, call, arguments)) {
            NamedVariable target =
                    whole(program, copiesArray ? arguments.get(2) : call.getSelect());
            return isNew(program, target, call) ? List.of(target) : List.of();
        }
        if (DataFlow.isParting(call.getSimpleName()) && program.calls.targets(call).isEmpty()) {
            return arguments.stream()
                    .map(program.variables::of)
                    .filter(it -> isNew(program, it, call))
                    .limit(1)
                    .toList();
        }
        if (call.getSelect() == null
                || arguments.isEmpty()
                || !FILLING.contains(call.getSimpleName())
                || arguments.stream().anyMatch(program::isTask)
                || !program.types.isCollection(program.variables.typeOf(call.getSelect()))) {
            return List.of();
        }
        J loop = Loops.around(program.trees, call);
        boolean element =
                loop != null && isElement(program, arguments.get(arguments.size() - 1), true);
        return chosen(program, call.getSelect(), true)
                .filter(it -> isNew(program, it, call))
                .filter(
                        it ->
                                call.getSimpleName().endsWith("All")
                                        || element
                                                && !program.trees.within(
                                                        program.variables.declaration(it), loop))
                .toList();
    }

    /** The new collections that a reference adds each element of another, or of a stream, to. */
    private static Stream<NamedVariable> filledByEach(Program program, J.MemberReference adding) {
        return FILLING.contains(adding.getReference().getSimpleName())
                        && program.types.isCollection(
                                program.variables.typeOf(adding.getContaining()))
                        && program.trees.parentPastWrapping(adding)
                                instanceof J.MethodInvocation call
                        && call.getSimpleName().startsWith("forEach")
                ? chosen(program, adding.getContaining(), true)
                        .filter(it -> isNew(program, it, adding))
                : Stream.of();
    }

    /**
     * The variables that an expression may stand for, or for a part of: it names one, which may be
     * another name of others, or chooses among some.
     */
    private static Stream<NamedVariable> chosen(
            Program program, Expression expression, boolean follow) {
        Expression at = Trees.unwrapped(expression);
        if (at instanceof J.Ternary choice) {
            return Stream.of(choice.getTruePart(), choice.getFalsePart())
                    .flatMap(it -> chosen(program, it, follow));
        }
        Expression parts = partsOf(at);
        if (parts != null) {
            return chosen(program, parts, false);
        }
        NamedVariable variable = program.variables.of(at);
        if (variable == null) {
            return Stream.of();
        }
        Stream<NamedVariable> others =
                follow && program.variables.isLocal(variable)
                        ? program.variables.values(variable).stream()
                                .flatMap(it -> chosen(program, it, false))
                        : Stream.of();
        return Stream.concat(Stream.of(variable), others);
    }

    /** Whether what is filled is a part of what a variable holds. */
    private static boolean isPart(J filling) {
        return filling instanceof J.MethodInvocation call
                && call.getSelect() != null
                && partsOf(Trees.unwrapped(call.getSelect())) != null;
    }

    /** The array, list or map that an expression is an element of; null if it is none. */
    private static Expression partsOf(Expression at) {
        if (at instanceof J.ArrayAccess element) {
            return element.getIndexed();
        }
        return at instanceof J.MethodInvocation call
                        && call.getSelect() != null
                        && Set.of("get", "computeIfAbsent").contains(call.getSimpleName())
                ? call.getSelect()
                : null;
    }

    /** Whether a loop puts an element of one object where as many indices say in another. */
    private static boolean setsElement(
            Program program, J.MethodInvocation call, List<Expression> arguments) {
        return call.getSelect() != null
                && call.getSimpleName().startsWith("set")
                && arguments.size() > 2
                && Loops.around(program.trees, call) != null
                && Trees.unwrapped(arguments.get(arguments.size() - 1))
                        instanceof J.MethodInvocation taken
                && taken.getSelect() != null
                && taken.getSimpleName().startsWith("get")
                && Trees.arguments(taken.getArguments()).size() == arguments.size() - 1;
    }

    /**
     * Whether a value is an element of some collection or array, and not made on the spot. Follows
     * one variable: those that are assigned to each other must not be followed for ever.
     */
    private static boolean isElement(Program program, Expression value, boolean follow) {
        Expression at = Trees.unwrapped(value);
        if (at instanceof J.ArrayAccess) {
            return true;
        }
        if (at instanceof J.MethodInvocation call) {
            return call.getSelect() != null
                    && made(program, call) == null
                    && call.getSimpleName()
                            .matches(
                                    "get|getKey|getValue|next|elementAt|remove\\w*|poll\\w*|pop"
                                            + "|charAt")
                    && !isHandedOn(program, call.getSelect());
        }
        NamedVariable variable = program.variables.of(at);
        if (variable == null || !program.variables.isLocal(variable)) {
            return false;
        }
        J around = program.trees.parent(program.variables.declaration(variable));
        return around instanceof J.ForEachLoop.Control
                || around instanceof J.Lambda.Parameters
                || around instanceof J.Lambda
                || follow
                        && program.variables.values(variable).stream()
                                .anyMatch(it -> isElement(program, it, false));
    }

    /** Whether a queue is one by which threads hand elements on: who takes one has no copy. */
    private static boolean isHandedOn(Program program, Expression queue) {
        String type = program.variables.typeOf(queue);
        return type != null
                && type.startsWith("java.util.concurrent.")
                && program.types.isA(type, "java.util.Queue");
    }

    private static boolean isNew(Program program, NamedVariable variable, J filling) {
        return variable != null && !holders(program, variable, filling).isEmpty();
    }

    /**
     * The variables that hold the new object that a variable stands for: itself, or, if it is a
     * parameter, those of the callers.
     */
    private static List<NamedVariable> holders(Program program, NamedVariable variable, J filling) {
        if (program.trees.parent(program.variables.declaration(variable))
                        instanceof J.MethodDeclaration method
                && !method.isConstructor()) {
            int index =
                    DeclaredType.parameters(method)
                            .indexOf(program.variables.declaration(variable));
            return program.tasks.callers(method).stream()
                    .filter(J.MethodInvocation.class::isInstance)
                    .map(it -> Trees.arguments(((J.MethodInvocation) it).getArguments()))
                    .filter(it -> index >= 0 && index < it.size())
                    .map(it -> program.variables.of(it.get(index)))
                    .filter(it -> it != null && program.variables.isLocal(it))
                    .filter(it -> holdsNew(program, it))
                    .toList();
        }
        boolean own =
                program.variables.isLocal(variable)
                        || isMadeOfParameters(program, variable, filling);
        return own && holdsNew(program, variable) ? List.of(variable) : List.of();
    }

    /** Whether a variable holds something that was made new, and perhaps filled since. */
    static boolean holdsNew(Program program, NamedVariable variable) {
        return program.variables.values(variable).stream()
                .map(Trees::unwrapped)
                .anyMatch(
                        it ->
                                it instanceof J.NewArray
                                        || it instanceof J.NewClass
                                        || it instanceof J.MethodInvocation call
                                                && isFactory(program, call));
    }

    /** Whether a method that was not given makes an array, or an empty collection, as Guava's. */
    private static boolean isFactory(Program program, J.MethodInvocation call) {
        if (!program.calls.targets(call).isEmpty()) {
            return false;
        }
        return ARRAY_FACTORY.matcher(call.getSimpleName()).matches()
                || FACTORY.matcher(call.getSimpleName()).matches()
                        && Trees.arguments(call.getArguments()).stream()
                                .map(program.variables::typeOf)
                                .allMatch(it -> it != null && DataFlow.isScalar(it));
    }

    /** Whether a constructor fills a field of its object with what it was given. */
    private static boolean isMadeOfParameters(Program program, NamedVariable field, J filling) {
        J.MethodDeclaration method = program.trees.enclosing(filling, J.MethodDeclaration.class);
        return program.variables.isField(field)
                && method != null
                && method.isConstructor()
                && program.types.enclosing(method) == program.types.enclosing(field)
                && Trees.elements(filling, it -> false).stream()
                        .filter(J.Identifier.class::isInstance)
                        .map(it -> program.variables.of((J.Identifier) it))
                        .anyMatch(it -> it != null && isGiven(program, it));
    }

    /** Whether a variable is a parameter, or stands for an element of one. */
    private static boolean isGiven(Program program, NamedVariable variable) {
        J around = program.trees.parent(program.variables.declaration(variable));
        return program.variables.isParameter(variable)
                || around instanceof J.ForEachLoop.Control control
                        && program.variables.of(control.getIterable()) != null
                        && program.variables.isParameter(
                                program.variables.of(control.getIterable()));
    }

    /** The variable of the array or object that an array is a row or a field of; or null. */
    private static NamedVariable whole(Program program, Expression array) {
        Expression at = Trees.unwrapped(array);
        while (true) {
            if (at instanceof J.ArrayAccess row) {
                at = Trees.unwrapped(row.getIndexed());
            } else {
                Expression object = at instanceof J.FieldAccess field ? field.getTarget() : null;
                NamedVariable holder = object == null ? null : program.variables.of(object);
                if (holder == null || !program.variables.isLocal(holder)) {
                    return program.variables.of(at);
                }
                at = Trees.unwrapped(object);
            }
        }
    }

    /** The new array that a loop copies elements into, one by one; or null. */
    private static NamedVariable filledInLoop(Program program, J.Assignment assignment) {
        if (!(Trees.unwrapped(assignment.getVariable()) instanceof J.ArrayAccess target)
                || Loops.around(program.trees, assignment) == null) {
            return null;
        }
        Expression value = copied(program, assignment.getAssignment());
        boolean element =
                value instanceof J.ArrayAccess
                        || value instanceof J.MethodInvocation call
                                && call.getSimpleName().equals("get")
                                && Trees.arguments(call.getArguments()).size() == 1;
        NamedVariable array = whole(program, target.getIndexed());
        return element && !program.isTask(value) && isNew(program, array, assignment)
                ? array
                : null;
    }

    /** Whether a call asks an object for a copy of itself. */
    private static boolean isCopying(J.MethodInvocation call) {
        return call.getSelect() != null
                && !isSuper(call.getSelect())
                && Trees.arguments(call.getArguments()).isEmpty()
                && COPYING.contains(call.getSimpleName());
    }

    private static boolean isUnknownCopying(
            Program program, J.MethodInvocation call, List<Expression> arguments) {
        String result = program.variables.typeOf(call);
        return call.getMethodType() == null
                && (call.getSelect() != null
                                && arguments.size() <= 1
                                && COPYING_LIBRARY.matcher(call.getSimpleName()).matches()
                        || DataFlow.isParting(call.getSimpleName())
                                && program.calls.targets(call).isEmpty()
                                && !(program.trees.parent(call) instanceof J.Block))
                && (result == null || !DataFlow.isScalar(result));
    }

    /** What {@code super.clone()} copies is the object without what its fields refer to. */
    private static boolean isSuper(Expression select) {
        return select instanceof J.Identifier name && name.getSimpleName().equals("super");
    }

    /** The object that an expression makes a copy of, or the expression itself. */
    private static Expression copied(Program program, Expression value) {
        Expression at = Trees.unwrapped(value);
        if (at instanceof J.MethodInvocation call && isCopying(call)) {
            return Trees.unwrapped(call.getSelect());
        }
        if (at instanceof J.NewClass creation
                && Trees.arguments(creation.getArguments()).size() == 1) {
            Expression argument = creation.getArguments().get(0);
            String type = program.variables.typeOf(creation);
            return type != null && type.equals(program.variables.typeOf(argument))
                    ? Trees.unwrapped(argument)
                    : at;
        }
        return at;
    }
}
