package dev.cleave.agent.retarget;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Moves one class to Cleave's types, or leaves it where it is; and in either case finds where it
 * would meet the other side: a class is on Cleave's side if it is retargeted, else on the JDK's.
 * What cannot be right is refused: a place in the code throws a {@link LinkageError} before the
 * virtual machine could find something worse, and so does a class as a whole.
 */
final class ClassRetargeter extends ClassVisitor {
    private static final String BOUNDARY = Type.getInternalName(Boundary.class);
    private static final String STRING = "Ljava/lang/String;";
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String CLASS = "Ljava/lang/Class;";
    private static final String SERVICE = "Ljava/util/concurrent/ExecutorService;";
    private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";

    /** Static methods of the JDK's that would return, or look up, what is not Cleave's. */
    private static final Set<String> REPLACED =
            Set.of(
                    "java/util/concurrent/Executors.newWorkStealingPool()" + SERVICE,
                    "java/util/concurrent/Executors.newWorkStealingPool(I)" + SERVICE,
                    "java/lang/Class.forName(" + STRING + "ZLjava/lang/ClassLoader;)" + CLASS,
                    "java/lang/Class.forName(Ljava/lang/Module;" + STRING + ")" + CLASS);

    private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";

    /** The descriptor of methods whose argument is the name of a class. */
    private static final String BY_NAME = "(" + STRING + ")" + CLASS;

    private final ClassReader reader;
    private final boolean retargeted;
    private final Selection selection;
    private final MovedTypes moved;
    private final Hierarchy hierarchy;
    private final ClassWriter writer = new ClassWriter(0);
    private final Remapper remapper;
    private final Set<String> mentioned = new TreeSet<>();
    private final Set<String> methods = new HashSet<>();
    private final List<String> refusals = new ArrayList<>();
    private final String name;
    private String refusalOfAll;
    private boolean changed;

    ClassRetargeter(
            ClassReader reader,
            boolean retargeted,
            Selection selection,
            MovedTypes moved,
            Hierarchy hierarchy) {
        super(Opcodes.ASM9);
        this.reader = reader;
        this.retargeted = retargeted;
        this.selection = selection;
        this.moved = moved;
        this.hierarchy = hierarchy;
        this.name = java(reader.getClassName());
        remapper =
                retargeted
                        ? MovedTypes.remapper(mentioned::add)
                        : MovedTypes.observer(mentioned::add);
        cv = new ClassRemapper(writer, remapper);
    }

    /** The class file instead; null if nothing has changed. */
    byte[] run() {
        reader.accept(this, 0);
        boolean moves = mentioned.stream().anyMatch(MovedTypes::contain);
        if (moves && !selection.isEverything()) {
            mentioned.forEach(this::checkMention);
        }
        return changed || moves && retargeted ? writer.toByteArray() : null;
    }

    /** What is refused at places in the code. */
    List<String> refusals() {
        return refusals;
    }

    /** Why the whole class is refused; null if it is not. */
    String refusalOfAll() {
        return refusalOfAll;
    }

    /** A class that is below a moved type has another type above it on the other side. */
    private void checkMention(String other) {
        if (isAcross(other) && hierarchy.isBelowMoved(other)) {
            refuseAll(
                    "it uses "
                            + java(other)
                            + ", which is a type of fork/join on the other side"
                            + remedy(other));
        }
    }

    private void refuseAll(String why) {
        if (refusalOfAll == null) {
            refusalOfAll = name + " cannot be " + (retargeted ? "retargeted: " : "used: ") + why;
        }
    }

    /** Whether a program's class is on the other side. */
    private boolean isAcross(String other) {
        return !other.startsWith("[")
                && !other.startsWith("java/")
                && !Selection.isCleaves(other)
                && selection.contains(other) != retargeted;
    }

    private String remedy(String other) {
        String inside = retargeted ? name : java(other);
        String outside = retargeted ? java(other) : name;
        return ": "
                + inside
                + " is retargeted to dev.cleave, "
                + outside
                + " is not; retarget both ("
                + selection.howToAdd(outside)
                + ") or neither (exclude="
                + inside
                + ")";
    }

    private static String java(String internalName) {
        return internalName.replace('/', '.');
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String method, String descriptor, String signature, String[] exceptions) {
        String member = method + descriptor;
        boolean inherits = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0;
        if (inherits && !method.startsWith("<") && MovedTypes.areIn(descriptor)) {
            String above = hierarchy.inheritedFrom(reader, member);
            if (above != null && isAcross(above)) {
                refuseAll("it overrides " + java(above) + "." + method + remedy(above));
            }
        }
        if (retargeted) {
            if (inherits
                    && MovedTypes.isOwn(member)
                    && hierarchy.isBelowMoved(reader.getClassName())) {
                refuseAll(
                        "its method "
                                + method
                                + " would override Cleave's of that name, which"
                                + " java.util.concurrent has not; rename it, or exclude="
                                + name);
            }
            if (!methods.add(method + MovedTypes.remapper(each -> {}).mapMethodDesc(descriptor))) {
                refuseAll(
                        "it has two methods "
                                + method
                                + ", one for Cleave's type and one for the JDK's; exclude="
                                + name);
            }
        }
        return new Code(
                super.visitMethod(access, method, descriptor, signature, exceptions), method);
    }

