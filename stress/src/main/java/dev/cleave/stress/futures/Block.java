package dev.cleave.stress.futures;

import java.util.ArrayList;
import java.util.List;

/** Statements, or members, between braces. */
final class Block {
    final List<Statement> statements = new ArrayList<>();

    Block add(Statement statement) {
        statements.add(statement);
        return this;
    }

    Block add(Object... parts) {
        return add(new Statement(false, List.of(parts)));
    }

    /** Adds what is not left out when a failing program is made smaller. */
    Block keep(Object... parts) {
        return add(new Statement(true, List.of(parts)));
    }

    void print(StringBuilder out, int depth) {
        out.append("{\n");
        for (Statement s : statements) {
            out.append("  ".repeat(depth + 1));
            s.print(out, depth + 1);
            out.append('\n');
        }
        out.append("  ".repeat(depth)).append('}');
    }
}
