package dev.cleave.agent.retarget;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.ConstantBootstraps;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Has a few of the JDK's public methods ask {@link JdkHooks} first. These are where the JDK itself
 * asks whether a thread is a worker, and so does not know Cleave's: blocking, and the tasks of
 * parallel streams and the like; and the default executor of asynchronous stages. Each begins with
 * a question more; nothing else of the JDK is changed.
 *
 * <p>The JDK's classes cannot mention ours. The hooks are dynamic constants of theirs, found by the
 * system class loader when they are first needed.
 */
final class JdkTransformer implements ClassFileTransformer {
    private static final String EXECUTOR = "Ljava/util/concurrent/Executor;";
    private static final String FUTURE = "Ljava/util/concurrent/CompletableFuture;";

    /** The methods, with the arguments before an executor that another method of the name takes. */
    private static final Map<Class<?>, Set<String>> METHODS =
            Map.of(
                    ForkJoinPool.class,
                    Set.of("managedBlock(Ljava/util/concurrent/ForkJoinPool$ManagedBlocker;)V"),
                    ForkJoinTask.class,
                    Set.of("invoke()Ljava/lang/Object;"),
                    CompletableFuture.class,
                    Set.of(
                            "defaultExecutor()" + EXECUTOR,
                            "supplyAsync(Ljava/util/function/Supplier;)" + FUTURE,
                            "runAsync(Ljava/lang/Runnable;)" + FUTURE,
                            "delayedExecutor(JLjava/util/concurrent/TimeUnit;)" + EXECUTOR));

    private final Set<String> done = new HashSet<>();

    /**
     * Changes the JDK, for as long as the virtual machine lives.
     *
     * @throws IllegalStateException if that cannot be done
     */
    static void install(Instrumentation instrumentation) {
        JdkTransformer transformer = new JdkTransformer();
        instrumentation.addTransformer(transformer, true);
        try {
            instrumentation.retransformClasses(METHODS.keySet().toArray(Class<?>[]::new));
            for (Set<String> each : METHODS.values()) {
                if (!transformer.done.containsAll(each)) {
                    throw new IllegalStateException(
                            "the option retarget does not know this JDK, "
                                    + Runtime.version()
                                    + ": of "
                                    + each
                                    + " it could change "
                                    + transformer.done
                                    + "; use JDK 17 to 25");
                }
            }
        } catch (UnmodifiableClassException unchangeable) {
            throw new IllegalStateException(
                    "the option retarget cannot change the JDK's classes: " + unchangeable,
                    unchangeable);
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] classFile) {
        if (loader != null || !METHODS.containsKey(redefined)) {
            return null;
        }
        Set<String> methods = METHODS.get(redefined);
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String method,
                            String descriptor,
                            String signature,
                            String[] exceptions) {
                        MethodVisitor to =
                                super.visitMethod(
                                        access, method, descriptor, signature, exceptions);
                        if (!methods.contains(method + descriptor)) {
                            return to;
                        }
                        done.add(method + descriptor);
                        return new Question(to, method, descriptor);
                    }
                },
                0);
        return writer.toByteArray();
    }

    /** Puts the question before a method's code. */
    private static final class Question extends MethodVisitor {
        private final String method;
        private final String descriptor;

        Question(MethodVisitor to, String method, String descriptor) {
            super(Opcodes.ASM9, to);
            this.method = method;
            this.descriptor = descriptor;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            Label no = new Label();
            switch (method) {
                case "managedBlock" -> {
                    ask("BLOCK", no);
                    super.visitInsn(Opcodes.RETURN);
                }
                case "invoke" -> {
                    ask("INVOKE", no);
                    super.visitVarInsn(Opcodes.ALOAD, 0);
                    super.visitMethodInsn(
                            Opcodes.INVOKEVIRTUAL,
                            "java/util/concurrent/ForkJoinTask",
                            "getRawResult",
                            "()Ljava/lang/Object;",
                            false);
                    super.visitInsn(Opcodes.ARETURN);
                }
                default -> {
                    load("HAS_POOL", "java/util/function/BooleanSupplier");
                    super.visitMethodInsn(
                            Opcodes.INVOKEINTERFACE,
                            "java/util/function/BooleanSupplier",
                            "getAsBoolean",
                            "()Z",
                            true);
                    super.visitJumpInsn(Opcodes.IFEQ, no);
                    withPool();
                    super.visitInsn(Opcodes.ARETURN);
                }
            }
            super.visitLabel(no);
            super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            super.visitInsn(Opcodes.NOP); // a frame of the method's own may follow
        }

        private void ask(String hook, Label no) {
            load(hook, "java/util/function/Predicate");
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitMethodInsn(
                    Opcodes.INVOKEINTERFACE,
                    "java/util/function/Predicate",
                    "test",
                    "(Ljava/lang/Object;)Z",
                    true);
            super.visitJumpInsn(Opcodes.IFEQ, no);
        }

        /** The pool, or what the method of the same name makes with it. */
        private void withPool() {
            int local = 0;
            for (Type each : Type.getArgumentTypes(descriptor)) {
                super.visitVarInsn(each.getOpcode(Opcodes.ILOAD), local);
                local += each.getSize();
            }
            super.visitLdcInsn(hook(JdkHooks.Async.class, "POOL", "java/util/concurrent/Executor"));
            if (local > 0) {
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC,
                        "java/util/concurrent/CompletableFuture",
                        method,
                        descriptor.replace(")", EXECUTOR + ")"),
                        false);
            }
        }

        private void load(String hook, String type) {
            super.visitLdcInsn(hook(JdkHooks.class, hook, type));
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            super.visitMaxs(Math.max(stack, 5), locals);
        }
    }

    // ---- a static field's value, by classes that the JDK's can mention ----

    private static ConstantDynamic hook(Class<?> of, String field, String type) {
        ConstantDynamic loader =
                call(
                        "java/lang/ClassLoader",
                        Opcodes.H_INVOKESTATIC,
                        "java/lang/ClassLoader",
                        "getSystemClassLoader",
                        "()Ljava/lang/ClassLoader;");
        ConstantDynamic hooks =
                call(
                        "java/lang/Class",
                        Opcodes.H_INVOKEVIRTUAL,
                        "java/lang/ClassLoader",
                        "loadClass",
                        "(Ljava/lang/String;)Ljava/lang/Class;",
                        loader,
                        of.getName());
        ConstantDynamic found =
                call(
                        "java/lang/reflect/Field",
                        Opcodes.H_INVOKEVIRTUAL,
                        "java/lang/Class",
                        "getField",
                        "(Ljava/lang/String;)Ljava/lang/reflect/Field;",
                        hooks,
                        field);
        return call(
                type,
                Opcodes.H_INVOKEVIRTUAL,
                "java/lang/reflect/Field",
                "get",
                "(Ljava/lang/Object;)Ljava/lang/Object;",
                found,
                hooks); // of a static field it does not matter
    }

    private static ConstantDynamic call(
            String type,
            int kind,
            String owner,
            String method,
            String descriptor,
            Object... arguments) {
        Handle invoke =
                new Handle(
                        Opcodes.H_INVOKESTATIC,
                        Type.getInternalName(ConstantBootstraps.class),
                        "invoke",
                        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;"
                                + "Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)"
                                + "Ljava/lang/Object;",
                        false);
        List<Object> all = new ArrayList<>();
        all.add(new Handle(kind, owner, method, descriptor, false));
        all.addAll(List.of(arguments));
        return new ConstantDynamic("hook", "L" + type + ";", invoke, all.toArray());
    }
}
