package dev.cleave.detector.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.openrewrite.java.marker.CompactConstructor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Statement;
import org.openrewrite.java.tree.TypeTree;

/** A class, interface, enum or record of the program, named, local or anonymous. */
public final class DeclaredType {
    /** A {@code J.ClassDeclaration}, or a {@code J.NewClass} with a body. */
    public final J tree;

    /** What stands between its braces. */
    public final J.Block body;

    /** What people call it. */
    public final String simpleName;

    /** The qualified name, with {@code $} between classes; unique in the program. */
    public final String name;

    /** The class around it; null for a top-level class. */
    public final DeclaredType outer;

    /** The names of what it extends and implements; superclass first. */
    public final List<String> supertypes = new ArrayList<>();

    /** Those that the program declares. */
    final List<DeclaredType> declaredSupertypes = new ArrayList<>();

    /** The classes of the program that extend or implement it directly. */
    public final List<DeclaredType> subtypes = new ArrayList<>();

    /** Those that it declares itself; constructors, too. */
    public final List<J.MethodDeclaration> methods = new ArrayList<>();

    /** Those that it declares itself, by their names. */
    public final Map<String, J.VariableDeclarations.NamedVariable> fields = new LinkedHashMap<>();

    DeclaredType(J tree, J.Block body, String simpleName, String name, DeclaredType outer) {
        this.tree = tree;
        this.body = body;
        this.simpleName = simpleName;
        this.name = name;
        this.outer = outer;
        for (Statement statement : body.getStatements()) {
            if (statement instanceof J.MethodDeclaration method) {
                methods.add(method);
            } else if (statement instanceof J.VariableDeclarations declaration) {
                addFields(declaration);
            }
        }
        if (tree instanceof J.ClassDeclaration record && record.getPrimaryConstructor() != null) {
            for (Statement component : record.getPrimaryConstructor()) {
                if (component instanceof J.VariableDeclarations declaration) {
                    addFields(declaration);
                }
            }
        }
    }

    private void addFields(J.VariableDeclarations declaration) {
        declaration.getVariables().forEach(it -> fields.putIfAbsent(it.getSimpleName(), it));
    }

    public boolean isInterface() {
        return tree instanceof J.ClassDeclaration declaration
                && declaration.getKind() == J.ClassDeclaration.Kind.Type.Interface;
    }

    /** What it extends and implements, as written. */
    public List<TypeTree> supertypeTrees() {
        List<TypeTree> trees = new ArrayList<>();
        if (tree instanceof J.NewClass anonymous) {
            trees.add(anonymous.getClazz());
        } else if (tree instanceof J.ClassDeclaration declaration) {
            if (declaration.getExtends() != null) {
                trees.add(declaration.getExtends());
            }
            if (declaration.getImplements() != null) {
                trees.addAll(declaration.getImplements());
            }
        }
        return trees;
    }

    public List<J.MethodDeclaration> methods(String method, int arguments) {
        return methods.stream()
                .filter(it -> !it.isConstructor() && it.getSimpleName().equals(method))
                .filter(it -> accepts(it, arguments))
                .toList();
    }

    List<J.MethodDeclaration> constructors(int arguments) {
        return methods.stream()
                .filter(J.MethodDeclaration::isConstructor)
                .filter(it -> isCompact(it) || accepts(it, arguments))
                .toList();
    }

    /** Whether a constructor is that of a record, and leaves its parameters out. */
    private static boolean isCompact(J.MethodDeclaration method) {
        return method.getMarkers().findFirst(CompactConstructor.class).isPresent();
    }

    /** Whether a method says that it overrides another one. */
    static boolean isMarkedOverride(J.MethodDeclaration method) {
        return method.getLeadingAnnotations().stream()
                .anyMatch(it -> it.getSimpleName().equals("Override"));
    }

    /** The parameters of a method, without the placeholder that stands for none. */
    public static List<J.VariableDeclarations> parameters(J.MethodDeclaration method) {
        return method.getParameters().stream()
                .filter(J.VariableDeclarations.class::isInstance)
                .map(J.VariableDeclarations.class::cast)
                .toList();
    }

    private static boolean accepts(J.MethodDeclaration method, int arguments) {
        List<J.VariableDeclarations> parameters = parameters(method);
        boolean varargs =
                !parameters.isEmpty() && parameters.get(parameters.size() - 1).getVarargs() != null;
        return varargs ? arguments >= parameters.size() - 1 : arguments == parameters.size();
    }

    @Override
    public String toString() {
        return name;
    }

    /** The fields that a getter of that name returns, if nobody wrote it: as Lombok makes them. */
    public Stream<J.VariableDeclarations.NamedVariable> fieldsOfGetter(String method) {
        return fields.values().stream()
                .filter(it -> method.startsWith("get"))
                .filter(it -> it.getSimpleName().equalsIgnoreCase(method.substring(3)));
    }
}
