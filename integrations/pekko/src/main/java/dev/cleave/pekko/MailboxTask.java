package dev.cleave.pekko;

import dev.cleave.ForkJoinTask;
import org.apache.pekko.dispatch.Mailbox;

/**
 * Runs a mailbox, again and again: it never completes. In a queue, kept by a worker, or run, it is
 * once at most at a time, for the mailbox is scheduled meanwhile.
 */
final class MailboxTask extends ForkJoinTask<Void> {
    private static final long serialVersionUID = 1L;

    /** Messages that a sender forks after the watch had to take one away. */
    static final int LINGERING = 1024;

    private final transient Mailbox mailbox;

    /** The mailbox's queue, if it is one of Cleave's; else null. */
    private final transient ActorQueue queue;

    /** How many of the mailbox's messages to fork rather than keep; written by races, a hint. */
    private transient int lingering;

    MailboxTask(Mailbox mailbox) {
        this.mailbox = mailbox;
        queue = mailbox.messageQueue() instanceof ActorQueue own ? own : null;
    }

    /** Worker: has one task that was submitted from outside wait in the worker's own queue. */
    static void admit() {
        ForkJoinTask<?> submitted = pollSubmission();
        if (submitted != null) {
            submitted.fork();
        }
    }

    /** Submits it from outside the pool. */
    void submit() {
        ((CleaveDispatcher) mailbox.dispatcher()).submit(mailbox, this);
    }

    /** Whether something is to be done before the next message: the actor is to stop, say. */
    boolean hasSystemMessages() {
        return mailbox.hasSystemMessages();
    }

    /** Whether it runs the same mailbox as another task. */
    boolean isOf(MailboxTask other) {
        return mailbox == other.mailbox;
    }

    /** Whether the mailbox's queue counts the messages that its actor handles at once. */
    boolean isCounted() {
        return queue != null;
    }

    /** Whether the actor goes on for long after it has sent a message. */
    boolean lingers() {
        if (lingering == 0) {
            return false;
        }
        lingering--;
        return true;
    }

    /** The actor has gone on for long after it had sent a message. */
    void linger() {
        lingering = LINGERING;
    }

    @Override
    protected boolean exec() {
        if (Thread.currentThread() instanceof ActorWorker worker) {
            worker.runChain(this);
        } else {
            process(null);
        }
        return false;
    }

    /**
     * Processes messages, up to the dispatcher's throughput; what goes wrong is not the worker's.
     */
    void process(ActorWorker worker) {
        if (queue != null) {
            queue.begin(worker);
        }
        try {
            mailbox.run();
        } catch (Throwable failure) {
            // An actor that fails is its supervisor's; this is an interrupt, which ends here, or
            // fatal, and the handler's.
            if (!(failure instanceof InterruptedException)) {
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
            }
        }
    }

    @Override
    public Void getRawResult() {
        return null;
    }

    @Override
    protected void setRawResult(Void value) {}
}
