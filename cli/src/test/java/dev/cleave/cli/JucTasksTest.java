package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks of the JDK's pools in a program that has its libraries as jars in its jar. */
class JucTasksTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({"RecursiveAction, true", "FutureTask, false"})
    void areFoundInJarsWithinAJar(String mentioned, boolean found) throws Exception {
        Path classes = folder.resolve("classes");
        String text = "class Uses { java.util.concurrent.%s task; }".formatted(mentioned);
        Woven.compile(folder, "Uses.java", text, classes);
        Path library = Woven.jar(folder.resolve("library.jar"), classes);
        Path jar = folder.resolve("program.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream out = new ZipOutputStream(file)) {
            out.putNextEntry(new ZipEntry("BOOT-INF/lib/broken.jar"));
            out.write(1);
            out.putNextEntry(new ZipEntry("BOOT-INF/lib/library.jar"));
            Files.copy(library, out);
        }
        Program program = new Program(jar, List.of(), "Main", List.of());
        assertEquals(found, JucTasks.areIn(program));
    }
}
