package dev.cleave.detector.program;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Statement;

/**
 * What names of variables stand for, what is assigned to them, and of what type expressions are.
 */
public final class Variables {
    private final Trees trees;
    private final TypeNames types;
    private final Map<J, NamedVariable> resolved = new IdentityHashMap<>();
    private final Map<NamedVariable, List<Expression>> uses = new IdentityHashMap<>();
    private final Map<NamedVariable, List<Expression>> values = new IdentityHashMap<>();

    Variables(Trees trees, TypeNames types) {
        this.trees = trees;
        this.types = types;
    }

    /** Collects what a file assigns to its variables; after the types were linked. */
    void add(J.CompilationUnit file) {
        for (J element : trees.elements(file)) {
            if (element instanceof NamedVariable variable && variable.getInitializer() != null) {
                value(variable, variable.getInitializer());
            } else if (element instanceof J.Assignment assignment) {
                NamedVariable variable = of(assignment.getVariable());
                if (variable != null) {
                    value(variable, assignment.getAssignment());
                }
            }
            if (element instanceof Expression expression && isUse(expression)) {
                NamedVariable variable = of(expression);
                if (variable != null) {
                    uses.computeIfAbsent(variable, it -> new ArrayList<>()).add(expression);
                }
            }
        }
    }

    private void value(NamedVariable variable, Expression value) {
        values.computeIfAbsent(variable, it -> new ArrayList<>()).add(value);
    }

    /** Whether an expression may read a variable; names of members and declarations do not. */
    private boolean isUse(Expression expression) {
        if (expression instanceof J.FieldAccess) {
            return true;
        }
        J around = trees.parent(expression);
        return expression instanceof J.Identifier
                && !(around instanceof J.FieldAccess access && access.getName() == expression)
                && !(around instanceof J.MethodInvocation call && call.getName() == expression)
                && !(around instanceof NamedVariable variable && variable.getName() == expression)
                && !(around instanceof J.Assignment assignment
                        && assignment.getVariable() == expression);
    }

    /** Where a variable is read, as {@code x}, {@code this.x} or {@code other.x}. */
    public List<Expression> uses(NamedVariable variable) {
        return uses.getOrDefault(variable, List.of());
    }

    /** Everything that the program assigns to a variable by name, its initializer included. */
    public List<Expression> values(NamedVariable variable) {
        return values.getOrDefault(variable, List.of());
    }

    /** The declaration that {@code x}, {@code this.x} or {@code other.x} names; null if unknown. */
    public NamedVariable of(Expression expression) {
        return of(expression, new HashMap<>());
    }

    private NamedVariable of(Expression expression, Map<NamedVariable, Boolean> open) {
        Expression at = Trees.unwrapped(expression);
        if (at instanceof J.Identifier identifier) {
            if (!resolved.containsKey(identifier)) {
                resolved.put(identifier, lookUp(identifier.getSimpleName(), identifier));
            }
            return resolved.get(identifier);
        }
        if (at instanceof J.FieldAccess access) {
            DeclaredType owner = owner(access.getTarget(), open);
            return owner == null ? null : field(owner, access.getSimpleName());
        }
        return null;
    }

    /** The class of which an expression is said to be, if only by a cast. */
    private DeclaredType owner(Expression target, Map<NamedVariable, Boolean> open) {
        Expression at = target;
        while (at instanceof J.Parentheses<?> parentheses
                && parentheses.getTree() instanceof Expression inner) {
            at = inner;
        }
        DeclaredType cast =
                at instanceof J.TypeCast to
                        ? types.declared(types.name(to.getClazz().getTree()))
                        : null;
        return cast != null ? cast : types.declared(typeOf(target, open));
    }

    private NamedVariable lookUp(String name, J from) {
        J child = from;
        J at = trees.parent(from);
        while (at != null) {
            NamedVariable found = declaredAt(at, child, name);
            if (found != null) {
                return found;
            }
            child = at;
            at = trees.parent(at);
        }
        return null;
    }

