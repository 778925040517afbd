package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.Future;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** Constructors that call each other deeper than a future stack is high. */
class DeepConstructionTest {
    /** A chain. */
    public static final class Link {
        private long length;

        /**
         * Makes it.
         *
         * @param links of the chain behind this
         */
        public Link(int links) {
            if (links > 0) {
                @Future Link next = new Link(links - 1);
                length = 1;
                length += next.length;
            }
        }

        @Override
        public String toString() {
            return "" + length;
        }
    }

    @Test
    void aFullStackOfFuturesEndsNoConstructor() throws Exception {
        String file = Link.class.getName().replace('.', '/') + ".class";
        Woven woven;
        try (InputStream in = Link.class.getClassLoader().getResourceAsStream(file)) {
            woven = new Weaver(ClassFiles.of(Link.class.getClassLoader())).weave(in.readAllBytes());
        }
        assertTrue(woven.changed());
        Class<?> link =
                new ClassLoader(Link.class.getClassLoader()) {
                    private Class<?> define() {
                        byte[] bytes = woven.classFile();
                        return defineClass(Link.class.getName(), bytes, 0, bytes.length);
                    }
                }.define();
        Object[] chain = new Object[1];
        // More than the 2,048 slots, which do not become more on a stack of this size; and little
        // enough for it, and for the stack of a worker that steals it.
        Thread thread =
                new Thread(
                        null,
                        () -> {
                            try {
                                chain[0] = link.getConstructor(int.class).newInstance(2_200);
                            } catch (ReflectiveOperationException e) {
                                chain[0] = e.getCause();
                            }
                        },
                        "deep",
                        1L << 20);
        thread.start();
        thread.join();
        assertEquals("2200", String.valueOf(chain[0]));
    }
}
