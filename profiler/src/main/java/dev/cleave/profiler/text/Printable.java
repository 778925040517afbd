package dev.cleave.profiler.text;

/** What a program chose, as it may be shown in a terminal: it must not move the cursor. */
public final class Printable {
    private Printable() {}

    /**
     * A text without characters that control how others are shown.
     *
     * @param text what a program is called, or something in it
     * @return the same with a question mark in their places
     */
    public static String of(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
    }
}
