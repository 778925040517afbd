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
