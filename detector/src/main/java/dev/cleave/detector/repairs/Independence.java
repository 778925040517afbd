package dev.cleave.detector.repairs;

import dev.cleave.detector.program.CallGraph;
import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.DataFlow;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Reach;
import dev.cleave.detector.program.Trees;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * Whether tasks of a class may run side by side without a difference: all that their code, and what
 * it calls, changes is their own fields, local variables, and objects that they made.
 */
final class Independence {
    private static final Set<String> TASK_METHODS =
            Set.of("fork", "join", "compute", "invoke", "invokeAll");

    private static final Set<String> PURE_CLASSES =
            Set.of(
                    "java.lang.Math",
                    "java.lang.StrictMath",
                    "java.lang.String",
                    "java.lang.Integer",
                    "java.lang.Long",
                    "java.lang.Short",
                    "java.lang.Byte",
                    "java.lang.Character",
                    "java.lang.Boolean",
                    "java.lang.Double",
                    "java.lang.Float",
                    "java.math.BigInteger",
                    "java.math.BigDecimal",
                    "java.util.Objects",
                    "java.util.Optional",
                    "java.util.OptionalInt");

    private static final Set<String> READING =
            Set.of(
                    "get",
                    "size",
                    "isEmpty",
                    "contains",
                    "containsKey",
                    "indexOf",
                    "getOrDefault",
                    "subList",
                    "stream");

    private final Program program;
    private final Reach reach;

    /** The classes whose tasks may. */
    private final Set<DeclaredType> proven = new HashSet<>();

    Independence(Program program) {
        this.program = program;
        this.reach = new Reach(program);
    }

    /** Refuses unless tasks of this class may run side by side. */
    void require(DeclaredType task) {
        if (proven.contains(task)) {
            return;
        }
        List<J.MethodDeclaration> bodies = task == null ? List.of() : task.methods("compute", 0);
        if (bodies.size() != 1 || !task.subtypes.isEmpty()) {
            throw new CannotProve("what the tasks do is not seen");
        }
        reach.visit(bodies.get(0), element -> require(element, task));
        proven.add(task);
    }

    /**
     * Refuses unless code that is run before such tasks may as well run after them, or beside them.
     *
     * @param code a call or an object's creation
     */
    void require(J code) {
        DeclaredType created =
                code instanceof J.NewClass creation ? program.calls.created(creation) : null;
        reach.visit(code, element -> require(element, created));
        if (code instanceof J.MethodInvocation join
                && join.getSelect() != null
                && program.isTask(join.getSelect())) {
            require(program.types.declared(program.variables.typeOf(join.getSelect())));
        }
    }

    private void require(J element, DeclaredType task) {
        Expression target = Reach.modified(element);
        if (target != null && !isOwn(target, task)) {
            throw new CannotProve(element, "tasks may change something that others see");
        }
        if (element instanceof J.FieldAccess access && isChangingFieldOfOther(access)) {
            throw new CannotProve(element, "tasks look at what another task may change");
        }
        if (element instanceof J.Synchronized) {
            throw new CannotProve(element, "tasks synchronize with others");
        }
        if (element instanceof J.MethodInvocation call
                && !isHarmless(call)
                && !isInvokedByPool(call, task)) {
            throw new CannotProve(
                    element, "what " + call.getSimpleName() + " does for other tasks is not known");
        }
        if (element instanceof J.MemberReference reference
                && program.calls.targets(reference).isEmpty()
                && !PURE_CLASSES.contains("" + program.variables.typeOf(reference.getContaining()))
                && !program.isTask(reference.getContaining())) {
            throw new CannotProve(element, "what this calls is not known");
        }
        if (element instanceof J.NewClass creation && program.calls.created(creation) == null) {
            String type = program.variables.typeOf(creation);
            if (type == null
                    || !type.matches(
                            "java\\.(util|math)\\.\\w+|java\\.lang\\.\\w*(Exception|Error|Builder)")) {
                throw new CannotProve(element, "what creating this does is not known");
            }
        }
    }

    /** Whether a call has a pool invoke one more of the tasks whose code is looked at anyway. */
    private boolean isInvokedByPool(J.MethodInvocation call, DeclaredType task) {
        return task != null
                && SerialPart.isHandedToPool(program, call)
                && program.types.declared(program.variables.typeOf(call.getArguments().get(0)))
                        == task;
    }

    /**
     * Whether a field is read that its object changes when it computes, by whoever did not make it.
     */
    private boolean isChangingFieldOfOther(J.FieldAccess access) {
        NamedVariable field = program.variables.of(access);
        DeclaredType owner =
                field == null || !program.variables.isField(field)
                        ? null
                        : program.types.enclosing(field);
        return owner != null
                && !DataFlow.isSelf(access.getTarget())
                && !reach.isFresh(access.getTarget())
                && owner.methods.stream()
                        .filter(it -> !it.isConstructor())
                        .flatMap(it -> Trees.elements(it, element -> false).stream())
                        .map(Reach::modified)
                        .anyMatch(it -> it != null && program.variables.of(it) == field);
    }

