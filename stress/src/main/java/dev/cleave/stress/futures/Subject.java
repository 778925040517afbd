package dev.cleave.stress.futures;

import dev.cleave.weaver.ClassFiles;
import dev.cleave.weaver.Weaver;
import dev.cleave.weaver.Woven;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Map;

/**
 * A compiled program, as it was written and as it was woven.
 *
 * @param program its source
 * @param asWritten runs serially
 * @param woven runs on futures
 */
record Subject(GeneratedProgram program, Program asWritten, Program woven) {

    /** A program that the weaver or the class loader does not take. */
    static final class Unfit extends Exception {
        private static final long serialVersionUID = 1L;

        Unfit(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * Weaves and loads a program.
     *
     * @param classFiles at least the program's
     * @param tampering changes class files, for a test of this test
     * @throws Unfit if a future is refused, or what was woven cannot be loaded
     */
    static Subject of(GeneratedProgram program, Map<String, byte[]> classFiles, Tampering tampering)
            throws Unfit {
        ClassFiles outside = ClassFiles.of(Program.class.getClassLoader());
        Weaver weaver =
                new Weaver(
                        name -> {
                            byte[] own = classFiles.get(name.replace('/', '.'));
                            return own != null ? own : outside.find(name);
                        });
        Map<String, byte[]> written = new HashMap<>();
        Map<String, byte[]> woven = new HashMap<>();
        for (Map.Entry<String, byte[]> file : classFiles.entrySet()) {
            if (!isOf(program, file.getKey())) {
                continue;
            }
            byte[] given = tampering.written(file.getValue());
            Woven result;
            try {
                result = weaver.weave(given);
            } catch (RuntimeException e) {
                throw new Unfit("the weaver fails on " + file.getKey() + ": " + e, e);
            }
            if (!result.refusals().isEmpty()) {
                throw new Unfit("refused: " + result.refusals(), null);
            }
            written.put(file.getKey(), Serially.in(file.getValue()));
            woven.put(
                    file.getKey(), result.changed() ? tampering.woven(result.classFile()) : given);
        }
        return new Subject(program, load(program.name(), written), load(program.name(), woven));
    }

    private static boolean isOf(GeneratedProgram program, String file) {
        String name = program.name();
        return file.equals(name) || file.startsWith(name + "$") || file.startsWith(name + "Face");
    }

    private static Program load(String name, Map<String, byte[]> classFiles) throws Unfit {
        try {
            return (Program)
                    new Loader(classFiles).loadClass(name).getDeclaredConstructor().newInstance();
        } catch (InvocationTargetException e) {
            throw new Unfit("cannot be instantiated: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new Unfit("cannot be loaded: " + e, e);
        }
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classFiles;

        private Loader(Map<String, byte[]> classFiles) {
            super(Program.class.getClassLoader());
            this.classFiles = classFiles;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classFiles.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
