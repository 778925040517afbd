package dev.cleave.cli;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Which classes a virtual machine can start: those with {@code public static void main(String[])},
 * inherited or their own; from Java 25 also those with a main method that is an instance's, takes
 * nothing or is not public (JEP 512).
 */
final class MainMethods {
    private static final int FIRST_WITH_INSTANCE_MAIN = 25;
    private static final int PUBLIC_STATIC = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;

    private final Elements elements;
    private final boolean instanceMain;

    MainMethods(Elements elements, int javaVersion) {
        this.elements = elements;
        this.instanceMain = javaVersion >= FIRST_WITH_INSTANCE_MAIN;
    }

    boolean canStart(TypeElement type) {
        List<ExecutableElement> mains =
                ElementFilter.methodsIn(members(type)).stream()
                        .filter(method -> method.getSimpleName().contentEquals("main"))
                        .filter(method -> method.getReturnType().getKind() == TypeKind.VOID)
                        .toList();
        return instanceMain
                ? startsSince25(type, mains)
                : mains.stream().anyMatch(MainMethods::starts);
    }

    /**
     * Of a class without its file, such as a nested one that is never used, the compiler throws an
     * exception of its own, once.
     */
    private List<Element> members(TypeElement type) {
        Set<String> missing = new HashSet<>();
        while (true) {
            try {
                return List.copyOf(elements.getAllMembers(type));
            } catch (RuntimeException failure) {
                if (!failure.getClass().getSimpleName().equals("CompletionFailure")
                        || !missing.add(failure.getMessage())) {
                    throw failure;
                }
            }
        }
    }

    /**
     * Whether a class file has {@code public static void main(String[])}. The compiler does not
     * show all of them: neither one that is synthetic, as Kotlin writes, nor that of a local class.
     */
    static boolean isIn(byte[] classFile) {
        boolean[] found = new boolean[1];
        ClassVisitor visitor =
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String type, String s, String[] exceptions) {
                        found[0] |=
                                name.equals("main")
                                        && type.equals("([Ljava/lang/String;)V")
                                        && (access & PUBLIC_STATIC) == PUBLIC_STATIC;
                        return null;
                    }
                };
        try {
            new ClassReader(classFile).accept(visitor, ClassReader.SKIP_CODE);
        } catch (RuntimeException unreadable) {
            return false; // whoever weaves or starts it says so
        }
        return found[0];
    }

    private static boolean starts(ExecutableElement method) {
        return method.getModifiers().containsAll(List.of(Modifier.PUBLIC, Modifier.STATIC))
                && takesStrings(method);
    }

    /** One that takes strings is called, or nothing is. */
    private static boolean startsSince25(TypeElement type, List<ExecutableElement> mains) {
        List<ExecutableElement> callable =
                mains.stream()
                        .filter(method -> !method.getModifiers().contains(Modifier.PRIVATE))
                        .toList();
        Predicate<ExecutableElement> takesAll =
                callable.stream().anyMatch(MainMethods::takesStrings)
                        ? MainMethods::takesStrings
                        : method -> method.getParameters().isEmpty();
        return callable.stream()
                .filter(takesAll)
                .anyMatch(m -> m.getModifiers().contains(Modifier.STATIC) || canBeMade(type));
    }

    private static boolean canBeMade(TypeElement type) {
        return (type.getKind() == ElementKind.CLASS || type.getKind() == ElementKind.RECORD)
                && !type.getModifiers().contains(Modifier.ABSTRACT)
                && (type.getNestingKind() != NestingKind.MEMBER
                        || type.getModifiers().contains(Modifier.STATIC))
                && ElementFilter.constructorsIn(type.getEnclosedElements()).stream()
                        .filter(constructor -> constructor.getParameters().isEmpty())
                        .map(Element::getModifiers)
                        .anyMatch(modifiers -> !modifiers.contains(Modifier.PRIVATE));
    }

    private static boolean takesStrings(ExecutableElement method) {
        List<? extends VariableElement> parameters = method.getParameters();
        return parameters.size() == 1
                && parameters.get(0).asType().toString().equals("java.lang.String[]");
    }
}
