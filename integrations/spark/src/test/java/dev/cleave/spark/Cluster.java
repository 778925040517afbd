package dev.cleave.spark;

import dev.cleave.spark.example.LocalCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** The one cluster of all tests, two executors: starting one takes longer than a test. */
final class Cluster implements BeforeAllCallback {
    /** The part of a job's tasks that has to be done before slow ones are started again. */
    static final String QUANTILE = "spark.speculation.quantile";

    /** The one for which none is. */
    static final String NEVER = "1.0";

    private static JavaSparkContext context;

    /** The connection to it. */
    static JavaSparkContext context() {
        return context;
    }

    /** Starts it before the first class that needs it; it is closed after the last test. */
    @Override
    public void beforeAll(ExtensionContext tests) {
        context =
                tests.getRoot()
                        .getStore(Namespace.GLOBAL)
                        .computeIfAbsent(Cluster.class, key -> start(), JavaSparkContext.class);
    }

    private static JavaSparkContext start() {
        try {
            return new JavaSparkContext(
                    LocalCluster.configuration("tests")
                            .set("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1")
                            .set("spark.speculation", "true")
                            .set("spark.speculation.efficiency.enabled", "false")
                            .set(QUANTILE, NEVER));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
