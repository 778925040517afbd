package dev.cleave.detector.repairs;

import dev.cleave.detector.checks.ScatteredForks;
import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.DataFlow;
import dev.cleave.detector.program.Loops;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Reach;
import dev.cleave.detector.program.Trees;
import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Statement;

/**
 * FJ4: tasks that are forked one by one are collected, and forked by one {@code invokeAll}. Section
 * V of the study, figures 8 and 11.
 *
 * <p>Assumes that what the loop does besides does not wait for the tasks that it has forked, and
 * that, if several tasks fail, it does not matter whose exception is thrown. Proves that exactly
 * the forked tasks are collected, and that the next thing that is done is to join all of them, so
 * that {@code invokeAll} waits for nothing else. Gives up on {@code get}, which reports failures in
 * another way, on loops that may be left early, and on work between forks and joins.
 */
public final class CollectThenInvokeAll extends Repair {
    /** Made by OpenRewrite too. */
    public CollectThenInvokeAll() {
        super(
                new ScatteredForks(),
                "Collect tasks, then invoke all",
                "Replaces forks in a loop by one invokeAll after it.");
    }

    @Override
    protected Patch patch(Program program, J finding) {
        return new Attempt(program, finding).patch();
    }

    /** For one finding. */
    private static final class Attempt {
        private final Program program;
        private final J finding;
        private final Forks forks;
        private final Patch patch;

        Attempt(Program program, J finding) {
            this.program = program;
            this.finding = finding;
            this.forks = new Forks(program);
            this.patch = new Patch(program, "tasks are collected, then forked by invokeAll");
        }

        Patch patch() {
            J loop = Loops.around(program.trees, finding);
            if (finding instanceof J.MemberReference) {
                forEachFork();
            } else if (loop == null) {
                inARow((J.MethodInvocation) finding);
            } else {
                inALoop((Statement) loop, (J.MethodInvocation) finding);
            }
            return patch;
        }

        /** {@code tasks.forEach(Task::fork);}. */
        private void forEachFork() {
            if (!(program.trees.parent(finding) instanceof J.MethodInvocation call)
                    || !call.getSimpleName().equals("forEach")) {
                throw new CannotProve("only forEach over a list of tasks is understood");
            }
            Statement statement = call;
            requireCollectionThatIsJoined(call.getSelect(), statement, null);
            patch.replace(call, invokeAll(program.trees.text(call.getSelect())));
        }

        /** The tasks in the variable are joined right after this statement. */
        private void requireCollectionThatIsJoined(
                Expression collection, Statement statement, String count) {
            NamedVariable tasks =
                    collection instanceof J.Identifier ? program.variables.of(collection) : null;
            if (tasks == null) {
                throw new CannotProve("the tasks are not in a variable");
            }
            String type = program.variables.typeOf(tasks);
            if (type == null
                    || !type.endsWith("[]") && !program.types.isA(type, "java.util.Collection")) {
                throw new CannotProve(tasks, "the tasks are not in a collection or array");
            }
            List<Statement> statements = forks.blockOf(statement).getStatements();
            if (!forks.joinAll(statements, statements.indexOf(statement) + 1, tasks, count)) {
                throw new CannotProve(
                        "that all these tasks are joined next, by join, cannot be proven");
            }
        }

        private String invokeAll(String tasks) {
            return forks.invokeAll(finding) + "(" + tasks + ")";
        }

        /** {@code tasks.add(new Task(x).fork());} several times. */
        private void inARow(J.MethodInvocation fork) {
            NamedVariable tasks = collectedIn(fork);
            J.Block block = forks.blockOf(statementAround(fork));
            List<Statement> statements = block.getStatements();
            Statement last = null;
            int count = 0;
            for (Statement statement : statements) {
                J.MethodInvocation own = forkAddedBy(statement, tasks);
                if (own != null) {
                    removeFork(own);
                    last = statement;
                    count++;
                } else if (last != null && !forks.isQuiet(statement)) {
                    break;
                }
            }
            if (last == null) {
                throw new CannotProve("the forked task is not just added to a list");
            }
            requireNew(tasks, block, count, null);
            requireCollectionThatIsJoined(
                    program.variables.uses(tasks).get(0), last, Integer.toString(count));
            if (program.variables.typeOf(tasks).endsWith("[]")) {
                throw new CannotProve("that the array is full cannot be proven");
            }
            patch.addLineAfter(last, invokeAll(tasks.getSimpleName()) + ";");
        }

