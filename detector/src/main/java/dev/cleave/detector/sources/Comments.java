package dev.cleave.detector.sources;

/** Tells comments from code without parsing: what a comment mentions, the program does not use. */
public final class Comments {
    /** Old systems end a text with it. */
    private static final char END = '\u001a';

    private Comments() {}

    /** A source text without its comments; strings and characters are left as they are. */
    public static String without(String text) {
        StringBuilder code = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            int end = end(text, at);
            if (text.startsWith("/*", at)) {
                code.append(' ');
            } else if (!text.startsWith("//", at)) {
                code.append(text, at, end);
            }
            at = end;
        }
        return code.toString();
    }

    /**
     * Where the character is at which the compiler takes a source to end, if something comes after
     * it; -1 if there is none but in comments, strings and characters.
     */
    static int earlyEnd(String text) {
        int last = text.lastIndexOf(END);
        int at = 0;
        while (at <= last) {
            if (text.charAt(at) == END) {
                return text.substring(at + 1).isBlank() ? -1 : at;
            }
            at = end(text, at);
        }
        return -1;
    }

    /** Where a comment, a literal or a character of the rest ends that begins at a place. */
    private static int end(String text, int at) {
        if (text.startsWith("//", at)) {
            return endOfLine(text, at);
        }
        if (text.startsWith("/*", at)) {
            int close = text.indexOf("*/", at + 2);
            return close < 0 ? text.length() : close + 2;
        }
        return text.charAt(at) == '"' || text.charAt(at) == '\'' ? quoted(text, at) : at + 1;
    }

    /**
     * Documentation as plain comments, of the same length: the parser would make trees of it, which
     * no check reads, takes as long as the code for that, and gives up on some of it.
     */
    public static String undocumented(String text) {
        StringBuilder code = null;
        for (int at = text.indexOf("/**"); at >= 0; at = text.indexOf("/**", at + 3)) {
            if (!text.startsWith("/", at + 3) && beginsLine(text, at)) {
                code = code == null ? new StringBuilder(text) : code;
                code.setCharAt(at + 2, ' ');
            }
        }
        return code == null ? text : code.toString();
    }

    /** Whether nothing but blanks is before a place in its line: no string, no other comment. */
    private static boolean beginsLine(String text, int place) {
        int at = place;
        while (at > 0 && (text.charAt(at - 1) == ' ' || text.charAt(at - 1) == '\t')) {
            at--;
        }
        return at == 0 || text.charAt(at - 1) == '\n' || text.charAt(at - 1) == '\r';
    }

    private static int endOfLine(String text, int at) {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
    }

    /** Where a literal ends; at the end of its line if it is never closed. */
    private static int quoted(String text, int start) {
        String quote =
                text.startsWith("\"\"\"", start) ? "\"\"\"" : text.substring(start, start + 1);
        boolean block = quote.length() == 3;
        for (int at = start + quote.length(); at < text.length(); at++) {
            if (text.charAt(at) == '\\') {
                at++;
            } else if (text.startsWith(quote, at)) {
                return at + quote.length();
            } else if (text.charAt(at) == '\n' && !block) {
                return at;
            }
        }
        return text.length();
    }
}
