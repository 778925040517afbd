package dev.cleave.detector.repairs;

import dev.cleave.detector.checks.TaskSynchronization;
import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.ConfinedObject;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Reach;
import dev.cleave.detector.program.Trees;
import java.util.ArrayList;
import java.util.List;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Statement;

/**
 * FJ5: a monitor that protects nothing goes, and its content stays. Section V of the study, figure
 * 9.
 *
 * <p>Proves one of three: nobody but the running method knows the locked object; the one call
 * inside enters the same monitor again; or every block of the program that locks this object does a
 * single thing that is atomic by itself and whose outcome it does not look at, so that nobody can
 * tell in which order they ran. A synchronized wrapper around a new collection that only its method
 * knows goes, too. Gives up on locks, latches and barriers, on synchronized methods, on blocks that
 * do several things, and on locks that code may know which is not followed.
 */
public final class RemoveNeedlessLock extends Repair {
    /** Made by OpenRewrite too. */
    public RemoveNeedlessLock() {
        super(
                new TaskSynchronization(),
                "Remove monitors that protect nothing",
                "Removes monitors of objects that nobody else knows, and monitors around calls that"
                        + " synchronize by themselves or are atomic.");
    }

    @Override
    protected Patch patch(Program program, J finding) {
        if (finding instanceof J.Synchronized block) {
            return withoutMonitor(program, block);
        }
        if (finding instanceof J.MethodInvocation call) {
            Patch patch = withoutWrapper(program, program.variables.of(call.getSelect()));
            if (patch != null) {
                return patch;
            }
        }
        throw new CannotProve(
                CannotProve.noRepairOf("this kind of synchronization", check().remedy()));
    }

    // --- collections -----------------------------------------------------------------------------

    /** Null if the variable is no local one with a synchronized wrapper. */
    private static Patch withoutWrapper(Program program, NamedVariable variable) {
        List<Expression> values =
                variable == null || !ConfinedObject.isDeclaredInBlock(program, variable)
                        ? List.of()
                        : program.variables.values(variable);
        if (values.size() != 1
                || variable.getInitializer() != values.get(0)
                || !(values.get(0) instanceof J.MethodInvocation wrapper)
                || !"java.util.Collections".equals(Reach.owner(wrapper))
                || !wrapper.getSimpleName().startsWith("synchronized")
                || !ConfinedObject.makes(program, wrapper.getArguments().get(0))) {
            return null;
        }
        Expression type =
                program.variables.declaration(variable).getTypeExpression() instanceof Expression it
                        ? it
                        : null;
        if (type == null
                || type instanceof J.Identifier name && name.getSimpleName().equals("var")) {
            throw new CannotProve(variable, "without the wrapper this variable gets another type");
        }
        ConfinedObject.require(program, variable, false);
        Patch patch =
                new Patch(program, "the collection is not synchronized: nobody else knows it");
        patch.replace(wrapper, patch.text(wrapper.getArguments().get(0)));
        return patch;
    }

    // --- monitors --------------------------------------------------------------------------------

    private static Patch withoutMonitor(Program program, J.Synchronized block) {
        Expression lock = Trees.unwrapped(block.getLock().getTree());
        NamedVariable variable = program.variables.of(lock);
        if (variable == null) {
            throw new CannotProve("who else locks this object is not plain to see");
        }
        String why;
        if (ConfinedObject.isNew(program, variable)) {
            ConfinedObject.require(program, variable, true);
            why = "only this task knows " + variable.getSimpleName();
        } else if (entersTwice(program, block, lock)) {
            why = "the call in it enters the same monitor";
        } else {
            requireAtomic(program, block);
            LockedBlocks.of(program, variable).forEach(it -> requireAtomic(program, it));
            why = "all that is done under this lock is atomic by itself";
        }
        Patch patch = new Patch(program, "the monitor goes: " + why);
        patch.replace(block, content(program, patch, block));
        return patch;
    }

    /** The only statement in a block. */
    private static Statement only(J.Synchronized block) {
        List<Statement> statements = block.getBody().getStatements();
        if (statements.size() != 1) {
            throw new CannotProve(block, "this block does more than one thing under the lock");
        }
        return statements.get(0);
    }

