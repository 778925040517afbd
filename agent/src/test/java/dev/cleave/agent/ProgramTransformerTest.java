package dev.cleave.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Whom a transformer asks for what the classes that it changes need. */
class ProgramTransformerTest {
    private static final byte[] CHANGED = {1};

    private final ProgramTransformer transformer =
            new ProgramTransformer("java/lang/Object", "does not see it", "failed") {
                @Override
                protected byte[] change(Module module, ClassLoader loader, byte[] classFile) {
                    return CHANGED;
                }
            };

    /** A loader that may see nothing, and counts how often it is asked. */
    private static final class Loader extends ClassLoader {
        boolean sees;
        int asked;

        @Override
        public URL getResource(String name) {
            asked++;
            return sees ? super.getResource(name) : null;
        }
    }

    private byte[] transform(ClassLoader loader) {
        return transform(transformer, loader, "Any");
    }

    private static byte[] transform(ProgramTransformer how, ClassLoader loader, String name) {
        return how.transform(loader.getUnnamedModule(), loader, name, null, null, new byte[0]);
    }

    /** It was once, and a class that a debugger replaced waited for a stopped thread's jar. */
    @Test
    void aLoaderThatSeesItIsAskedOnce() {
        Loader loader = new Loader();
        loader.sees = true;
        assertArrayEquals(CHANGED, transform(loader));
        assertArrayEquals(CHANGED, transform(loader));
        assertEquals(1, loader.asked);
    }

    /** A class path may get longer. */
    @Test
    void aLoaderThatDoesNotIsAskedAgain() {
        Loader loader = new Loader();
        assertNull(transform(loader));
        loader.sees = true;
        assertArrayEquals(CHANGED, transform(loader));
        assertEquals(2, loader.asked);
    }

    /** The virtual machine swallows an error, too, and the program would not be told. */
    @Test
    void anyFailureIsSaid() {
        AssertionError failure = new AssertionError("wrong");
        LogRecord said = saidOf("a/B", failure);
        assertEquals("a.B failed", said.getMessage());
        assertSame(failure, said.getThrown());
    }

    /** {@code defineClass(null, …)} is allowed, and the name then in the class file alone. */
    @Test
    void alsoOfAClassThatIsDefinedWithoutItsName() {
        AssertionError failure = new AssertionError("wrong");
        LogRecord said = saidOf(null, failure);
        assertEquals("a class that its loader defines without a name failed", said.getMessage());
        assertSame(failure, said.getThrown());
    }

    /** The one line about a class that cannot be changed. */
    private static LogRecord saidOf(String name, Error failure) {
        ProgramTransformer failing =
                new ProgramTransformer("java/lang/Object", "does not see it", "failed") {
                    @Override
                    protected byte[] change(Module module, ClassLoader loader, byte[] classFile) {
                        throw failure;
                    }
                };
        List<LogRecord> said = new ArrayList<>();
        Handler handler =
                new Handler() {
                    @Override
                    public void publish(LogRecord line) {
                        said.add(line);
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        Logger log = Logger.getLogger("dev.cleave.agent");
        log.addHandler(handler);
        try {
            assertNull(transform(failing, new Loader(), name));
        } finally {
            log.removeHandler(handler);
        }
        assertEquals(1, said.size());
        return said.get(0);
    }
}