        private J.MethodInvocation forkAddedBy(Statement statement, NamedVariable tasks) {
            return statement instanceof J.MethodInvocation add
                            && isAdd(add)
                            && program.variables.of(add.getSelect()) == tasks
                            && add.getArguments().get(0) instanceof J.MethodInvocation fork
                            && fork.getSimpleName().equals("fork")
                            && fork.getSelect() instanceof J.NewClass
                    ? fork
                    : null;
        }

        private static boolean isAdd(J.MethodInvocation call) {
            return call.getSimpleName().equals("add")
                    && call.getSelect() != null
                    && Trees.arguments(call.getArguments()).size() == 1;
        }

        private void removeFork(J.MethodInvocation fork) {
            patch.replaceAfter(fork.getSelect(), fork, "");
        }

        private Statement statementAround(J element) {
            J at = element;
            while (at != null && !(program.trees.parent(at) instanceof J.Block)) {
                at = program.trees.parent(at);
            }
            if (at instanceof Statement statement) {
                return statement;
            }
            throw new CannotProve(element, "the fork does not stand in a block");
        }

        /** The collection or array that the value of a fork goes straight into. */
        private NamedVariable collectedIn(J.MethodInvocation fork) {
            J around = program.trees.parent(fork);
            NamedVariable tasks = null;
            if (around instanceof J.MethodInvocation add && isAdd(add) && add.getSelect() != fork) {
                tasks = program.variables.of(add.getSelect());
            } else if (around instanceof J.Assignment assignment
                    && assignment.getVariable() instanceof J.ArrayAccess slot) {
                tasks = program.variables.of(slot.getIndexed());
            }
            if (tasks == null) {
                throw new CannotProve("the forked task is not just added to a list or array");
            }
            return tasks;
        }

        private void inALoop(Statement loop, J.MethodInvocation fork) {
            requireStraight(loop, fork);
            if (forksOnly(loop, fork)) {
                return;
            }
            J filling;
            if (program.trees.parent(fork) instanceof J.Block block) {
                NamedVariable task = forks.forked((Statement) fork);
                if (task == null || program.variables.values(task).size() != 1) {
                    throw new CannotProve("the task is not in a local variable of its own");
                }
                filling = collecting(block, task, (Statement) fork);
                patch.remove((Statement) fork);
            } else {
                filling = program.trees.parent(fork);
                if (filling instanceof NamedVariable task
                        && fork.getSelect() instanceof J.NewClass
                        && program.variables.values(task).size() == 1) {
                    Statement declaration = program.variables.declaration(task);
                    filling = collecting(forks.blockOf(declaration), task, declaration);
                } else {
                    collectedIn(fork);
                    J around = program.trees.parent(filling);
                    if (!(around instanceof J.Block
                            || around instanceof J.If
                            || around instanceof J.If.Else
                            || filling == body(loop))) {
                        throw new CannotProve(
                                "the forked task is not just added to a list or array");
                    }
                }
                removeFork(fork);
            }
            Expression collection =
                    filling instanceof J.MethodInvocation add
                            ? add.getSelect()
                            : ((J.ArrayAccess) ((J.Assignment) filling).getVariable()).getIndexed();
            NamedVariable tasks = program.variables.of(collection);
            String count = null;
            if (filling instanceof J.Assignment assignment) {
                count = requireFull(tasks, loop, assignment);
            }
            // Where a choice skips the loop, a list is empty, and an array is not filled.
            Statement last = count == null ? pastChoices(loop) : loop;
            requireNew(tasks, forks.blockOf(last), 1, filling);
            requireCollectionThatIsJoined(collection, last, count);
            patch.addLineAfter(last, invokeAll(tasks.getSimpleName()) + ";");
        }

        /** A loop, or the outermost choice, without another branch, that ends with it. */
        private Statement pastChoices(Statement loop) {
            Statement last = loop;
            while (true) {
                J around = program.trees.parent(last);
                J branch =
                        around instanceof J.Block block
                                        && block.getStatements().indexOf(last)
                                                == block.getStatements().size() - 1
                                ? block
                                : last;
                if (!(program.trees.parent(branch) instanceof J.If choice)
                        || choice.getElsePart() != null
                        || !(program.trees.parent(choice) instanceof J.Block)) {
                    return last;
                }
                last = choice;
            }
        }

        /** What a loop repeats, or a {@code forEach}; null for others. */
        private static J body(Statement loop) {
            if (loop instanceof J.ForEachLoop each) {
                return each.getBody();
            }
            if (loop instanceof J.MethodInvocation call) {
                return call.getSimpleName().equals("forEach")
                                && call.getArguments().get(0) instanceof J.Lambda lambda
                        ? lambda.getBody()
                        : null;
            }
            return loop instanceof J.ForLoop counted
                    ? counted.getBody()
                    : loop instanceof J.WhileLoop open ? open.getBody() : null;
        }