    private static boolean entersTwice(Program program, J.Synchronized block, Expression lock) {
        PlainExpression plain = new PlainExpression(program);
        if (!(only(block) instanceof J.MethodInvocation call)
                || call.getSelect() == null
                || !program.trees.text(call.getSelect()).equals(program.trees.text(lock))
                || !plain.isLasting(lock)
                || !new AtomicCalls(program).entersMonitor(call)) {
            return false;
        }
        plain.require(Trees.arguments(call.getArguments()));
        return true;
    }

    /** Refuses unless a block does one atomic thing. */
    private static void requireAtomic(Program program, J.Synchronized block) {
        Statement only = only(block);
        if (only instanceof J.MethodInvocation call
                && call.getSelect() != null
                && new AtomicCalls(program).isAtomic(call)) {
            List<Expression> parts = new ArrayList<>(Trees.arguments(call.getArguments()));
            parts.add(call.getSelect());
            new PlainExpression(program).require(parts);
        } else if (only instanceof J.Assignment assignment
                && Trees.unwrapped(assignment.getVariable()) instanceof J.ArrayAccess target
                && TaskSynchronization.isOwnIndex(program, target)
                && countsUp(program, target)) {
            NamedVariable index = program.variables.of(target.getDimension().getIndex());
            PlainExpression plain =
                    new PlainExpression(
                            program,
                            it -> program.variables.of(it.getDimension().getIndex()) == index);
            plain.require(List.of(target.getIndexed(), assignment.getAssignment()));
        } else {
            throw new CannotProve(only, "what is done under the lock is not known to be atomic");
        }
    }

    /**
     * Whether the index of an element only grows, from the first to before the last of its loop.
     */
    private static boolean countsUp(Program program, J.ArrayAccess target) {
        NamedVariable index = program.variables.of(target.getDimension().getIndex());
        J.ForLoop.Control control =
                (J.ForLoop.Control) program.trees.parent(program.variables.declaration(index));
        return control.getCondition() instanceof J.Binary comparison
                && comparison.getOperator() == J.Binary.Type.LessThan
                && program.variables.of(comparison.getLeft()) == index
                && program.variables.values(index).size() == 1
                && program.variables.uses(index).stream()
                        .map(program.trees::parent)
                        .allMatch(
                                it ->
                                        it instanceof J.Unary unary
                                                ? isIncrement(unary, control)
                                                : !(it instanceof J.AssignmentOperation operation
                                                        && program.variables.of(
                                                                        operation.getVariable())
                                                                == index));
    }

    private static boolean isIncrement(J.Unary unary, J.ForLoop.Control control) {
        boolean increment =
                unary.getOperator() == J.Unary.Type.PostIncrement
                        || unary.getOperator() == J.Unary.Type.PreIncrement;
        return !unary.getOperator().isModifying()
                || increment && control.getUpdate().contains(unary);
    }

    /** What is in a block, without braces and indented as the block, where that is the same. */
    private static String content(Program program, Patch patch, J.Synchronized block) {
        String body = patch.text(block.getBody());
        String whole = patch.text(block);
        String head = whole.substring(0, whole.length() - body.length());
        if (head.contains("/*") || head.contains("//")) {
            throw new CannotProve(block, "there is a comment in the code to replace");
        }
        List<Statement> statements = block.getBody().getStatements();
        boolean scope =
                statements.isEmpty()
                        || !(program.trees.parent(block) instanceof J.Block)
                        || statements.stream()
                                .anyMatch(
                                        it ->
                                                it instanceof J.VariableDeclarations
                                                        || it instanceof J.ClassDeclaration)
                        || body.contains("\"\"\"");
        String content = body.substring(1, body.length() - 1);
        if (scope || content.startsWith(" //")) {
            return body;
        }
        String inner = patch.indent(statements.get(0));
        String outer = patch.indent(block);
        String lineEnd = patch.lineEnd(block);
        if (!content.contains("\n")) {
            return content.contains("//") ? body : content.strip();
        }
        List<String> lines = new ArrayList<>();
        for (String line : content.strip().split("\\R")) {
            if (lines.isEmpty() || line.isBlank()) {
                lines.add(line.strip());
            } else if (line.startsWith(inner) && inner.startsWith(outer)) {
                lines.add(outer + line.substring(inner.length()));
            } else {
                return body;
            }
        }
        return String.join(lineEnd, lines);
    }
}