    /** A method's code. What is put in needs two places on the stack. */
    private final class Code extends MethodVisitor {
        private final String where;
        private final boolean readsLambdas;

        Code(MethodVisitor to, String method) {
            super(Opcodes.ASM9, to);
            this.where = name + "." + method;
            this.readsLambdas = method.equals("$deserializeLambda$");
        }

        /** The compiler's code that reads serialised lambdas compares signatures, as text. */
        @Override
        public void visitLdcInsn(Object value) {
            if (readsLambdas && value instanceof String text) {
                super.visitLdcInsn(
                        text.startsWith("(") ? remapper.mapMethodDesc(text) : remapper.map(text));
            } else {
                super.visitLdcInsn(value);
            }
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            super.visitMaxs(stack + 2, locals);
        }

        private void call(String helper, String descriptor) {
            changed = true;
            super.visitMethodInsn(Opcodes.INVOKESTATIC, BOUNDARY, helper, descriptor, false);
        }

        private void refuse(String why) {
            String refusal = where + " " + why;
            refusals.add(refusal);
            super.visitLdcInsn(refusal);
            call("refuse", "(" + STRING + ")V");
        }

        /** Refuses a use of a member that is not there for this class. */
        private void check(String verb, String owner, String member, String shown) {
            if (retargeted && moved.lack(member)) {
                String declarer = hierarchy.declarer(owner, member);
                if (declarer != null && MovedTypes.contain(declarer)) {
                    refuse(
                            verb
                                    + " "
                                    + java(declarer)
                                    + "."
                                    + shown
                                    + ", which dev.cleave's does not have; use something else"
                                    + " there, or exclude="
                                    + name);
                }
            } else if (!selection.isEverything() && !MovedTypes.contain(owner)) {
                String declarer = hierarchy.declarer(owner, member);
                if (declarer != null && isAcross(declarer)) {
                    refuse(verb + " " + java(declarer) + "." + shown + remedy(declarer));
                }
            }
        }

        @Override
        public void visitMethodInsn(
                int opcode, String owner, String method, String descriptor, boolean isInterface) {
            if (moved.lack(method + descriptor) || MovedTypes.areIn(descriptor)) {
                check("calls", owner, method + descriptor, method);
            }
            if (retargeted && REPLACED.contains(owner + "." + method + descriptor)) {
                call(method, descriptor);
                return;
            }
            if (retargeted && descriptor.equals(BY_NAME) && looksUp(owner, method)) {
                call("className", "(" + STRING + ")" + STRING);
            }
            super.visitMethodInsn(opcode, owner, method, descriptor, isInterface);
        }

        private static boolean looksUp(String owner, String method) {
            return method.equals("forName")
                    || method.equals("loadClass")
                    || method.equals("findClass") && owner.equals(LOOKUP);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String type) {
            if (MovedTypes.areIn(type)) {
                check("uses", owner, field + type, field);
            }
            super.visitFieldInsn(opcode, owner, field, type);
        }

        @Override
        public void visitInvokeDynamicInsn(
                String method, String descriptor, Handle bootstrap, Object... arguments) {
            String target = Type.getReturnType(descriptor).getInternalName();
            if (bootstrap.getOwner().equals(LAMBDAS)
                    && arguments[0] instanceof Type implemented
                    && MovedTypes.areIn(implemented.getDescriptor())
                    && isAcross(target)) {
                refuse("makes a lambda of " + java(target) + remedy(target));
            }
            Object[] moving = arguments.clone();
            for (int i = 0; i < moving.length; i++) {
                if (moving[i] instanceof Handle handle) {
                    moving[i] = moved(handle);
                }
            }
            super.visitInvokeDynamicInsn(method, descriptor, bootstrap, moving);
        }

        private Handle moved(Handle handle) {
            String member = handle.getName() + handle.getDesc();
            if (moved.lack(member) || MovedTypes.areIn(handle.getDesc())) {
                check("refers to", handle.getOwner(), member, handle.getName());
            }
            if (retargeted && REPLACED.contains(handle.getOwner() + "." + member)) {
                changed = true;
                return new Handle(
                        Opcodes.H_INVOKESTATIC,
                        BOUNDARY,
                        handle.getName(),
                        handle.getDesc(),
                        false);
            }
            return handle;
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.CHECKCAST && MovedTypes.contain(type)) {
                super.visitLdcInsn(type.substring(MovedTypes.FROM.length()));
                super.visitLdcInsn(where);
                call(
                        retargeted ? "isCleaves" : "isTheJdks",
                        "(" + OBJECT + STRING + STRING + ")" + OBJECT);
            }
            super.visitTypeInsn(opcode, type);
        }
    }
}