    private NamedVariable declaredAt(J at, J child, String name) {
        if (at instanceof J.Block block) {
            J owner = trees.parent(block);
            if (owner instanceof J.ClassDeclaration || owner instanceof J.NewClass) {
                return null;
            }
            return among(before(block.getStatements(), child), name);
        }
        if (at instanceof J.Case branch) {
            return among(before(branch.getStatements(), child), name);
        }
        if (at instanceof J.MethodDeclaration method) {
            return among(method.getParameters(), name);
        }
        if (at instanceof J.Lambda lambda) {
            return among(lambda.getParameters().getParameters(), name);
        }
        if (at instanceof J.ForLoop loop) {
            return among(loop.getControl().getInit(), name);
        }
        if (at instanceof J.ForEachLoop loop) {
            return among(List.of(loop.getControl().getVariable()), name);
        }
        if (at instanceof J.Try attempt && attempt.getResources() != null) {
            return among(
                    attempt.getResources().stream()
                            .map(J.Try.Resource::getVariableDeclarations)
                            .toList(),
                    name);
        }
        if (at instanceof J.Try.Catch handler) {
            return among(List.of(handler.getParameter().getTree()), name);
        }
        if (at instanceof J.ClassDeclaration
                || at instanceof J.NewClass anonymous && anonymous.getBody() == child) {
            DeclaredType type = types.declaredBy(at);
            return type == null ? null : field(type, name);
        }
        return null;
    }

    private static List<Statement> before(List<Statement> statements, J child) {
        for (int at = 0; at < statements.size(); at++) {
            if (statements.get(at) == child) {
                return statements.subList(0, at + 1);
            }
        }
        return statements;
    }

    private static NamedVariable among(Collection<? extends J> declarations, String name) {
        for (J declaration : declarations) {
            if (declaration instanceof J.VariableDeclarations variables) {
                for (NamedVariable variable : variables.getVariables()) {
                    if (variable.getSimpleName().equals(name)) {
                        return variable;
                    }
                }
            }
        }
        return null;
    }

    private static NamedVariable field(DeclaredType type, String name) {
        return field(type, name, new HashSet<>());
    }

    private static NamedVariable field(DeclaredType type, String name, Set<DeclaredType> seen) {
        if (!seen.add(type)) {
            return null;
        }
        NamedVariable own = type.fields.get(name);
        if (own != null) {
            return own;
        }
        for (DeclaredType supertype : type.declaredSupertypes) {
            NamedVariable inherited = field(supertype, name, seen);
            if (inherited != null) {
                return inherited;
            }
        }
        return null;
    }

    public J.VariableDeclarations declaration(NamedVariable variable) {
        return (J.VariableDeclarations) trees.parent(variable);
    }

    public boolean isField(NamedVariable variable) {
        J.VariableDeclarations declaration = declaration(variable);
        J around = trees.parent(declaration);
        return around instanceof J.ClassDeclaration
                || around instanceof J.Block
                        && (trees.parent(around) instanceof J.ClassDeclaration
                                || trees.parent(around) instanceof J.NewClass);
    }

    /** Whether a variable is a parameter of a method or constructor. */
    public boolean isParameter(NamedVariable variable) {
        return trees.parent(declaration(variable)) instanceof J.MethodDeclaration;
    }

    /** Whether it lives in a method's body: not a field, and not a method's parameter. */
    public boolean isLocal(NamedVariable variable) {
        return !isField(variable) && !isParameter(variable);
    }

    // --- types of expressions --------------------------------------------------------------------

    /** The name of an expression's type; null if nothing tells, or there is no expression. */
    public String typeOf(Expression expression) {
        return expression == null ? null : typeOf(expression, new HashMap<>());
    }

    private String typeOf(Expression expression, Map<NamedVariable, Boolean> open) {
        Expression at = Trees.unwrapped(expression);
        if (at instanceof J.NewClass creation && creation.getBody() != null) {
            DeclaredType anonymous = types.declaredBy(creation);
            if (anonymous != null) {
                return anonymous.name;
            }
        }
        String compiled = TypeNames.compiled(at);
        if (compiled != null && !compiled.equals("java.lang.Object")) {
            return compiled;
        }
        String found = inferred(at, open);
        return found == null ? compiled : found;
    }