        /** Nothing leaves the loop, and nothing in it has to do with other forks and joins. */
        private void requireStraight(Statement loop, J.MethodInvocation fork) {
            J body = body(loop);
            if (body == null) {
                throw new CannotProve("only loops, and forEach with a lambda, are understood");
            }
            if (!isOnceAtMost(fork, body)) {
                throw new CannotProve(
                        "what stands between the loop and the fork is not understood");
            }
            if (Forks.mayEnd(body)) {
                throw new CannotProve(loop, "the loop may be left early");
            }
            for (J element : Trees.elements(loop, it -> false)) {
                if (element instanceof J.MethodInvocation call
                        && call != fork
                        && Set.of("fork", "join", "get", "invoke", "compute", "invokeAll")
                                .contains(call.getSimpleName())
                        && (call.getSelect() == null || program.isTask(call.getSelect()))) {
                    throw new CannotProve(call, "the loop does more with tasks than fork them");
                }
                if (element instanceof J.Synchronized || element instanceof J.Try) {
                    throw new CannotProve(element, "the loop has code that others may wait for");
                }
            }
        }

        /** Whether each round of a loop comes by an element once or, by a choice, not at all. */
        private boolean isOnceAtMost(J element, J body) {
            J at = element;
            while (at != body) {
                J around = program.trees.parent(at);
                if (!(around instanceof J.If) && !forks.isUnconditional(at, around)) {
                    return false;
                }
                at = around;
            }
            return true;
        }

        /** A loop that forks tasks made before, and does nothing else. */
        private boolean forksOnly(Statement loop, J.MethodInvocation fork) {
            J body = body(loop);
            if (body instanceof J.Block block && block.getStatements().size() == 1) {
                body = block.getStatements().get(0);
            }
            if (body != fork) {
                return false;
            }
            Expression tasks = null;
            if (loop instanceof J.ForEachLoop each
                    && each.getControl().getVariable() instanceof J.VariableDeclarations declared
                    && program.variables.of(fork.getSelect()) == declared.getVariables().get(0)) {
                tasks = each.getControl().getIterable();
            } else if (loop instanceof J.ForLoop counted) {
                Expression select = Trees.unwrapped(fork.getSelect());
                if (select instanceof J.ArrayAccess access) {
                    tasks = access.getIndexed();
                } else if (select instanceof J.MethodInvocation get
                        && get.getSimpleName().equals("get")) {
                    tasks = get.getSelect();
                }
                NamedVariable variable = tasks == null ? null : program.variables.of(tasks);
                NamedVariable index =
                        variable == null ? null : forks.indexOfAll(counted, variable, null, false);
                Expression used =
                        select instanceof J.ArrayAccess access
                                ? access.getDimension().getIndex()
                                : select instanceof J.MethodInvocation get
                                        ? get.getArguments().get(0)
                                        : null;
                if (index == null || program.variables.of(used) != index) {
                    tasks = null;
                }
            }
            if (tasks == null) {
                throw new CannotProve("the loop does not run over all tasks of a collection");
            }
            requireCollectionThatIsJoined(tasks, loop, null);
            patch.replace(loop, invokeAll(program.trees.text(tasks)) + ";");
            return true;
        }

        /** The statement of the same block that collects a task, the only other use of it. */
        private J collecting(J.Block block, NamedVariable task, Statement fork) {
            Statement found = null;
            for (Expression use : program.variables.uses(task)) {
                J around = program.trees.parent(use);
                if (around == fork) {
                    continue;
                }
                boolean adds =
                        around instanceof J.MethodInvocation add
                                        && isAdd(add)
                                        && add.getArguments().get(0) == use
                                || around instanceof J.Assignment assignment
                                        && assignment.getAssignment() == use
                                        && assignment.getVariable() instanceof J.ArrayAccess;
                if (adds && found == null && program.trees.parent(around) == block) {
                    found = (Statement) around;
                } else if (block.getStatements().indexOf(forks.statementIn(block, use))
                        > block.getStatements().indexOf(fork)) {
                    throw new CannotProve(use, "the task is used for more than being collected");
                } else if (adds) {
                    throw new CannotProve(use, "the task is collected more than once");
                }
            }
            if (found == null) {
                throw new CannotProve("the forked task is not collected in the same block");
            }
            int forked = block.getStatements().indexOf(fork);
            int added = block.getStatements().indexOf(found);
            for (Statement between :
                    block.getStatements()
                            .subList(Math.min(forked, added), Math.max(forked, added))) {
                if (Forks.mayLeave(between)) {
                    throw new CannotProve(between, "a task may be forked and not be collected");
                }
            }
            return found;
        }

