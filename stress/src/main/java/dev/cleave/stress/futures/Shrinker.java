package dev.cleave.stress.futures;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a failing program smaller: leaves out statements as long as it goes on failing. */
final class Shrinker {
    private final GeneratedProgram program;
    private final Predicate<GeneratedProgram> fails;
    private final long end;

    /**
     * For one program, which it changes.
     *
     * @param fails whether a smaller one still fails
     * @param nanos how long to try
     */
    Shrinker(GeneratedProgram program, Predicate<GeneratedProgram> fails, long nanos) {
        this.program = program;
        this.fails = fails;
        this.end = System.nanoTime() + nanos;
    }

    void run() {
        boolean smaller = true;
        while (smaller && isTimeLeft()) {
            smaller = false;
            for (Statement type : program.types()) {
                smaller |= shrink(type);
            }
        }
    }

    private boolean isTimeLeft() {
        return System.nanoTime() - end < 0;
    }

    private boolean shrink(Statement statement) {
        boolean smaller = false;
        for (Object part : statement.parts()) {
            if (part instanceof Block block) {
                smaller |= shrink(block);
            }
        }
        return smaller;
    }

    private boolean shrink(Block block) {
        boolean smaller = false;
        for (int size = block.statements.size(); size > 0; size /= 2) {
            for (int at = block.statements.size() - size; at >= 0; at -= size) {
                smaller |= isTimeLeft() && leaveOut(block, at, size);
            }
        }
        for (int at = block.statements.size() - 1; at >= 0; at--) {
            smaller |= isTimeLeft() && unwrap(block, at);
        }
        for (Statement s : List.copyOf(block.statements)) {
            smaller |= shrink(s);
        }
        return smaller;
    }

    private boolean leaveOut(Block block, int at, int size) {
        if (at + size > block.statements.size()) {
            return false;
        }
        List<Statement> part = block.statements.subList(at, at + size);
        if (part.stream().allMatch(Statement::isKept)) {
            return false;
        }
        return replace(block, at, size, part.stream().filter(Statement::isKept).toList());
    }

    /** Leaves of a compound statement only what one of its blocks holds. */
    private boolean unwrap(Block block, int at) {
        Statement s = block.statements.get(at);
        if (s.isKept()) {
            return false;
        }
        for (Object part : s.parts()) {
            if (part instanceof Block inner
                    && s.parts().size() > 1
                    && replace(block, at, 1, List.of(new Statement(false, List.of(inner))))) {
                return true;
            }
        }
        return false;
    }

    private boolean replace(Block block, int at, int size, List<Statement> by) {
        List<Statement> before = new ArrayList<>(block.statements);
        List<Statement> part = block.statements.subList(at, at + size);
        part.clear();
        part.addAll(by);
        if (fails.test(program)) {
            return true;
        }
        block.statements.clear();
        block.statements.addAll(before);
        return false;
    }
}
