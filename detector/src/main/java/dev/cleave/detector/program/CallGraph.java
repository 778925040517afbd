package dev.cleave.detector.program;

import dev.cleave.detector.sources.SourceFiles;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Statement;
import org.openrewrite.java.tree.TypeTree;

/**
 * What a call may run: the methods and constructors of the program. Overriding methods of subtypes
 * are followed if there are few; a call on a type with many implementations says little about any
 * one of them.
 */
public final class CallGraph {
    /** Names of some words; not those of what a bean has, if that is one word. */
    private static final Pattern RARE_NAME =
            Pattern.compile("(?!(get|set|is|to|add|has|of)[A-Z][a-z]*$)[a-z]+[A-Z]\\w*");

    /** Functional interfaces whose method returns something. */
    private static final Pattern RETURNING =
            Pattern.compile(
                    "^(final )?(Bi)?(Function|Predicate)\\b|^(final )?(Supplier|Callable)\\b");

    private final Trees trees;
    private final TypeNames types;
    private final Variables variables;
    private final ToIntFunction<String> unseenSubtypes;
    private Map<String, List<J.MethodDeclaration>> methodsByName;
    private final Map<DeclaredType, List<J.NewClass>> creations = new IdentityHashMap<>();
    private final Map<String, List<J>> named = new HashMap<>();

    CallGraph(
            Trees trees,
            TypeNames types,
            Variables variables,
            ToIntFunction<String> unseenSubtypes) {
        this.trees = trees;
        this.types = types;
        this.variables = variables;
        this.unseenSubtypes = unseenSubtypes;
    }

    /** Collects where a file creates instances of the program's types, and calls methods. */
    void add(J.CompilationUnit file) {
        for (J element : trees.elements(file)) {
            if (element instanceof J.MethodInvocation call) {
                addNamed(call.getSimpleName(), call);
            } else if (element instanceof J.MemberReference reference) {
                addNamed(reference.getReference().getSimpleName(), reference);
            }
            if (element instanceof J.NewClass creation && creation.getClazz() != null) {
                DeclaredType type = created(creation);
                if (type != null) {
                    creations.computeIfAbsent(type, it -> new ArrayList<>()).add(creation);
                }
            }
        }
    }

    private void addNamed(String method, J element) {
        named.computeIfAbsent(method, it -> new ArrayList<>()).add(element);
    }

    /** The calls of methods of a name, and the references to such, in the whole program. */
    public List<J> named(String method) {
        return named.getOrDefault(method, List.of());
    }

    /** The program's class that is instantiated; for an anonymous class, the one it extends. */
    public DeclaredType created(J.NewClass creation) {
        if (creation.getClazz() == null) {
            return null;
        }
        DeclaredType declared = types.declared(types.name(creation.getClazz()));
        return declared != null || creation.getBody() != null
                ? declared
                : types.declared(variables.typeOf(creation));
    }

    /** Where instances of a type are created, in the whole program. */
    public List<J.NewClass> creations(DeclaredType type) {
        return creations.getOrDefault(type, List.of());
    }

    /** Whether a type gives a variable as it is to instances of itself that it creates. */
    public boolean isHandedOn(DeclaredType type, NamedVariable variable) {
        return !handingOn(type, variable).isEmpty();
    }

    /** The instances of itself that a type creates and gives a variable as it is. */
    public List<J.NewClass> handingOn(DeclaredType type, NamedVariable variable) {
        return creations(type).stream()
                .filter(it -> types.enclosing(it) == type)
                .filter(
                        it ->
                                Trees.arguments(it.getArguments()).stream()
                                        .anyMatch(given -> variables.of(given) == variable))
                .toList();
    }

    /** The constructors that an instance creation may run. */
    public List<J.MethodDeclaration> constructors(J.NewClass creation) {
        DeclaredType type = created(creation);
        List<Expression> arguments = Trees.arguments(creation.getArguments());
        return type == null
                ? List.of()
                : best(
                        type.constructors(arguments.size()),
                        creation.getConstructorType(),
                        arguments);
    }

