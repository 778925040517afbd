package dev.cleave.weaver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.LimitExceededException;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Weaves class files, one at a time. A class without futures comes back as it was, and so does one
 * that has been woven. Any thread.
 */
public final class Weaver {
    /** What all that there is to weave has in its name: one look spares most classes the others. */
    private static final String PACKAGE = "dev/cleave/";

    /** What a class file counts in 16 bits, and ASM does not check. */
    private static final int MOST_HANDLERS = 0xFFFF;

    private final TypeHierarchy hierarchy;
    private final boolean records;

    /**
     * A weaver.
     *
     * @param files where to find the classes that a woven class mentions
     */
    public Weaver(ClassFiles files) {
        this(files, false);
    }

    /**
     * A weaver, perhaps of what is to be measured: futures then are called where they are declared,
     * and the agent is told of each call's begin and end, and of the first uses of what it returns.
     *
     * @param files where to find the classes that a woven class mentions
     * @param records whether it is to be measured
     */
    public Weaver(ClassFiles files, boolean records) {
        this.hierarchy = new TypeHierarchy(files);
        this.records = records;
    }

    /**
     * Weaves a class file. A method of which any future is refused stays as it was. Calls of {@link
     * dev.cleave.Cleave} are never refused: what cannot be made of one stays a call.
     *
     * @param classFile the bytes
     * @return what became of it
     * @throws IllegalArgumentException if it is no class file, or has something to weave and is cut
     *     off or of a version that the weaver does not know
     */
    public Woven weave(byte[] classFile) {
        LenientReader.requireClassFile(classFile);
        if (!mentionsFutures(classFile)) {
            return Woven.unchanged(classFile, List.of());
        }
        Woven woven = weave(classFile, !records);
        boolean isRefused =
                !records
                        && mentions(classFile, JoinLowering.CLEAVE)
                        && !woven.changed()
                        && !woven.refusals().isEmpty();
        return isRefused ? weave(classFile, false) : woven;
    }

    /**
     * Weaves a class file.
     *
     * @param lowers whether calls of {@link dev.cleave.Cleave} are to become futures
     */
    private Woven weave(byte[] classFile, boolean lowers) {
        LenientReader reader = LenientReader.of(classFile);
        hierarchy.add(reader);
        ClassNode node = reader.read();
        String file = node.sourceFile == null ? node.name + ".class" : node.sourceFile;
        List<Refusal> refusals = new ArrayList<>();
        List<MethodNode> marked = new ArrayList<>();
        Unwoven unwoven = new Unwoven(classFile, file, node, refusals);
        try {
            node.methods.forEach(LongJumps::shorten);
            node.methods.forEach(UnreachedCode::remove);
            boolean isWoven = node.methods.stream().anyMatch(Weaver::isWoven);
            Set<MethodNode> misplaced = new MisplacedMarks(node, file, refusals).check();
            Set<String> changed = new HashSet<>();
            int calls = lowers ? lowerCalls(node, file, misplaced, changed) : 0;
            node.methods.forEach(CoverageProbes::passOver);
            int loops = weaveLoops(node, file, misplaced, changed, refusals);
            for (MethodNode method : node.methods) {
                if (!misplaced.contains(method)
                        && FutureFinder.hasFutures(method)
                        && !MethodWeaver.check(node.name, file, method, hierarchy, refusals)
                                .isEmpty()) {
                    marked.add(method);
                }
            }
            if (marked.isEmpty() && changed.isEmpty()) {
                return isWoven
                        ? Woven.earlier(classFile, refusals)
                        : Woven.unchanged(classFile, refusals);
            }
            if (isWoven) {
                return unwoven.refused(
                        node.name,
                        "it has been woven before, without what is marked in it now",
                        "compile it again, and weave what the compiler writes");
            }
            int version = node.version & 0xFFFF;
            if (version < Opcodes.V1_8) {
                return unwoven.refused(
                        node.name,
                        "its class file has version " + version + ", which is too old",
                        "compile it with --release 8 or later");
            }
            return replaceMethods(unwoven, reader, marked, loops, calls, changed);
        } catch (AnalyzerException e) {
            throw new IllegalArgumentException(
                    "the code of " + node.name + " is not valid: " + e.getMessage(), e);
        } catch (MethodTooLargeException e) {
            return unwoven.refused(
                    node.name + "." + WovenMethods.writtenName(e.getMethodName()),
                    "woven, the method would have "
                            + e.getCodeSize()
                            + " bytes of code, and a class file can hold 65535",
                    "divide it, or its futures, among several methods");
        } catch (LimitExceededException e) {
            return unwoven.refused(
                    node.name,
                    "one of its methods is too long, and has too many variables, to be analysed",
                    "move what is marked into a method of its own");
        } catch (ClassTooLargeException e) {
            return unwoven.refused(
                    node.name,
                    "woven, the class would have "
                            + e.getConstantPoolCount()
                            + " constants, and a class file can hold 65535",
                    "divide it");
        }
    }

