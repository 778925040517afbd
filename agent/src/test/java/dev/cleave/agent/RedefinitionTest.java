package dev.cleave.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Another agent makes the virtual machine load woven classes again. */
class RedefinitionTest extends ChildJvms {
    /** Hands every class back as it came; the program asks it for more. */
    private static final String OTHER =
            """
            import java.lang.instrument.ClassDefinition;
            import java.lang.instrument.ClassFileTransformer;
            import java.lang.instrument.Instrumentation;
            import java.security.ProtectionDomain;

            public class Other implements ClassFileTransformer {
                static Instrumentation instrumentation;
                static int seen;

                public static void premain(String option, Instrumentation given) {
                    instrumentation = given;
                    given.addTransformer(new Other(), true);
                }

                @Override
                public byte[] transform(
                        ClassLoader loader,
                        String name,
                        Class<?> redefined,
                        ProtectionDomain domain,
                        byte[] file) {
                    if (!"Fib".equals(name)) {
                        return null;
                    }
                    seen++;
                    return file.clone();
                }

                public static void main(String[] args) throws Exception {
                    Fib.main(args);
                    switch (args[0]) {
                        case "retransform" -> instrumentation.retransformClasses(Fib.class);
                        case "redefine" -> redefine();
                        default -> throw new AssertionError(args[0]);
                    }
                    Fib.main(args);
                    System.out.println(seen);
                }

                private static void redefine() throws Exception {
                    try (var in = Fib.class.getResourceAsStream("Fib.class")) {
                        instrumentation.redefineClasses(
                                new ClassDefinition(Fib.class, in.readAllBytes()));
                    }
                }
            }
            """;

    /** Whichever comes first, and whether the class is given as it is or as it was compiled. */
    @ParameterizedTest
    @CsvSource({"retransform, true", "retransform, false", "redefine, true", "redefine, false"})
    void aWovenClassStaysWoven(String how, boolean otherFirst) throws Exception {
        compile("Fib", FIB);
        compile("Other", OTHER);
        Path jar = folder.resolve("other.jar");
        agentJar(jar, "Other");
        String other = "-javaagent:" + jar;
        Run run =
                otherFirst
                        ? run(other, agent("=fail"), "Other", how)
                        : run(agent("=fail"), other, "Other", how);
        assertEquals(
                new Run(0, String.join("\n", "6765 woven", "6765 woven", "2"), ""),
                new Run(run.status(), run.out().replace("\r", ""), run.err()));
    }
}