    /** Whether a call does nothing but return a field. */
    public boolean isGetter(J.MethodInvocation call) {
        List<J.MethodDeclaration> targets = targets(call);
        return targets.size() == 1
                && Trees.arguments(call.getArguments()).isEmpty()
                && targets.get(0).getBody() != null
                && targets.get(0).getBody().getStatements().size() == 1
                && targets.get(0).getBody().getStatements().get(0) instanceof J.Return result
                && (result.getExpression() instanceof J.Identifier
                        || result.getExpression() instanceof J.FieldAccess);
    }

    /** The methods that a call may run; none if they are not the program's or cannot be told. */
    public List<J.MethodDeclaration> targets(J.MethodInvocation call) {
        List<Expression> arguments = Trees.arguments(call.getArguments());
        int count = arguments.size();
        String name = call.getSimpleName();
        if (name.equals("super") || name.equals("this")) {
            DeclaredType around = types.enclosing(call);
            return around == null
                    ? List.of()
                    : name.equals("this")
                            ? best(around.constructors(count), call.getMethodType(), arguments)
                            : around.declaredSupertypes.stream()
                                    .flatMap(it -> it.constructors(count).stream())
                                    .toList();
        }
        if (call.getSelect() instanceof J.Identifier self && self.getSimpleName().equals("super")) {
            DeclaredType around = types.enclosing(call);
            return around == null
                    ? List.of()
                    : around.declaredSupertypes.stream()
                            .flatMap(it -> inherited(it, name, count).stream())
                            .toList();
        }
        DeclaredType receiver = receiver(call.getSelect(), call);
        if (receiver == null) {
            return List.of();
        }
        List<J.MethodDeclaration> found = new ArrayList<>();
        DeclaredType at = receiver;
        while (at != null && found.isEmpty()) {
            found.addAll(inherited(at, name, count));
            at = call.getSelect() == null ? at.outer : null;
        }
        if (found.isEmpty() && call.getMethodType() != null) {
            DeclaredType owner =
                    types.declared(TypeNames.name(call.getMethodType().getDeclaringType()));
            if (owner != null) {
                found.addAll(owner.methods(name, count));
            }
        }
        return withOverriders(best(found, call.getMethodType(), arguments), receiver);
    }

    /**
     * The methods of classes that extend a type which was not given, if a call may run these: a
     * guess, where {@link #targets(J.MethodInvocation)} knows of none, and nothing to prove by.
     */
    List<J.MethodDeclaration> likelyTargets(J.MethodInvocation call) {
        int count = Trees.arguments(call.getArguments()).size();
        String type = variables.typeOf(call.getSelect());
        if (type == null) {
            List<J.MethodDeclaration> found = ofItsLike(call, count);
            return found.isEmpty() ? onlyOneOfItsName(call, count) : found;
        }
        if (types.isKnown(type) || types.isTask(type)) {
            return List.of();
        }
        List<J.MethodDeclaration> found =
                types.extending(type).stream()
                        .flatMap(it -> it.methods(call.getSimpleName(), count).stream())
                        .filter(it -> it.getBody() != null)
                        .toList();
        return found.size() + unseenSubtypes.applyAsInt(type.replaceFirst(".*[.$]", ""))
                        <= SourceFiles.FEW_IMPLEMENTATIONS
                ? found
                : List.of();
    }

    /**
     * What the class around does for a type that was not given, if it is called on a variable of
     * that type, or of one that is not written down: its parent, or neighbour, may be of its kind.
     */
    private List<J.MethodDeclaration> ofItsLike(J.MethodInvocation call, int count) {
        NamedVariable variable = variables.of(call.getSelect());
        if (variable == null) {
            return List.of();
        }
        TypeTree declared = variables.declaration(variable).getTypeExpression();
        String written = declared == null ? null : TypeNames.simple(declared);
        for (DeclaredType at = types.enclosing(call); at != null; at = at.outer) {
            if (at.supertypeTrees().stream()
                    .filter(it -> !types.isKnown(types.name(it)))
                    .anyMatch(it -> written == null || written.equals(TypeNames.simple(it)))) {
                List<J.MethodDeclaration> found =
                        at.methods(call.getSimpleName(), count).stream()
                                .filter(it -> it.getBody() != null)
                                .filter(DeclaredType::isMarkedOverride)
                                .toList();
                if (!found.isEmpty()) {
                    return found;
                }
            }
        }
        return List.of();
    }

