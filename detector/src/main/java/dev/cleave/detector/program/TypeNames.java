package dev.cleave.detector.program;

import dev.cleave.detector.sources.ForkJoinLibraries;
import dev.cleave.detector.sources.LibraryTypes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.NameTree;
import org.openrewrite.java.tree.Statement;
import org.openrewrite.java.tree.TypeTree;

/**
 * What types are called: the compiler's answer where it has one, else what imports and scopes say.
 * Names are qualified, with {@code $} between classes and {@code []} behind an array's element;
 * null stands for a type that nothing tells.
 */
public final class TypeNames {
    private static final ClassLoader JDK = ClassLoader.getPlatformClassLoader();

    /** In the name of what has the same name as another, before its number. */
    private static final String TWIN = "#";

    /** A class that was not given is known by its name. */
    private static final Pattern LIBRARY_COLLECTION =
            Pattern.compile(".*[a-z](List|Set|Map|Collection|Queue|Deque)");

    private final Trees trees;
    private final Map<String, DeclaredType> byName = new LinkedHashMap<>();
    private final Map<J, DeclaredType> byTree = new IdentityHashMap<>();
    private final Map<String, List<DeclaredType>> extending = new HashMap<>();
    private final Map<String, Boolean> tasks = new HashMap<>();

    private final LibraryTypes libraries;

    TypeNames(Trees trees, LibraryTypes libraries) {
        this.trees = trees;
        this.libraries = libraries;
    }

    /** Adds the types that a file declares. */
    void add(J.CompilationUnit file) {
        for (J element : trees.elements(file)) {
            if (element instanceof J.ClassDeclaration declaration) {
                String name = name(declaration.getType());
                DeclaredType outer = enclosing(declaration);
                if (name == null) {
                    name = outer == null ? packageOf(file) : outer.name + "$";
                    name += declaration.getSimpleName();
                }
                add(
                        new DeclaredType(
                                declaration,
                                declaration.getBody(),
                                declaration.getSimpleName(),
                                unused(name),
                                outer));
            } else if (element instanceof J.NewClass anonymous
                    && anonymous.getBody() != null
                    && anonymous.getClazz() != null) {
                DeclaredType outer = enclosing(anonymous);
                String simpleName = "anonymous " + simple(anonymous.getClazz());
                add(
                        new DeclaredType(
                                anonymous,
                                anonymous.getBody(),
                                simpleName,
                                unused((outer == null ? "" : outer.name) + "$" + simpleName),
                                outer));
            }
        }
    }

    private String unused(String name) {
        String unused = name;
        for (int count = 2; byName.containsKey(unused); count++) {
            unused = name + TWIN + count;
        }
        return unused;
    }

    private void add(DeclaredType type) {
        byName.put(type.name, type);
        byTree.put(type.tree, type);
    }

    /** Finds the supertypes of all types; after the last file was added. */
    void link() {
        for (DeclaredType type : byName.values()) {
            for (TypeTree tree : type.supertypeTrees()) {
                String supertype = name(tree);
                if (supertype != null) {
                    type.supertypes.add(supertype);
                    extending.computeIfAbsent(supertype, it -> new ArrayList<>()).add(type);
                    DeclaredType declared = byName.get(supertype);
                    if (declared != null && declared != type) {
                        type.declaredSupertypes.add(declared);
                        declared.subtypes.add(type);
                    }
                }
            }
            if (isProbablyTask(type)) {
                type.supertypes.add("java.util.concurrent.ForkJoinTask");
            }
        }
    }

    /**
     * Whether a class extends one that was not given, and overrides a protected {@code compute}.
     */
    private boolean isProbablyTask(DeclaredType type) {
        return type.tree instanceof J.ClassDeclaration declaration
                && declaration.getExtends() != null
                && (type.supertypes.isEmpty()
                        || byName.get(type.supertypes.get(0)) == null
                                && inTheJdk(type.supertypes.get(0)) == null
                                && !libraries.isTask(type.supertypes.get(0)))
                && type.methods("compute", 0).stream()
                        .anyMatch(
                                it ->
                                        it.hasModifier(J.Modifier.Type.Protected)
                                                && DeclaredType.isMarkedOverride(it));
    }

    public Iterable<DeclaredType> declared() {
        return byName.values();
    }

    /** The program's type of a name; null if it is none of the program's. */
    public DeclaredType declared(String name) {
        return name == null ? null : byName.get(name);
    }

    /** The program's types that extend or implement one; by its name, for it may not be given. */
    List<DeclaredType> extending(String name) {
        return extending.getOrDefault(name, List.of());
    }

    /** The type that a class declaration, or an instance creation with a body, declares. */
    DeclaredType declaredBy(J tree) {
        return byTree.get(tree);
    }

