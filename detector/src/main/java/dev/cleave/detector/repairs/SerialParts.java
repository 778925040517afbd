package dev.cleave.detector.repairs;

import dev.cleave.detector.checks.IdleParent;
import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Reach;
import dev.cleave.detector.program.Trees;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;
import org.openrewrite.java.tree.Statement;

/**
 * Statements in a row that run one task after the other, as {@code a.fork().join();
 * b.fork().join();}, though none is made of another one's result. With {@code invokeAll(a, b)}
 * before them they run side by side, and what is left is to ask each for its result.
 */
final class SerialParts {
    private static final List<String> HALVES = List.of("left", "right");

    private static final List<String> ORDINALS =
            List.of("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth");

    private final Program program;
    private final List<Statement> statements = new ArrayList<>();
    private final List<SerialPart> parts = new ArrayList<>();

    /** What these statements set, and the tasks that they run. */
    private final Set<NamedVariable> results = new HashSet<>();

    /** Other work that stands between these tasks and some that need none of their results. */
    private Statement between;

    private Patch together;

    private SerialParts(Program program) {
        this.program = program;
    }

    /** Those of some statements in a row around one of the calls that run a task. */
    static SerialParts around(Program program, List<Statement> around, J.MethodInvocation join) {
        SerialParts row = new SerialParts(program);
        SerialParts found = row;
        SerialParts before = new SerialParts(program);
        Statement between = null;
        Set<Statement> forks = new HashSet<>();
        List<List<SerialPart>> all = new ArrayList<>();
        for (int at = 0; at < around.size(); at++) {
            List<SerialPart> parts = SerialPart.in(program, around, at);
            parts.stream().map(SerialPart::fork).forEach(forks::add);
            all.add(parts);
        }
        for (int at = 0; at < around.size(); at++) {
            Statement statement = around.get(at);
            List<SerialPart> parts = all.get(at);
            boolean goesOn =
                    !parts.isEmpty()
                            || forks.contains(statement)
                            || !row.statements.isEmpty() && IdleParent.isQuiet(program, statement);
            if (!goesOn || row.needsResult(statement, parts)) {
                if (!row.parts.isEmpty()) {
                    before = row;
                    between = goesOn ? null : statement;
                }
                row = new SerialParts(program);
            }
            if (goesOn) {
                if (row.parts.isEmpty() && !parts.isEmpty() && !before.makes(parts)) {
                    row.between = between;
                    before.between = before.between == null ? between : before.between;
                }
                row.add(statement, parts);
            } else {
                before.addResults(statement, false);
            }
            found = row.runs(program, join) ? row : found;
        }
        return found;
    }

    /** Whether tasks are made of what these have computed. */
    private boolean makes(List<SerialPart> later) {
        return later.stream().anyMatch(it -> uses(it.task(), results));
    }

    private void add(Statement statement, List<SerialPart> found) {
        statements.add(statement);
        parts.addAll(found);
        addResults(statement, !found.isEmpty());
        found.forEach(it -> results.add(program.variables.of(it.task())));
        results.remove(null); // what has no name is no name's result
    }

    private void addResults(Statement statement, boolean runs) {
        for (J element : Trees.elements(statement, it -> false)) {
            if (element instanceof NamedVariable declared && (runs || uses(declared, results))) {
                results.add(declared);
            } else if (Reach.modified(element) != null) {
                results.add(program.variables.of(Reach.modified(element)));
            }
        }
        results.remove(null); // what has no name is no name's result
    }

    /** Whether a statement makes a task, or runs a new one, of what those before have computed. */
    private boolean needsResult(Statement statement, List<SerialPart> found) {
        boolean makes =
                statement instanceof J.VariableDeclarations
                        && found.isEmpty()
                        && Trees.elements(statement, it -> false).stream()
                                .anyMatch(
                                        it ->
                                                it instanceof J.NewClass creation
                                                        && program.makesTask(creation));
        return makes && uses(statement, results)
                || found.stream()
                        .map(SerialPart::task)
                        .anyMatch(it -> it instanceof J.NewClass && uses(it, results));
    }

