package dev.cleave.detector;

/** Tells comments from code without parsing: what a comment mentions, the program does not use. */
final class Comments {
    private Comments() {}

    /** A source text without its comments; strings and characters are left as they are. */
    static String without(String text) {
        StringBuilder code = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            int end;
            if (text.startsWith("//", at)) {
                end = endOfLine(text, at);
            } else if (text.startsWith("/*", at)) {
                int close = text.indexOf("*/", at + 2);
                end = close < 0 ? text.length() : close + 2;
                code.append(' ');
            } else {
                end = text.charAt(at) == '"' || text.charAt(at) == '\'' ? quoted(text, at) : at + 1;
                code.append(text, at, end);
            }
            at = end;
        }
        return code.toString();
    }

    /**
     * Documentation as plain comments, of the same length: the parser would make trees of it, which
     * no check reads, takes as long as the code for that, and gives up on some of it.
     */
    static String undocumented(String text) {
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
