package dev.cleave.profiler;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;

/**
 * The standard output of a process that has to know whether all of it got there; {@code System.out}
 * keeps failures to itself. It may be printed to from any thread.
 */
public final class StandardOutput {
    private static final int LOST = 2;

    /** That of a process which the signal SIGPIPE ends, as it ends other programs in a pipe. */
    private static final int CLOSED = 141;

    private final Watched watched = new Watched();
    private final PrintStream stream =
            new PrintStream(new BufferedOutputStream(watched), true, StandardCharsets.UTF_8);

    private static final class Watched extends FileOutputStream {
        private volatile IOException failure;

        Watched() {
            super(FileDescriptor.out);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            try {
                super.write(bytes, from, count);
            } catch (IOException lost) {
                failure = lost;
                throw lost;
            }
        }
    }

    /** What goes to the file descriptor, whatever {@code System.out} is. */
    public StandardOutput() {}

    /** Prints in UTF-8, whatever the locale: the output is read by programs, too. */
    public PrintStream stream() {
        return stream;
    }

    /**
     * What the process ends with. If something was lost, that is said on standard error; not if
     * nobody reads any more, as behind {@code | head}.
     *
     * @param status the exit status if nothing was lost
     * @param command who says it
     * @return that status; 2 if something was lost; 141 if nobody reads any more
     */
    public int end(int status, String command) {
        stream.flush();
        IOException failure = watched.failure;
        if (failure == null) {
            return status;
        }
        if (String.valueOf(failure.getMessage()).equals(brokenPipe())) {
            return CLOSED;
        }
        System.err.printf(
                "%s: not all of the output could be written (%s): make room, or write it"
                        + " elsewhere, and run the command again%n",
                command, failure.getMessage());
        return LOST;
    }

    /** What the system says, in its user's language, where nobody reads any more. */
    private static String brokenPipe() {
        try {
            Pipe pipe = Pipe.open();
            pipe.source().close();
            try (Pipe.SinkChannel sink = pipe.sink()) {
                sink.write(ByteBuffer.allocate(1));
            }
            return null;
        } catch (IOException broken) {
            return broken.getMessage();
        }
    }
}