    private String inferred(Expression at, Map<NamedVariable, Boolean> open) {
        if (at instanceof J.Identifier identifier) {
            if (identifier.getSimpleName().equals("this")) {
                DeclaredType around = types.enclosing(identifier);
                return around == null ? null : around.name;
            }
            NamedVariable variable = of(identifier);
            return variable == null
                    ? types.resolve(identifier.getSimpleName(), identifier)
                    : typeOf(variable, open);
        }
        if (at instanceof J.FieldAccess access) {
            NamedVariable variable = of(access, open);
            if (variable != null) {
                return typeOf(variable, open);
            }
            // Of a class that was not given: it looks like a package's.
            return of(access.getTarget(), open) == null && !DataFlow.isSelf(access.getTarget())
                    ? types.name(access)
                    : null;
        }
        if (at instanceof J.NewClass creation && creation.getClazz() != null) {
            return types.name(creation.getClazz());
        }
        if (at instanceof J.ArrayAccess access) {
            String array = typeOf(access.getIndexed(), open);
            return array != null && array.endsWith("[]")
                    ? array.substring(0, array.length() - 2)
                    : null;
        }
        if (at instanceof J.Assignment assignment) {
            return typeOf(assignment.getAssignment(), open);
        }
        if (at instanceof J.Ternary ternary) {
            return typeOf(ternary.getTruePart(), open);
        }
        if (at instanceof J.MethodInvocation call) {
            return inferredResult(call, open);
        }
        return null;
    }

    /** What a call returns, if the program declares the method, or fork, which returns its task. */
    private String inferredResult(J.MethodInvocation call, Map<NamedVariable, Boolean> open) {
        int count = Trees.arguments(call.getArguments()).size();
        if (call.getSelect() instanceof J.Identifier arrays
                && arrays.getSimpleName().equals("Arrays")
                && call.getSimpleName().startsWith("copyOf")) {
            return typeOf(call.getArguments().get(0), open);
        }
        DeclaredType owner =
                call.getSelect() == null
                        ? types.enclosing(call)
                        : types.declared(typeOf(call.getSelect(), open));
        Set<DeclaredType> seen = new HashSet<>();
        List<DeclaredType> next = new ArrayList<>();
        while (owner != null && seen.add(owner)) {
            for (J.MethodDeclaration method : owner.methods(call.getSimpleName(), count)) {
                if (method.getReturnTypeExpression() != null) {
                    return types.name(method.getReturnTypeExpression());
                }
            }
            next.addAll(owner.declaredSupertypes);
            if (call.getSelect() == null && owner.outer != null) {
                next.add(owner.outer);
            }
            owner = next.isEmpty() ? null : next.remove(0);
        }
        return call.getSelect() != null && call.getSimpleName().equals("fork") && count == 0
                ? typeOf(call.getSelect(), open)
                : null;
    }

    /**
     * The type that is written where the variable that an expression names is declared; or null.
     */
    public J writtenType(Expression expression) {
        NamedVariable variable = of(expression);
        return variable == null ? null : declaration(variable).getTypeExpression();
    }

    /** The name of a variable's type; null if nothing tells. */
    public String typeOf(NamedVariable variable) {
        return typeOf(variable, new HashMap<>());
    }

    private String typeOf(NamedVariable variable, Map<NamedVariable, Boolean> open) {
        String compiled = TypeNames.name(variable.getType());
        if (compiled != null && !compiled.equals("java.lang.Object")) {
            return compiled;
        }
        J.VariableDeclarations declaration = declaration(variable);
        String written =
                declaration.getTypeExpression() == null
                        ? null
                        : types.name(declaration.getTypeExpression());
        if (written == null
                && variable.getInitializer() != null
                && open.put(variable, true) == null) {
            written = typeOf(variable.getInitializer(), open);
        }
        return written == null ? compiled : written;
    }
}
