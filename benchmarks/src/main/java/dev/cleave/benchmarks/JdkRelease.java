package dev.cleave.benchmarks;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** Reads which Java a JDK is, without starting it. */
public final class JdkRelease {
    private JdkRelease() {}

    /**
     * The feature version, as 17.
     *
     * @return {@link Integer#MAX_VALUE} where the JDK does not say: then starting it will tell
     */
    static int feature(Path jdk) {
        try {
            String version = version(jdk);
            return Runtime.Version.parse(version.replaceFirst("^1\\.(\\d+).*", "$1")).feature();
        } catch (IllegalArgumentException unsaid) {
            return Integer.MAX_VALUE;
        }
    }

    /**
     * The whole version, as 17.0.15.
     *
     * @return the empty string where the JDK does not say
     */
    public static String version(Path jdk) {
        Properties release = new Properties();
        try (Reader reader = Files.newBufferedReader(jdk.resolve("release"))) {
            release.load(reader);
            return release.getProperty("JAVA_VERSION", "").replace("\"", "");
        } catch (IOException | IllegalArgumentException unsaid) {
            return "";
        }
    }
}