    /** What is declared by the name of the outermost type around an element, too; or null. */
    public DeclaredType twin(J element) {
        DeclaredType outermost =
                declaredBy(element) == null ? enclosing(element) : declaredBy(element);
        while (outermost != null && outermost.outer != null) {
            outermost = outermost.outer;
        }
        if (outermost == null) {
            return null;
        }
        DeclaredType first = byName.get(outermost.name.replaceFirst(TWIN + "\\d+$", ""));
        return first == outermost ? byName.get(outermost.name + TWIN + 2) : first;
    }

    /** The type around an element; null at the top of a file. */
    public DeclaredType enclosing(J element) {
        J child = element;
        J at = trees.parent(element);
        while (at != null) {
            if (at instanceof J.ClassDeclaration
                    || at instanceof J.NewClass anonymous && anonymous.getBody() == child) {
                return byTree.get(at);
            }
            child = at;
            at = trees.parent(at);
        }
        return null;
    }

    // --- is a type one of those that matter? -----------------------------------------------------

    /** Whether a type extends {@code ForkJoinTask} of any library, however far up. */
    public boolean isTask(String type) {
        if (type == null) {
            return false;
        }
        Boolean known = tasks.get(type);
        if (known == null) {
            known = hasSupertype(type, ForkJoinLibraries::isTask);
            tasks.put(type, known);
        }
        return known;
    }

    public boolean isCompleter(String type) {
        return type != null && hasSupertype(type, ForkJoinLibraries::isCompleter);
    }

    public boolean isPool(String type) {
        return type != null && hasSupertype(type, ForkJoinLibraries::isPool);
    }

    /** Whether a type is a given class or interface, or extends or implements it. */
    public boolean isA(String type, String supertype) {
        return type != null && hasSupertype(type, supertype::equals);
    }

