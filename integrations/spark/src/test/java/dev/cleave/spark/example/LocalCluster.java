package dev.cleave.spark.example;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** A Spark cluster of two executors, processes of their own, on this machine. */
public final class LocalCluster {
    private LocalCluster() {}

    /**
     * Starts one. Needs no distribution of Spark: the executors have this process's class path, and
     * the folder {@code SPARK_HOME}, where Spark looks for its jars, may be new.
     *
     * @param name the application's
     * @return the connection to it; closing ends it
     * @throws IOException if the folder cannot be made
     */
    public static JavaSparkContext start(String name) throws IOException {
        return new JavaSparkContext(configuration(name));
    }

    /**
     * For one.
     *
     * @param name the application's
     * @return the configuration
     * @throws IOException if the folder cannot be made
     */
    public static SparkConf configuration(String name) throws IOException {
        String home = System.getenv("SPARK_HOME");
        if (home == null) {
            throw new IllegalStateException(
                    "SPARK_HOME is not set; it names a folder for what executors write");
        }
        Files.createDirectories(Path.of(home, "jars"));
        return new SparkConf()
                .setAppName(name)
                .setMaster("local-cluster[2,1,512]")
                .set("spark.executor.memory", "512m")
                .set("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .set("spark.cleave.workers", "1")
                .set("spark.ui.enabled", "false");
    }
}
