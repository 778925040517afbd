package dev.cleave.maven;

import org.apache.maven.plugin.MojoExecutionException;

/** A parameter that is a text, as Maven makes a boolean of any other text false. */
final class TrueOrFalse {
    private TrueOrFalse() {}

    /**
     * The value of a property, in letters of any case.
     *
     * @throws MojoExecutionException if it is neither
     */
    static boolean of(String property, String text) throws MojoExecutionException {
        if (!"true".equalsIgnoreCase(text) && !"false".equalsIgnoreCase(text)) {
            throw new MojoExecutionException(property + " is '" + text + "'; choose true or false");
        }
        return Boolean.parseBoolean(text);
    }
}
