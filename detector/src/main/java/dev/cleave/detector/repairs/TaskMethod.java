package dev.cleave.detector.repairs;

import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.DataFlow;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Reach;
import dev.cleave.detector.program.Trees;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Statement;

/** How one task class becomes a static method. For one use. */
final class TaskMethod {
    private final Program program;
    private final DeclaredType type;
    private final J.MethodDeclaration compute;
    private final Forks forks;
    private final Patch patch;

    /** The parameters of the method, in the constructor's order, by the names of the fields. */
    private final List<String> parameters = new ArrayList<>();

    /** The names of the class that are seen to. */
    private final Set<J> accounted = Collections.newSetFromMap(new IdentityHashMap<>());

    TaskMethod(Program program, DeclaredType type, J.MethodDeclaration compute) {
        this.program = program;
        this.type = type;
        this.compute = compute;
        this.forks = new Forks(program);
        this.patch =
                new Patch(
                        program, type.simpleName + " is a method; calls of it may run as futures");
    }

    Patch patch() {
        accounted.add(((J.ClassDeclaration) type.tree).getName());
        requirePlainClass();
        removeMembers();
        requirePlainCode();
        for (J.NewClass creation : program.calls.creations(type)) {
            changeCreation(creation);
        }
        requireNoOtherUse();
        changeClass();
        return patch;
    }

    // --- the class -------------------------------------------------------------------------------

    private void requirePlainClass() {
        J.ClassDeclaration declaration = (J.ClassDeclaration) type.tree;
        if (!type.subtypes.isEmpty()) {
            throw new CannotProve(type.subtypes.get(0).tree, "the class has a subclass");
        }
        if (declaration.getTypeParameters() != null || declaration.getImplements() != null) {
            throw new CannotProve("the class has type parameters or interfaces");
        }
        if (type.outer != null && !declaration.hasModifier(J.Modifier.Type.Static)) {
            throw new CannotProve("the class is an inner one, which may use what is around it");
        }
        if (compute.getLeadingAnnotations().stream()
                .anyMatch(it -> !it.getSimpleName().equals("Override"))) {
            throw new CannotProve(compute, "the method has annotations");
        }
        if (compute.getReturnTypeExpression() == null
                || type.methods.stream().filter(it -> it.getSimpleName().equals("compute")).count()
                        != 1) {
            throw new CannotProve("the class has other methods with the name compute");
        }
    }

    /** Fields that the constructor stores become parameters. Anything else stands in the way. */
    private void removeMembers() {
        J.MethodDeclaration constructor = null;
        List<NamedVariable> fields = new ArrayList<>();
        List<Statement> kept = new ArrayList<>();
        for (Statement member : type.body.getStatements()) {
            if (member == compute || isStatic(member)) {
                kept.add(member);
                continue;
            }
            if (member instanceof J.MethodDeclaration method
                    && method.isConstructor()
                    && constructor == null) {
                constructor = method;
                patch.removeMember(member);
            } else if (member instanceof J.VariableDeclarations declared) {
                fields.addAll(declared.getVariables());
                patch.removeMember(member);
            } else {
                throw new CannotProve(member, "the class has more than fields and compute");
            }
        }
        Statement first = kept.get(0);
        if (first != type.body.getStatements().get(0)) {
            patch.removeBlankLineBefore(first);
        }
        List<J.VariableDeclarations> given =
                constructor == null ? List.of() : DeclaredType.parameters(constructor);
        List<Statement> stores =
                constructor == null ? List.of() : constructor.getBody().getStatements();
        if (constructor != null) {
            accounted.add(constructor.getName());
        }
        if (given.size() != fields.size() || stores.size() != fields.size()) {
            throw new CannotProve("the constructor does not just store all fields");
        }
        for (J.VariableDeclarations parameter : given) {
            NamedVariable source = parameter.getVariables().get(0);
            NamedVariable field = storedIn(source, stores);
            if (field == null
                    || !fields.remove(field)
                    || field.getInitializer() != null
                    || parameter.getVarargs() != null
                    || program.variables.values(field).size() != 1
                    || !Objects.equals(
                            program.variables.typeOf(field), program.variables.typeOf(source))
                    || parameter.getTypeExpression() == null) {
                throw new CannotProve(parameter, "the constructor does not just store all fields");
            }
            requireOnlyReadInCompute(field);
            parameters.add(patch.text(parameter.getTypeExpression()) + " " + field.getSimpleName());
        }
    }

