package dev.cleave.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.ConfigFactory;
import org.apache.pekko.actor.ActorSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.concurrent.duration.Duration;

class ConfigurationTest {
    private static ActorSystem system;

    @BeforeAll
    static void open() {
        system =
                ActorSystem.create(
                        "test",
                        ConfigFactory.parseString("pekko.loglevel = OFF")
                                .withFallback(ConfigFactory.load()));
    }

    @AfterAll
    static void close() throws Exception {
        Systems.close(system);
    }

    private static Settings settings(String block) {
        return Settings.of(
                ConfigFactory.parseString("id = some\n" + block),
                system.dispatchers().prerequisites());
    }

    @Test
    void whatIsNotSaidIsTheDefault() {
        assertEquals(new Settings(0, 0, 16, 4096), settings(""));
        assertEquals(new Settings(3, 0, 16, 4096), settings("cleave.workers = 3"));
        assertEquals(
                new Settings(3, 9, 0, 7),
                settings(
                        "cleave { workers = 3, maximum-threads = \"9\", chain = 0, backlog = 7 }"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cleave.workers = 0 | [some]: cleave.workers = 0; a number from 1 to 32767, or auto, is needed",
                "cleave.workers = 32768 | cleave.workers = 32768; a number from 1 to 32767",
                "cleave.workers = many | cleave.workers = many; a number",
                "cleave.workers = 2.5 | cleave.workers = 2.5; a number",
                "cleave.maximum-threads = -1 | cleave.maximum-threads = -1; a number from 1 to 32767, or auto,",
                "cleave.chain = -1 | cleave.chain = -1; a number from 0 to 2147483647 is needed",
                "cleave.backlog = -1 | cleave.backlog = -1; a number from 0 to 2147483647 is needed",
                "cleave.chain = auto | cleave.chain = auto; a number",
                "cleave.chian = 1 | [some]: cleave has no chian; it has backlog, chain, maximum-threads, workers",
                "cleave = 4 | cleave is a block, as in cleave { workers = 4 }; it is 4",
                "cleave { workers = 4, maximum-threads = 3 } | maximum-threads = 3 is less than cleave.workers = 4; raise"
            })
    void whatCannotBeIsSaid(String block, String message) {
        Exception failure = assertThrows(Exception.class, () -> settings(block));
        assertTrue(failure.getMessage().contains(message), failure.getMessage());
    }

    @Test
    void pekkosOwnSettingsReachTheDispatcher() throws Exception {
        ActorSystem own =
                Systems.open(
                        """
                        pekko.actor.default-dispatcher {
                          throughput = 3
                          throughput-deadline-time = 4 ms
                          shutdown-timeout = 5 s
                          cleave { workers = 6, maximum-threads = 7 }
                        }
                        """);
        try {
            CleaveDispatcher dispatcher = (CleaveDispatcher) own.dispatcher();
            assertEquals(3, dispatcher.throughput());
            assertEquals(Duration.create(4, "millis"), dispatcher.throughputDeadlineTime());
            assertEquals(Duration.create(5, "seconds"), dispatcher.shutdownTimeout());
            assertEquals(6, dispatcher.pool().getParallelism());
        } finally {
            Systems.close(own);
        }
    }

    @Test
    void anotherExecutorIsRefused() {
        Exception failure =
                assertThrows(
                        Exception.class,
                        () ->
                                Systems.open(
                                        "pekko.actor.default-dispatcher.executor ="
                                                + " fork-join-executor"));
        String all = causes(failure);
        assertTrue(
                all.contains(
                        "dispatcher [pekko.actor.default-dispatcher]: executor ="
                                + " \"fork-join-executor\", but CleaveDispatcherConfigurator brings its"
                                + " own: leave executor out, or take type = Dispatcher"),
                all);
    }

    private static String causes(Throwable failure) {
        StringBuilder all = new StringBuilder();
        for (Throwable t = failure; t != null; t = t.getCause()) {
            all.append(t.getMessage()).append('\n');
        }
        return all.toString();
    }
}
