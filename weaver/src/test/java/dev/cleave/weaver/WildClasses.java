package dev.cleave.weaver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.TypeReference;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Code not written for weaving goes through the weaver in three ways: every method is rewritten as
 * it is; every local variable is marked that is assigned where it begins, and its class woven; and
 * the same with a loop of each method. What comes out has to pass the verifiers that passed what
 * went in.
 */
final class WildClasses {
    /** Class files of before Java 6 may have subroutines, for which frames cannot be computed. */
    private static final int JAVA_6 = 50;

    final List<String> failures = new ArrayList<>();
    int classes;
    int old;
    int unverifiable;
    int futures;
    int refusals;
    int loops;

    private final Weaver weaver;
    private final ClassLoader others;

    /**
     * For classes of one origin.
     *
     * @param others what they refer to
     */
    WildClasses(ClassLoader others) {
        this.others = others;
        this.weaver = new Weaver(ClassFiles.of(others));
    }

    /** The class rewritten; as it is, if that cannot be. */
    byte[] rewrite(byte[] classFile) {
        if (isOld(classFile)) {
            return classFile;
        }
        try {
            return weaver.rewrite(classFile);
        } catch (Exception e) {
            failures.add("rewriting " + name(classFile) + ": " + e);
            return classFile;
        }
    }

    /** The class woven after as much as possible in it has been marked. */
    byte[] weave(byte[] classFile) {
        if (isOld(classFile)) {
            return classFile;
        }
        try {
            Woven woven = weaver.weave(mark(classFile));
            futures += woven.futures();
            refusals += woven.refusals().size();
            return woven.changed() ? woven.classFile() : classFile;
        } catch (RuntimeException e) {
            failures.add("weaving " + name(classFile) + ": " + e);
            return classFile;
        }
    }

    /** The class woven after a loop of each method has been marked. */
    byte[] weaveLoops(byte[] classFile) {
        if (isOld(classFile)) {
            return classFile;
        }
        try {
            Woven woven = weaver.weave(markLoops(classFile));
            if (!woven.changed()) {
                return classFile;
            }
            loops += loopsOf(woven.classFile()) - loopsOf(classFile);
            return woven.classFile();
        } catch (RuntimeException e) {
            failures.add("weaving loops of " + name(classFile) + ": " + e);
            return classFile;
        }
    }

    /** Tries each, and holds the results to ASM's verifier. */
    void verify(byte[] classFile) {
        classes++;
        if (isOld(classFile)) {
            old++;
            return;
        }
        for (UnaryOperator<byte[]> change :
                List.<UnaryOperator<byte[]>>of(this::rewrite, this::weave, this::weaveLoops)) {
            byte[] changed = change.apply(classFile);
            if (changed == classFile) {
                continue;
            }
            String complaints = WovenClasses.complaints(changed, others);
            if (!complaints.isEmpty()) {
                // That verifier's frames of a large method are counted in bytes, by an int.
                boolean isTooLarge = complaints.contains("LimitExceededException");
                if (!isTooLarge && WovenClasses.complaints(classFile, others).isEmpty()) {
                    failures.add(name(classFile) + ": " + firstLines(complaints));
                } else {
                    unverifiable++;
                }
            }
        }
    }

    private static String firstLines(String text) {
        return text.substring(0, Math.min(300, text.length()));
    }

    static String name(byte[] classFile) {
        return new ClassReader(classFile).getClassName().replace('/', '.');
    }

    private static boolean isOld(byte[] classFile) {
        return new ClassReader(classFile).readUnsignedShort(6) < JAVA_6;
    }

    /** Marks each variable whose place begins behind an assignment to it. */
    private static byte[] mark(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassNode node = new ClassNode();
        reader.accept(node, 0);
        for (MethodNode method : node.methods) {
            if (method.localVariables == null) {
                continue;
            }
            // One annotation a variable: the compiler gives all places of a variable one name.
            Map<String, List<LocalVariableNode>> variables = new TreeMap<>();
            for (LocalVariableNode v : method.localVariables) {
                if (!v.name.equals("this")) {
                    variables
                            .computeIfAbsent(v.name + " " + v.index, k -> new ArrayList<>())
                            .add(v);
                }
            }
            for (List<LocalVariableNode> places : variables.values()) {
                if (places.stream().allMatch(v -> isAssigned(method, v))) {
                    annotate(method, places, FutureFinder.ANNOTATION);
                }
            }
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static boolean isAssigned(MethodNode method, LocalVariableNode variable) {
        AbstractInsnNode store = Instructions.before(variable.start);
        AbstractInsnNode value = store == null ? null : Instructions.before(store);
        // Only calls: one refusal keeps the whole method from being woven.
        return store instanceof VarInsnNode v
                && v.getOpcode() >= Opcodes.ISTORE
                && v.getOpcode() <= Opcodes.ASTORE
                && v.var == variable.index
                && !ForEachLoop.assigns(method, v)
                && value != null
                && (value.getOpcode() >= Opcodes.INVOKEVIRTUAL
                                && value.getOpcode() <= Opcodes.INVOKEINTERFACE
                        || value.getOpcode() == Opcodes.CHECKCAST);
    }

    /** Marks a loop of each method, and as a reduction what can be one. */
    private static byte[] markLoops(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassNode node = new ClassNode();
        reader.accept(node, 0);
        for (MethodNode method : node.methods) {
            if (method.localVariables != null) {
                method.localVariables.stream()
                        .filter(v -> isLoop(method, v))
                        .findFirst() // as one refused loop keeps the others from being woven
                        .ifPresent(loop -> markLoop(method, loop));
            }
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static void markLoop(MethodNode method, LocalVariableNode loop) {
        for (LocalVariableNode v : method.localVariables) {
            if (v != loop && v.index != loop.index && "IJFDZ".contains(v.desc)) {
                annotate(method, List.of(v), LoopWeaver.REDUCE);
            }
        }
        annotate(method, List.of(loop), LoopWeaver.PARALLEL);
    }

    /** Whether it is the variable of a loop that ends where it does, and only there. */
    private static boolean isLoop(MethodNode method, LocalVariableNode variable) {
        AbstractInsnNode store = Instructions.before(variable.start);
        if (store == null
                || Liveness.written(store) != variable.index
                || !(Instructions.before(variable.end) instanceof JumpInsnNode back)
                || back.getOpcode() != Opcodes.GOTO
                || Instructions.after(back.label) != Instructions.after(store)) {
            return false;
        }
        for (AbstractInsnNode i = store; i != back; i = i.getNext()) {
            if (Instructions.isReturn(i)) {
                return false;
            }
        }
        return true;
    }

    /** How many methods there are that loops have moved to. */
    private static int loopsOf(byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, ClassReader.SKIP_CODE);
        return (int) node.methods.stream().filter(m -> m.name.contains("$loop")).count();
    }

    private static void annotate(
            MethodNode method, List<LocalVariableNode> places, String annotation) {
        if (method.visibleLocalVariableAnnotations == null) {
            method.visibleLocalVariableAnnotations = new ArrayList<>();
        }
        method.visibleLocalVariableAnnotations.add(
                new LocalVariableAnnotationNode(
                        TypeReference.newTypeReference(TypeReference.LOCAL_VARIABLE).getValue(),
                        null,
                        places.stream().map(v -> v.start).toArray(LabelNode[]::new),
                        places.stream().map(v -> v.end).toArray(LabelNode[]::new),
                        places.stream().mapToInt(v -> v.index).toArray(),
                        annotation));
    }
}
