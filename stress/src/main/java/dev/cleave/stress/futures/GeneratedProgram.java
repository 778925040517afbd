package dev.cleave.stress.futures;

import java.util.List;

/**
 * A program's source.
 *
 * @param name of its class
 * @param types the file's classes and interfaces
 * @param entries how many ways there are to call it
 */
record GeneratedProgram(String name, List<Statement> types, int entries) {
    /** The source file. */
    String source() {
        StringBuilder out = new StringBuilder();
        out.append("import dev.cleave.*;\n");
        out.append("import dev.cleave.stress.futures.*;\n");
        out.append("import java.util.Collection;\n");
        out.append("import java.util.List;\n");
        out.append("import java.util.function.Supplier;\n");
        for (Statement type : types) {
            type.print(out.append('\n'), 0);
        }
        return out.append('\n').toString();
    }
}
