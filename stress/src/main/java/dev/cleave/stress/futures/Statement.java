package dev.cleave.stress.futures;

import java.util.List;

/**
 * A statement, or a member of a class.
 *
 * @param isKept whether it stays when a failing program is made smaller, for what comes out without
 *     it would depend on how far the continuation of a failed future came
 * @param parts blocks, and what is printed as it is
 */
record Statement(boolean isKept, List<Object> parts) {
    void print(StringBuilder out, int depth) {
        for (Object part : parts) {
            if (part instanceof Block block) {
                block.print(out, depth);
            } else {
                out.append(part);
            }
        }
    }
}
