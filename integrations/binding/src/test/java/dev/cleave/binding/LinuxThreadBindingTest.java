package dev.cleave.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The system's answers. */
class LinuxThreadBindingTest {
    private static final Path STATUS = Path.of("/proc/thread-self/status");

    private static String line(String key) throws IOException {
        return Files.readString(STATUS)
                .lines()
                .filter(it -> it.startsWith(key))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aThreadIsBoundAndASetThatIsNotThereIsRefused() throws Exception {
        Assumptions.assumeTrue(Files.exists(STATUS), "this is not Linux");
        LinuxThreadBinding binding = new LinuxThreadBinding();
        int self = Integer.parseInt(Files.readSymbolicLink(STATUS.getParent()).getFileName() + "");
        int last = Runtime.getRuntime().availableProcessors() - 1;
        String list = line("Cpus_allowed_list:");
        BitSet set = new BitSet();
        set.set(5_000);
        IOException refused = assertThrows(IOException.class, () -> binding.bind(self, set));
        assertTrue(refused.getMessage().contains("{5000}"), refused.getMessage());
        LastErrorException told = (LastErrorException) refused.getCause();
        assertEquals(22, told.getErrorCode(), "an invalid argument");
        assertTrue(refused.getMessage().endsWith(told.getMessage()), refused.getMessage());
        assertEquals(list, line("Cpus_allowed_list:"));
        Assumptions.assumeTrue(list.equals("Cpus_allowed_list:\t0-" + last), list);
        set.clear();
        set.set(last); // of this thread, which ends with the test
        binding.bind(self, set);
        assertEquals("Cpus_allowed_list:\t" + last, line("Cpus_allowed_list:"));
    }
}
