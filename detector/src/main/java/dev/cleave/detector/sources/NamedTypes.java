package dev.cleave.detector.sources;

import java.util.function.Consumer;
import org.openrewrite.java.internal.DefaultJavaTypeFactory;
import org.openrewrite.java.internal.JavaTypeCache;
import org.openrewrite.java.tree.JavaType;

/**
 * Types of which only the name is known. The parser would describe every class that it meets with
 * all its members, and all the classes that these mention, and so on: most of the JDK for each
 * program, in time and in memory. The checks ask for names only.
 */
final class NamedTypes extends DefaultJavaTypeFactory {
    NamedTypes() {
        super(new JavaTypeCache());
    }

    @Override
    public JavaType.Class computeClass(
            String name,
            long flags,
            JavaType.FullyQualified.Kind kind,
            Consumer<JavaType.Class> describe) {
        return super.computeClass(name, flags, kind, it -> {});
    }
}