    private boolean uses(J code, Set<NamedVariable> variables) {
        return Trees.elements(code, it -> false).stream()
                .anyMatch(
                        it ->
                                it instanceof J.Identifier name
                                        && variables.contains(program.variables.of(name)));
    }

    /** Whether one of the tasks is run by a call, of the program as it is now. */
    boolean runs(Program now, J.MethodInvocation join) {
        return program == now && parts.stream().anyMatch(it -> it.call() == join);
    }

    /** Whether there is more than one task. */
    boolean runsOthers() {
        return parts.size() > 1;
    }

    /** Whether there are several, and at least one could have been left to another worker. */
    boolean areSeveral() {
        long forked = parts.stream().filter(it -> it.fork() != null).count();
        return parts.size() > 1
                && (forked > 1
                        || parts.stream()
                                .anyMatch(it -> it.isForkedAndJoined() || it.isHandedToPool()));
    }

    /** Refuses if another task could run beside these, were it not for the work between. */
    void requireNothingBetween() {
        if (between != null) {
            throw new CannotProve(
                    between,
                    "another task could run beside this one, but for what is done between; fork"
                            + " both before the first is joined");
        }
    }

    /** The patch that runs them side by side. */
    Patch together() {
        if (together == null) {
            together = proven();
        }
        return together;
    }

    private Patch proven() {
        Set<NamedVariable> tasks = new HashSet<>();
        Independence independence = new Independence(program);
        for (SerialPart part : parts) {
            if (part.fork() instanceof J.VariableDeclarations) {
                throw new CannotProve(
                        part.fork(), "the task is forked where its variable is declared");
            }
            Forks.requireNoAssignment(part.fork());
            if (part.isMadeOnTheSpot()) {
                requireMadeBefore((J.NewClass) part.task(), independence);
            } else {
                NamedVariable task = program.variables.of(part.task());
                if (task == null || !program.variables.isLocal(task) || !tasks.add(task)) {
                    throw new CannotProve(
                            part.call(),
                            "nothing runs beside the tasks here, and this one is not a local"
                                    + " variable of its own; name it, and fork it before the others"
                                    + " are joined");
                }
                requireRunOnce(task, part);
            }
            if (part.isHandedToPool()) {
                ForkInsteadOfSubmit.requireForkable(program, part.call());
            }
            independence.require(program.types.declared(program.variables.typeOf(part.task())));
        }
        J.MethodInvocation last = parts.get(parts.size() - 1).call();
        for (Statement statement : statements) {
            for (J element : Trees.elements(statement, it -> false)) {
                boolean before =
                        program.trees.isBefore(element, last)
                                && !program.trees.within(last, element);
                if (before) {
                    requireHarmless(element, independence);
                }
            }
        }
        return patch(tasks);
    }

    /** Refuses unless a task that has no name may as well be made before the others run. */
    private void requireMadeBefore(J.NewClass task, Independence independence) {
        for (J element : Trees.elements(task, it -> false)) {
            if (element instanceof J.MethodInvocation || element instanceof J.NewClass) {
                independence.require(element);
            }
        }
        Set<NamedVariable> names = new HashSet<>();
        addNames(task, names);
        for (Statement statement : statements) {
            for (J element : Trees.elements(statement, it -> false)) {
                Expression changed = Reach.modified(element);
                if (changed != null && names.contains(program.variables.of(changed))) {
                    throw new CannotProve(element, "the task is made of what is changed here");
                }
            }
        }
    }

    private void requireRunOnce(NamedVariable task, SerialPart part) {
        for (Expression use : program.variables.uses(task)) {
            J around = program.trees.parentPastWrapping(use);
            if (around != part.call()
                    && around != part.call().getSelect()
                    && around != part.fork()
                    && !(around instanceof J.FieldAccess)) {
                throw new CannotProve(use, "the task is used elsewhere, too");
            }
        }
    }

