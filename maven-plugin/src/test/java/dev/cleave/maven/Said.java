package dev.cleave.maven;

import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.logging.SystemStreamLog;

/** What a goal says, with the level in front. */
final class Said extends SystemStreamLog {
    final List<String> lines = new ArrayList<>();

    @Override
    public void info(CharSequence text) {
        lines.add("info " + text);
    }

    @Override
    public void warn(CharSequence text) {
        lines.add("warn " + text);
    }

    @Override
    public void error(CharSequence text) {
        lines.add("error " + text);
    }
}