    private static boolean isStatic(Statement member) {
        return member instanceof J.MethodDeclaration method
                        && method.hasModifier(J.Modifier.Type.Static)
                || member instanceof J.VariableDeclarations declared
                        && declared.hasModifier(J.Modifier.Type.Static)
                || member instanceof J.ClassDeclaration nested
                        && nested.hasModifier(J.Modifier.Type.Static);
    }

    private NamedVariable storedIn(NamedVariable parameter, List<Statement> stores) {
        for (Statement store : stores) {
            if (store instanceof J.Assignment assignment
                    && assignment.getAssignment() instanceof J.Identifier
                    && program.variables.of(assignment.getAssignment()) == parameter) {
                return program.variables.of(assignment.getVariable());
            }
        }
        return null;
    }

    private void requireOnlyReadInCompute(NamedVariable field) {
        for (Expression use : program.variables.uses(field)) {
            J.MethodDeclaration method = program.trees.enclosing(use, J.MethodDeclaration.class);
            if (method != null && method.isConstructor() && program.types.enclosing(use) == type) {
                continue;
            }
            boolean own =
                    method == compute
                            && program.types.enclosing(use) == type
                            && (use instanceof J.Identifier
                                    || use instanceof J.FieldAccess access
                                            && DataFlow.isSelf(access.getTarget()));
            if (!own || Reach.modified(program.trees.parentPastWrapping(use)) == use) {
                throw new CannotProve(use, "a field is used for more than computing");
            }
            if (use instanceof J.FieldAccess) {
                patch.replace(use, field.getSimpleName());
            }
        }
    }

    private void requirePlainCode() {
        for (J element : Trees.elements(compute, it -> false)) {
            if (element instanceof J.Try || element instanceof J.Synchronized) {
                throw new CannotProve(element, "futures pass by handlers and locks");
            }
            if (element instanceof J.Identifier self
                    && self.getSimpleName().equals("this")
                    && !(program.trees.parent(self) instanceof J.FieldAccess)) {
                throw new CannotProve(element, "the task hands itself to others");
            }
        }
        new Reach(program).visit(compute, it -> ForkInsteadOfSubmit.requireAnyPool(it, null));
    }

    private void changeClass() {
        J.ClassDeclaration declaration = (J.ClassDeclaration) type.tree;
        patch.replaceAfter(declaration.getName(), declaration.getExtends(), "");
        boolean open = declaration.hasModifier(J.Modifier.Type.Public);
        patch.replaceSpan(
                compute,
                compute.getName(),
                (open ? "public static " : "static ")
                        + patch.text(compute.getReturnTypeExpression())
                        + " compute");
        patch.replaceBetweenParentheses(
                compute.getName(), compute.getBody(), String.join(", ", parameters));
    }

    // --- its uses --------------------------------------------------------------------------------

    private void changeCreation(J.NewClass creation) {
        if (creation.getBody() != null || creation.getEnclosing() != null) {
            throw new CannotProve(creation, "an anonymous subclass is made");
        }
        accounted.add(creation.getClazz());
        J around = program.trees.parent(creation);
        Expression whole = computedBy(creation, around);
        if (whole != null) {
            patch.replace(whole, call(creation));
            return;
        }
        if (!(around instanceof NamedVariable variable)
                || !program.variables.isLocal(variable)
                || program.variables.values(variable).size() != 1) {
            throw new CannotProve(creation, "the task is neither computed nor kept here");
        }
        J.VariableDeclarations declared = program.variables.declaration(variable);
        if (declared.getVariables().size() != 1
                || !(program.trees.parent(declared) instanceof J.Block block)
                || declared.getTypeExpression() == null) {
            throw new CannotProve(declared, "the task is not declared in a statement of its own");
        }
        accounted.add(declared.getTypeExpression());
        List<Expression> uses = program.variables.uses(variable);
        Expression only =
                uses.size() == 1
                        ? computedBy(uses.get(0), program.trees.parent(uses.get(0)))
                        : null;
        if (only != null) {
            requireStable(creation);
            patch.remove(declared);
            patch.replace(only, call(creation));
            return;
        }
        makeFuture(creation, declared, block);
    }

