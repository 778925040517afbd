package dev.cleave.spark;

import dev.cleave.spark.example.LocalCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.api.java.JavaSparkContext;

/** The one cluster of all tests, two executors: starting one takes longer than a test. */
final class Cluster {
    private static final JavaSparkContext CONTEXT = start();

    private Cluster() {}

    /** The connection to it. Spark ends it with this process. */
    static JavaSparkContext context() {
        return CONTEXT;
    }

    private static JavaSparkContext start() {
        try {
            return LocalCluster.start("tests");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