    /**
     * The method that a call on something of a type which nothing tells may run: if the program has
     * one with that name, and the name is of some words, not one that many classes have. For a
     * variable whose type is written down, only a class that says that it extends it.
     */
    private List<J.MethodDeclaration> onlyOneOfItsName(J.MethodInvocation call, int count) {
        String name = call.getSimpleName();
        NamedVariable variable = variables.of(call.getSelect());
        if (call.getSelect() == null || !RARE_NAME.matcher(name).matches()) {
            return List.of();
        }
        List<J.MethodDeclaration> found =
                byName().getOrDefault(name, List.of()).stream()
                        .filter(it -> DeclaredType.parameters(it).size() == count)
                        .toList();
        return found.size() == 1
                        && found.get(0).getBody() != null
                        && mayBeOf(types.enclosing(found.get(0)), variable)
                ? found
                : List.of();
    }

    private boolean mayBeOf(DeclaredType type, NamedVariable variable) {
        TypeTree written =
                variable == null ? null : variables.declaration(variable).getTypeExpression();
        return written == null
                || type.supertypeTrees().stream()
                        .map(TypeNames::simple)
                        .anyMatch(TypeNames.simple(written)::equals);
    }

    private Map<String, List<J.MethodDeclaration>> byName() {
        if (methodsByName == null) {
            methodsByName = new HashMap<>();
            for (DeclaredType type : types.declared()) {
                for (J.MethodDeclaration method : type.methods) {
                    methodsByName
                            .computeIfAbsent(method.getSimpleName(), it -> new ArrayList<>())
                            .add(method);
                }
            }
        }
        return methodsByName;
    }

    /** The methods that a method reference may run. */
    public List<J.MethodDeclaration> targets(J.MemberReference reference) {
        DeclaredType receiver = types.declared(variables.typeOf(reference.getContaining()));
        if (receiver == null) {
            return List.of();
        }
        String name = reference.getReference().getSimpleName();
        List<J.MethodDeclaration> found = new ArrayList<>();
        for (DeclaredType type : withSupertypes(receiver)) {
            type.methods.stream()
                    .filter(
                            it ->
                                    name.equals("new")
                                            ? it.isConstructor() && type == receiver
                                            : it.getSimpleName().equals(name))
                    .forEach(found::add);
        }
        return withOverriders(best(found, reference.getMethodType()), receiver);
    }

    private DeclaredType receiver(Expression select, J call) {
        return select == null ? types.enclosing(call) : types.declared(variables.typeOf(select));
    }

    private static List<J.MethodDeclaration> inherited(DeclaredType type, String name, int count) {
        for (DeclaredType at : withSupertypes(type)) {
            List<J.MethodDeclaration> own = at.methods(name, count);
            if (!own.isEmpty()) {
                return own;
            }
        }
        return List.of();
    }

