package dev.cleave.binding;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import dev.cleave.processors.ThreadBinding;
import java.io.IOException;
import java.util.BitSet;

/** Linux's {@code sched_setaffinity}, of whatever C library the virtual machine uses. */
public final class LinuxThreadBinding implements ThreadBinding {
    /** Named after the function that it declares. */
    private interface Scheduling extends Library {
        int sched_setaffinity(int thread, NativeLong bytes, long[] mask) throws LastErrorException;
    }

    private final Scheduling system;

    /**
     * Loads JNA's native part.
     *
     * @throws UnsupportedOperationException if this is not Linux
     * @throws LinkageError if JNA cannot load its native part here
     */
    public LinuxThreadBinding() {
        if (!Platform.isLinux()) {
            throw new UnsupportedOperationException(
                    "threads can be bound on Linux only, and this is "
                            + System.getProperty("os.name"));
        }
        system = Native.load(null, Scheduling.class); // null: what this process has loaded
    }

    @Override
    public void bind(int thread, BitSet processors) throws IOException {
        long[] mask = processors.toLongArray();
        try {
            system.sched_setaffinity(thread, new NativeLong((long) mask.length * Long.BYTES), mask);
        } catch (LastErrorException refused) {
            throw new IOException(
                    "thread "
                            + thread
                            + " to processors "
                            + processors
                            + ": "
                            + refused.getMessage(),
                    refused);
        }
    }
}