    /**
     * Whether the method is what weaving has made: a second weaving would count the class's sites
     * and loops from 0 again, and the runtime would take them for the first one's.
     */
    private static boolean isWoven(MethodNode method) {
        for (AbstractInsnNode i : method.instructions) {
            if (i instanceof InvokeDynamicInsnNode constant
                    && constant.bsm.getOwner().equals(Code.BOOTSTRAP)) {
                return true;
            }
        }
        return false;
    }

    /** A class that is to stay as it was, as a whole: else each method is refused by itself. */
    private record Unwoven(byte[] classFile, String file, ClassNode node, List<Refusal> refusals) {
        private static final String WHOLE = ". Until then the whole class stays as it is";

        Woven refused(String where, String reason, String remedy) {
            refusals.add(
                    new Refusal(
                            file,
                            0,
                            where.replace('/', '.'),
                            mark(classFile),
                            reason,
                            remedy + WHOLE));
            return Woven.unchanged(classFile, refusals);
        }
    }

    /**
     * Rewrites the methods that call {@link dev.cleave.Cleave}, and notes them and the new ones;
     * how many calls. A method that would be refused then stays as it was: it has only what is
     * written in it to answer for.
     */
    private int lowerCalls(
            ClassNode node, String file, Set<MethodNode> misplaced, Set<String> changed)
            throws AnalyzerException {
        int calls = 0;
        List<MethodNode> added = new ArrayList<>();
        for (int i = 0; i < node.methods.size(); i++) {
            MethodNode method = node.methods.get(i);
            if (JoinLowering.hasJoins(method) && !misplaced.contains(method)) {
                MethodNode copy = Instructions.copyOf(method);
                int before = added.size();
                List<Refusal> refusals = new ArrayList<>();
                int lowered =
                        JoinLowering.lower(
                                node.name, (node.access & Opcodes.ACC_INTERFACE) != 0, copy, added);
                if (lowered == 0) {
                    continue;
                }
                MethodWeaver.check(node.name, file, copy, hierarchy, refusals);
                if (refusals.isEmpty()) {
                    node.methods.set(i, copy);
                    changed.add(copy.name + copy.desc);
                    calls += lowered;
                } else {
                    added.subList(before, added.size()).clear();
                }
            }
        }
        for (MethodNode method : added) {
            changed.add(method.name + method.desc);
        }
        node.methods.addAll(added);
        return calls;
    }

    /**
     * Rewrites the methods with parallel loops, and notes them and the new ones; how many loops.
     */
    private int weaveLoops(
            ClassNode node,
            String file,
            Set<MethodNode> misplaced,
            Set<String> changed,
            List<Refusal> refusals)
            throws AnalyzerException {
        int loops = 0;
        boolean hasProbes = node.methods.stream().anyMatch(CoverageProbes::areIn);
        List<MethodNode> methods = new ArrayList<>();
        Deque<MethodNode> todo = new ArrayDeque<>(node.methods);
        while (!todo.isEmpty()) {
            MethodNode method = todo.remove();
            methods.add(method);
            if (misplaced.contains(method)) {
                continue;
            }
            if (!LoopWeaver.hasLoops(method)) {
                refuseReductions(node.name, file, method, refusals);
                continue;
            }
            MethodNode copy = Instructions.copyOf(method);
            List<MethodNode> bodies =
                    LoopWeaver.weave(
                            node.name,
                            file,
                            (node.access & Opcodes.ACC_INTERFACE) != 0,
                            copy,
                            hasProbes,
                            loops,
                            hierarchy,
                            refusals);
            if (bodies != null) {
                methods.set(methods.size() - 1, copy);
                changed.add(copy.name + copy.desc);
                loops += bodies.size();
                for (MethodNode body : bodies) {
                    changed.add(body.name + body.desc);
                    if (!LoopWeaver.hasLoops(body)) {
                        Instructions.unmark(body, LoopWeaver.REDUCE);
                    }
                    todo.add(body);
                }
            }
        }
        node.methods = methods;
        return loops;
    }

