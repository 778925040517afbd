package dev.cleave.weaver;

import java.io.IOException;
import java.nio.file.Path;

/** A jar cannot be woven because it is signed. */
public final class SignedJarException extends IOException {
    private static final long serialVersionUID = 1;

    SignedJarException(Path jar) {
        super(
                jar
                        + " is signed, and the signature would not match woven class files; weave it"
                        + " before it is signed, or load it with the agent, which leaves files alone");
    }
}
