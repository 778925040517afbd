package dev.cleave.detector.repairs;

import dev.cleave.detector.checks.CopyOnFork;
import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Trees;
import java.util.List;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * FJ2: a task that copies the halves of its array, string or list for its children gets the whole
 * and a range. Section V of the study, figures 2 and 11.
 *
 * <p>The constructor that there was stays, for the whole range; a private one takes the range. So
 * no construction elsewhere changes.
 *
 * <p>Assumes that an access outside of a piece does not happen: it used to throw, and may read a
 * neighbour's element. Assumes that the data is not changed from outside while tasks read it, which
 * was a race before. A task created with null now fails when it is created.
 *
 * <p>Proves that each piece lies within the data, that nothing that a task runs writes to data of
 * that type, and that each use of the data is one that can be given a range. Gives up on tasks that
 * change their data, let it escape, or have subclasses.
 */
public final class ShareSplitData extends Repair {
    /** What became of the data of the last finding: the next is often another piece of it. */
    private transient Shared last;

    /** Made by OpenRewrite too. */
    public ShareSplitData() {
        super(
                new CopyOnFork(),
                "Share data among tasks by ranges",
                "Replaces the copies of arrays, strings and lists that tasks make for their children"
                        + " by the whole and a range of indices.");
    }

    @Override
    protected Patch patch(Program program, J finding) {
        NamedVariable field = program.variables.of(Trees.unwrapped(copied(finding)));
        DeclaredType type = program.types.enclosing(finding);
        if (field == null
                || type == null
                || !program.variables.isField(field)
                || type.fields.get(field.getSimpleName()) != field
                || !program.types.isTask(type.name)) {
            throw new CannotProve("what is copied is not a field of the task that copies it");
        }
        if (last == null || last.program != program || last.field != field) {
            last = new Shared(program, type, field);
        }
        return last.patch(finding);
    }

    /** Data that is to be shared, with all its pieces; or why it cannot be. */
    private static final class Shared {
        private final Program program;
        private final NamedVariable field;
        private SplitPieces pieces;
        private Patch patch;
        private CannotProve obstacle;

        Shared(Program program, DeclaredType type, NamedVariable field) {
            this.program = program;
            this.field = field;
            try {
                SplitData data = new SplitData(program, type, field);
                pieces = new SplitPieces(data);
                patch = new SplitEdits(data, pieces).patch();
            } catch (CannotProve found) {
                obstacle = found;
            }
        }

        Patch patch(J finding) {
            if (pieces != null && !pieces.contain(finding)) {
                // To share the others alone would leave this one, to be found again and again.
                throw new CannotProve(finding, "this copy does more than go to a child");
            }
            if (obstacle != null) {
                throw obstacle;
            }
            return patch;
        }
    }

    private static Expression copied(J finding) {
        Expression whole = whole(finding);
        if (whole == null) {
            throw new CannotProve(
                    "only copies made by copyOfRange, copyOf, arraycopy, substring and subList are"
                            + " understood");
        }
        return whole;
    }

    /** What a copy is of, also if what is copied is a copy itself; null if it is none. */
    private static Expression whole(J finding) {
        if (finding instanceof J.MethodInvocation call) {
            List<Expression> arguments = Trees.arguments(call.getArguments());
            if (!arguments.isEmpty()
                    && List.of("copyOfRange", "copyOf", "arraycopy")
                            .contains(call.getSimpleName())) {
                Expression first = arguments.get(0);
                Expression inner = whole(Trees.unwrapped(first));
                return inner == null ? first : inner;
            }
            if (call.getSelect() != null
                    && List.of("substring", "subSequence", "subList")
                            .contains(call.getSimpleName())) {
                return call.getSelect();
            }
        }
        if (finding instanceof J.NewClass creation) {
            List<Expression> arguments = Trees.arguments(creation.getArguments());
            if (arguments.size() == 1
                    && Trees.unwrapped(arguments.get(0)) instanceof J.MethodInvocation view) {
                return whole(view);
            }
        }
        return null;
    }
}
