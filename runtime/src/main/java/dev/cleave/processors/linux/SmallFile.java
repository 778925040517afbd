package dev.cleave.processors.linux;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads the small files of /proc and /sys, any of which may not be there, or vanish. */
public final class SmallFile {
    /** mountinfo of a machine with some thousand containers is about that long. */
    private static final int LIMIT_BYTES = 1 << 20;

    private SmallFile() {}

    /** The text; null if it cannot be had. Not ended by an interrupt, unlike a channel. */
    public static String read(Path file) {
        File candidate = file.toFile();
        if (!candidate.isFile()) {
            return null; // often so, and cheaper than an exception
        }
        try (InputStream in = new FileInputStream(candidate)) {
            return new String(in.readNBytes(LIMIT_BYTES), StandardCharsets.UTF_8);
        } catch (IOException gone) {
            return null;
        }
    }

    /** The number after the key, wherever that stands in the file; -1 if there is none. */
    public static long number(String text, String key) {
        int at = text == null ? -1 : text.indexOf(key);
        if (at < 0) {
            return -1;
        }
        int end = at + key.length();
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        return number(text.substring(at + key.length(), end));
    }

    /** The text as a number; -1 if it is none, or too large. */
    public static long number(String text) {
        try {
            return text == null ? -1 : Long.parseLong(text.trim());
        } catch (NumberFormatException garbage) {
            return -1;
        }
    }
}