    /** What adds to such a variable is no parallel loop; one that is never reached adds nothing. */
    private static void refuseReductions(
            String owner, String file, MethodNode method, List<Refusal> refusals) {
        for (LocalVariableAnnotationNode mark : LoopWeaver.marks(method, LoopWeaver.REDUCE)) {
            if (isChanged(mark)) {
                refusals.add(
                        Refusal.at(
                                mark.start.get(0),
                                file,
                                owner,
                                method,
                                LoopWeaver.REDUCE,
                                "@Reduce marks a variable of a method without a parallel loop",
                                "mark the variable that a for loop counts @Parallel, or remove"
                                        + " @Reduce"));
            }
        }
    }

    /** Whether the variable is assigned after it has got its first value. */
    private static boolean isChanged(LocalVariableAnnotationNode mark) {
        for (int r = 0; r < mark.start.size(); r++) {
            for (AbstractInsnNode i = mark.start.get(r); i != mark.end.get(r); i = i.getNext()) {
                if (Liveness.written(i) == mark.index.get(r)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Puts what becomes of the marked methods, and of the changed ones, into the class. */
    private Woven replaceMethods(
            Unwoven unwoven,
            ClassReader reader,
            List<MethodNode> marked,
            int loops,
            int calls,
            Set<String> changed)
            throws AnalyzerException {
        ClassNode node = unwoven.node();
        String file = unwoven.file();
        WovenMethods woven = new WovenMethods(node, hierarchy);
        Set<String> replaced = new HashSet<>(changed);
        for (MethodNode method : marked) {
            if (!MethodWeaver.isInPlace(method)) {
                woven.add(method.access, method.name, method.desc);
            }
            replaced.add(method.name + method.desc);
        }
        List<MethodNode> carriers = records ? List.of() : Carriers.find(node, marked, woven);
        for (MethodNode method : carriers) {
            woven.add(method.access, method.name, method.desc);
        }
        List<FutureSite> sites = new ArrayList<>();
        List<MethodNode> methods = new ArrayList<>();
        for (int i = 0; i < marked.size(); i++) {
            MethodWeaver weaver = new MethodWeaver(woven, file, marked.get(i), i, hierarchy);
            if (records) {
                methods.addAll(weaver.recording(sites));
            } else {
                methods.addAll(weaver.weave(sites));
            }
        }
        for (MethodNode carrier : carriers) {
            methods.addAll(new MethodWeaver(woven, file, carrier, 0, hierarchy).carry());
        }
        if (!sites.isEmpty() && !records) {
            methods.add(Dispatcher.create(woven, sites));
        }
        methods.addAll(woven.guards());
        for (MethodNode method : node.methods) {
            if (changed.contains(method.name + method.desc) && !marked.contains(method)) {
                methods.add(method);
            }
        }
        String clash = clash(node, replaced, methods);
        if (clash != null) {
            return unwoven.refused(
                    node.name + "." + clash,
                    "weaving adds a method of that name and with those parameters",
                    "rename it");
        }
        for (MethodNode method : methods) {
            if (method.tryCatchBlocks.size() > MOST_HANDLERS) {
                return tooManyHandlers(unwoven, method);
            }
        }
        Set<String> missing = new TreeSet<>();
        byte[] classFile = write(reader, replaced, methods, missing);
        if (!missing.isEmpty()) {
            boolean ofJava = missing.stream().anyMatch(name -> name.startsWith("java/"));
            return unwoven.refused(
                    node.name,
                    "what it mentions is not found: "
                            + String.join(", ", missing).replace('/', '.'),
                    ofJava
                            ? "weave it on the JDK that it was compiled for, or a later one"
                            : "weave it with its whole class path");
        }
        int futures = (int) sites.stream().filter(site -> !JoinLowering.isPart(site.call)).count();
        return new Woven(classFile, true, false, futures, loops, calls, unwoven.refusals());
    }

    private static Woven tooManyHandlers(Unwoven unwoven, MethodNode method) {
        return unwoven.refused(
                unwoven.node().name + "." + WovenMethods.writtenName(method.name),
                "woven, the method would have "
                        + method.tryCatchBlocks.size()
                        + " exception handlers, and a class file can hold "
                        + MOST_HANDLERS,
                "divide its futures among several methods");
    }

    /** The name of a method that the class would have twice; null if there is none. */
    private static String clash(ClassNode node, Set<String> replaced, List<MethodNode> methods) {
        Set<String> all = new HashSet<>();
        for (MethodNode method : node.methods) {
            if (!replaced.contains(method.name + method.desc)) {
                all.add(method.name + method.desc);
            }
        }
        for (MethodNode method : methods) {
            if (!all.add(method.name + method.desc)) {
                return method.name;
            }
        }
        return null;
    }

    /**
     * Writes every method as if it had to be woven and had no futures, so that what the weaver does
     * to a method can be tried on code that was not written for it.
     */
    byte[] rewrite(byte[] classFile) throws AnalyzerException {
        LenientReader reader = LenientReader.of(classFile);
        ClassNode node = reader.read();
        hierarchy.add(reader);
        Set<String> replaced = new HashSet<>();
        for (MethodNode method : node.methods) {
            replaced.add(method.name + method.desc);
            UnreachedCode.remove(method);
            if (method.instructions.size() > 0) {
                MethodWeaver.check(node.name, "", method, hierarchy, new ArrayList<>());
                new PendingAnalysis(method, List.of());
            }
        }
        return write(reader, replaced, node.methods, new TreeSet<>());
    }

    /**
     * Writes a class.
     *
     * @param missing receives what would have to be known for frames that the JVM accepts
     */
    private byte[] write(
            ClassReader reader,
            Set<String> replaced,
            List<MethodNode> methods,
            Set<String> missing) {
        ClassWriter writer =
                new ClassWriter(reader, ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS) {
                    @Override
                    protected String getCommonSuperClass(String a, String b) {
                        return hierarchy.commonSuperclass(a, b, missing);
                    }
                };
        // Its limits are against hostile classes. These run here anyway, and a method with many
        // futures within many try statements exceeds them.
        writer.setComputeLimits(Integer.MAX_VALUE, Long.MAX_VALUE);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            String signature,
                            String[] exceptions) {
                        return replaced.contains(name + descriptor)
                                ? null
                                : super.visitMethod(
                                        access, name, descriptor, signature, exceptions);
                    }

                    @Override
                    public void visitEnd() {
                        for (MethodNode method : methods) {
                            method.accept(cv);
                        }
                        super.visitEnd();
                    }
                },
                0);
        return writer.toByteArray();
    }

    /** Whether the constant pool names anything to weave: most classes are spared the analysis. */
    static boolean mentionsFutures(byte[] classFile) {
        return mentions(classFile, PACKAGE)
                && (mentions(classFile, FutureFinder.ANNOTATION)
                        || mentions(classFile, LoopWeaver.PARALLEL)
                        || mentions(classFile, LoopWeaver.REDUCE)
                        || mentions(classFile, JoinLowering.CLEAVE));
    }

    /** What a class is said to have that is refused as a whole. */
    static String mark(byte[] classFile) {
        return Stream.of(FutureFinder.ANNOTATION, LoopWeaver.PARALLEL, LoopWeaver.REDUCE)
                .filter(annotation -> mentions(classFile, annotation))
                .findFirst()
                .map(Refusal::mark)
                .orElse("a call of Cleave");
    }

    private static boolean mentions(byte[] classFile, String text) {
        byte[] name = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i + name.length <= classFile.length; i++) {
            int j = 0;
            while (j < name.length && classFile[i + j] == name[j]) {
                j++;
            }
            if (j == name.length) {
                return true;
            }
        }
        return false;
    }
}