    private void requireHarmless(J element, Independence independence) {
        Expression changed = Reach.modified(element);
        NamedVariable variable = changed == null ? null : program.variables.of(changed);
        if (changed != null && (variable == null || !program.variables.isLocal(variable))) {
            throw new CannotProve(element, "a task that follows may see what is changed here");
        }
        boolean runs = element instanceof J.MethodInvocation || element instanceof J.NewClass;
        if (runs && parts.stream().noneMatch(it -> program.trees.within(element, it.call()))) {
            independence.require(element);
        }
    }

    /** The declarations between that make tasks, and those of what they are made of. */
    private List<Statement> madeLate(Set<NamedVariable> tasks) {
        LinkedList<Statement> found = new LinkedList<>();
        Set<NamedVariable> needed = new HashSet<>(tasks);
        for (SerialPart part : parts) {
            if (part.isMadeOnTheSpot()) {
                addNames(part.task(), needed);
            }
        }
        for (int at = statements.size() - 1; at >= 0; at--) {
            Statement statement = statements.get(at);
            if (statement instanceof J.VariableDeclarations declared
                    && declared.getVariables().stream().anyMatch(needed::contains)) {
                found.addFirst(statement);
                addNames(statement, needed);
            }
        }
        return found;
    }

    private void addNames(J code, Set<NamedVariable> names) {
        for (J element : Trees.elements(code, it -> false)) {
            if (element instanceof J.Identifier name) {
                names.add(program.variables.of(name));
            }
        }
    }

    /** What each task is called behind: those that are made on the spot get a name. */
    private Map<SerialPart, String> names(Patch patch) {
        Map<SerialPart, String> names = new LinkedHashMap<>();
        NewNames unused = new NewNames(program, statements.get(0));
        List<String> usual = parts.size() == 2 ? HALVES : ORDINALS;
        for (SerialPart part : parts) {
            names.put(
                    part,
                    needsName(part)
                            ? unused.ofTask(resultOf(part), usual, names.size())
                            : patch.text(part.task()));
        }
        return names;
    }

    /** What the variable is called that gets a task's result, and nothing else; null if none. */
    private String resultOf(SerialPart part) {
        return program.trees.parentPastWrapping(part.call()) instanceof NamedVariable result
                ? result.getSimpleName()
                : null;
    }

    /** Whether a task has no name, and is asked for its result. */
    private boolean needsName(SerialPart part) {
        return part.isMadeOnTheSpot() && !statements.contains(part.call());
    }

    private Patch patch(Set<NamedVariable> tasks) {
        Patch patch = new Patch(program, "the tasks run side by side: invokeAll");
        Statement first = statements.get(0);
        List<String> lines = new ArrayList<>();
        for (Statement declaration : madeLate(tasks)) {
            lines.add(patch.text(declaration) + ";");
            patch.remove(declaration);
        }
        Map<SerialPart, String> names = names(patch);
        for (SerialPart part : parts) {
            if (needsName(part)) {
                String type = patch.text(((J.NewClass) part.task()).getClazz());
                lines.add(type + " " + names.get(part) + " = " + patch.text(part.task()) + ";");
            }
        }
        lines.add(
                new Forks(program).invokeAll(first)
                        + "("
                        + String.join(", ", names.values())
                        + ")");
        String text = String.join(patch.lineEnd(first) + patch.indent(first), lines);
        boolean replaced = false;
        for (SerialPart part : parts) {
            // What only forks, or drops the result, is done with.
            for (Statement statement :
                    List.of(part.call(), part.fork() == null ? part.call() : part.fork())) {
                boolean done = statement == part.fork() || statements.contains(statement);
                if (done && statement == first) {
                    patch.replace(first, text);
                    replaced = true;
                } else if (done) {
                    patch.remove(statement);
                }
            }
            if (!statements.contains(part.call())) {
                part.onlyAsk(patch, names.get(part));
            }
        }
        if (!replaced) {
            patch.addLineBefore(first, text + ";");
        }
        return patch;
    }
}
