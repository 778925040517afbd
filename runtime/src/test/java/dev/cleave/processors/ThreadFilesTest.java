package dev.cleave.processors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What /proc says of threads, and of those of whom it cannot. */
class ThreadFilesTest {
    @TempDir Path proc;

    private void write(String file, String text) throws IOException {
        Path path = proc.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void numbersMasksAndTimes() throws Exception {
        ThreadFiles files = new ThreadFiles(proc, 7);
        Files.createSymbolicLink(proc.resolve("thread-self"), Path.of("7/task/9"));
        write("self/status", "Cpus_allowed:\tf\n");
        write("self/task/9/status", "Cpus_allowed:\t2\n");
        write("self/task/9/schedstat", "1234567890123 5 6\n");
        assertEquals(9, files.caller());
        assertEquals(Set.of(9), files.all());
        assertEquals("{0, 1, 2, 3}", files.allowed().toString());
        assertEquals("{1}", files.allowed(9).toString());
        assertEquals(1_234_567_890_123L, files.runNanos(9));
    }

    @Test
    void numbersOfAnotherNamespaceAreNone() throws Exception {
        Files.createSymbolicLink(proc.resolve("thread-self"), Path.of("7/task/9"));
        assertEquals(ThreadFiles.UNKNOWN, new ThreadFiles(proc, 1).caller());
    }

    @Test
    void withoutProcNothingIsKnown() {
        ThreadFiles files = new ThreadFiles(proc, 7);
        assertEquals(ThreadFiles.UNKNOWN, files.caller());
        assertEquals(ThreadFiles.UNKNOWN, files.runNanos(9));
        assertEquals(Set.of(), files.all());
        assertEquals(new BitSet(), files.allowed());
        assertEquals(new BitSet(), files.allowed(9));
    }

    @Test
    void theRealOnesOfThisThread() {
        Path real = Path.of("/proc");
        Assumptions.assumeTrue(Files.exists(real.resolve("thread-self")), "no /proc/thread-self");
        ThreadFiles files = new ThreadFiles(real, ProcessHandle.current().pid());
        int caller = files.caller();
        assertTrue(files.all().contains(caller), caller + " is not among " + files.all());
        assertTrue(files.allowed(caller).cardinality() > 0);
        assertTrue(files.allowed().cardinality() > 0);
    }
}
