package dev.cleave.benchmarks.jne;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The managers that are measured are those that people start. */
class ManagersTest {
    private static final Pattern OPTION = Pattern.compile("-X[^\\s'\"]+");

    @Test
    void theyHaveTheOptionsOfTheLauncher() throws Exception {
        String launcher = Files.readString(Path.of(System.getProperty("cleave.root"), "cleave"));
        Set<String> launchers = new TreeSet<>();
        String manager = launcher.substring(launcher.indexOf("\n    manager)"));
        addOptions(manager.substring(0, manager.indexOf(";;")), launchers);
        addOptions(launcher.substring(launcher.lastIndexOf("\nexec ")), launchers);
        assertEquals(launchers, new TreeSet<>(Managers.OPTIONS));
    }

    private static void addOptions(String script, Set<String> options) {
        OPTION.matcher(script).results().forEach(found -> options.add(found.group()));
    }
}
