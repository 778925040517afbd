package dev.cleave.detector.repairs;

import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import java.util.List;
import org.openrewrite.java.tree.J;

/**
 * Turns a class that extends {@code RecursiveTask} back into the recursive method that it hides,
 * with {@code @Future} where a child was forked, and its callers with it. After Zhang, Krintz and
 * Nagpurkar, "Language and Virtual Machine Support for Efficient Fine-Grained Futures in Java"
 * (2007), section 3.
 *
 * <p>Not among the repairs that are made unasked: the program then needs Cleave, and has to be
 * woven to be parallel.
 *
 * <p>Assumes that it does not matter which pool computes, nor, if several tasks fail, whose
 * exception is thrown. Proves that a task is nothing but its parameters and its compute method;
 * that nobody does more with one than have it computed, or fork it and join it once or more; and
 * that it catches nothing, synchronizes with nobody, and does not ask for its pool, for which a
 * future is not the same.
 */
public final class ToFuture extends Repair {
    /** Made by OpenRewrite too. */
    public ToFuture() {
        super(
                new TaskClasses(),
                "Turn recursive tasks into methods with futures",
                "Replaces simple classes that extend RecursiveTask by a static method whose calls are"
                        + " marked with @Future.");
    }

    @Override
    protected Patch patch(Program program, J finding) {
        DeclaredType type = program.types.enclosing(finding);
        List<J.MethodDeclaration> bodies = type.methods("compute", 0);
        if (bodies.size() != 1 || bodies.get(0).getBody() == null) {
            throw new CannotProve("the class has no compute method of its own");
        }
        return new TaskMethod(program, type, bodies.get(0)).patch();
    }
}
