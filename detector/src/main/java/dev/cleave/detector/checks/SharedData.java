package dev.cleave.detector.checks;

import dev.cleave.detector.program.DataFlow;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Trees;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * Whether what comes out of a child task is data that it shares with its parent: it was handed that
 * data, nobody had copied it for the child, and the child made nothing of its own to return. Who
 * reads it after the join reads the memory that all tasks work in; no result changes hands.
 */
final class SharedData {
    private final Program program;
    private final Map<J, Boolean> known = new IdentityHashMap<>();

    /** The methods that are being looked at; what recursion returns is not followed. */
    private final Set<J> open = Trees.identitySet();

    SharedData(Program program) {
        this.program = program;
    }

    /** Whether a call on a child, for its result or for what it holds, returns shared data. */
    boolean isReturnedBy(J.MethodInvocation call) {
        Boolean answer = known.get(call);
        if (answer == null) {
            DeclaredType task = program.types.declared(program.variables.typeOf(call.getSelect()));
            Set<NamedVariable> inputs = Trees.identitySet();
            answer =
                    task != null
                            && task.subtypes.isEmpty()
                            && returnInputs(bodies(call, task), inputs)
                            && inputs.stream().allMatch(it -> isHandedOn(task, it));
            known.put(call, answer);
        }
        return answer;
    }

    private List<J.MethodDeclaration> bodies(J.MethodInvocation call, DeclaredType task) {
        if (!ChildResults.RESULTS.contains(call.getSimpleName())) {
            return program.calls.targets(call);
        }
        return task.methods(program.types.isCompleter(task.name) ? "getRawResult" : "compute", 0);
    }

    // --- what a method returns -------------------------------------------------------------------

    /** Whether methods return nothing but fields and parameters, which are added to the inputs. */
    private boolean returnInputs(List<J.MethodDeclaration> methods, Set<NamedVariable> inputs) {
        return !methods.isEmpty() && methods.stream().allMatch(it -> returnsInputs(it, inputs));
    }

    private boolean returnsInputs(J.MethodDeclaration method, Set<NamedVariable> inputs) {
        if (method.getBody() == null || !open.add(method)) {
            return false;
        }
        try {
            return Trees.elements(method.getBody(), Trees::returnsByItself).stream()
                    .filter(J.Return.class::isInstance)
                    .map(it -> ((J.Return) it).getExpression())
                    .allMatch(it -> it != null && isInput(it, inputs, Trees.identitySet()));
        } finally {
            open.remove(method);
        }
    }

    private boolean isInput(Expression expression, Set<NamedVariable> inputs, Set<J> seen) {
        Expression at = Trees.unwrapped(expression);
        if (at instanceof J.Literal literal) {
            return literal.getValue() == null;
        }
        if (at instanceof J.Ternary choice) {
            return isInput(choice.getTruePart(), inputs, seen)
                    && isInput(choice.getFalsePart(), inputs, seen);
        }
        if (at instanceof J.Assignment assignment) {
            return isInput(assignment.getAssignment(), inputs, seen);
        }
        if (at instanceof J.MethodInvocation call) {
            return isInputReturned(call, inputs, seen);
        }
        NamedVariable variable = isOwn(at) ? program.variables.of(at) : null;
        if (variable == null) {
            return false;
        }
        if (!seen.add(variable)) {
            return true;
        }
        if (program.variables.isField(variable)) {
            inputs.add(variable);
            return true;
        }
        List<Expression> values = program.variables.values(variable);
        boolean parameter = program.variables.isParameter(variable);
        if (parameter) {
            inputs.add(variable);
        }
        return (parameter || !values.isEmpty())
                && values.stream().allMatch(it -> isInput(it, inputs, seen));
    }

    private static boolean isOwn(Expression expression) {
        return expression instanceof J.Identifier
                || expression instanceof J.FieldAccess access
                        && DataFlow.isSelf(access.getTarget());
    }

    private boolean isInputReturned(
            J.MethodInvocation call, Set<NamedVariable> inputs, Set<J> seen) {
        boolean own = call.getSelect() == null || DataFlow.isSelf(call.getSelect());
        DeclaredType task = program.types.enclosing(call);
        if (own && task != null && program.types.isTask(task.name)) {
            List<J.MethodDeclaration> bodies = bodies(call, task);
            if (ChildResults.RESULTS.contains(call.getSimpleName())) {
                return returnInputs(bodies, inputs);
            }
        }
        List<J.MethodDeclaration> targets = program.calls.targets(call);
        if (!own && !targets.stream().allMatch(it -> it.hasModifier(J.Modifier.Type.Static))) {
            return false;
        }
        Set<NamedVariable> returned = Trees.identitySet();
        return returnInputs(targets, returned)
                && returned.stream()
                        .allMatch(
                                it ->
                                        program.variables.isField(it)
                                                ? inputs.add(it) || inputs.contains(it)
                                                : isInput(argument(call, it), inputs, seen));
    }

    /** What a call hands over for a parameter; the call itself if that cannot be told. */
    private Expression argument(J.MethodInvocation call, NamedVariable parameter) {
        J.VariableDeclarations declaration = program.variables.declaration(parameter);
        int index =
                DeclaredType.parameters((J.MethodDeclaration) program.trees.parent(declaration))
                        .indexOf(declaration);
        List<Expression> arguments = Trees.arguments(call.getArguments());
        return declaration.getVarargs() == null && index >= 0 && index < arguments.size()
                ? arguments.get(index)
                : call;
    }

    // --- what a child is given -------------------------------------------------------------------

    /** Whether a field of a task only ever holds what tasks hand on to their children. */
    private boolean isHandedOn(DeclaredType task, NamedVariable field) {
        List<Expression> values = program.variables.values(field);
        return task.fields.containsValue(field)
                && !values.isEmpty()
                && values.stream().allMatch(it -> isHandedOn(task, program.variables.of(it), it));
    }

    private boolean isHandedOn(DeclaredType task, NamedVariable parameter, Expression value) {
        J.MethodDeclaration method = program.trees.enclosing(value, J.MethodDeclaration.class);
        if (parameter == null
                || method == null
                || !method.isConstructor()
                || program.trees.parent(program.variables.declaration(parameter)) != method
                || !program.variables.values(parameter).isEmpty()) {
            return false;
        }
        int index =
                DeclaredType.parameters(method).indexOf(program.variables.declaration(parameter));
        boolean any = false;
        for (J.NewClass creation : program.calls.creations(task)) {
            if (program.tasks.around(creation) == null) {
                continue;
            }
            List<Expression> arguments = Trees.arguments(creation.getArguments());
            if (!program.calls.constructors(creation).equals(List.of(method))
                    || index >= arguments.size()
                    || !isGiven(arguments.get(index), Trees.identitySet())) {
                return false;
            }
            any = true;
        }
        return any;
    }

    /** Whether an expression is what its method, or its object, was given. */
    private boolean isGiven(Expression expression, Set<J> seen) {
        NamedVariable variable = program.variables.of(expression);
        if (variable == null || !seen.add(variable)) {
            return variable != null;
        }
        List<Expression> values = program.variables.values(variable);
        return (program.variables.isParameter(variable) || !values.isEmpty())
                && values.stream().allMatch(it -> isGiven(it, seen));
    }
}