    private boolean isOwn(Expression target, DeclaredType task) {
        if (target instanceof J.ArrayAccess access) {
            return reach.isFresh(access.getIndexed());
        }
        NamedVariable variable = program.variables.of(target);
        if (variable == null) {
            return false;
        }
        if (!program.variables.isField(variable)) {
            return true;
        }
        boolean ofThis =
                target instanceof J.Identifier
                        || target instanceof J.FieldAccess access
                                && DataFlow.isSelf(access.getTarget());
        DeclaredType around = program.types.enclosing(target);
        J.MethodDeclaration method = program.trees.enclosing(target, J.MethodDeclaration.class);
        return ofThis
                && (around == task || method != null && method.isConstructor())
                && around.fields.get(variable.getSimpleName()) == variable
                && !program.variables.declaration(variable).hasModifier(J.Modifier.Type.Static);
    }

    /** Whether a call of this method runs its body, and not one that a subclass or lambda has. */
    private boolean isAll(J.MethodDeclaration method, J.MethodInvocation call) {
        DeclaredType receiver = program.types.declared(program.variables.typeOf(call.getSelect()));
        return method.hasModifier(J.Modifier.Type.Static)
                || method.hasModifier(J.Modifier.Type.Private)
                || program.types.enclosing(method).subtypes.isEmpty()
                        && (receiver == null || !receiver.isInterface());
    }

    /** Whether a call asks a record for a component, by a method that nobody has written. */
    private boolean isOfRecord(J.MethodInvocation call, String owner) {
        DeclaredType type = program.types.declared(owner);
        return type != null
                && type.tree instanceof J.ClassDeclaration declaration
                && declaration.getKind() == J.ClassDeclaration.Kind.Type.Record
                && Trees.arguments(call.getArguments()).isEmpty()
                && declaration.getPrimaryConstructor() != null
                && declaration.getPrimaryConstructor().stream()
                        .filter(J.VariableDeclarations.class::isInstance)
                        .flatMap(it -> ((J.VariableDeclarations) it).getVariables().stream())
                        .anyMatch(it -> it.getSimpleName().equals(call.getSimpleName()));
    }

    /** Whether a value is a function that is not written down where it is. */
    private boolean isUnseenFunction(Expression value) {
        Expression at = Trees.unwrapped(value);
        boolean seen =
                at instanceof J.Lambda
                        || at instanceof J.MemberReference
                        || at instanceof J.NewClass creation && creation.getBody() != null;
        String type = program.variables.typeOf(at);
        DeclaredType declared = type == null ? null : program.types.declared(type);
        return !seen
                && type != null
                && (type.startsWith("java.util.function.")
                        || declared != null
                                && CallGraph.withSupertypes(declared).stream()
                                        .flatMap(it -> it.supertypes.stream())
                                        .anyMatch(it -> it.startsWith("java.util.function.")));
    }

    private boolean isHarmless(J.MethodInvocation call) {
        boolean onTask =
                call.getSelect() == null
                        ? program.types.isTask(program.types.enclosing(call).name)
                        : program.isTask(call.getSelect());
        if (onTask
                && (TASK_METHODS.contains(call.getSimpleName())
                        || call.getSimpleName().equals("getRawResult")
                                && reach.isFresh(call.getSelect()))) {
            return true;
        }
        List<J.MethodDeclaration> targets = program.calls.targets(call);
        if (!targets.isEmpty()) {
            return targets.stream().allMatch(it -> isAll(it, call));
        }
        String owner = Reach.owner(call);
        if (owner == null) {
            return false;
        }
        if (isOfRecord(call, owner)) {
            return true;
        }
        List<Expression> arguments = Trees.arguments(call.getArguments());
        if (arguments.stream().anyMatch(this::isUnseenFunction)) {
            return false;
        }
        if (PURE_CLASSES.contains(owner) || owner.startsWith("java.util.stream.")) {
            return true;
        }
        if (owner.equals("java.util.Arrays")) {
            return Set.of("copyOf", "copyOfRange", "stream", "toString", "hashCode", "equals")
                            .contains(call.getSimpleName())
                    || reach.isFresh(arguments.get(0));
        }
        if (owner.equals("java.util.concurrent.ForkJoinPool")) {
            return call.getSimpleName().equals("commonPool");
        }
        if (owner.equals("java.lang.System")) {
            return call.getSimpleName().equals("arraycopy") && reach.isFresh(arguments.get(2));
        }
        return owner.matches("java\\.(util\\.\\w+|lang\\.StringBuilder)")
                && call.getSelect() != null
                && (reach.isFresh(call.getSelect())
                        || READING.contains(call.getSimpleName())
                                && program.types.isA(owner, "java.util.Collection")
                        || READING.contains(call.getSimpleName()) && owner.endsWith("Map"));
    }
}
