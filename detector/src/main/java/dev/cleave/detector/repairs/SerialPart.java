package dev.cleave.detector.repairs;

import dev.cleave.detector.checks.ForkedAndJoinedAtOnce;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Statement;

/**
 * A task that is run, and waited for at once.
 *
 * @param call the join, or the call of compute or invoke, be it a pool's
 * @param fork the statement that forks it before; null if none does
 */
record SerialPart(J.MethodInvocation call, Statement fork) {
    boolean isForkedAndJoined() {
        return !isHandedToPool() && call.getSelect() instanceof J.MethodInvocation;
    }

    /** Whether a pool is called to invoke the task. */
    boolean isHandedToPool() {
        return !Trees.arguments(call.getArguments()).isEmpty();
    }

    /** What the task is called. */
    Expression task() {
        if (isHandedToPool()) {
            return call.getArguments().get(0);
        }
        return isForkedAndJoined()
                ? ((J.MethodInvocation) call.getSelect()).getSelect()
                : call.getSelect();
    }

    /** The tasks that one of the statements of a block runs, if it runs them whatever happens. */
    static List<SerialPart> in(Program program, List<Statement> statements, int at) {
        Statement statement = statements.get(at);
        Forks forks = new Forks(program);
        List<SerialPart> parts = new ArrayList<>();
        for (J element : Trees.elements(statement, it -> false)) {
            if (!(element instanceof J.MethodInvocation call) || call.getSelect() == null) {
                continue;
            }
            boolean joined = Forks.isJoin(call) && ForkedAndJoinedAtOnce.isAtOnce(program, call);
            if (!joined && !isComputed(program, call) && !isHandedToPool(program, call)) {
                continue;
            }
            if (!forks.isUnconditional(call, statement)) {
                return List.of();
            }
            boolean forkedBefore = joined && !(call.getSelect() instanceof J.MethodInvocation);
            int fork = forkedBefore ? ForkedAndJoinedAtOnce.before(program, statements, at) : -1;
            parts.add(new SerialPart(call, fork < 0 ? null : statements.get(fork)));
        }
        return parts;
    }

    /** Whether a call computes a task by the worker that makes it. */
    static boolean isComputed(Program program, J.MethodInvocation call) {
        return Set.of("compute", "invoke").contains(call.getSimpleName())
                && call.getSelect() != null
                && program.isTask(call.getSelect())
                && program.isCallOnTask(call);
    }

    /** Whether a call has a fork/join pool invoke a task. */
    static boolean isHandedToPool(Program program, J.MethodInvocation call) {
        List<Expression> arguments = Trees.arguments(call.getArguments());
        return call.getSimpleName().equals("invoke")
                && call.getSelect() != null
                && arguments.size() == 1
                && program.types.isPool(program.variables.typeOf(call.getSelect()))
                && program.isTask(arguments.get(0));
    }

    /** Whether the task is made where it is run, and has no name; its class is written out. */
    boolean isMadeOnTheSpot() {
        return task() instanceof J.NewClass made
                && made.getBody() == null
                && made.getEnclosing() == null
                && !(made.getClazz() instanceof J.ParameterizedType generic
                        && Trees.arguments(generic.getTypeParameters()).isEmpty());
    }

    /** Changes the call, of a task that is run elsewhere, to one that asks for the result. */
    void onlyAsk(Patch patch, String name) {
        if (task() instanceof J.NewClass || isHandedToPool()) {
            patch.replace(call, name + ".join()");
        } else if (isForkedAndJoined()) {
            patch.replaceAfter(task(), call, ".join()");
        } else if (!Forks.isJoin(call)) {
            patch.replace(call.getName(), "join");
        }
    }
}
