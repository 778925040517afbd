package dev.cleave.detector.repairs;

import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.ConfinedObject;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Reach;
import dev.cleave.detector.program.Trees;
import dev.cleave.detector.program.TypeNames;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * All blocks of a program that enter the monitor of one object, by whatever name. Follows the
 * object from variable to variable, through constructors; whoever else gets to know it may lock it,
 * too, and is a reason to refuse.
 */
final class LockedBlocks {
    private static final Set<String> ON_MONITORS = Set.of("wait", "notify", "notifyAll");

    private final Program program;
    private final Set<NamedVariable> names = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<NamedVariable> open = new ArrayDeque<>();
    private final List<J.Synchronized> blocks = new ArrayList<>();

    private LockedBlocks(Program program) {
        this.program = program;
    }

    /**
     * The blocks that lock what a variable holds.
     *
     * @throws CannotProve if there may be others
     */
    static List<J.Synchronized> of(Program program, NamedVariable lock) {
        LockedBlocks found = new LockedBlocks(program);
        found.add(lock);
        while (!found.open.isEmpty()) {
            found.follow(found.open.remove());
        }
        return found.blocks;
    }

    private void add(NamedVariable name) {
        if (names.add(name)) {
            open.add(name);
        }
    }

    private void follow(NamedVariable name) {
        J.VariableDeclarations declaration = program.variables.declaration(name);
        if (program.variables.isField(name)) {
            requireAllUsesSeen(name, declaration);
        }
        List<Expression> values = new ArrayList<>(program.variables.values(name));
        if (program.trees.parent(declaration) instanceof J.MethodDeclaration method) {
            values.addAll(arguments(method, declaration));
        } else if (!program.variables.isField(name)
                && !ConfinedObject.isDeclaredInBlock(program, name)) {
            throw unknown(name);
        }
        if (values.isEmpty()) {
            throw unknown(name);
        }
        for (Expression value : values) {
            origin(Trees.unwrapped(value));
        }
        for (Expression use : program.variables.uses(name)) {
            use(use);
        }
    }

    private static CannotProve unknown(J place) {
        return new CannotProve(place, "others may know the object that is locked here");
    }

    private void requireAllUsesSeen(NamedVariable field, J.VariableDeclarations declaration) {
        if (declaration.hasModifier(J.Modifier.Type.Public)
                || declaration.hasModifier(J.Modifier.Type.Protected)) {
            throw unknown(field);
        }
        for (J.CompilationUnit file : program.files) {
            for (J element : program.trees.elements(file)) {
                if (element instanceof J.FieldAccess access
                        && access.getSimpleName().equals(field.getSimpleName())
                        && program.variables.of(access) == null
                        && !isOfTheJdk(access.getTarget())) {
                    throw unknown(access);
                }
            }
        }
    }

    /** Whether an object or class, such as System, is none that could have the program's field. */
    private boolean isOfTheJdk(Expression owner) {
        String type = program.variables.typeOf(owner);
        return type != null
                && !type.equals("java.lang.Object") // as one of a class that was not given may be
                && TypeNames.inTheJdk(type) != null;
    }

    private void origin(Expression value) {
        if (value instanceof J.NewArray
                || value instanceof J.NewClass creation
                        && creation.getBody() == null
                        && program.calls.created(creation) == null) {
            return;
        }
        NamedVariable source = program.variables.of(value);
        if (source == null) {
            throw unknown(value);
        }
        add(source);
    }

    private void use(Expression use) {
        J around = program.trees.parentPastWrapping(use);
        if (around instanceof J.Synchronized block) {
            blocks.add(block);
        } else if (around instanceof J.MethodInvocation call && call.getSelect() == use) {
            if (ON_MONITORS.contains(call.getSimpleName())) {
                throw new CannotProve(call, "threads wait for each other at this lock");
            }
        } else if (around instanceof J.MethodInvocation call
                && "java.util.Arrays".equals(Reach.owner(call))) {
            return;
        } else if (around instanceof J.MethodInvocation call
                && Set.of("this", "super").contains(call.getSimpleName())) {
            parameter(program.calls.targets(call), call.getArguments(), use);
        } else if (around instanceof J.NewClass creation) {
            parameter(program.calls.constructors(creation), creation.getArguments(), use);
        } else if (around instanceof NamedVariable variable) {
            add(variable);
        } else if (around instanceof J.Assignment assignment) {
            NamedVariable target = program.variables.of(assignment.getVariable());
            if (target == null) {
                throw unknown(use);
            }
            add(target);
        } else if (!(around instanceof J.ArrayAccess access && access.getIndexed() == use)
                && !(around instanceof J.Binary)
                && !isLength(around)) {
            throw unknown(use);
        }
    }

    private static boolean isLength(J around) {
        return around instanceof J.FieldAccess access && access.getSimpleName().equals("length");
    }

    private void parameter(
            List<J.MethodDeclaration> constructors, List<Expression> arguments, Expression use) {
        int index = 0;
        while (index < arguments.size() && Trees.unwrapped(arguments.get(index)) != use) {
            index++;
        }
        if (constructors.size() != 1 || index == arguments.size()) {
            throw unknown(use);
        }
        List<J.VariableDeclarations> parameters = DeclaredType.parameters(constructors.get(0));
        if (index >= parameters.size() || parameters.get(index).getVarargs() != null) {
            throw unknown(use);
        }
        add(parameters.get(index).getVariables().get(0));
    }

    /** Everything that a constructor's parameter may be. */
    private List<Expression> arguments(
            J.MethodDeclaration method, J.VariableDeclarations declared) {
        DeclaredType type = program.types.enclosing(method);
        if (!method.isConstructor() || type == null || declared.getVarargs() != null) {
            throw unknown(declared);
        }
        int index = DeclaredType.parameters(method).indexOf(declared);
        List<Expression> found = new ArrayList<>();
        for (J.CompilationUnit file : program.files) {
            for (J element : program.trees.elements(file)) {
                if (element instanceof J.NewClass creation
                        && program.calls.constructors(creation).contains(method)) {
                    found.add(creation.getArguments().get(index));
                } else if (element instanceof J.MethodInvocation call
                        && Set.of("this", "super").contains(call.getSimpleName())
                        && program.calls.targets(call).contains(method)) {
                    found.add(call.getArguments().get(index));
                } else if (element instanceof J.MemberReference reference
                        && program.calls.targets(reference).contains(method)) {
                    throw unknown(reference);
                }
            }
        }
        return found;
    }
}
