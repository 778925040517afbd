package dev.cleave.spark;

import java.util.Optional;

/**
 * A piece of a problem that was solved on a cluster failed as often as Spark tries, or Spark's job
 * failed as a whole. The message says which piece, where, and at which attempt; the cause is what
 * was thrown there.
 */
public final class PieceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PieceException(String message, Throwable cause) {
        super(message, cause);
    }

    /** What a task throws: with a cause that comes through to the driver. */
    static PieceException inTask(String what, Throwable cause) {
        return new PieceException(what + " failed: " + cause, sendable(cause));
    }

    /** What the driver throws for what Spark's job ended with. */
    static PieceException ofJob(int pieces, Throwable failure) {
        Optional<PieceException> inTask = in(failure);
        PieceException thrown =
                inTask.map(piece -> new PieceException(piece.getMessage(), piece.getCause()))
                        .orElseGet(
                                () ->
                                        new PieceException(
                                                String.format(
                                                        "the job of %d pieces failed: %s",
                                                        pieces, failure.getMessage()),
                                                failure));
        if (inTask.isPresent()) {
            thrown.addSuppressed(failure);
        }
        return thrown;
    }

    private static Optional<PieceException> in(Throwable failure) {
        for (Throwable next = failure; next != null; next = next.getCause()) {
            if (next instanceof PieceException piece) {
                return Optional.of(piece);
            }
        }
        return Optional.empty();
    }

    /** Spark drops an exception that it cannot serialise: then one that looks like it. */
    private static Throwable sendable(Throwable cause) {
        try {
            Wire.write(cause, "the exception");
            return cause;
        } catch (IllegalArgumentException unserialisable) {
            RuntimeException copy = new RuntimeException(cause.toString());
            copy.setStackTrace(cause.getStackTrace());
            return copy;
        }
    }
}
