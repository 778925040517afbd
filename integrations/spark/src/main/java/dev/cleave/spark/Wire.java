package dev.cleave.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;

/**
 * What goes between driver and executors, in Java's serialisation. Not in Spark's, which may be
 * Kryo, does not say which piece it could not write, and writes closures by Java's in any case.
 */
final class Wire {
    private Wire() {}

    /**
     * Writes a value.
     *
     * @param what the value's name in messages
     * @throws IllegalArgumentException if it, or what it refers to, is not serialisable
     */
    static byte[] write(Object value, String what) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (NotSerializableException unserialisable) {
            throw new IllegalArgumentException(
                    String.format(
                            "%s cannot be sent: %s is not java.io.Serializable; make it so, or"
                                    + " transient the field that refers to it",
                            what, unserialisable.getMessage()),
                    unserialisable);
        } catch (IOException failed) {
            throw new IllegalArgumentException(what + " cannot be sent: " + failed, failed);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads a value whose classes the context class loader has, as that of Spark's tasks does.
     *
     * @throws IllegalStateException if it cannot be read
     */
    static Object read(byte[] bytes, String what) {
        try (ObjectInputStream in = new ContextInput(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException(
                    String.format(
                            "%s cannot be read: there is no class %s; give its jar to spark-submit"
                                    + " --jars, or to SparkConf.setJars",
                            what, missing.getMessage()),
                    missing);
        } catch (IOException failed) {
            throw new IllegalStateException(what + " cannot be read: " + failed, failed);
        }
    }

    private static final class ContextInput extends ObjectInputStream {
        ContextInput(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description)
                throws IOException, ClassNotFoundException {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException primitive) {
                return super.resolveClass(description);
            }
        }
    }
}
