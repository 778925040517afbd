package dev.cleave.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Reads paths and numbers, and says what is wrong with them in our words. */
final class Converters {
    private static final String WHOLE = "a whole number from %d to %d";
    private static final String DIGITS = "[-+]?\\d+";
    private static final String ANY = "a number, as 2.5";

    private Converters() {}

    /** For the command line and its subcommands. */
    static CommandLine registerIn(CommandLine commandLine) {
        String ofInt = String.format(WHOLE, Integer.MIN_VALUE, Integer.MAX_VALUE);
        String ofLong = String.format(WHOLE, Long.MIN_VALUE, Long.MAX_VALUE);
        return commandLine
                .registerConverter(Path.class, Converters::path)
                .registerConverter(Integer.class, text -> number(text, Integer::valueOf, ofInt))
                .registerConverter(Long.class, text -> number(text, Long::valueOf, ofLong))
                .registerConverter(long.class, text -> number(text, Long::valueOf, ofLong))
                .registerConverter(Double.class, text -> number(text, Double::valueOf, ANY))
                .registerConverter(double.class, text -> number(text, Double::valueOf, ANY));
    }

    private static <T> T number(String text, Function<String, T> read, String what) {
        try {
            return read.apply(ascii(text));
        } catch (NumberFormatException none) {
            // The type's bounds matter only to what is beyond them; an option's are its own to say.
            boolean beyond = text.matches(DIGITS) || what.equals(ANY);
            throw new TypeConversionException(
                    "'" + text + "' is not " + (beyond ? what : "a whole number"));
        }
    }

    /** Java reads the digits of every script; what a shell makes of them is not what we print. */
    static String ascii(String number) {
        if (number.chars().anyMatch(it -> it > '~')) {
            throw new NumberFormatException(number);
        }
        return number;
    }

    /**
     * A file or folder. Refuses an empty text, which would be the folder one is in: mostly, a
     * variable has no value.
     */
    static Path path(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException(
                    "'' names no file and no folder; the folder you are in is .");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException inexpressible) {
            throw new TypeConversionException(describe(inexpressible));
        }
    }

    /** What is wrong with a path, and what to do. */
    static String describe(InvalidPathException inexpressible) {
        return String.format(
                "'%s' cannot be the name of a file here: the locale, with encoding %s, does not have"
                        + " all its characters; set LC_ALL=C.UTF-8 and run the same again",
                inexpressible.getInput(), System.getProperty("sun.jnu.encoding"));
    }
}
