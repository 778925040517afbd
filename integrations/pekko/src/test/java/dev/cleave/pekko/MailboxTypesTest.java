package dev.cleave.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.dispatch.PriorityGenerator;
import org.apache.pekko.dispatch.UnboundedStablePriorityMailbox;
import org.apache.pekko.testkit.javadsl.TestKit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever a mailbox's queue makes of the order, Cleave's dispatcher leaves it so. */
class MailboxTypesTest {
    /** Largest number first. */
    public static final class LargestFirst extends UnboundedStablePriorityMailbox {
        /** Called by Pekko. */
        public LargestFirst(ActorSystem.Settings settings, Config config) {
            super(
                    new PriorityGenerator() {
                        @Override
                        public int gen(Object message) {
                            return message instanceof Integer number ? -number : 1;
                        }
                    });
        }
    }

    @ParameterizedTest
    @CsvSource({
        "org.apache.pekko.dispatch.UnboundedMailbox, false",
        "org.apache.pekko.dispatch.SingleConsumerOnlyUnboundedMailbox, false",
        "org.apache.pekko.dispatch.UnboundedDequeBasedMailbox, false",
        "org.apache.pekko.dispatch.UnboundedControlAwareMailbox, false",
        "org.apache.pekko.dispatch.NonBlockingBoundedMailbox, false",
        "dev.cleave.pekko.MailboxTypesTest$LargestFirst, true"
    })
    void messagesComeInTheOrderOfTheQueue(String type, boolean largestFirst) throws Exception {
        ActorSystem system =
                Systems.open(
                        String.format(
                                "some-box { mailbox-type = \"%s\", mailbox-capacity = 100 }",
                                type));
        try {
            TestKit probe = new TestKit(system);
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            ActorRef actor =
                    system.actorOf(
                            Systems.actor(
                                            (m, self) -> {
                                                begun.countDown();
                                                go.await();
                                                probe.getRef().tell(m, self.getSelf());
                                            })
                                    .withMailbox("some-box"));
            actor.tell("wait", ActorRef.noSender());
            begun.await();
            for (int i = 1; i <= 10; i++) {
                actor.tell(i, ActorRef.noSender());
            }
            go.countDown();
            List<Object> seen = new ArrayList<>();
            List<Object> expected = new ArrayList<>(List.of("wait"));
            for (int i = 0; i <= 10; i++) {
                seen.add(probe.receiveOne(Duration.ofSeconds(Systems.PATIENCE_SECONDS)));
                if (i > 0) {
                    expected.add(largestFirst ? 11 - i : i);
                }
            }
            assertEquals(expected, seen);
        } finally {
            Systems.close(system);
        }
    }
}
