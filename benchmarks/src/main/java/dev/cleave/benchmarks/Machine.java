package dev.cleave.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What to say above measurements, so that they can be compared with others. */
public final class Machine {
    private static final String UNKNOWN = "unknown";
    private static final int GIT_SECONDS = 5;

    private Machine() {}

    /** The processor's name, where the system tells it. */
    public static String processor() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException notLinux) {
            return System.getProperty("os.arch");
        }
    }

    /** The memory that there is, or that a container has; whole gigabytes of 2^30 bytes. */
    public static long memoryGigabytes() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                        .getTotalMemorySize()
                >> 30;
    }

    /** The commit that these classes were built from, if they stand in a working tree. */
    public static String commit() {
        try {
            Path here =
                    Path.of(
                            Machine.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            Path folder = Files.isDirectory(here) ? here : here.getParent();
            Process git =
                    new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12")
                            .directory(folder.toFile())
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean found = git.waitFor(GIT_SECONDS, TimeUnit.SECONDS) && git.exitValue() == 0;
            return found ? said.strip() : UNKNOWN;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return UNKNOWN;
        } catch (IOException | URISyntaxException noGit) {
            return UNKNOWN;
        }
    }
}
