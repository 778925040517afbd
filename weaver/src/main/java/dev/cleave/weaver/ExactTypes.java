package dev.cleave.weaver;

import java.util.HashSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.SimpleVerifier;

/** The types of values, as the verifier sees them, without loading a class. */
final class ExactTypes extends SimpleVerifier {
    private final TypeHierarchy hierarchy;

    ExactTypes(TypeHierarchy hierarchy) {
        super(Opcodes.ASM9, null, null, null, false);
        this.hierarchy = hierarchy;
    }

    @Override
    protected boolean isInterface(Type type) {
        return type.getSort() == Type.OBJECT && hierarchy.isInterface(type.getInternalName());
    }

    @Override
    protected Type getSuperClass(Type type) {
        return Type.getObjectType(hierarchy.superclass(type.getInternalName()));
    }

    /** The code is a compiler's: what it assigns can be assigned. */
    @Override
    protected boolean isSubTypeOf(BasicValue value, BasicValue expected) {
        return true;
    }

    @Override
    protected boolean isAssignableFrom(Type to, Type from) {
        if (to.equals(from) || to.getInternalName().equals("java/lang/Object")) {
            return true;
        }
        if (to.getSort() != Type.OBJECT || from.getSort() != Type.OBJECT) {
            return false;
        }
        return hierarchy
                .commonSuperclass(to.getInternalName(), from.getInternalName(), new HashSet<>())
                .equals(to.getInternalName());
    }
}