        /** The collection is made here, and gets nothing but the forked tasks. */
        private void requireNew(NamedVariable tasks, J.Block block, int adds, J filling) {
            Expression made =
                    program.variables.values(tasks).size() == 1 ? tasks.getInitializer() : null;
            boolean empty =
                    made instanceof J.NewArray
                            || made instanceof J.NewClass creation
                                    && creation.getBody() == null
                                    && program.types.isA(
                                            program.variables.typeOf(creation),
                                            "java.util.Collection")
                                    && !program.types.isA(
                                            program.variables.typeOf(creation), "java.util.Set")
                                    && Trees.arguments(creation.getArguments()).stream()
                                            .allMatch(
                                                    it ->
                                                            DataFlow.isScalar(
                                                                    ""
                                                                            + program.variables
                                                                                    .typeOf(it)));
            if (!empty
                    || !program.variables.isLocal(tasks)
                    || program.trees.parent(program.variables.declaration(tasks)) != block) {
                throw new CannotProve(tasks, "the list or array of tasks is not new here");
            }
            int changes = 0;
            for (Expression use : program.variables.uses(tasks)) {
                J around = program.trees.parent(use);
                boolean changes1 =
                        around instanceof J.MethodInvocation call
                                && (call.getSelect() != use
                                        || Set.of(
                                                        "add",
                                                        "addAll",
                                                        "addFirst",
                                                        "addLast",
                                                        "set",
                                                        "push",
                                                        "offer",
                                                        "remove",
                                                        "clear",
                                                        "put")
                                                .contains(call.getSimpleName()));
                if (changes1) {
                    changes++;
                }
            }
            if (changes != (filling instanceof J.Assignment ? 0 : adds)) {
                throw new CannotProve(tasks, "the list of tasks gets or loses others, too");
            }
        }

        /** The length of an array that a loop fills completely, as written. */
        private String requireFull(NamedVariable tasks, Statement loop, J.Assignment assignment) {
            J.ArrayAccess slot = (J.ArrayAccess) assignment.getVariable();
            String length =
                    tasks.getInitializer() instanceof J.NewArray made
                                    && made.getInitializer() == null
                                    && made.getDimensions().size() == 1
                                    && isConstant(made.getDimensions().get(0).getIndex())
                            ? program.trees.text(made.getDimensions().get(0).getIndex())
                            : null;
            NamedVariable index =
                    loop instanceof J.ForLoop counted && length != null
                            ? forks.indexOfAll(counted, tasks, length, false)
                            : null;
            if (index == null
                    || !(slot.getDimension().getIndex() instanceof J.Identifier used)
                    || program.variables.of(used) != index
                    || Forks.mayLeave(body(loop))
                    || !forks.isUnconditional(assignment, body(loop))) {
                throw new CannotProve(assignment, "that the array gets full cannot be proven");
            }
            return length;
        }

        /** A number, or a variable that is never assigned again after its declaration. */
        private boolean isConstant(Expression expression) {
            if (expression instanceof J.Literal) {
                return true;
            }
            NamedVariable variable =
                    expression instanceof J.Identifier ? program.variables.of(expression) : null;
            if (variable == null) {
                return false;
            }
            J.MethodDeclaration here = program.trees.enclosing(finding, J.MethodDeclaration.class);
            return here != null
                    && Trees.elements(here, it -> false).stream()
                            .map(Reach::modified)
                            .noneMatch(it -> it != null && program.variables.of(it) == variable)
                    && (!program.variables.isField(variable)
                            || program.variables
                                    .declaration(variable)
                                    .hasModifier(J.Modifier.Type.Final)
                            || Trees.elements(here, it -> false).stream()
                                    .noneMatch(it -> isCallOfOwn(it)));
        }

        /** A call of the program's, which may change a field. */
        private boolean isCallOfOwn(J element) {
            return element instanceof J.MethodInvocation call
                    && program.calls.targets(call).stream()
                            .anyMatch(
                                    it ->
                                            Trees.elements(it, inner -> false).stream()
                                                    .map(Reach::modified)
                                                    .anyMatch(
                                                            target ->
                                                                    target != null
                                                                            && program.variables.of(
                                                                                            target)
                                                                                    != null
                                                                            && program.variables
                                                                                    .isField(
                                                                                            program
                                                                                                    .variables
                                                                                                    .of(
                                                                                                            target))));
        }
    }
}