    /** The expression that computes a task at once and is its result; null if there is none. */
    private Expression computedBy(Expression task, J around) {
        if (!(around instanceof J.MethodInvocation call)) {
            return null;
        }
        if (call.getSelect() == task
                && Set.of("compute", "invoke").contains(call.getSimpleName())
                && Trees.arguments(call.getArguments()).isEmpty()) {
            return call;
        }
        if (call.getSelect() == task
                && call.getSimpleName().equals("fork")
                && program.trees.parent(call) instanceof J.MethodInvocation join
                && join.getSelect() == call
                && Forks.isJoin(join)) {
            return join;
        }
        return call.getSelect() != null
                        && call.getSimpleName().equals("invoke")
                        && Trees.arguments(call.getArguments()).size() == 1
                        && call.getArguments().get(0) == task
                        && program.types.isPool(program.variables.typeOf(call.getSelect()))
                        && isPlain(call.getSelect())
                ? call
                : null;
    }

    private boolean isPlain(Expression pool) {
        return pool instanceof J.Identifier
                || pool instanceof J.FieldAccess
                || pool instanceof J.NewClass
                || program.trees.text(pool).endsWith("ForkJoinPool.commonPool()");
    }

    private String call(J.NewClass creation) {
        List<Expression> arguments = Trees.arguments(creation.getArguments());
        for (Expression argument : arguments) {
            for (J element : Trees.elements(argument, it -> false)) {
                if (element instanceof J.NewClass inner && program.calls.created(inner) == type
                        || element instanceof J.FieldAccess access
                                && access.getTarget() instanceof J.Identifier self
                                && self.getSimpleName().equals("this")) {
                    throw new CannotProve(argument, "an argument needs changes itself");
                }
            }
        }
        String name = program.types.enclosing(creation) == type ? "" : type.simpleName + ".";
        return name
                + "compute("
                + String.join(", ", arguments.stream().map(patch::text).toList())
                + ")";
    }

    /** The arguments can be evaluated later: nothing in them changes, or has an effect. */
    private void requireStable(J.NewClass creation) {
        for (Expression argument : Trees.arguments(creation.getArguments())) {
            for (J element : Trees.elements(argument, it -> false)) {
                boolean stable =
                        element instanceof J.Literal
                                || element instanceof J.Binary
                                || element instanceof J.Parentheses<?>
                                || element instanceof J.FieldAccess access
                                        && access.getSimpleName().equals("length")
                                || element instanceof J.Identifier name && isStable(name);
                if (!stable) {
                    throw new CannotProve(element, "when this is evaluated may make a difference");
                }
            }
        }
    }

    /** Whether a field becomes a parameter, which nothing changes. */
    private boolean isParameter(NamedVariable field) {
        return type.fields.get(field.getSimpleName()) == field
                && !program.variables.declaration(field).hasModifier(J.Modifier.Type.Static);
    }

    private boolean isStable(J.Identifier name) {
        if (program.trees.parent(name) instanceof J.FieldAccess access
                && access.getName() == name) {
            return true;
        }
        NamedVariable variable = program.variables.of(name);
        J.MethodDeclaration method = program.trees.enclosing(name, J.MethodDeclaration.class);
        return variable != null
                && (program.variables.isField(variable)
                        ? isParameter(variable)
                                || program.variables
                                        .declaration(variable)
                                        .hasModifier(J.Modifier.Type.Final)
                        : method != null
                                && Trees.elements(method, it -> false).stream()
                                        .map(Reach::modified)
                                        .noneMatch(
                                                it ->
                                                        it != null
                                                                && program.variables.of(it)
                                                                        == variable));
    }