    /** A type and all its declared supertypes, nearest first. */
    public static Set<DeclaredType> withSupertypes(DeclaredType type) {
        Set<DeclaredType> all = new LinkedHashSet<>();
        Deque<DeclaredType> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            DeclaredType at = open.remove();
            if (all.add(at)) {
                open.addAll(at.declaredSupertypes);
            }
        }
        return all;
    }

    /** Of overloads with as many parameters, the one the compiler chose, if it can be told. */
    private static List<J.MethodDeclaration> best(
            List<J.MethodDeclaration> overloads, JavaType.Method chosen) {
        if (overloads.size() < 2 || chosen == null) {
            return overloads;
        }
        List<String> wanted =
                chosen.getParameterTypes().stream().map(it -> "" + TypeNames.name(it)).toList();
        if (wanted.contains("null")) {
            return overloads; // The compiler takes a class that was not given for any.
        }
        List<J.MethodDeclaration> exact =
                overloads.stream()
                        .filter(it -> it.getMethodType() != null)
                        .filter(
                                it ->
                                        it.getMethodType().getParameterTypes().stream()
                                                .map(type -> "" + TypeNames.name(type))
                                                .toList()
                                                .equals(wanted))
                        .toList();
        return exact.isEmpty() ? overloads : exact;
    }

    /** The same; where classes were not given, by the names of the arguments' types. */
    private List<J.MethodDeclaration> best(
            List<J.MethodDeclaration> overloads,
            JavaType.Method chosen,
            List<Expression> arguments) {
        List<J.MethodDeclaration> taking =
                overloads.stream().filter(it -> mayTake(it, arguments)).toList();
        List<J.MethodDeclaration> left = taking.isEmpty() ? overloads : taking;
        if (left.size() < 2) {
            return left;
        }
        List<String> wanted = arguments.stream().map(it -> "" + variables.typeOf(it)).toList();
        List<J.MethodDeclaration> exact =
                left.stream().filter(it -> parameterTypes(it).equals(wanted)).toList();
        return exact.size() == 1 ? exact : best(exact.isEmpty() ? left : exact, chosen);
    }

    /** Whether lambdas with a body of statements return something where they have to. */
    private boolean mayTake(J.MethodDeclaration method, List<Expression> arguments) {
        List<J.VariableDeclarations> parameters = DeclaredType.parameters(method);
        for (int at = 0; at < Math.min(parameters.size(), arguments.size()); at++) {
            if (Trees.unwrapped(arguments.get(at)) instanceof J.Lambda lambda
                    && lambda.getBody() instanceof J.Block body
                    && RETURNING.matcher(trees.text(parameters.get(at))).find()
                    && !mayReturn(lambda, body)) {
                return false;
            }
        }
        return true;
    }

    /** Whether it returns a value, or nothing tells, as it always throws. */
    private boolean mayReturn(J.Lambda lambda, J.Block body) {
        List<Statement> statements = body.getStatements();
        return !statements.isEmpty() && statements.get(statements.size() - 1) instanceof J.Throw
                || Trees.elements(body, it -> it instanceof J.Lambda).stream()
                        .anyMatch(
                                it ->
                                        it instanceof J.Return result
                                                && result.getExpression() != null
                                                && trees.enclosing(result, J.Lambda.class)
                                                        == lambda);
    }

    private List<J.MethodDeclaration> withOverriders(
            List<J.MethodDeclaration> methods, DeclaredType receiver) {
        Set<J.MethodDeclaration> all = new LinkedHashSet<>(methods);
        for (J.MethodDeclaration method : methods) {
            if (method.hasModifier(J.Modifier.Type.Static)
                    || method.hasModifier(J.Modifier.Type.Private)
                    || method.isConstructor()) {
                continue;
            }
            List<J.MethodDeclaration> overriders = new ArrayList<>();
            int count = DeclaredType.parameters(method).size();
            for (DeclaredType subtype : withSubtypes(receiver)) {
                List<J.MethodDeclaration> overloads =
                        subtype.methods(method.getSimpleName(), count);
                List<J.MethodDeclaration> same =
                        overloads.size() < 2
                                ? overloads
                                : overloads.stream()
                                        .filter(it -> takesTheSame(it, method))
                                        .toList();
                (same.isEmpty() ? overloads : same)
                        .stream().filter(it -> it.getBody() != null).forEach(overriders::add);
            }
            if (types.isTask(receiver.name)
                    || overriders.size() + unseenSubtypes.applyAsInt(receiver.simpleName)
                            <= SourceFiles.FEW_IMPLEMENTATIONS) {
                all.addAll(overriders);
            }
        }
        return all.stream().filter(it -> it.getBody() != null).toList();
    }

    private boolean takesTheSame(J.MethodDeclaration one, J.MethodDeclaration other) {
        return parameterTypes(one).equals(parameterTypes(other));
    }

    private List<String> parameterTypes(J.MethodDeclaration method) {
        return DeclaredType.parameters(method).stream()
                .map(it -> "" + variables.typeOf(it.getVariables().get(0)))
                .toList();
    }

    private static Set<DeclaredType> withSubtypes(DeclaredType type) {
        Set<DeclaredType> all = new LinkedHashSet<>();
        Deque<DeclaredType> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            DeclaredType at = open.remove();
            if (all.add(at)) {
                open.addAll(at.subtypes);
            }
        }
        return all;
    }
}