    /** Whether a type, or any supertype that can be found, satisfies a condition. */
    boolean hasSupertype(String type, Predicate<String> condition) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            String at = open.remove();
            if (!seen.add(at)) {
                continue;
            }
            if (condition.test(at)) {
                return true;
            }
            DeclaredType declared = byName.get(at);
            if (declared != null) {
                open.addAll(declared.supertypes);
            } else {
                Class<?> library = inTheJdk(at);
                if (library != null) {
                    if (library.getSuperclass() != null) {
                        open.add(library.getSuperclass().getName());
                    }
                    for (Class<?> implemented : library.getInterfaces()) {
                        open.add(implemented.getName());
                    }
                } else {
                    open.addAll(libraries.supertypesOf(at));
                }
            }
        }
        return false;
    }

    /** Whether a type is a collection or a map, by what is known of it or by its name. */
    public boolean isCollection(String type) {
        return type != null
                && (isA(type, "java.util.Collection")
                        || isA(type, "java.util.Map")
                        || type.contains(".Immutable")
                        || LIBRARY_COLLECTION.matcher(type).matches()
                                && declared(type) == null
                                && inTheJdk(type) == null);
    }

    /** Whether a type is one of the program's or of the JDK's. */
    public boolean isKnown(String type) {
        return type != null && (byName.containsKey(type) || inTheJdk(type) != null);
    }

    /** A class of the JDK, without initializing it; null if there is none of that name. */
    public static Class<?> inTheJdk(String name) {
        if (!name.startsWith("java.") && !name.startsWith("javax.")) {
            return null;
        }
        try {
            return Class.forName(name, false, JDK);
        } catch (ClassNotFoundException | LinkageError absent) {
            return null;
        }
    }

    // --- names of types --------------------------------------------------------------------------

    /** The name of a type as the compiler sees it. */
    public static String name(JavaType type) {
        if (type == null || type instanceof JavaType.Unknown) {
            return null;
        }
        if (type instanceof JavaType.Array array) {
            String element = name(array.getElemType());
            return element == null ? null : element + "[]";
        }
        if (type instanceof JavaType.Primitive primitive) {
            return switch (primitive) {
                case String -> "java.lang.String";
                case Null, None -> null;
                default -> primitive.getKeyword();
            };
        }
        if (type instanceof JavaType.FullyQualified qualified) {
            return qualified.getFullyQualifiedName();
        }
        if (type instanceof JavaType.GenericTypeVariable variable) {
            return variable.getBounds().isEmpty()
                    ? "java.lang.Object"
                    : name(variable.getBounds().get(0));
        }
        return null;
    }

    /** The name of a type as written. */
    public String name(NameTree tree) {
        String compiled = tree == null ? null : name(tree.getType());
        if (compiled != null) {
            return compiled;
        }
        if (tree instanceof J.ParameterizedType parameterized) {
            return name(parameterized.getClazz());
        }
        if (tree instanceof J.AnnotatedType annotated) {
            return name(annotated.getTypeExpression());
        }
        if (tree instanceof J.ArrayType array) {
            String element = name(array.getElementType());
            return element == null ? null : element + "[]";
        }
        if (tree instanceof J.Identifier identifier) {
            return resolve(identifier.getSimpleName(), identifier);
        }
        if (tree instanceof J.FieldAccess access) {
            return nameOfPath(access);
        }
        return null;
    }

    private String nameOfPath(J.FieldAccess access) {
        String outer = access.getTarget() instanceof NameTree target ? name(target) : null;
        if (outer != null && byName.containsKey(outer + "$" + access.getSimpleName())) {
            return outer + "$" + access.getSimpleName();
        }
        String path = access.toString().replaceAll("\\s", "");
        return byName.containsKey(path) || inTheJdk(path) != null || path.indexOf('.') > 0
                ? path
                : null;
    }

    /** The last part of the name of a type as written. */
    static String simple(TypeTree tree) {
        NameTree at = tree;
        while (at instanceof J.ParameterizedType parameterized) {
            at = parameterized.getClazz();
        }
        return at instanceof J.Identifier identifier
                ? identifier.getSimpleName()
                : at instanceof J.FieldAccess access ? access.getSimpleName() : "class";
    }

    /** What a simple name of a type means at a place, by the scopes and imports around it. */
    public String resolve(String simpleName, J place) {
        J at = place;
        while (at != null) {
            List<? extends Statement> local =
                    at instanceof J.Block block
                            ? block.getStatements()
                            : at instanceof J.Case branch ? branch.getStatements() : List.of();
            for (Statement statement : local) {
                if (statement instanceof J.ClassDeclaration declaration
                        && declaration.getSimpleName().equals(simpleName)
                        && byTree.containsKey(declaration)) {
                    return byTree.get(declaration).name;
                }
            }
            DeclaredType type = byTree.get(at);
            if (type != null) {
                String member = member(type, simpleName);
                if (member != null) {
                    return member;
                }
            }
            if (at instanceof J.CompilationUnit file) {
                return resolve(simpleName, file);
            }
            at = trees.parent(at);
        }
        return null;
    }

    private String member(DeclaredType type, String simpleName) {
        if (type.simpleName.equals(simpleName)) {
            return type.name;
        }
        Set<DeclaredType> seen = new HashSet<>();
        Deque<DeclaredType> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            DeclaredType at = open.remove();
            if (seen.add(at)) {
                if (byName.containsKey(at.name + "$" + simpleName)) {
                    return at.name + "$" + simpleName;
                }
                open.addAll(at.declaredSupertypes);
            }
        }
        return null;
    }

    private String resolve(String simpleName, J.CompilationUnit file) {
        String home = packageOf(file);
        for (J.ClassDeclaration declaration : file.getClasses()) {
            if (declaration.getSimpleName().equals(simpleName) && byTree.containsKey(declaration)) {
                return byTree.get(declaration).name;
            }
        }
        for (J.Import imported : file.getImports()) {
            if (!imported.isStatic() && imported.getQualid().getSimpleName().equals(simpleName)) {
                return imported.getTypeName();
            }
        }
        if (byName.containsKey(home + simpleName)) {
            return home + simpleName;
        }
        if (inTheJdk("java.lang." + simpleName) != null) {
            return "java.lang." + simpleName;
        }
        String foreign = null;
        for (J.Import imported : file.getImports()) {
            if (!imported.isStatic() && imported.getQualid().getSimpleName().equals("*")) {
                String found = imported.getPackageName() + "." + simpleName;
                if (byName.containsKey(found) || inTheJdk(found) != null) {
                    return found;
                }
                foreign = foreign == null && ForkJoinLibraries.isName(simpleName) ? found : foreign;
            }
        }
        // A name that leads nowhere is worth keeping if it is a library's.
        return foreign == null && ForkJoinLibraries.isName(simpleName) ? simpleName : foreign;
    }

    /** The class that a static import names for a call's method; null if there is none. */
    public String staticImport(J.MethodInvocation call) {
        return trees.file(call).getImports().stream()
                .filter(J.Import::isStatic)
                .filter(it -> it.getQualid().getSimpleName().equals(call.getSimpleName()))
                .map(it -> trees.text(it.getQualid().getTarget()))
                .findFirst()
                .orElse(null);
    }

    private static String packageOf(J.CompilationUnit file) {
        return file.getPackageDeclaration() == null
                ? ""
                : file.getPackageDeclaration().getPackageName() + ".";
    }

    /** The compiler's name for an expression's type; null if it has none. */
    static String compiled(Expression expression) {
        return name(expression.getType());
    }
}