    /**
     * {@code Task x = new Task(a); x.fork(); … x.join()} is {@code @Future R x = compute(a); … x}.
     */
    private void makeFuture(J.NewClass creation, J.VariableDeclarations declared, J.Block block) {
        NamedVariable variable = declared.getVariables().get(0);
        List<Statement> statements = block.getStatements();
        Statement fork = null;
        boolean joined = false;
        for (Expression use : program.variables.uses(variable)) {
            J around = program.trees.parent(use);
            boolean forks1 =
                    around instanceof J.MethodInvocation call
                            && program.trees.parent(call) == block
                            && (call.getSelect() == use && call.getSimpleName().equals("fork")
                                    || call.getSelect() == null
                                            && call.getSimpleName().equals("invokeAll")
                                            && areTasks(call.getArguments()));
            if (forks1 && fork == null) {
                fork = (Statement) around;
            } else if (around instanceof J.MethodInvocation join
                    && join.getSelect() == use
                    && Forks.isJoin(join)) {
                Statement statement = forks.statementIn(block, join);
                joined |= statement != null && forks.isUnconditional(join, statement);
                patch.replace(join, variable.getSimpleName());
            } else {
                throw new CannotProve(use, "the task is used for more than fork and join");
            }
        }
        if (fork == null || !joined || program.types.enclosing(declared) != type) {
            throw new CannotProve(declared, "the task is not forked and joined in this block");
        }
        int from = statements.indexOf(declared);
        int to = statements.indexOf(fork);
        for (int at = from + 1; at < to; at++) {
            if (!isPartOfForking(statements.get(at))) {
                throw new CannotProve(statements.get(at), "this is done before the task is forked");
            }
        }
        patch.remove(fork);
        patch.replace(
                declared.getTypeExpression(),
                annotation() + " " + patch.text(compute.getReturnTypeExpression()));
        patch.replace(creation, call(creation));
    }

    private boolean areTasks(List<Expression> arguments) {
        return arguments.stream()
                .allMatch(
                        it ->
                                it instanceof J.Identifier
                                        && type.name.equals(program.variables.typeOf(it)));
    }

    /** Between declaration and fork, other tasks of the class may be made and forked. */
    private boolean isPartOfForking(Statement statement) {
        if (statement instanceof J.MethodInvocation) {
            return forks.forked(statement) != null;
        }
        return statement instanceof J.VariableDeclarations
                && Trees.elements(statement, it -> false).stream()
                        .noneMatch(
                                it ->
                                        it instanceof J.MethodInvocation
                                                || Reach.modified(it) != null
                                                || it instanceof J.NewClass other
                                                        && program.calls.created(other) != type);
    }

    /** The annotation as it can be written in the file of the class, imported if need be. */
    private String annotation() {
        J.CompilationUnit file = program.trees.file(type.tree);
        boolean taken = false;
        for (J element : Trees.elements(file, it -> false)) {
            taken |= element instanceof J.Identifier name && name.getSimpleName().equals("Future");
        }
        if (taken || file.getImports().isEmpty()) {
            return "@dev.cleave.Future";
        }
        patch.importOnce(file.getImports().get(0), "import dev.cleave.Future;");
        return "@Future";
    }

    /** Whether a name that stands alone means another class, which happens to have the same one. */
    private boolean isOfAnother(J.Identifier name) {
        if (program.trees.parent(name) instanceof J.FieldAccess) {
            return false;
        }
        String meant = program.types.resolve(name.getSimpleName(), name);
        return meant != null && !meant.equals(type.name);
    }

    private void requireNoOtherUse() {
        for (J.CompilationUnit file : program.files) {
            for (J element : Trees.elements(file, it -> false)) {
                if (!(element instanceof J.Identifier name)
                        || !name.getSimpleName().equals(type.simpleName)
                        || accounted.contains(name)
                        || isOfAnother(name)) {
                    continue;
                }
                J around = program.trees.parent(name);
                boolean plain =
                        around instanceof J.FieldAccess access
                                        && (access.getTarget() == name
                                                || program.trees.enclosing(name, J.Import.class)
                                                        != null
                                                || accounted.contains(access))
                                || around instanceof J.MethodInvocation call
                                        && call.getSelect() == name;
                if (!plain) {
                    throw new CannotProve(name, "the class is used as a type here");
                }
            }
        }
    }
}
