package dev.cleave.weaver;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.TypeReference;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.RecordComponentNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeAnnotationNode;

/**
 * Finds annotations where Java allows them and they could mean nothing: on anything but a local.
 */
final class MisplacedMarks {
    /** What an annotation is to mark instead. */
    private static final Map<String, String> REMEDIES =
            Map.of(
                    FutureFinder.ANNOTATION,
                    "mark the local variable that a call initialises, or remove @Future",
                    LoopWeaver.PARALLEL,
                    "mark the variable that a for loop counts, or remove @Parallel",
                    LoopWeaver.REDUCE,
                    "mark the local variable that a parallel loop adds to, or remove @Reduce");

    private final ClassNode node;
    private final String file;
    private final List<Refusal> refusals;

    /** A record's components: the compiler repeats their annotations on what it derives. */
    private final Set<String> components = new HashSet<>();

    MisplacedMarks(ClassNode node, String file, List<Refusal> refusals) {
        this.node = node;
        this.file = file;
        this.refusals = refusals;
    }

    /** Refuses what is marked; the methods in which something is, which are to stay as they are. */
    Set<MethodNode> check() {
        checkClass();
        Set<MethodNode> marked = new HashSet<>();
        for (MethodNode method : node.methods) {
            int before = refusals.size();
            checkMethod(method);
            if (refusals.size() > before) {
                marked.add(method);
            }
        }
        return marked;
    }

    /** Refuses what the class and its fields are marked with. */
    private void checkClass() {
        String name = node.name.replace('/', '.');
        look(node.visibleAnnotations, name, 0, "a class");
        look(node.visibleTypeAnnotations, name, 0);
        if (node.recordComponents != null) {
            for (RecordComponentNode component : node.recordComponents) {
                if (look(
                        component.visibleTypeAnnotations,
                        name + "." + component.name,
                        0,
                        "a record's component")) {
                    components.add(component.name);
                }
            }
        }
        for (FieldNode field : node.fields) {
            if (!components.contains(field.name)) {
                look(field.visibleTypeAnnotations, name + "." + field.name, 0);
            }
        }
    }

    /** Refuses what a method, but for its local variables, is marked with. */
    private void checkMethod(MethodNode method) {
        String name = node.name.replace('/', '.') + "." + method.name;
        if (components.isEmpty() || !isDerived(method)) {
            look(method.visibleTypeAnnotations, name, Instructions.firstLine(method));
        }
        for (AbstractInsnNode i : method.instructions) {
            look(i.visibleTypeAnnotations, name, Instructions.line(i));
        }
        for (TryCatchBlockNode t : method.tryCatchBlocks) {
            int line = Instructions.line(Instructions.after(t.handler));
            look(t.visibleTypeAnnotations, name, line);
        }
    }

    /** Whether the method may be one that the compiler derives from a marked component. */
    private boolean isDerived(MethodNode method) {
        return method.name.equals("<init>")
                || components.contains(method.name) && method.desc.startsWith("()");
    }

    private void look(List<TypeAnnotationNode> annotations, String where, int line) {
        look(annotations, where, line, null);
    }

    private boolean look(
            List<? extends AnnotationNode> annotations,
            String where,
            int line,
            String whatInstead) {
        boolean found = false;
        if (annotations != null) {
            for (AnnotationNode a : annotations) {
                String remedy = REMEDIES.get(a.desc);
                if (remedy != null) {
                    found = true;
                    String mark = Refusal.mark(a.desc);
                    String what = whatInstead != null ? whatInstead : what((TypeAnnotationNode) a);
                    refusals.add(
                            new Refusal(
                                    file,
                                    line,
                                    where,
                                    mark,
                                    mark + " marks " + what + ", not a local variable",
                                    remedy));
                }
            }
        }
        return found;
    }

    private static String what(TypeAnnotationNode a) {
        if (a.typePath != null && FutureFinder.marksTypeArgument(a.typePath)) {
            return "a type argument";
        }
        switch (new TypeReference(a.typeRef).getSort()) {
            case TypeReference.FIELD:
                return "a field";
            case TypeReference.METHOD_RETURN:
                return "a result";
            case TypeReference.METHOD_FORMAL_PARAMETER:
                return "a parameter";
            case TypeReference.METHOD_RECEIVER:
                return "a receiver";
            case TypeReference.EXCEPTION_PARAMETER:
                return "a caught exception";
            case TypeReference.NEW:
                return "a new expression";
            case TypeReference.CAST:
                return "a cast";
            case TypeReference.INSTANCEOF:
                return "an instanceof";
            case TypeReference.CONSTRUCTOR_REFERENCE:
            case TypeReference.METHOD_REFERENCE:
                return "a method reference";
            default:
                return "a type";
        }
    }
}
