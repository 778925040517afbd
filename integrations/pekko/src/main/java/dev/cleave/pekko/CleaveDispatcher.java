package dev.cleave.pekko;

import dev.cleave.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import org.apache.pekko.actor.ActorCell;
import org.apache.pekko.actor.Cell;
import org.apache.pekko.dispatch.Dispatcher;
import org.apache.pekko.dispatch.Envelope;
import org.apache.pekko.dispatch.ExecutorServiceFactoryProvider;
import org.apache.pekko.dispatch.Mailbox;
import org.apache.pekko.dispatch.MailboxType;
import org.apache.pekko.dispatch.MessageDispatcherConfigurator;
import org.apache.pekko.dispatch.MessageQueue;
import org.apache.pekko.dispatch.NodeMessageQueue;
import org.apache.pekko.dispatch.UnboundedMailbox;
import scala.concurrent.duration.Duration;
import scala.concurrent.duration.FiniteDuration;

/**
 * Pekko's dispatcher but for three things: a message to an idle actor without messages passes the
 * mailbox's queue by; its mailbox is run by the worker that has sent it, unless another one is
 * first; and a thread outside that sends to an actor with a long queue yields its processor.
 */
final class CleaveDispatcher extends Dispatcher {
    private final int backlog;

    CleaveDispatcher(
            MessageDispatcherConfigurator configurator,
            String id,
            int throughput,
            Duration throughputDeadline,
            ExecutorServiceFactoryProvider executor,
            FiniteDuration shutdownTimeout,
            int backlog) {
        super(configurator, id, throughput, throughputDeadline, executor, shutdownTimeout);
        this.backlog = backlog;
    }

    /** {@inheritDoc} A queue without an order of its own is replaced by an {@link ActorQueue}. */
    @Override
    public Mailbox createMailbox(Cell actor, MailboxType type) {
        Mailbox mailbox =
                super.createMailbox(
                        actor,
                        (owner, system) -> {
                            MessageQueue queue = type.create(owner, system);
                            return queue.getClass() == UnboundedMailbox.MessageQueue.class
                                            || queue.getClass() == NodeMessageQueue.class
                                    ? new ActorQueue(backlog, turn())
                                    : queue;
                        });
        if (mailbox.messageQueue() instanceof ActorQueue queue) {
            queue.mailbox = mailbox;
        }
        return mailbox;
    }

    /** Messages that an actor may handle at once while others wait; at least one. */
    private int turn() {
        return Math.max(1, throughput());
    }

    @Override
    public void dispatch(ActorCell receiver, Envelope message) {
        Mailbox mailbox = receiver.mailbox();
        if (!(mailbox.messageQueue() instanceof ActorQueue queue)) {
            super.dispatch(receiver, message);
        } else if (queue.scheduleWith(message)) {
            execute(mailbox, queue);
        } else {
            super.dispatch(receiver, message);
            if (queue.isBacklogged() && !(Thread.currentThread() instanceof ActorWorker)) {
                // A sender that outruns the actor fills the memory with messages that have left the
                // caches when they are handled, and that the collector copies meanwhile.
                Thread.yield();
            }
        }
    }

    @Override
    public boolean registerForExecution(
            Mailbox mailbox, boolean hasMessageHint, boolean hasSystemMessageHint) {
        if (!mailbox.canBeScheduledForExecution(hasMessageHint, hasSystemMessageHint)
                || !mailbox.setAsScheduled()) {
            return false;
        }
        execute(
                mailbox,
                mailbox.messageQueue() instanceof ActorQueue queue
                        ? queue
                        : new MailboxTask(mailbox));
        return true;
    }

    /** Has a mailbox run that the caller has scheduled. */
    void execute(Mailbox mailbox, MailboxTask task) {
        if (Thread.currentThread() instanceof ActorWorker worker && worker.getPool() == pool()) {
            if (!worker.keep(task)) {
                task.fork();
            }
        } else {
            submit(mailbox, task);
        }
    }

    /** Has a mailbox run that the caller has scheduled, whatever thread it is. */
    void submit(Mailbox mailbox, MailboxTask task) {
        submit(mailbox, task, pool());
    }

    /** The same; the pool was the dispatcher's when the caller looked, and may have ended since. */
    void submit(Mailbox mailbox, MailboxTask task, ForkJoinPool seen) {
        try {
            ForkJoinPool pool = seen;
            try {
                pool.execute(task);
            } catch (RejectedExecutionException shutDownMeanwhile) {
                pool = pool(); // the next one
                pool.execute(task);
            }
            if (pool.isShutdown()) {
                resubmitIfDropped(mailbox, task, pool);
            }
        } catch (RejectedExecutionException again) {
            mailbox.setAsIdle();
            reportFailure(again);
            throw again;
        }
    }

    /**
     * A pool that has found itself quiescent cancels what comes too late to be refused. Looks until
     * that is certain, without waiting.
     */
    void resubmitIfDropped(Mailbox mailbox, MailboxTask task, ForkJoinPool ending) {
        boolean certain = ending.isTerminated();
        if (task.isCancelled()) {
            task.reinitialize();
            submit(mailbox, task);
        } else if (!certain) {
            try {
                configurator()
                        .prerequisites()
                        .scheduler()
                        .scheduleOnce(
                                NextWatch.PERIOD,
                                () -> resubmitIfDropped(mailbox, task, ending),
                                NextWatch.HERE);
            } catch (IllegalStateException ended) {
                // The actor system has, and with it its actors.
            }
        }
    }

    ForkJoinPool pool() {
        return (ForkJoinPool) executorService().executor();
    }
}
