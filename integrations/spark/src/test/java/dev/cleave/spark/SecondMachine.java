package dev.cleave.spark;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkExecutorInfo;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.deploy.LocalSparkCluster$;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.rpc.RpcEnv;
import scala.Option;

/**
 * An executor more in a local cluster, which Spark takes for one of another machine: this machine
 * has another name to it.
 */
final class SecondMachine {
    /** All others are at 127.0.0.1. */
    private static final String NAME = "localhost";

    private static final Pattern MASTER = Pattern.compile("spark://[^\"]+");
    private static final int NUMBER = 3;
    private static final int MEGABYTES = 512;

    private final RpcEnv worker;

    private SecondMachine(RpcEnv worker) {
        this.worker = worker;
    }

    /** Waits until Spark may use it. */
    static SecondMachine join(JavaSparkContext context, Path folder)
            throws IOException, InterruptedException {
        SecondMachine machine =
                new SecondMachine(
                        Worker.startRpcEnvAndEndpoint(
                                NAME,
                                0,
                                0,
                                1,
                                MEGABYTES,
                                new String[] {master()},
                                folder.resolve("work").toString(),
                                Option.apply(NUMBER),
                                context.getConf(),
                                Option.empty()));
        while (Arrays.stream(context.statusTracker().getExecutorInfos())
                .map(SparkExecutorInfo::host)
                .noneMatch(NAME::equals)) {
            Thread.sleep(5);
        }
        return machine;
    }

    /** The cluster's address, from its page: it is another one for each cluster. */
    private static String master() throws IOException, InterruptedException {
        int port = LocalSparkCluster$.MODULE$.get().get().masterWebUIPort();
        String page =
                HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(
                                                URI.create("http://127.0.0.1:" + port + "/json/"))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .body();
        Matcher address = MASTER.matcher(page);
        if (!address.find()) {
            throw new IOException("no address in " + page);
        }
        return address.group();
    }

    /** Ends it. */
    void close() {
        worker.shutdown();
        worker.awaitTermination();
    }
}
