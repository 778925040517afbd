package dev.cleave.weaver;

/**
 * A future that cannot be honoured, and is left unwoven with its method.
 *
 * @param file the source file's name
 * @param line where the variable is declared; 0 if the class file does not tell
 * @param method class and method
 * @param reason what is wrong
 * @param remedy what to do about it
 */
public record Refusal(String file, int line, String method, String reason, String remedy) {
    @Override
    public String toString() {
        return file + ":" + line + ": in " + method + ": " + reason + "; " + remedy;
    }
}
