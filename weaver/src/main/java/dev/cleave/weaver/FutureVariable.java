package dev.cleave.weaver;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;

/** A local variable marked as a future, within one copy of its method. */
final class FutureVariable {
    /** The code where it has a value. */
    record Range(LabelNode start, LabelNode end) {}

    final int index;
    final List<Range> ranges;

    /** The code from which an exception leaves its scope. */
    final List<Range> scope = new ArrayList<>();

    final List<FutureSite> sites = new ArrayList<>();

    /** What handles an exception that leaves its scope. */
    final LabelNode left = new LabelNode();

    final LabelNode leftThrow = new LabelNode();

    final LabelNode leftEnd = new LabelNode();

    FutureVariable(int index, List<Range> ranges) {
        this.index = index;
        this.ranges = ranges;
    }

    boolean isInScope(InsnList code, int at) {
        for (Range r : ranges) {
            if (code.indexOf(r.start) <= at && at < code.indexOf(r.end)) {
                return true;
            }
        }
        return false;
    }
}
