package dev.cleave.weaver;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.LimitExceededException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.Value;

/** Questions about a method's code. */
final class Instructions {
    /** How many values an analysis may keep, some 400 MB: as many as ASM lets it. */
    private static final long MOST_VALUES = 100_000_000;

    /**
     * How many operations it may take, 200 times as many as ASM lets it, which counts ten times an
     * instruction's number in the method whenever it is looked at: in a long one, too much.
     */
    private static final long MOST_OPERATIONS = 10_000_000_000_000L;

    private Instructions() {}

    /** What is known of the variables and the operand stack before each of a method's. */
    static <V extends Value> Frame<V>[] frames(
            Interpreter<V> interpreter, String owner, MethodNode method) throws AnalyzerException {
        Analyzer<V> analyzer =
                new Analyzer<>(interpreter) {
                    /** Other instructions would bring a handler the same variables once more. */
                    @Override
                    protected boolean newControlFlowExceptionEdge(int at, TryCatchBlockNode t) {
                        AbstractInsnNode i = method.instructions.get(at);
                        return i instanceof LabelNode || Liveness.written(i.getPrevious()) >= 0;
                    }
                };
        long values = method.instructions.size() * (long) (method.maxLocals + method.maxStack);
        if (values > MOST_VALUES) {
            throw new LimitExceededException("Too many values");
        }
        // ASM counts what it allocates, and no longer needs, too.
        analyzer.setComputeLimits(Integer.MAX_VALUE, MOST_OPERATIONS);
        return analyzer.analyze(owner, method);
    }

    /** The same method once more, to be changed. */
    static MethodNode copyOf(MethodNode method) {
        MethodNode copy =
                new MethodNode(
                        Opcodes.ASM9,
                        method.access,
                        method.name,
                        method.desc,
                        method.signature,
                        method.exceptions.toArray(String[]::new));
        method.accept(copy);
        return copy;
    }

    /** Takes an annotation off a method's variables, so that they are not dealt with again. */
    static void unmark(MethodNode method, String annotation) {
        if (method.visibleLocalVariableAnnotations != null) {
            method.visibleLocalVariableAnnotations.removeIf(a -> a.desc.equals(annotation));
        }
    }

    /** The instruction before, passing over labels and line numbers; null at the beginning. */
    static AbstractInsnNode before(AbstractInsnNode at) {
        AbstractInsnNode i = at.getPrevious();
        while (i != null && i.getOpcode() < 0) {
            i = i.getPrevious();
        }
        return i;
    }

    /** The instruction after, likewise; null at the end. */
    static AbstractInsnNode after(AbstractInsnNode at) {
        AbstractInsnNode i = at.getNext();
        while (i != null && i.getOpcode() < 0) {
            i = i.getNext();
        }
        return i;
    }

    /** The call of the superclass's, or of another, constructor: the first on the receiver. */
    static AbstractInsnNode superCall(MethodNode method) {
        int allocated = 0;
        for (AbstractInsnNode i : method.instructions) {
            if (i.getOpcode() == Opcodes.NEW) {
                allocated++;
            } else if (i instanceof MethodInsnNode call
                    && call.getOpcode() == Opcodes.INVOKESPECIAL
                    && call.name.equals("<init>")
                    && allocated-- == 0) {
                return i;
            }
        }
        throw new IllegalStateException("a constructor that calls none: " + method.desc);
    }

    /** The source line of an instruction; 0 if unknown. */
    static int line(AbstractInsnNode at) {
        for (AbstractInsnNode i = at; i != null; i = i.getPrevious()) {
            if (i instanceof LineNumberNode line) {
                return line.line;
            }
        }
        return 0;
    }

    /** The source line on which a method's code begins; 0 if unknown. */
    static int firstLine(MethodNode method) {
        for (AbstractInsnNode i : method.instructions) {
            if (i instanceof LineNumberNode line) {
                return line.line;
            }
        }
        return 0;
    }

    /** Whether it pushes a constant number. */
    static boolean isConstant(AbstractInsnNode i) {
        return i instanceof LdcInsnNode
                || i.getOpcode() >= Opcodes.ICONST_M1 && i.getOpcode() <= Opcodes.SIPUSH;
    }

    /** Whether a part of the method holds a monitor. */
    static boolean locks(MethodNode method) {
        for (AbstractInsnNode i : method.instructions) {
            if (i.getOpcode() == Opcodes.MONITORENTER) {
                return true;
            }
        }
        return false;
    }

    static boolean isReturn(AbstractInsnNode i) {
        return i.getOpcode() >= Opcodes.IRETURN && i.getOpcode() <= Opcodes.RETURN;
    }

    /** Where the instruction may jump to. */
    static List<LabelNode> targets(AbstractInsnNode i) {
        List<LabelNode> targets = new ArrayList<>();
        if (i instanceof JumpInsnNode jump) {
            targets.add(jump.label);
        } else if (i instanceof TableSwitchInsnNode s) {
            targets.addAll(s.labels);
            targets.add(s.dflt);
        } else if (i instanceof LookupSwitchInsnNode s) {
            targets.addAll(s.labels);
            targets.add(s.dflt);
        }
        return targets;
    }

    /** Whether control may go on with the next instruction. */
    static boolean fallsThrough(AbstractInsnNode i) {
        int opcode = i.getOpcode();
        return opcode != Opcodes.GOTO
                && opcode != Opcodes.ATHROW
                && opcode != Opcodes.TABLESWITCH
                && opcode != Opcodes.LOOKUPSWITCH
                && !isReturn(i);
    }

    /** The labels that code jumps to, or an exception goes to. */
    static Set<LabelNode> jumpTargets(MethodNode method) {
        Set<LabelNode> targets = new HashSet<>();
        for (AbstractInsnNode i : method.instructions) {
            targets.addAll(targets(i));
        }
        for (TryCatchBlockNode t : method.tryCatchBlocks) {
            targets.add(t.handler);
        }
        return targets;
    }

    /** Whether a jump may lead between the two, where what the first leaves is one of several. */
    static boolean joinsBetween(
            AbstractInsnNode from, AbstractInsnNode to, Set<LabelNode> jumpTargets) {
        for (AbstractInsnNode i = from; i != to; i = i.getNext()) {
            if (i instanceof LabelNode label && jumpTargets.contains(label)) {
                return true;
            }
        }
        return false;
    }

    static boolean covers(InsnList code, TryCatchBlockNode block, AbstractInsnNode at) {
        int i = code.indexOf(at);
        return code.indexOf(block.start) <= i && i < code.indexOf(block.end);
    }
}
